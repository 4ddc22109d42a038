//! Serves a site from memory on the loopback interface, and tells open pages when it changes.
//!
//! 1. `/_rooflight/events` is an event stream: `site` when a new build is there, `problems` with the text when a build failed.
//! 2. Every HTML page gets one script element for it; nothing else differs from what `build` writes.
//!
//! Listens on 127.0.0.1 alone. A failed build leaves the last good site in place.

use crate::Site;
use anyhow::{Context, Result};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::get;
use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::broadcast;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt};

const RELOAD: &str = include_str!("reload.js");

/// What open pages are told.
#[derive(Debug, Clone)]
pub enum News {
    /// A new build is there.
    Site,
    /// A build failed; this is what is wrong.
    Problems(String),
}

/// The site as it is served, and the line to the open pages.
#[derive(Debug, Clone)]
pub struct Stage {
    site: Arc<RwLock<Site>>,
    news: broadcast::Sender<News>,
}

impl Stage {
    /// A stage that shows `site`.
    #[must_use]
    pub fn new(site: Site) -> Self {
        Self { site: Arc::new(RwLock::new(site)), news: broadcast::Sender::new(16) }
    }

    /// Shows another site and tells the open pages, if anything differs.
    pub fn show(&self, site: Site) {
        let mut shown = self.site.write().unwrap_or_else(PoisonError::into_inner);
        if *shown != site {
            *shown = site;
            self.tell(News::Site);
        }
    }

    /// Tells the open pages.
    pub fn tell(&self, news: News) {
        // No page is open: nobody to tell.
        drop(self.news.send(news));
    }
}

/// A site of one page that shows what is wrong, until there is a real one.
#[must_use]
pub fn only_problems(problems: &str) -> Site {
    let text = crate::parse::highlight::escape(problems);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Problems</title></head><body><pre>{text}</pre></body></html>\n"
    );
    Site::from([("index.html".to_owned(), page.clone().into_bytes()), ("404.html".to_owned(), page.into_bytes())])
}

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
        let router = Router::new()
            .route("/_rooflight/events", get(events))
            .route("/_rooflight/reload.js", get(|| async { ([(header::CONTENT_TYPE, "text/javascript")], RELOAD) }))
            .fallback(get(page))
            .with_state(stage);
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, router).await.context("the server stopped")
    })
}

async fn events(State(stage): State<Stage>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let news = BroadcastStream::new(stage.news.subscribe()).filter_map(Result::ok);
    let events = news.map(|news| {
        Ok(match news {
            News::Site => Event::default().event("site").data("new"),
            News::Problems(text) => Event::default().event("problems").data(text),
        })
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

async fn page(State(stage): State<Stage>, uri: Uri) -> Response<Body> {
    let site = stage.site.read().unwrap_or_else(PoisonError::into_inner);
    let path = decode(uri.path().trim_start_matches('/'));
    let index = format!("{path}{}index.html", if path.is_empty() || path.ends_with('/') { "" } else { "/" });
    if let Some(bytes) = site.get(&path) {
        return respond(StatusCode::OK, &path, bytes);
    }
    match site.get(&index) {
        Some(bytes) if index.len() == path.len() + "index.html".len() => respond(StatusCode::OK, &index, bytes),
        Some(_) => redirect(&format!("{}/", uri.path())),
        None => respond(StatusCode::NOT_FOUND, "404.html", site.get("404.html").map_or(b"not found", Vec::as_slice)),
    }
}

fn respond(status: StatusCode, path: &str, bytes: &[u8]) -> Response<Body> {
    let mut body = bytes.to_vec();
    if path.ends_with(".html") {
        let script = b"<script type=\"module\" src=\"/_rooflight/reload.js\"></script>";
        let end = body.windows(7).rposition(|part| part == b"</body>").unwrap_or(body.len());
        body.splice(end..end, script.iter().copied());
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
