//! An answer of the server: its status, its headers, and where its body lies.
//!
//! A file of the site is not copied: one in memory is written from where it lies, one on disk is read while it is sent.
//! One range of a file is answered with that part (RFC 9110, section 14), several with the whole file.

use crate::edge::live_site::{ServedFile, Watcher};
use std::fmt::Write as _;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::ops::Range;

/// An answer.
pub(super) struct Reply {
    /// The code and its name.
    status: &'static str,
    media: &'static str,
    /// Further headers, each with its line end.
    headers: String,
    pub(super) body: Body,
}

/// The body of an answer.
pub(super) enum Body {
    Text(&'static str),
    /// A part of a file.
    File(ServedFile, Range<u64>),
    /// A page, and the script element that is inserted at this position.
    Page(ServedFile, usize, String),
    /// The build status, without an end.
    Events(Watcher),
}

impl Reply {
    pub(super) fn new(status: &'static str, media: &'static str, body: Body) -> Self {
        Self { status, media, headers: String::new(), body }
    }

    /// A plain text.
    pub(super) fn plain(status: &'static str, text: &'static str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", Body::Text(text))
    }

    /// A redirect to a path; `None` if the path is none that a header can have.
    pub(super) fn redirect(to: &str) -> Option<Self> {
        let fits = to.bytes().all(|byte| byte.is_ascii_graphic());
        let headers = format!("location: {to}\r\n");
        fits.then(|| Self { headers, ..Self::plain("308 Permanent Redirect", "") })
    }

    /// Cuts a file to the bytes that a `Range` header asks for.
    pub(super) fn cut(mut self, wanted: &str) -> Self {
        let Body::File(_, range) = &mut self.body else { return self };
        let length = range.end;
        match part(wanted, length) {
            None => self,
            Some(part) if part.is_empty() => {
                let headers = format!("content-range: bytes */{length}\r\n");
                Self { headers, ..Self::plain("416 Range Not Satisfiable", "the file is shorter\n") }
            }
            Some(part) => {
                self.status = "206 Partial Content";
                self.headers = format!("content-range: bytes {}-{}/{length}\r\n", part.start, part.end - 1);
                *range = part;
                self
            }
        }
    }

    /// The status line and the headers.
    pub(super) fn head(&self, goes_on: bool) -> String {
        let Self { status, media, headers, body } = self;
        let mut head = format!("HTTP/1.1 {status}\r\ncontent-type: {media}\r\ncache-control: no-store\r\n{headers}");
        // Writing to a string does not fail.
        let _ = match body {
            Body::Text(text) => write!(head, "content-length: {}\r\n", text.len()),
            Body::File(_, range) => {
                write!(head, "accept-ranges: bytes\r\ncontent-length: {}\r\n", range.end - range.start)
            }
            Body::Page(file, _, script) => write!(head, "content-length: {}\r\n", file.length() + script.len() as u64),
            Body::Events(_) => Ok(()),
        };
        head.push_str(if goes_on { "\r\n" } else { "connection: close\r\n\r\n" });
        head
    }
}

impl Body {
    /// A whole file.
    pub(super) fn whole(file: ServedFile) -> Self {
        let length = file.length();
        Self::File(file, 0..length)
    }

    /// Writes the body, except a stream of events.
    pub(super) fn write(&mut self, to: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Text(text) => to.write_all(text.as_bytes()),
            Self::File(ServedFile::OnDisk(file, _), Range { start, end }) => {
                file.seek(SeekFrom::Start(*start))?;
                let sent = io::copy(&mut file.take(*end - *start), to)?;
                // A file that became shorter: the client learns it from the end of the connection.
                if sent == *end - *start { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
            }
            Self::File(file, Range { start, end }) => {
                let position = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
                to.write_all(file.bytes().get(position(*start)..position(*end)).unwrap_or_default())
            }
            Self::Page(file, at, script) => {
                let (before, after) = file.bytes().split_at(*at);
                [before, script.as_bytes(), after].into_iter().try_for_each(|part| to.write_all(part))
            }
            Self::Events(_) => Ok(()),
        }
    }
}

/// The bytes that `bytes=2-5`, `bytes=2-` or `bytes=-5` asks for; empty beyond the end, `None` for anything else.
fn part(wanted: &str, length: u64) -> Option<Range<u64>> {
    let (first, last) = wanted.strip_prefix("bytes=")?.split_once('-')?;
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    match (first, last) {
        ("", last) => Some(length.saturating_sub(number(last)?)..length),
        (first, "") => Some(number(first)?.min(length)..length),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then(|| first.min(length)..last.saturating_add(1).min(length))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn ranges_are_those_of_the_specification() {
        for (wanted, bytes) in [
            ("bytes=0-0", Some(0..1)),
            ("bytes=2-99", Some(2..10)),
            ("bytes=9-", Some(9..10)),
            ("bytes=-3", Some(7..10)),
            ("bytes=-30", Some(0..10)),
            ("bytes=10-", Some(10..10)),
            ("bytes=-0", Some(10..10)),
            ("bytes=5-18446744073709551615", Some(5..10)),
            ("bytes=3-2", None),
            ("bytes=0-1,3-4", None),
            ("bytes=-", None),
            ("bytes=+1-2", None),
            ("lines=1-2", None),
        ] {
            assert_eq!(part(wanted, 10), bytes, "{wanted}");
        }
    }
}
