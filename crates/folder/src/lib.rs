//! Folders by handle: what is read, written and removed below a folder stays below it.
//!
//! 1. [`Folder`] holds an open folder. A path below it is a list of names that [`FileName`] has checked, and each
//!    folder on the way is opened from the one before it. A link is an error wherever it stands, also in the folder's
//!    own place.
//! 2. [`Changes`] writes many files as one: all are staged in a folder beside them and then moved. Whoever is killed or
//!    meets a full disk leaves the folder as it was, or what the next run completes.
//!
//! The only code of the program that creates, replaces or removes files. It knows no path but those that it is given.

#![allow(clippy::disallowed_methods, reason = "this crate is the one that touches files")]

mod changes;
mod flat;
mod name;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "other.rs")]
mod system;

pub use changes::{Changes, is_half_moved, is_unfinished};
pub use name::FileName;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::{Path, PathBuf};
use system::Handle;

/// The type of an entry of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file, and its size in bytes.
    File(u64),
    /// A folder.
    Folder,
    /// A symbolic link, wherever it leads.
    Link,
    /// A pipe, a device or a socket.
    Special,
}

/// An open folder.
#[derive(Debug)]
pub struct Folder {
    handle: Handle,
    /// Where it is, for messages.
    place: PathBuf,
}

impl Folder {
    /// Opens the folder at a place that a person named. Links in the folders above it are followed, itself it may be
    /// none: the usual names of folders can come with a repository.
    ///
    /// # Errors
    /// It is missing, no folder, or a link.
    pub fn open(place: &Path) -> Result<Self> {
        // Without a final slash, which would follow a link.
        let place: PathBuf = place.components().collect();
        match std::fs::symlink_metadata(&place) {
            Ok(facts) if facts.is_symlink() => Err(is_link(place.as_os_str())),
            _ => Ok(Self { handle: Handle::open(&place)?, place }),
        }
    }

    /// As [`open`](Self::open), for a folder that is made if there is none.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it cannot be made.
    pub fn create(place: &Path) -> Result<Self> {
        match Self::open(place) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                std::fs::create_dir_all(place)?;
                Self::open(place)
            }
            opened => opened,
        }
    }

    /// Where the folder is.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Opens a folder below this one.
    ///
    /// # Errors
    /// A name that is none, a link, or no folder.
    pub fn below(&self, path: &str) -> Result<Self> {
        names(path)?.into_iter().try_fold(self.again()?, |folder, name| folder.inner(name))
    }

    /// Returns the type of the entry at a path.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if nothing is there, [`ErrorKind::NotADirectory`] if a file is in place of a folder on
    /// the way, and another kind for a link there.
    pub fn kind(&self, path: &str) -> Result<Kind> {
        self.at(path, |folder, name| folder.handle.kind(name.as_ref()))
    }

    /// Opens a regular file for reading.
    ///
    /// # Errors
    /// As [`kind`](Self::kind), and if it is no regular file.
    pub fn file(&self, path: &str) -> Result<File> {
        self.at(path, |folder, name| {
            let file = folder.handle.file(name.as_ref()).map_err(|error| folder.explain(name.as_ref(), error))?;
            if file.metadata()?.is_file() { Ok(file) } else { Err(Error::other("it is no regular file")) }
        })
    }

    /// Reads a regular file of at most `most` bytes.
    ///
    /// # Errors
    /// As [`file`](Self::file), and if it is longer.
    pub fn read(&self, path: &str, most: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most { Err(Error::other("it is longer than its limit")) } else { Ok(bytes) }
    }

    /// Adds bytes to the end of a regular file of the folder itself, which is made if there is none.
    ///
    /// # Errors
    /// As [`file`](Self::file), or a system that refuses.
    pub fn append(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.at(name, |folder, name| {
            let mut file = folder.handle.end(name.as_ref()).map_err(|error| folder.explain(name.as_ref(), error))?;
            if file.metadata()?.is_file() { file.write_all(bytes) } else { Err(Error::other("it is no regular file")) }
        })
    }

    /// Removes a regular file, and the folders that it leaves empty; false if there is none.
    ///
    /// # Errors
    /// A link or a special file, or a system that refuses.
    pub fn remove(&self, path: &str) -> Result<bool> {
        match self.kind(path) {
            Ok(Kind::File(_)) => {}
            Ok(Kind::Folder) => return Ok(false),
            Ok(Kind::Link | Kind::Special) => return Err(Error::other("it is no regular file, so no run made it")),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(false),
            Err(error) => return Err(error),
        }
        self.at(path, |folder, name| folder.handle.remove_file(name.as_ref()))?;
        let mut path = path;
        // Ends at a folder with other files, which stays.
        while let Some((above, _)) = path.rsplit_once('/') {
            if self.at(above, |folder, name| folder.handle.remove_folder(name.as_ref())).is_err() {
                break;
            }
            path = above;
        }
        Ok(true)
    }

    /// Removes the empty folders at and below a path; folders with files stay.
    pub fn remove_empty(&self, path: &str) {
        let Ok(folder) = self.below(path) else { return };
        for (name, kind) in folder.entries().unwrap_or_default() {
            if let (Kind::Folder, Some(name)) = (kind, name.to_str()) {
                self.remove_empty(&format!("{path}/{name}"));
            }
        }
        drop(folder);
        self.at(path, |folder, name| folder.handle.remove_folder(name.as_ref())).ok();
    }

    /// The names in the folder, each with what it stands for.
    ///
    /// # Errors
    /// A folder that cannot be listed.
    pub fn entries(&self) -> Result<Vec<(OsString, Kind)>> {
        self.handle.names()?.into_iter().map(|name| self.handle.kind(&name).map(|kind| (name, kind))).collect()
    }

    /// Creates a file that is not there yet, and its folders.
    fn create_file(&self, path: &str) -> Result<File> {
        let (above, name) = split(path)?;
        match self.find(&above).and_then(|folder| folder.handle.create_file(name.as_ref())) {
            Err(error) if error.kind() == ErrorKind::NotFound => self.make(&above)?.handle.create_file(name.as_ref()),
            created => created,
        }
    }

    /// Opens the folder at these names, and makes what is missing.
    fn make(&self, names: &[FileName<'_>]) -> Result<Self> {
        names.iter().try_fold(self.again()?, |folder, name| {
            match folder.handle.make_folder((*name).as_ref()) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            folder.inner(*name)
        })
    }

    /// Does something in the folder of a path, with the path's last name.
    fn at<T>(&self, path: &str, work: impl FnOnce(&Self, FileName<'_>) -> Result<T>) -> Result<T> {
        let (above, name) = split(path)?;
        if above.is_empty() { work(self, name) } else { work(&self.find(&above)?, name) }
    }

    fn find(&self, names: &[FileName<'_>]) -> Result<Self> {
        let Some((first, rest)) = names.split_first() else { return self.again() };
        rest.iter().try_fold(self.inner(*first)?, |folder, name| folder.inner(*name))
    }

    fn inner(&self, name: FileName<'_>) -> Result<Self> {
        let opened = self.handle.folder(name.as_ref()).map_err(|error| self.explain(name.as_ref(), error));
        Ok(Self { handle: opened?, place: self.place.join(name.as_str()) })
    }

    fn again(&self) -> Result<Self> {
        Ok(Self { handle: self.handle.again()?, place: self.place.clone() })
    }

    /// Words the error of opening a name: systems differ in what they say of links.
    fn explain(&self, name: &OsStr, error: Error) -> Error {
        match self.handle.kind(name) {
            Ok(Kind::Link) => is_link(name),
            Ok(Kind::File(_) | Kind::Special) => Error::from(ErrorKind::NotADirectory),
            _ => error,
        }
    }
}

fn is_link(name: &OsStr) -> Error {
    Error::other(format!("{} is a link, which is not followed: name what it leads to", name.display()))
}

fn split(path: &str) -> Result<(Vec<FileName<'_>>, FileName<'_>)> {
    let mut names = names(path)?;
    let last = names.pop().ok_or(ErrorKind::InvalidInput)?;
    Ok((names, last))
}

fn names(path: &str) -> Result<Vec<FileName<'_>>> {
    let checked =
        |name| FileName::new(name).ok_or_else(|| Error::other(format!("`{name}` in {path:?} is no file name")));
    path.split('/').map(checked).collect()
}

/// True if every name of a path is one: no path leads out of its folder, and none has a second spelling.
#[must_use]
pub fn is_path(path: &str) -> bool {
    path.split('/').all(|name| FileName::new(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn a_path_is_names_and_leads_nowhere_else() {
        for path in ["a", "a/b.html", ".gitignore", ".github/x.yml", "...", "a b/é"] {
            assert!(is_path(path), "{path}");
        }
        for path in ["", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a\\b", "a\0", ".git", "a/.GIT/hooks"] {
            assert!(!is_path(path), "{path}");
        }
    }
}
