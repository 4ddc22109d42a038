//! Sinks take finished files as soon as they are rendered, so that a whole site never has to be in memory.
//!
//! 1. Writers hand every file to a [`Sink`], from any thread, in any order.
//! 2. [`Finished`] wraps a sink: it passes each path once, and records the paths and the texts that later checks read.
//! 3. Errors may be found after the last file: a sink must not replace anything before it is told that the build is
//!    good.

use rooflight_source::file::LargeFile;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A finished site: every file by its path below the output folder.
pub type Site = BTreeMap<String, Vec<u8>>;

/// Takes finished files.
pub trait Sink: Sync {
    /// Takes a file by its path below the output folder; each path comes once.
    fn put(&self, path: &str, bytes: Vec<u8>);

    /// Takes a large file, to be copied from where it lies.
    fn copy(&self, path: &str, file: &LargeFile);

    /// Takes note of a file that is in its place already, as the last build left it.
    fn keep(&self, path: &str);
}

/// Keeps all files but the large ones, which stay where they are.
#[derive(Debug, Default)]
pub struct InMemory(Mutex<Vec<(String, Vec<u8>)>>);

impl InMemory {
    /// The files as a site.
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
}

/// The files that are done.
pub struct Finished<'a> {
    shared: Arc<Shared<'a>>,
    /// The folder that paths are below, with its final `/`.
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
    /// The texts of the requested files by path; empty for binary files.
    pub texts: BTreeMap<String, String>,
    /// Those that came twice: the second one was dropped.
    pub twice: BTreeSet<String>,
}

impl<'a> Finished<'a> {
    /// Files on their way to a sink; the texts of the wanted ones are kept.
    #[must_use]
    pub fn new(sink: &'a dyn Sink, wanted: BTreeSet<String>) -> Self {
        Self { shared: Arc::new(Shared { sink, wanted, done: Mutex::default() }), folder: String::new() }
    }

    /// The same for files whose paths are meant from a folder below; `../` at their beginning leads out of it.
    #[must_use]
    pub fn below(&self, folder: &str) -> Self {
        Self { shared: Arc::clone(&self.shared), folder: [&self.folder, folder].concat() }
    }

    /// The path below the output folder.
    fn path<'b>(&self, path: &'b str) -> Cow<'b, str> {
        if self.folder.is_empty() {
            return Cow::Borrowed(path);
        }
        path.strip_prefix("../").map_or_else(|| Cow::Owned([&self.folder, path].concat()), Cow::Borrowed)
    }

    /// A file is done. One whose path is there already is dropped, and remembered: the first counts.
    pub fn put(&self, path: &str, bytes: Vec<u8>) {
        let path = &*self.path(path);
        let text =
            self.shared.wanted.contains(path).then(|| std::str::from_utf8(&bytes).unwrap_or_default().to_owned());
        {
            let mut done = self.lock();
            if !done.paths.insert(path.to_owned()) {
                done.twice.insert(path.to_owned());
                return;
            }
            done.texts.extend(text.map(|text| (path.to_owned(), text)));
        }
        self.shared.sink.put(path, bytes);
    }

    /// A large file is there to be copied.
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

    /// Several files are done.
    pub fn extend(&self, files: impl IntoIterator<Item = (String, Vec<u8>)>) {
        for (path, bytes) in files {
            self.put(&path, bytes);
        }
    }

    /// Reads the record so far.
    pub fn look<T>(&self, look: impl FnOnce(&Done) -> T) -> T {
        look(&self.lock())
    }

    /// The final record.
    #[must_use]
    pub fn done(self) -> Done {
        std::mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Done> {
        self.shared.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
