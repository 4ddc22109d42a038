//! Opens regular files whose paths come from users or sites.
//!
//! Opening a pipe without a writer blocks, and a device may have no end, so both are errors. Reading a whole file has a
//! limit.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{Error, Read};
use std::path::Path;

/// Opens a regular file.
///
/// # Errors
/// A file that cannot be opened, or is a folder, a pipe or a device.
pub fn open(path: &Path) -> Result<File> {
    regular(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads a whole regular file.
///
/// # Errors
/// As [`open`], and if the file is longer than `most` bytes.
pub fn read(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let file = regular(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_long(most));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

/// Reads a regular file of at most `most` bytes as UTF-8 text.
///
/// # Errors
/// As [`read`], and if the file is not UTF-8.
pub fn text(path: &Path, most: u64) -> std::io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(Error::other)
}

/// A reader that fails beyond its limit, where truncated input would give a wrong answer.
#[derive(Debug)]
pub struct Limited<R> {
    input: R,
    most: u64,
    left: u64,
}

impl<R: Read> Limited<R> {
    /// Limits an input to `most` bytes.
    pub fn new(input: R, most: u64) -> Self {
        Self { input, most, left: most }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| too_long(self.most))?;
        Ok(count)
    }
}

fn regular(path: &Path) -> std::io::Result<File> {
    // Checked first, since opening a pipe blocks.
    let facts = std::fs::metadata(path)?;
    if facts.is_dir() {
        return Err(Error::other("it is a folder"));
    }
    if !facts.is_file() {
        return Err(Error::other(
            "it is no regular file: a pipe or a device may have no end; where `-` stands for standard input, pipe it there",
        ));
    }
    File::open(path)
}

fn too_long(most: u64) -> Error {
    Error::other(format!("it is longer than {} MiB, the limit", most >> 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_its_limit_is_an_error_and_not_cut() {
        let mut text = Vec::new();
        assert!(Limited::new(&b"four"[..], 4).read_to_end(&mut text).is_ok_and(|count| count == 4));
        assert!(Limited::new(&b"five!"[..], 4).read_to_end(&mut text).is_err());
    }
}
