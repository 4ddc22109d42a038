//! The contents of a file to write: bytes in memory, or a large file to copy, which is never loaded as a whole.

use crate::edge::input;
use rooflight_folder::Folder;
use rooflight_source::file::LargeFile;
use std::fs::File;
use std::io::{BufReader, Error, ErrorKind, Read, Result, Write};

/// The source of a file's bytes.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    Bytes(&'a [u8]),
    Copy(&'a LargeFile),
}

impl Content<'_> {
    fn len(self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Copy(file) => file.length,
        }
    }

    /// True if the file at `path`, of length `length`, holds exactly these bytes.
    pub(super) fn is_at(self, folder: &Folder, path: &str, length: u64) -> bool {
        length == self.len()
            && match self {
                Self::Bytes(bytes) => folder.read(path, length).is_ok_and(|old| old == bytes),
                Self::Copy(file) => folder.file(path).and_then(|old| same_bytes(old, open(file)?)).unwrap_or(false),
            }
    }

    /// Writes the bytes into a new file.
    pub(super) fn write(self, target: &mut File) -> Result<()> {
        match self {
            Self::Bytes(bytes) => target.write_all(bytes),
            Self::Copy(file) => {
                // Its checksum, in its name and in pages, is that of its earlier content.
                if std::io::copy(&mut open(file)?, target)? == file.length {
                    return Ok(());
                }
                Err(Error::other(format!("{} changed while the site was built", file.place.display())))
            }
        }
    }
}

fn open(file: &LargeFile) -> Result<File> {
    input::open(&file.place).map_err(Error::other)
}

/// Compares two files in chunks.
fn same_bytes(one: File, other: File) -> Result<bool> {
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    let (mut left, mut right) = (vec![0; 65536], vec![0; 65536]);
    loop {
        let count = one.read(&mut left)?;
        if count == 0 {
            return Ok(other.read(&mut right)? == 0);
        }
        match other.read_exact(&mut right[..count]) {
            Ok(()) if left[..count] == right[..count] => {}
            Ok(()) => return Ok(false),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(false),
            Err(error) => return Err(error),
        }
    }
}
