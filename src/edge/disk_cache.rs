//! The cache that a build leaves in its output folder, so that the next process does not repeat its work.
//!
//! 1. It names the program that built the site, a hash of everything that the build read, the warnings, the size and
//!    the hash of every file, and for every picture the hash of its content.
//! 2. If program, input and files are as they were, and no later build was killed on its way, nothing has to be built:
//!    the warnings are shown again.
//! 3. Otherwise the fit of a catalog that is the same is read from a file of its own instead of being fitted again, a
//!    picture that shows the same is read from the output folder instead of being drawn again, and a file that comes
//!    out the same and was not touched since stays as it is, without being read.
//!
//! A cache that cannot be read, or that another program wrote, counts as missing: it is safe to delete, and a damaged
//! one costs time alone.

use crate::Options;
use crate::calibrate::saved::{self, FitMemo, SavedFit};
use crate::edge::input;
use crate::edge::write::{file, is_complete};
use crate::sink::Sink;
use crate::writers::picture::{Content, PictureMemo, SavedPictures};
use anyhow::Result;
use blake3::Hash;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{LargeFile, Sources};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The cache's name in the output folder.
pub const CACHE: &str = ".rooflight-cache";

/// The name of the fit in the output folder: a hash of program, catalog and findings, and then these.
pub const FIT: &str = ".rooflight-fit";

/// Bytes of a cache that are read. That of 100,000 entries has some 50 MB.
const MAX_BYTES: u64 = 1 << 30;

/// A build as the next one has to know it. Hashes are hexadecimal.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Record {
    /// The hash of the program, the options and everything that was read.
    input: String,
    program: String,
    /// How many pages the site has.
    pages: usize,
    /// The warnings, which an unchanged build reports again.
    diagnostics: Vec<Diagnostic>,
    /// Every written file, by its path below the output folder.
    files: BTreeMap<String, WrittenFile>,
    /// The hash of what each picture shows.
    pictures: BTreeMap<String, String>,
}

/// The size and hash of a written file, by which a later build notices a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct WrittenFile {
    /// In bytes.
    size: u64,
    /// The first eight bytes of the hash of its content, enough to notice a change; none of a large file, which is
    /// compared where it lies.
    hash: Option<u64>,
}

/// The first eight bytes of the hash of a file.
fn hashed(bytes: &[u8]) -> Option<u64> {
    blake3::hash(bytes).as_bytes().first_chunk().copied().map(u64::from_le_bytes)
}

/// The cache of an output folder.
#[derive(Debug)]
pub struct DiskCache {
    out: PathBuf,
    program: String,
    last: Arc<Record>,
    /// When the last build was complete; `None` if a later one was killed on its way.
    written: Option<SystemTime>,
    files: Mutex<BTreeMap<String, WrittenFile>>,
}

impl DiskCache {
    /// The cache that the last build left in `out`; an empty one if it left no usable cache.
    #[must_use]
    pub fn read(out: &Path) -> Self {
        let place = out.join(CACHE);
        let program = program();
        let bytes = input::read(&place, MAX_BYTES).unwrap_or_default();
        let last: Option<Record> = serde_json::from_slice(&bytes).ok();
        let last = last.filter(|last| last.program == program).unwrap_or_default();
        let written = std::fs::metadata(&place).and_then(|facts| facts.modified()).ok();
        let written = written.filter(|_| !last.files.is_empty() && is_complete(out, last.files.keys()));
        Self { out: out.to_owned(), program, last: Arc::new(last), written, files: Mutex::default() }
    }

    /// The number of pages of the site and its warnings, if a build of this input would change nothing.
    #[must_use]
    pub fn current(&self, sources: &Sources, options: &Options) -> Option<(usize, &[Diagnostic])> {
        let is_same = self.written.is_some() && self.last.input == self.input(sources, options);
        let is_untouched = |(path, known): (&String, &WrittenFile)| self.is_untouched(path, known.size).is_some();
        (is_same && self.last.files.iter().all(is_untouched)).then_some((self.last.pages, &*self.last.diagnostics))
    }

    /// `Some` if a file has this size and is not newer than the last build.
    fn is_untouched(&self, path: &str, size: u64) -> Option<()> {
        let facts = std::fs::symlink_metadata(self.out.join(path)).ok()?;
        let is_older = facts.modified().ok()? <= self.written?;
        (facts.is_file() && facts.len() == size && is_older).then_some(())
    }

    /// The pictures of the last build.
    #[must_use]
    pub fn pictures(&self) -> PictureMemo {
        PictureMemo::of_one_build(Some(Box::new(Saved { out: self.out.clone(), last: Arc::clone(&self.last) })))
    }

    /// The fit of the last build.
    #[must_use]
    pub fn fits(&self) -> FitMemo {
        FitMemo::new(Box::new(LastFit { place: self.out.join(FIT), program: self.program.clone() }))
    }

    /// A sink that records each file and passes on only those that differ from the last build.
    #[must_use]
    pub fn recording<'a>(&'a self, sink: &'a dyn Sink) -> RecordingSink<'a> {
        RecordingSink { cache: self, sink }
    }

    /// Leaves the cache for the next build.
    ///
    /// # Errors
    /// An I/O error, with the path.
    pub fn write(&self, built: &Built<'_>) -> Result<()> {
        let files = std::mem::take(&mut *self.files.lock().unwrap_or_else(PoisonError::into_inner));
        let shown = built.pictures.contents().into_iter();
        let record = Record {
            input: self.input(built.sources, built.options),
            program: self.program.clone(),
            pages: built.pages,
            diagnostics: built.diagnostics.to_vec(),
            files,
            pictures: shown.map(|(path, shown)| (path, shown.to_string())).collect(),
        };
        if let Some((content, found)) = built.fits.take() {
            let seal = seal(&self.program, &content, &found);
            file(&self.out.join(FIT), &[seal.as_bytes(), &found[..]].concat())?;
        }
        file(&self.out.join(CACHE), &serde_json::to_vec(&record)?)
    }

    fn input(&self, sources: &Sources, options: &Options) -> String {
        let read = sources.hash();
        blake3::hash(format!("{} {options:?} {read}", self.program).as_bytes()).to_string()
    }
}

/// A finished build.
#[derive(Debug)]
pub struct Built<'a> {
    /// Everything that it read.
    pub sources: &'a Sources,
    /// Its options, a part of the hash that tells whether a later build is the same.
    pub options: &'a Options,
    /// The pictures that it drew.
    pub pictures: &'a PictureMemo,
    /// The fits that it computed.
    pub fits: &'a FitMemo,
    /// How many pages it has.
    pub pages: usize,
    /// Its warnings.
    pub diagnostics: &'a [Diagnostic],
}

/// The version of this program, and the size and time of its file, since versions do not change with every compilation.
fn program() -> String {
    let place = std::env::current_exe().ok();
    let facts = place.and_then(|place| std::fs::metadata(place).ok());
    let time = facts.as_ref().and_then(|facts| facts.modified().ok());
    format!("{} {:?} {time:?}", env!("CARGO_PKG_VERSION"), facts.map(|facts| facts.len()))
}

/// Pictures in the output folder of the last build.
struct Saved {
    out: PathBuf,
    last: Arc<Record>,
}

impl SavedPictures for Saved {
    fn read(&self, path: &str, content: &Content) -> Option<Vec<u8>> {
        if Hash::from_hex(self.last.pictures.get(path)?).ok()? != *content {
            return None;
        }
        let hash = self.last.files.get(path)?.hash;
        // The file may have been changed since.
        let bytes = input::read(&self.out.join(path), MAX_BYTES).ok()?;
        (hash.is_some() && hashed(&bytes) == hash).then_some(bytes)
    }
}

/// The fit in the output folder of the last build.
struct LastFit {
    place: PathBuf,
    program: String,
}

impl SavedFit for LastFit {
    fn read(&self, content: &saved::Content) -> Option<Vec<u8>> {
        let bytes = input::read(&self.place, MAX_BYTES).ok()?;
        let (sealed, found) = bytes.split_at_checked(blake3::OUT_LEN)?;
        (sealed == seal(&self.program, content, found).as_bytes()).then(|| found.to_vec())
    }
}

/// The hash over program, catalog and fit; a fit from another program, or a damaged one, fails it.
fn seal(program: &str, content: &saved::Content, found: &[u8]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(blake3::hash(program.as_bytes()).as_bytes());
    hasher.update(content.as_bytes());
    hasher.update(found);
    hasher.finalize()
}

/// Passes files on, and notes what they are.
pub struct RecordingSink<'a> {
    cache: &'a DiskCache,
    sink: &'a dyn Sink,
}

impl RecordingSink<'_> {
    fn note(&self, path: &str, known: WrittenFile) {
        self.cache.files.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), known);
    }
}

impl Sink for RecordingSink<'_> {
    fn put(&self, path: &str, bytes: Vec<u8>) {
        let known = WrittenFile { size: bytes.len() as u64, hash: hashed(&bytes) };
        let is_same = self.cache.last.files.get(path) == Some(&known);
        if is_same && self.cache.is_untouched(path, known.size).is_some() {
            self.sink.keep(path);
        } else {
            self.sink.put(path, bytes);
        }
        self.note(path, known);
    }

    fn copy(&self, path: &str, file: &LargeFile) {
        self.note(path, WrittenFile { size: file.length, hash: None });
        self.sink.copy(path, file);
    }

    fn keep(&self, path: &str) {
        self.sink.keep(path);
    }
}
