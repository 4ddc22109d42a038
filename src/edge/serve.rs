//! Serves a site from memory on the loopback interface, and tells open pages when it changes.
//!
//! 1. Every HTML page gets one script element; nothing else differs from what `build` writes. The script and its style are served below
//!    `/_rooflight/` and are part of no site.
//! 2. `/_rooflight/events` is an event stream of [`News`]: the number of the newest build, and what is wrong now.
//!
//! Listens on 127.0.0.1 alone. What is shown is the [`Stage`]'s business.

use super::stage::{News, Stage};
use anyhow::{Context, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::get;
use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

const SCRIPT: &str = include_str!("reload.js");
const STYLE: &str = include_str!("reload.css");

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
    runtime.block_on(async {
        let own = |media: &'static str, text: &'static str| {
            get(move || async move { ([(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, "no-store")], text) })
        };
        let router = Router::new()
            .route("/_rooflight/events", get(events))
            .route("/_rooflight/reload.js", own(media_type(".js"), SCRIPT))
            .route("/_rooflight/reload.css", own(media_type(".css"), STYLE))
            .fallback(get(page))
            .with_state(stage);
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, router).await.context("the server stopped")
    })
}

async fn events(State(stage): State<Stage>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    // The first item is the state as it is: a page that was loaded a moment ago misses nothing.
    let events = WatchStream::new(stage.news()).map(|News { build, problems }| {
        let data = serde_json::json!({ "build": build, "problems": problems });
        Ok(Event::default().event("news").data(data.to_string()))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

async fn page(State(stage): State<Stage>, uri: Uri) -> Response<Body> {
    let path = decode(uri.path().trim_start_matches('/'));
    // Before the file, so that a page never claims to be newer than it is.
    let build = stage.build();
    let is_folder = path.is_empty() || path.ends_with('/');
    let file = if is_folder { format!("{path}index.html") } else { path.clone() };
    if let Some(bytes) = stage.file(&file).await {
        return respond(StatusCode::OK, &file, bytes, build);
    }
    if !is_folder && stage.file(&format!("{path}/index.html")).await.is_some() {
        return redirect(&format!("{}/", uri.path()));
    }
    let lost = stage.file("404.html").await.unwrap_or_default();
    respond(StatusCode::NOT_FOUND, "404.html", lost, build)
}

fn respond(status: StatusCode, path: &str, mut body: Vec<u8>, build: u64) -> Response<Body> {
    if path.ends_with(".html") {
        // First of all scripts, so that it sees the page as it was sent.
        let script = format!("<script type=\"module\" src=\"/_rooflight/reload.js?build={build}\"></script>\n");
        let head = body.windows(7).position(|part| part == b"</head>").unwrap_or(0);
        let start = body[..head].windows(8).position(|part| part == b"<script ").unwrap_or(head);
        body.splice(start..start, script.into_bytes());
    }
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(media_type(path)));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

fn redirect(to: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
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
