//! Serves a site from memory on the loopback interface, and notifies open pages of changes.
//!
//! 1. Adds one script element to each HTML page; otherwise the files are those that `build` writes. The script and its
//!    style sheet are served below `/_rooflight/`.
//! 2. `/_rooflight/events` is a stream of server-sent events with the build's
//!    [`Status`](crate::edge::live_site::Status).
//! 3. Each connection has a thread, at most [`MAX_CONNECTIONS`] at a time: an author's browser needs a few.
//!
//! Listens on 127.0.0.1 only and accepts only loopback `Host` headers, so that DNS rebinding cannot read drafts.

mod connection;
mod reply;

use crate::edge::live_site::{LiveSite, ServedFile};
use anyhow::{Context, Result};
use reply::{Body, Reply};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread::{Builder, sleep};
use std::time::Duration;

const SCRIPT: &str = include_str!("../reload.js");
const STYLE: &str = include_str!("../reload.css");

/// Maximum number of connections at a time; another one is refused.
const MAX_CONNECTIONS: usize = 512;

/// Binds the port; for 0 the system chooses one.
///
/// # Errors
/// If the port is in use or not permitted.
pub fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| format!("cannot listen on 127.0.0.1:{port}"))
}

/// Serves until the process ends.
pub fn serve(listener: &TcpListener, live: &LiveSite) -> ! {
    // Counts its own clones: one for each connection, given back even by a thread that panics.
    let open = Arc::new(());
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // Too many open files, or a client that disconnected: both are temporary.
            sleep(Duration::from_millis(100));
            continue;
        };
        if Arc::strong_count(&open) > MAX_CONNECTIONS {
            connection::refuse(stream);
            continue;
        }
        let (live, held) = (live.clone(), Arc::clone(&open));
        let answer = move || {
            // A client that disconnects early is not an error.
            connection::serve(stream, &live).ok();
            drop(held);
        };
        // Without a thread to be had, the connection is closed.
        Builder::new().spawn(answer).ok();
    }
}

/// Answers a request for a path of the site or of the server's own.
fn answer(live: &LiveSite, path: &str) -> Reply {
    let own = |path, text| Reply::new("200 OK", media_type(path), Body::Text(text));
    match path {
        "/_rooflight/events" => Reply::new("200 OK", "text/event-stream", Body::Events(live.watch())),
        "/_rooflight/reload.js" => own(path, SCRIPT),
        "/_rooflight/reload.css" => own(path, STYLE),
        _ => page(live, path),
    }
}

fn page(live: &LiveSite, address: &str) -> Reply {
    let path = decode(address.trim_start_matches('/'));
    // Read before the file, so that a page never claims to be newer than it is.
    let build = live.build();
    let is_folder = path.is_empty() || path.ends_with('/');
    let file = if is_folder { format!("{path}index.html") } else { path.clone() };
    if let Some(found) = live.file(&file) {
        return Reply::new("200 OK", media_type(&file), body(&file, found, build));
    }
    if !is_folder && live.file(&format!("{path}/index.html")).is_some() {
        // Exactly one leading slash: `//host` would redirect to another host.
        if let Some(redirect) = Reply::redirect(&format!("/{}/", address.trim_matches('/'))) {
            return redirect;
        }
    }
    let lost = live.file("404.html").map_or(Body::Text(""), |page| body("404.html", page, build));
    Reply::new("404 Not Found", media_type("404.html"), lost)
}

/// The body of a file; of a page in memory, with the script that keeps it up to date.
fn body(path: &str, file: ServedFile, build: u64) -> Body {
    if !path.ends_with(".html") || matches!(file, ServedFile::OnDisk(..)) {
        return Body::whole(file);
    }
    // Before all other scripts, so that it sees the page unchanged.
    let script = format!("<script type=\"module\" src=\"/_rooflight/reload.js?build={build}\"></script>\n");
    let page = file.bytes();
    let head = page.windows(7).position(|part| part == b"</head>").unwrap_or(0);
    let start = page[..head].windows(8).position(|part| part == b"<script ").unwrap_or(head);
    Body::Page(file, start, script)
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
