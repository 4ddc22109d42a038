//! Serves a site from memory on the loopback interface, and notifies open pages of changes.
//!
//! 1. Adds one script element to each HTML page; otherwise the files are those that `build` writes. The script and its
//!    style sheet are served below `/_rooflight/`.
//! 2. `/_rooflight/events` is a stream of server-sent events with the build's
//!    [`Status`](crate::edge::live_site::Status).
//!
//! Listens on 127.0.0.1 only and accepts only loopback `Host` headers, so that DNS rebinding cannot read drafts.

mod answer;

use crate::edge::live_site::LiveSite;
use answer::Answer;
use anyhow::{Context, Result};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

const SCRIPT: &str = include_str!("../reload.js");
const STYLE: &str = include_str!("../reload.css");

/// The loopback host names.
const LOOPBACK_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Timeout for the headers of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// Binds the port; for 0 the system chooses one.
///
/// # Errors
/// If the port is in use or not permitted.
pub fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| format!("cannot listen on 127.0.0.1:{port}"))
}

/// Serves until the process ends.
///
/// # Errors
/// If the listener or the runtime fails.
pub fn serve(listener: TcpListener, live: LiveSite) -> Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // Too many open files, or a client that disconnected: both are temporary.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let live = live.clone();
            let serve = service_fn(move |request| {
                let live = live.clone();
                async move { Ok::<_, Infallible>(respond(&live, &request).await) }
            });
            let mut connection = hyper::server::conn::http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
            // A client that disconnects early is not an error.
            tokio::spawn(async move { connection.serve_connection(TokioIo::new(stream), serve).await.ok() });
        }
    })
}

async fn respond(live: &LiveSite, request: &Request<Incoming>) -> Response<Answer> {
    let path = request.uri().path();
    if !has_loopback_host(request) {
        return plain(StatusCode::MISDIRECTED_REQUEST, "this server answers to localhost alone\n");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n");
    }
    match path {
        "/_rooflight/events" => typed(Response::new(Answer::events(live.status())), "text/event-stream"),
        "/_rooflight/reload.js" => typed(Response::new(Answer::whole(SCRIPT)), media_type(".js")),
        "/_rooflight/reload.css" => typed(Response::new(Answer::whole(STYLE)), media_type(".css")),
        _ => page(live, path).await,
    }
}

/// Accepts only loopback `Host` headers (DNS rebinding): a name and perhaps a port, nothing else.
fn has_loopback_host(request: &Request<Incoming>) -> bool {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    LOOPBACK_NAMES.iter().any(|own| name.eq_ignore_ascii_case(own)) && port.is_none_or(is_port)
}

async fn page(live: &LiveSite, address: &str) -> Response<Answer> {
    let path = decode(address.trim_start_matches('/'));
    // Read before the file, so that a page never claims to be newer than it is.
    let build = live.build();
    let is_folder = path.is_empty() || path.ends_with('/');
    let file = if is_folder { format!("{path}index.html") } else { path.clone() };
    if let Some(bytes) = live.file(&file).await {
        return whole(StatusCode::OK, &file, bytes, build);
    }
    if !is_folder && live.file(&format!("{path}/index.html")).await.is_some() {
        // Exactly one leading slash: `//host` would redirect to another host.
        return redirect(&format!("/{}/", address.trim_matches('/')));
    }
    let lost = live.file("404.html").await.unwrap_or_default();
    whole(StatusCode::NOT_FOUND, "404.html", lost, build)
}

fn whole(status: StatusCode, path: &str, mut body: Vec<u8>, build: u64) -> Response<Answer> {
    if path.ends_with(".html") {
        // Before all other scripts, so that it sees the page unchanged.
        let script = format!("<script type=\"module\" src=\"/_rooflight/reload.js?build={build}\"></script>\n");
        let head = body.windows(7).position(|part| part == b"</head>").unwrap_or(0);
        let start = body[..head].windows(8).position(|part| part == b"<script ").unwrap_or(head);
        body.splice(start..start, script.into_bytes());
    }
    let mut response = Response::new(Answer::whole(body));
    *response.status_mut() = status;
    typed(response, media_type(path))
}

fn plain(status: StatusCode, text: &'static str) -> Response<Answer> {
    let mut response = Response::new(Answer::whole(text));
    *response.status_mut() = status;
    typed(response, media_type(".txt"))
}

fn typed(mut response: Response<Answer>, media: &'static str) -> Response<Answer> {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(media));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

fn redirect(to: &str) -> Response<Answer> {
    let mut response = Response::new(Answer::whole(""));
    *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
    if let Ok(to) = header::HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

/// Percent-decodes a path; malformed escapes stay unchanged.
fn decode(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let escape = tail.get(..2).filter(|_| *first == b'%').and_then(|two| std::str::from_utf8(two).ok());
        let escaped = escape.and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "xml" => "application/xml; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "md" | "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
