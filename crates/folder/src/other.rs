//! Folders by path, on systems whose standard library opens nothing relative to a folder: each entry is looked at
//! before it is used, and a link is refused. Whoever changes the folders at the same moment is not noticed.

use crate::Kind;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// The file that stands for the lock of its folder.
const LOCK: &str = ".rooflight-lock";

/// A folder.
#[derive(Debug)]
pub(crate) struct Handle(PathBuf);

/// A lock, held while its file is open.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "held, not read")] File);

impl Handle {
    pub(crate) fn open(place: &Path) -> Result<Self> {
        let facts = fs::symlink_metadata(place)?;
        if facts.is_dir() { Ok(Self(place.to_owned())) } else { Err(Error::from(ErrorKind::NotADirectory)) }
    }

    #[expect(clippy::unnecessary_wraps, reason = "on Unix a handle is copied, which can fail")]
    pub(crate) fn again(&self) -> Result<Self> {
        Ok(Self(self.0.clone()))
    }

    pub(crate) fn lock(&self) -> Result<Option<Lock>> {
        match self.kind(LOCK.as_ref()) {
            Ok(Kind::File(_)) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Ok(_) => return Err(Error::other(format!("{LOCK} is no regular file"))),
            Err(error) => return Err(error),
        }
        let file = OpenOptions::new().create(true).write(true).truncate(false).open(self.0.join(LOCK))?;
        Ok((!matches!(file.try_lock(), Err(TryLockError::WouldBlock))).then_some(Lock(file)))
    }

    pub(crate) fn folder(&self, name: &OsStr) -> Result<Self> {
        Self::open(&self.0.join(name))
    }

    pub(crate) fn file(&self, name: &OsStr) -> Result<File> {
        match self.kind(name)? {
            Kind::File(_) => File::open(self.0.join(name)),
            _ => Err(Error::other("it is no regular file")),
        }
    }

    pub(crate) fn create_file(&self, name: &OsStr) -> Result<File> {
        File::create_new(self.0.join(name))
    }

    pub(crate) fn end(&self, name: &OsStr) -> Result<File> {
        match self.kind(name) {
            Ok(Kind::File(_)) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
            Ok(_) => return Err(Error::other("it is no regular file")),
        }
        OpenOptions::new().append(true).create(true).open(self.0.join(name))
    }

    pub(crate) fn make_folder(&self, name: &OsStr) -> Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub(crate) fn kind(&self, name: &OsStr) -> Result<Kind> {
        let facts = fs::symlink_metadata(self.0.join(name))?;
        Ok(match facts.file_type() {
            kind if kind.is_symlink() => Kind::Link,
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_file() => Kind::File(facts.len()),
            _ => Kind::Special,
        })
    }

    pub(crate) fn rename(&self, name: &OsStr, to: &Self, target: &OsStr) -> Result<()> {
        fs::rename(self.0.join(name), to.0.join(target))
    }

    pub(crate) fn remove_file(&self, name: &OsStr) -> Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub(crate) fn remove_folder(&self, name: &OsStr) -> Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    pub(crate) fn names(&self) -> Result<Vec<OsString>> {
        let names = fs::read_dir(&self.0)?.map(|entry| entry.map(|entry| entry.file_name()));
        names.filter(|name| name.as_ref().map_or(true, |name| name != LOCK)).collect()
    }
}
