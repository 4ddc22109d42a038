//! Reasons why a header cannot be read: too few bytes of the file so far, or bytes that cannot be right.

use alloc::string::String;

/// Why a header was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The header is longer than what was given: at least this many bytes from the start of the file are needed.
    More(u64),
    /// The file is malformed or not supported; one sentence without a full stop.
    Wrong(String),
}

impl Fault {
    /// Makes a [`Fault::Wrong`].
    pub(super) fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(message.into())
    }
}

/// The result of reading a header.
pub(super) type Outcome<T> = Result<T, Fault>;

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
