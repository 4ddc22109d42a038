//! Many changes of a folder as one.
//!
//! 1. [`Changes::begin`] locks the folder. What an earlier run had staged in part is removed; what it had staged as a
//!    whole is moved into place.
//! 2. [`Changes::put`] stages a file in [`STAGED`]: at its path if its folder is new, and else under a name made of its
//!    path (`flat`), since a folder costs more to make and remove than a file. Nothing else changes.
//! 3. [`Changes::commit`] renames [`STAGED`] to [`WHOLE`], which decides that all of it counts, and moves its files
//!    into place. A folder that has nothing at its place is moved in one step.
//!
//! Dropped before the third step, the folder is as it was.

use crate::system::Lock;
use crate::{FileName, Folder, Kind, flat};
use rayon::prelude::*;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Error, ErrorKind, Result, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Where files are staged. Hidden, so that no command reads it and no folder that is published shows it.
const STAGED: &str = ".rooflight-new";
/// Where files are that were all staged, until they are in place.
const WHOLE: &str = ".rooflight-whole";

/// Changes of a folder under way.
#[derive(Debug)]
pub struct Changes {
    folder: Folder,
    staged: Mutex<Option<Arc<Folder>>>,
    /// True if the folder was made for these changes, and goes with them.
    is_made: bool,
    /// True if an earlier run was ended while it moved its files, and this one has moved the rest.
    completed: bool,
    _lock: Lock,
}

/// True if a run is under way in a folder, or was ended before it was done.
#[must_use]
pub fn is_unfinished(place: &Path) -> bool {
    std::fs::symlink_metadata(place.join(STAGED)).is_ok() || is_half_moved(place)
}

/// True if a run was ended while it moved its files into place: some are there, and the next run moves the others.
#[must_use]
pub fn is_half_moved(place: &Path) -> bool {
    std::fs::symlink_metadata(place.join(WHOLE)).is_ok()
}

impl Changes {
    /// Locks an existing folder, and completes or removes what an earlier run left.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] if another run holds it, or as [`Folder::open`].
    pub fn begin(place: &Path) -> Result<Self> {
        Self::lock(Folder::open(place)?, false)?.complete()
    }

    /// As [`begin`](Self::begin), in a folder that is made if there is none.
    ///
    /// # Errors
    /// As [`begin`](Self::begin), and if the folder cannot be made.
    pub fn begin_new(place: &Path) -> Result<Self> {
        let is_made = std::fs::symlink_metadata(place).is_err();
        Self::lock(Folder::create(place)?, is_made)?.complete()
    }

    /// As [`begin_new`](Self::begin_new) for files that are all made again: what an earlier run left is removed.
    ///
    /// # Errors
    /// As [`begin_new`](Self::begin_new).
    pub fn begin_again(place: &Path) -> Result<Self> {
        let changes = Self::lock(Folder::create(place)?, false)?;
        discard(&changes.folder, STAGED.as_ref())?;
        discard(&changes.folder, WHOLE.as_ref())?;
        Ok(changes)
    }

    fn lock(folder: Folder, is_made: bool) -> Result<Self> {
        let lock = folder.handle.lock()?.ok_or(ErrorKind::WouldBlock)?;
        Ok(Self { folder, staged: Mutex::default(), is_made, completed: false, _lock: lock })
    }

    fn complete(mut self) -> Result<Self> {
        discard(&self.folder, STAGED.as_ref())?;
        self.completed = self.settle(WHOLE)?;
        Ok(self)
    }

    /// True if an earlier run was ended while it moved its files, and this one has moved the rest.
    #[must_use]
    pub const fn has_completed(&self) -> bool {
        self.completed
    }

    /// The folder itself.
    #[must_use]
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Creates the file that is staged for a path; the caller writes it.
    ///
    /// # Errors
    /// A path that is none, or a system that refuses.
    pub fn stage(&self, path: &str) -> Result<File> {
        let (above, _) = crate::split(path)?;
        let flat = flat::name(path).filter(|_| self.folder.find(&above).is_ok());
        let staged = {
            let mut staged = self.staged.lock().unwrap_or_else(PoisonError::into_inner);
            match &*staged {
                Some(staged) => Arc::clone(staged),
                None => Arc::clone(staged.insert(Arc::new(self.folder.make(&crate::names(STAGED)?)?))),
            }
        };
        staged.create_file(flat.as_deref().unwrap_or(path))
    }

    /// Stages a file that replaces what is there, with the permissions of that.
    ///
    /// # Errors
    /// As [`stage`](Self::stage).
    pub fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let mut file = self.stage(path)?;
        file.write_all(bytes)?;
        if let Ok(before) = self.folder.file(path) {
            file.set_permissions(before.metadata()?.permissions())?;
        }
        Ok(())
    }

    /// Stages a file where none may be.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] if something is there, or as [`stage`](Self::stage).
    pub fn create(&self, path: &str, bytes: &[u8]) -> Result<()> {
        match self.folder.kind(path) {
            Ok(_) => Err(ErrorKind::AlreadyExists.into()),
            Err(error) if error.kind() == ErrorKind::NotFound => self.stage(path)?.write_all(bytes),
            Err(error) => Err(error),
        }
    }

    /// Replaces one file of the folder itself at once; what else is staged stays so.
    ///
    /// # Errors
    /// As [`stage`](Self::stage).
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.stage(name)?.write_all(bytes)?;
        let staged = flat::name(name).ok_or(ErrorKind::InvalidInput)?;
        self.folder.below(STAGED)?.handle.rename(staged.as_ref(), &self.folder.handle, name.as_ref())?;
        if self.folder.handle.remove_folder(STAGED.as_ref()).is_ok() {
            self.take();
        }
        Ok(())
    }

    /// Moves all staged files into place.
    ///
    /// # Errors
    /// A system that refuses; then the next run moves the rest.
    pub fn commit(&self) -> Result<()> {
        if self.has_staged() {
            self.folder.handle.rename(STAGED.as_ref(), &self.folder.handle, WHOLE.as_ref())?;
            self.take();
            self.settle(WHOLE)?;
        }
        Ok(())
    }

    /// Moves the staged files into place, for a caller that makes all of them again if it is ended meanwhile.
    ///
    /// # Errors
    /// A system that refuses.
    pub fn settle_again(&self) -> Result<()> {
        if self.has_staged() {
            self.settle(STAGED)?;
            self.take();
        }
        Ok(())
    }

    fn has_staged(&self) -> bool {
        self.staged.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn take(&self) -> Option<Arc<Folder>> {
        self.staged.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Moves what lies in a folder of ours into place; false if there is no such folder.
    fn settle(&self, name: &str) -> Result<bool> {
        match self.folder.kind(name) {
            Ok(Kind::Folder) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Ok(_) => return Err(Error::other(format!("{name} is in the way: no run made it"))),
            Err(error) => return Err(error),
        }
        let staged = self.folder.below(name)?;
        // A disk may write a file before another takes its name, so several wait at once.
        staged.entries()?.into_par_iter().try_for_each(|(name, kind)| match name.to_str().and_then(flat::path) {
            Some(path) => {
                let (above, last) = crate::split(&path)?;
                place(&staged, &name, kind, &self.folder.make(&above)?, last.as_ref())
            }
            None => place(&staged, &name, kind, &self.folder, &name),
        })?;
        drop(staged);
        self.folder.handle.remove_folder(name.as_ref())?;
        Ok(true)
    }
}

impl Drop for Changes {
    fn drop(&mut self) {
        if self.take().is_some() {
            discard(&self.folder, STAGED.as_ref()).ok();
        }
        if self.is_made {
            // Fails on a folder with files, which stays.
            std::fs::remove_dir(&self.folder.place).ok();
        }
    }
}

/// Moves a staged file or folder to a name in another folder; a folder that is there gets what the staged one has.
fn place(from: &Folder, name: &OsStr, kind: Kind, to: &Folder, target: &OsStr) -> Result<()> {
    let Some(checked) = target.to_str().and_then(FileName::new) else {
        return Err(Error::other(format!("{} is no file name", target.display())));
    };
    let there = match to.handle.kind(target) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        kind => Some(kind?),
    };
    match (kind, there) {
        (Kind::Folder, Some(Kind::Folder)) => {
            let (inner, into) = (from.inner(checked)?, to.inner(checked)?);
            for (name, kind) in inner.entries()? {
                place(&inner, &name, kind, &into, &name)?;
            }
            from.handle.remove_folder(name)
        }
        (Kind::Folder, None) | (Kind::File(_), None | Some(Kind::File(_))) => {
            from.handle.rename(name, &to.handle, target)
        }
        _ => Err(Error::other(format!("{} is in the way: no run made it", to.place.join(target).display()))),
    }
}

/// Removes a folder of ours with everything in it. A link in it goes, and what it leads to stays.
fn discard(folder: &Folder, name: &OsStr) -> Result<()> {
    match folder.handle.kind(name) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Ok(Kind::Folder) => {}
        Ok(_) => return folder.handle.remove_file(name),
        Err(error) => return Err(error),
    }
    let inner = Folder { handle: folder.handle.folder(name)?, place: folder.place.join(name) };
    for (name, _) in inner.entries()? {
        discard(&inner, &name)?;
    }
    folder.handle.remove_folder(name)
}
