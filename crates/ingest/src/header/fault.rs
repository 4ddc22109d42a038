//! Reasons why a header cannot be read: too little of the file at hand, or bytes that cannot be right.

use alloc::string::String;

/// Why a header was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The header is longer: this many bytes from the start of the file are needed at least.
    More(u64),
    /// The file is wrong, in one sentence without a full stop.
    Wrong(String),
}

impl Fault {
    /// A wrong file.
    pub(super) fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(message.into())
    }
}

/// The result of reading.
pub(super) type Outcome<T> = Result<T, Fault>;

/// The beginning of a file.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The file's name, by which refusals name it.
    pub name: &'a str,
    /// Bytes of the whole file.
    pub size: u64,
    /// Its first bytes; all of them where the file is short.
    pub bytes: &'a [u8],
}

impl Head<'_> {
    /// The fault of a header that goes on to this byte: more of the file is needed, or the file ends before.
    pub(super) fn beyond(&self, end: u64) -> Fault {
        if end > self.size {
            let missing = rooflight_document::number::plain_count(end - self.size);
            return Fault::wrong(rooflight_document::markup::joined(&[
                "the file ends ",
                &missing,
                " bytes before its header does",
            ]));
        }
        Fault::More(end)
    }
}
