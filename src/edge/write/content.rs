//! The contents of a file to write: bytes in memory, or a large file to copy, which is never loaded as a whole.

use crate::edge::input;
use rooflight_source::file::LargeFile;
use std::fs::File;
use std::io::{BufReader, Error, ErrorKind, Read, Write};
use std::path::Path;

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

    /// True if the file at `place`, of length `length`, holds exactly these bytes.
    pub(super) fn is_at(self, place: &Path, length: u64) -> bool {
        length == self.len()
            && match self {
                Self::Bytes(bytes) => input::read(place, length).is_ok_and(|old| old == bytes),
                Self::Copy(file) => same_bytes(place, &file.place).unwrap_or(false),
            }
    }

    /// Writes a file, and creates its folder if needed.
    pub(super) fn write(self, place: &Path) -> std::io::Result<()> {
        // Most folders exist, so the first attempt does without creating one.
        match self.write_here(place) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                std::fs::create_dir_all(place.parent().unwrap_or(Path::new(".")))?;
                self.write_here(place)
            }
            written => written,
        }
    }

    fn write_here(self, place: &Path) -> std::io::Result<()> {
        match self {
            Self::Bytes(bytes) => create(place)?.write_all(bytes),
            Self::Copy(file) => {
                create(place)?;
                // Its checksum, in its name and in pages, is that of its earlier content.
                if std::fs::copy(&file.place, place)? == file.length {
                    return Ok(());
                }
                Err(Error::other(format!("{} changed while the site was built", file.place.display())))
            }
        }
    }
}

/// Creates a file in place of an existing one, which could be a symbolic link or a pipe and must not be opened.
fn create(place: &Path) -> std::io::Result<File> {
    match File::create_new(place) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            std::fs::remove_file(place)?;
            File::create_new(place)
        }
        created => created,
    }
}

/// Compares two files in chunks.
fn same_bytes(one: &Path, other: &Path) -> std::io::Result<bool> {
    let open = |path| input::open(path).map(BufReader::new).map_err(Error::other);
    let (mut one, mut other) = (open(one)?, open(other)?);
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
