//! Serves a site from memory on the loopback interface, and tells open pages when it changes.
//!
//! 1. Every HTML page gets one script element; nothing else differs from what `build` writes. The script and its style are served below
//!    `/_rooflight/` and are part of no site.
//! 2. `/_rooflight/events` is an event stream of [`News`](crate::edge::live_site::News): the number of the newest build, and what is wrong now.
//!
//! Listens on 127.0.0.1 alone, and answers only who asks for this machine by name: a page of the web whose name was bent to this address
//! cannot read drafts. What is shown is the [`Stage`]'s business.

mod answer;

use crate::edge::live_site::Stage;
use answer::Answer;
use anyhow::{Context, Result};
use hyper::body::Incoming;
use hyper::http::uri::Authority;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

const SCRIPT: &str = include_str!("reload.js");
const STYLE: &str = include_str!("reload.css");

/// The names by which this machine knows itself.
const OWN_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Takes the port; with 0 the system chooses one.
///
/// # Errors
/// When the port is in use or may not be used.
pub fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| format!("cannot listen on 127.0.0.1:{port}"))
}

/// Serves until the process ends.
///
/// # Errors
/// When the listener breaks.
pub fn serve(listener: TcpListener, stage: Stage) -> Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // Too many open files, or a reader that left again: both pass.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let stage = stage.clone();
            let serve = service_fn(move |request| {
                let stage = stage.clone();
                async move { Ok::<_, Infallible>(respond(&stage, &request).await) }
            });
            // A reader that goes away in the middle is no concern of ours.
            tokio::spawn(async move {
                hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), serve).await.ok()
            });
        }
    })
}

async fn respond(stage: &Stage, request: &Request<Incoming>) -> Response<Answer> {
    let path = request.uri().path();
    if !is_for_us(request) {
        return plain(StatusCode::MISDIRECTED_REQUEST, "this server answers to localhost alone\n");
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n");
    }
    match path {
        "/_rooflight/events" => typed(Response::new(Answer::events(stage.news())), "text/event-stream"),
        "/_rooflight/reload.js" => typed(Response::new(Answer::whole(SCRIPT)), media_type(".js")),
        "/_rooflight/reload.css" => typed(Response::new(Answer::whole(STYLE)), media_type(".css")),
        _ => page(stage, path).await,
    }
}

/// Whether the reader asked for this machine: by a name of its own, whatever the port. A request without a host is none of a browser's.
fn is_for_us(request: &Request<Incoming>) -> bool {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    host.is_some_and(|host| OWN_NAMES.iter().any(|own| host.host().eq_ignore_ascii_case(own)))
}

async fn page(stage: &Stage, address: &str) -> Response<Answer> {
    let path = decode(address.trim_start_matches('/'));
    // Before the file, so that a page never claims to be newer than it is.
    let build = stage.build();
    let is_folder = path.is_empty() || path.ends_with('/');
    let file = if is_folder { format!("{path}index.html") } else { path.clone() };
    if let Some(bytes) = stage.file(&file).await {
        return whole(StatusCode::OK, &file, bytes, build);
    }
    if !is_folder && stage.file(&format!("{path}/index.html")).await.is_some() {
        // With one stroke at its beginning: two would lead to another host.
        return redirect(&format!("/{}/", address.trim_matches('/')));
    }
    let lost = stage.file("404.html").await.unwrap_or_default();
    whole(StatusCode::NOT_FOUND, "404.html", lost, build)
}

fn whole(status: StatusCode, path: &str, mut body: Vec<u8>, build: u64) -> Response<Answer> {
    if path.ends_with(".html") {
        // First of all scripts, so that it sees the page as it was sent.
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

/// Percent-decoding, as far as file names need it.
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
