//! Sinks take files as soon as they are rendered, so that a whole site never has to be in memory.
//!
//! 1. Writers hand every file to a [`Sink`], from any thread, in any order.
//! 2. [`Finished`] wraps a sink: it passes each path on once, and records the paths and texts that later checks read.
//! 3. Errors may be found after the last file, so a sink must not replace an earlier site before the build has
//!    succeeded.

use rooflight_source::file::LargeFile;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A finished site: every file by its path below the output folder.
pub type Site = BTreeMap<String, Vec<u8>>;

/// A destination of finished files.
pub trait Sink: Sync {
    /// Takes a file by its path below the output folder; called once per path.
    fn put(&self, path: &str, bytes: Vec<u8>);

    /// Takes a large file, to be copied from its place on disk.
    fn copy(&self, path: &str, file: &LargeFile);

    /// Notes that a file of the last build is unchanged and stays in place.
    fn keep(&self, path: &str);

    /// True if nobody reads the files: then those without templates and references are empty.
    fn is_null(&self) -> bool {
        false
    }
}

/// Keeps all files in memory except large ones, which it ignores.
#[derive(Debug, Default)]
pub struct InMemory(Mutex<Vec<(String, Vec<u8>)>>);

impl InMemory {
    /// Returns the files as a site.
    #[must_use]
    pub fn into_site(self) -> Site {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
    }
}

impl Sink for InMemory {
    fn put(&self, path: &str, bytes: Vec<u8>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((path.to_owned(), bytes));
    }

    fn copy(&self, _: &str, _: &LargeFile) {}

    fn keep(&self, _: &str) {}
}

/// Discards all files, for builds that only report problems.
#[derive(Debug, Clone, Copy, Default)]
pub struct NullSink;

impl Sink for NullSink {
    fn put(&self, _: &str, _: Vec<u8>) {}

    fn copy(&self, _: &str, _: &LargeFile) {}

    fn keep(&self, _: &str) {}

    fn is_null(&self) -> bool {
        true
    }
}

/// Passes finished files to a sink, and records them.
pub struct Finished<'a> {
    shared: Arc<Shared<'a>>,
    /// The folder that is put before paths, with its final `/`; empty for the output folder.
    folder: String,
}

struct Shared<'a> {
    sink: &'a dyn Sink,
    wanted: BTreeSet<String>,
    done: Mutex<Done>,
}

/// A record of the finished files.
#[derive(Debug, Default)]
pub struct Done {
    /// The paths of all finished files.
    pub paths: BTreeSet<String>,
    /// The texts of the requested files by path; an empty string for a file that is not UTF-8.
    pub texts: BTreeMap<String, String>,
    /// Paths that were written twice; all but the first file were dropped.
    pub twice: BTreeSet<String>,
}

impl<'a> Finished<'a> {
    /// Wraps a sink; keeps the texts of the files whose paths are in `wanted`.
    #[must_use]
    pub fn new(sink: &'a dyn Sink, wanted: BTreeSet<String>) -> Self {
        Self { shared: Arc::new(Shared { sink, wanted, done: Mutex::default() }), folder: String::new() }
    }

    /// Returns the same sink for paths relative to `folder`; a leading `../` leads to the output folder.
    #[must_use]
    pub fn below(&self, folder: &str) -> Self {
        Self { shared: Arc::clone(&self.shared), folder: [&self.folder, folder].concat() }
    }

    /// Resolves a path against the folder.
    fn path<'b>(&self, path: &'b str) -> Cow<'b, str> {
        if self.folder.is_empty() {
            return Cow::Borrowed(path);
        }
        path.strip_prefix("../").map_or_else(|| Cow::Owned([&self.folder, path].concat()), Cow::Borrowed)
    }

    /// Passes a file on. A second file with the same path is dropped and recorded in [`Done::twice`], unless several
    /// languages share it: the name of such a file is the hash of its bytes.
    pub fn put(&self, path: &str, bytes: Vec<u8>) {
        let is_shared = path.starts_with("../");
        let path = &*self.path(path);
        let text =
            self.shared.wanted.contains(path).then(|| std::str::from_utf8(&bytes).unwrap_or_default().to_owned());
        {
            let mut done = self.lock();
            if !done.paths.insert(path.to_owned()) {
                if !is_shared {
                    done.twice.insert(path.to_owned());
                }
                return;
            }
            done.texts.extend(text.map(|text| (path.to_owned(), text)));
        }
        self.shared.sink.put(path, bytes);
    }

    /// Passes a large file on, to be copied; a duplicate path is dropped like in [`put`](Self::put).
    pub fn copy(&self, path: &str, file: &LargeFile) {
        let path = &*self.path(path);
        {
            let mut done = self.lock();
            if !done.paths.insert(path.to_owned()) {
                done.twice.insert(path.to_owned());
                return;
            }
        }
        self.shared.sink.copy(path, file);
    }

    /// Passes several files on.
    pub fn extend(&self, files: impl IntoIterator<Item = (String, Vec<u8>)>) {
        for (path, bytes) in files {
            self.put(&path, bytes);
        }
    }

    /// True if nobody reads the files.
    pub(crate) fn is_null(&self) -> bool {
        self.shared.sink.is_null()
    }

    /// Calls `look` with the record so far.
    pub fn look<T>(&self, look: impl FnOnce(&Done) -> T) -> T {
        look(&self.lock())
    }

    /// Returns the final record, and leaves an empty one behind.
    #[must_use]
    pub fn done(self) -> Done {
        std::mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Done> {
        self.shared.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
