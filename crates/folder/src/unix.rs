//! Folders by handle on Unix: each call names one entry of an open folder, and none follows a link.

use crate::Kind;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, mkdirat, openat, renameat, statat, unlinkat};
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io::Result;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

/// The flags that open a folder.
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// An open folder.
#[derive(Debug)]
pub(crate) struct Handle(File);

/// A lock, held while the folder is open.
#[derive(Debug)]
pub(crate) struct Lock;

impl Handle {
    pub(crate) fn open(place: &Path) -> Result<Self> {
        Ok(Self(openat(rustix::fs::CWD, place, FOLDER, Mode::empty())?.into()))
    }

    pub(crate) fn again(&self) -> Result<Self> {
        Ok(Self(self.0.try_clone()?))
    }

    /// Locks the folder itself, which leaves no file behind; `None` if another process holds the lock. Some file
    /// systems have no locks and report that in many ways; only a lock that is held counts.
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere the lock is a file, which can fail")]
    pub(crate) fn lock(&self) -> Result<Option<Lock>> {
        Ok((!matches!(self.0.try_lock(), Err(TryLockError::WouldBlock))).then_some(Lock))
    }

    pub(crate) fn folder(&self, name: &OsStr) -> Result<Self> {
        Ok(Self(openat(&self.0, name, FOLDER, Mode::empty())?.into()))
    }

    pub(crate) fn file(&self, name: &OsStr) -> Result<File> {
        // A pipe is opened without waiting for its writer, and then refused.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::empty())?.into())
    }

    pub(crate) fn create_file(&self, name: &OsStr) -> Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// Opens a file to add to it, and makes it if there is none.
    pub(crate) fn end(&self, name: &OsStr) -> Result<File> {
        let flags =
            OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    pub(crate) fn make_folder(&self, name: &OsStr) -> Result<()> {
        Ok(mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    pub(crate) fn kind(&self, name: &OsStr) -> Result<Kind> {
        let facts = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(match FileType::from_raw_mode(facts.st_mode) {
            FileType::RegularFile => Kind::File(u64::try_from(facts.st_size).unwrap_or_default()),
            FileType::Directory => Kind::Folder,
            FileType::Symlink => Kind::Link,
            _ => Kind::Special,
        })
    }

    pub(crate) fn rename(&self, name: &OsStr, to: &Self, target: &OsStr) -> Result<()> {
        Ok(renameat(&self.0, name, &to.0, target)?)
    }

    pub(crate) fn remove_file(&self, name: &OsStr) -> Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(crate) fn remove_folder(&self, name: &OsStr) -> Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    pub(crate) fn names(&self) -> Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let name = entry?.file_name().to_bytes().to_vec();
            if !matches!(&name[..], b"." | b"..") {
                names.push(OsString::from_vec(name));
            }
        }
        Ok(names)
    }
}
