//! HTTP/1.1 messages on a blocking connection, for the server of `serve` and the client of `measure --url`.
//!
//! 1. [`Timed`] is a connection whose reads fail after a deadline, however slowly the bytes come.
//! 2. [`head`] reads up to the empty line behind the headers, within a limit of size; `httparse` parses it.
//! 3. [`Body`] reads a response's body part by part, as it arrives.
//!
//! Decides nothing: addresses, limits and answers belong to the callers.

use httparse::{Header, parse_chunk_size};
use std::io::{BufRead, Error, ErrorKind, Read, Result};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Maximum number of headers of a message.
pub(super) const MAX_HEADERS: usize = 100;

/// Maximum size in bytes of the line before a chunk, and of the headers behind the last one.
const MAX_CHUNK_LINE: u64 = 8 << 10;

/// A connection whose reads fail after a deadline.
#[derive(Debug)]
pub(super) struct Timed {
    stream: TcpStream,
    deadline: Instant,
}

impl Timed {
    /// Reads from `stream`; the first deadline is now.
    pub(super) fn new(stream: TcpStream) -> Self {
        Self { stream, deadline: Instant::now() }
    }

    /// Gives the next reads this long altogether.
    pub(super) fn allow(&mut self, time: Duration) {
        self.deadline = Instant::now() + time;
    }

    /// The connection, to write to.
    pub(super) fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let late = || Error::new(ErrorKind::TimedOut, "nothing came in time");
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => late(),
            _ => error,
        })
    }
}

/// Reads lines up to and including an empty one, of at most `most` bytes altogether. Less than that is the beginning
/// of a head that is too long.
///
/// # Errors
/// The connection ends before the empty line, or fails.
pub(super) fn head(input: &mut impl BufRead, most: u64) -> Result<Vec<u8>> {
    let (mut head, mut input) = (Vec::new(), input.take(most));
    loop {
        let start = head.len();
        input.read_until(b'\n', &mut head)?;
        match &head[start..] {
            b"\r\n" | b"\n" => return Ok(head),
            line if line.ends_with(b"\n") => {}
            _ if input.limit() == 0 => return Ok(head),
            _ => return Err(ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// The only header of a name; an error if there are several, which two readers could understand differently.
pub(super) fn only<'a>(headers: &[Header<'a>], name: &str) -> std::result::Result<Option<&'a [u8]>, ()> {
    let mut found = headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
    match (found.next(), found.next()) {
        (_, Some(_)) => Err(()),
        (first, None) => Ok(first.map(|header| header.value)),
    }
}

/// The body of a response.
#[derive(Debug)]
pub(super) struct Body<R> {
    input: R,
    framing: Framing,
}

/// Where a body ends.
#[derive(Debug)]
enum Framing {
    /// After this many bytes.
    Length(u64),
    /// Inside a chunk, after which others follow; 0 before the first.
    Chunk(u64),
    /// With the connection.
    Connection,
}

impl<R: BufRead> Body<R> {
    /// The body that these headers announce.
    ///
    /// # Errors
    /// A length that is no number, and several of them.
    pub(super) fn new(input: R, headers: &[Header<'_>]) -> Result<Self> {
        let malformed = || Error::new(ErrorKind::InvalidData, "the headers do not tell where the body ends");
        let coding = only(headers, "transfer-encoding").map_err(|()| malformed())?;
        let length = only(headers, "content-length").map_err(|()| malformed())?;
        let framing = match (coding, length) {
            (Some(coding), None) if coding.eq_ignore_ascii_case(b"chunked") => Framing::Chunk(0),
            (Some(_), _) => return Err(malformed()),
            (None, Some(length)) => {
                let length = std::str::from_utf8(length).ok().and_then(|text| text.parse().ok());
                Framing::Length(length.ok_or_else(malformed)?)
            }
            (None, None) => Framing::Connection,
        };
        Ok(Self { input, framing })
    }

    /// The reader below, for its deadline.
    pub(super) fn input(&mut self) -> &mut R {
        &mut self.input
    }

    /// Waits for the next part; `None` at the end.
    ///
    /// # Errors
    /// The connection ends inside the body, or fails.
    pub(super) fn part(&mut self) -> Result<Option<Vec<u8>>> {
        if matches!(self.framing, Framing::Chunk(0)) {
            match self.chunk_size()? {
                0 => self.framing = Framing::Length(0),
                size => self.framing = Framing::Chunk(size),
            }
        }
        let (Framing::Length(left) | Framing::Chunk(left)) = &mut self.framing else {
            let part = self.input.fill_buf()?.to_vec();
            self.input.consume(part.len());
            return Ok(Some(part).filter(|part| !part.is_empty()));
        };
        if *left == 0 {
            return Ok(None);
        }
        let held = self.input.fill_buf()?;
        let count = held.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
        if count == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let part = held[..count].to_vec();
        self.input.consume(count);
        *left -= count as u64;
        if matches!(self.framing, Framing::Chunk(0)) {
            self.line()?;
        }
        Ok(Some(part))
    }

    fn chunk_size(&mut self) -> Result<u64> {
        match parse_chunk_size(&self.line()?) {
            Ok(httparse::Status::Complete((_, size))) => Ok(size),
            _ => Err(Error::new(ErrorKind::InvalidData, "a chunk without a size")),
        }
    }

    fn line(&mut self) -> Result<Vec<u8>> {
        let mut line = Vec::new();
        self.input.by_ref().take(MAX_CHUNK_LINE).read_until(b'\n', &mut line)?;
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a body with this header.
    fn parts(name: &str, value: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        let header = Header { name, value: value.as_bytes() };
        let (mut body, mut all) = (Body::new(bytes, &[header])?, Vec::new());
        while let Some(part) = body.part()? {
            all.extend(part);
        }
        Ok(all)
    }

    #[test]
    fn bodies_end_where_their_headers_say() {
        assert_eq!(parts("content-length", "3", b"abcd").expect("a body"), b"abc");
        assert_eq!(
            parts("Transfer-Encoding", "Chunked", b"2;x=y\r\nab\r\n1\r\nc\r\n0\r\n\r\n").expect("a body"),
            b"abc"
        );
        assert_eq!(parts("x", "", b"abcd").expect("a body"), b"abcd");
        for (name, value, bytes) in [
            ("content-length", "5", &b"abcd"[..]),
            ("content-length", "-1", b"abcd"),
            ("transfer-encoding", "gzip", b"abcd"),
            ("transfer-encoding", "chunked", b"5\r\nabcd"),
            ("transfer-encoding", "chunked", b"zz\r\n"),
            ("transfer-encoding", "chunked", b"2\r\nab"),
            ("transfer-encoding", "chunked", b"fffffffffffffffff\r\nab"),
        ] {
            assert!(parts(name, value, bytes).is_err(), "{name}: {value}, {bytes:?}");
        }
    }

    #[test]
    fn heads_end_with_an_empty_line_within_their_limit() {
        let read = |mut bytes: &[u8], most| head(&mut bytes, most).ok();
        assert_eq!(read(b"a\r\nb\r\n\r\nc", 99).as_deref(), Some(&b"a\r\nb\r\n\r\n"[..]));
        assert_eq!(read(b"a\nb", 99), None);
        assert_eq!(read(b"a\nbcd\n\n", 4).as_deref(), Some(&b"a\nbc"[..]));
    }
}
