//! One connection to the server: requests in, answers out, until either side closes it.
//!
//! 1. Reads the head of a request within [`MAX_HEAD`] bytes and [`HEAD_TIME`], and checks it: GET or HEAD, no body,
//!    one loopback `Host`. Whatever fails is answered and closes the connection.
//! 2. Writes the answer of [`answer`](super::answer); a file on disk is copied, one in memory is written from where it
//!    lies.
//!
//! A request that two readers could understand differently (two `Host` headers, a body where none belongs) is refused.

use super::reply::{Body, Reply};
use crate::edge::http::{self, MAX_HEADERS, Timed};
use crate::edge::live_site::{LiveSite, Status, Watcher};
use httparse::{EMPTY_HEADER, Header};
use std::io::{self, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// The loopback host names.
const LOOPBACK_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Maximum size of a request's line and headers in bytes.
const MAX_HEAD: u64 = 64 << 10;

/// Timeout for the head of a request, and for an idle connection.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// Timeout for a client that reads nothing.
const WRITE_TIME: Duration = Duration::from_secs(30);

/// How long, and how many bytes, a refused client may go on sending before the connection is reset.
const LINGER: (Duration, u64) = (Duration::from_secs(1), 1 << 20);

/// SSE keep-alive interval: a page that is gone is noticed after two of them.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// A request that may be answered.
struct Request<'a> {
    path: &'a str,
    is_head: bool,
    /// True if the client will send another request.
    goes_on: bool,
    /// The value of a `Range` header.
    range: Option<&'a str>,
}

/// Answers requests until the connection ends.
///
/// # Errors
/// A client that disconnects, or takes too long.
pub(super) fn serve(stream: TcpStream, live: &LiveSite) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let mut input = BufReader::new(Timed::new(stream));
    loop {
        input.get_mut().allow(HEAD_TIME);
        let head = http::head(&mut input, MAX_HEAD)?;
        let mut headers = [EMPTY_HEADER; MAX_HEADERS];
        let request = match parse(&head, &mut headers) {
            Ok(request) => request,
            Err(refusal) => {
                write(input.get_mut().stream(), refusal, false, false)?;
                return linger(input);
            }
        };
        let mut reply = super::answer(live, request.path);
        if let Some(range) = request.range {
            reply = reply.cut(range);
        }
        let goes_on = request.goes_on && !matches!(reply.body, Body::Events(_));
        write(input.get_mut().stream(), reply, request.is_head, goes_on)?;
        if !goes_on {
            return Ok(());
        }
    }
}

/// Refuses a connection over the limit.
pub(super) fn refuse(mut stream: TcpStream) {
    let busy = Reply::plain("503 Service Unavailable", "this server has as many connections as it takes\n");
    // The connection ends either way.
    write(&mut stream, busy, false, false).ok();
}

/// Checks a request's head; an error is the answer that refuses it.
fn parse<'a>(head: &'a [u8], headers: &'a mut [Header<'a>; MAX_HEADERS]) -> Result<Request<'a>, Reply> {
    let malformed = || Reply::plain("400 Bad Request", "this is no request\n");
    if head.len() as u64 == MAX_HEAD {
        let status = if head.contains(&b'\n') { "431 Request Header Fields Too Large" } else { "414 URI Too Long" };
        return Err(Reply::plain(status, "the request is too long\n"));
    }
    let mut request = httparse::Request::new(headers);
    if !request.parse(head).is_ok_and(|status| status.is_complete()) {
        return Err(malformed());
    }
    let (Some(method), Some(target), Some(version)) = (request.method, request.path, request.version) else {
        return Err(malformed());
    };
    let headers = &*request.headers;
    let one = |name: &str| http::only(headers, name).map_err(|()| malformed());
    if !one("host")?.is_some_and(is_loopback) {
        return Err(Reply::plain("421 Misdirected Request", "this server answers to localhost alone\n"));
    }
    if !matches!(method, "GET" | "HEAD") {
        return Err(Reply::plain("405 Method Not Allowed", "only GET and HEAD\n"));
    }
    if one("transfer-encoding")?.is_some() || one("content-length")?.is_some_and(|length| length != b"0") {
        return Err(Reply::plain("413 Content Too Large", "a request has no body here\n"));
    }
    let path = target.split(['?', '#']).next().filter(|path| path.starts_with('/')).ok_or_else(malformed)?;
    let closes =
        |value: &[u8]| value.split(|byte| *byte == b',').any(|part| part.trim_ascii().eq_ignore_ascii_case(b"close"));
    let mut connection = headers.iter().filter(|header| header.name.eq_ignore_ascii_case("connection"));
    Ok(Request {
        path,
        is_head: method == "HEAD",
        goes_on: version == 1 && !connection.any(|header| closes(header.value)),
        range: one("range")?.and_then(|range| std::str::from_utf8(range).ok()),
    })
}

/// Accepts only loopback `Host` headers (DNS rebinding): a name and perhaps a port, nothing else.
fn is_loopback(host: &[u8]) -> bool {
    let host = std::str::from_utf8(host).unwrap_or_default();
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    LOOPBACK_NAMES.iter().any(|own| name.eq_ignore_ascii_case(own)) && port.is_none_or(is_port)
}

/// Writes an answer, without its body for HEAD.
fn write(stream: &mut TcpStream, mut reply: Reply, is_head: bool, goes_on: bool) -> io::Result<()> {
    stream.write_all(reply.head(goes_on).as_bytes())?;
    match &mut reply.body {
        _ if is_head => Ok(()),
        Body::Events(watcher) => send_events(stream, watcher),
        body => body.write(stream),
    }
}

/// Sends the build status, first the present one, so that a page that has just loaded misses nothing.
fn send_events(stream: &mut TcpStream, watcher: &Watcher) -> io::Result<()> {
    let mut seen = None;
    loop {
        let news = watcher.next(seen.as_ref(), KEEP_ALIVE);
        let lines = match &news {
            // An event's data is one line: serialized JSON has no line feeds.
            Some(Status { build, problems }) => {
                format!("event: news\ndata: {}\n\n", serde_json::json!({ "build": build, "problems": problems }))
            }
            None => ":\n\n".to_owned(),
        };
        stream.write_all(lines.as_bytes())?;
        seen = news.or(seen);
    }
}

/// Reads what a refused client still sends: closing earlier would reset the connection before the answer is read.
fn linger(mut input: BufReader<Timed>) -> io::Result<()> {
    let (time, most) = LINGER;
    input.get_mut().stream().shutdown(Shutdown::Write)?;
    input.get_mut().allow(time);
    io::copy(&mut input.take(most), &mut io::sink()).map(|_| ())
}
