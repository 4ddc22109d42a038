//! Reasons why a header cannot be read: too few bytes of the file so far, or bytes that cannot be right.

use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::plain_count;

/// Why a header was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The header is longer than what was given: at least this many bytes from the start of the file are needed.
    More(u64),
    /// The file is malformed or not supported; one sentence without a full stop.
    Wrong(String),
}

impl Fault {
    /// Makes a [`Fault::Wrong`]. Its names come from the file, so their control characters are shown as U+FFFD.
    pub(super) fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(message.into().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect())
    }
}

/// The result of reading a header.
pub(super) type Outcome<T> = Result<T, Fault>;

/// Refuses tensors of which two share bytes. `places` are the offsets of their first byte and of their end.
pub(super) fn disjoint(mut places: Vec<(u64, u64)>) -> Outcome<()> {
    places.retain(|(open, close)| open < close);
    places.sort_unstable();
    match places.windows(2).find(|pair| pair[0].1 > pair[1].0) {
        None => Ok(()),
        Some(pair) => Err(Fault::wrong(joined(&["two of its tensors share byte ", &plain_count(pair[1].0)]))),
    }
}

/// The beginning of a file.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The file's name, without folders; its ending decides how the file is read.
    pub name: &'a str,
    /// Size of the whole file, bytes.
    pub size: u64,
    /// The first bytes of the file, as many as have been read.
    pub bytes: &'a [u8],
}

impl Head<'_> {
    /// Returns the fault of a header that extends to byte `end`: more is needed, or the file ends before it.
    pub(super) fn beyond(&self, end: u64) -> Fault {
        if end > self.size {
            let missing = plain_count(end - self.size);
            return Fault::wrong(joined(&["the file ends ", &missing, " bytes before its header does"]));
        }
        Fault::More(end)
    }
}
