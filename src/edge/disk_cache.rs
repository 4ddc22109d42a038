//! The cache in the output folder, by which the next build avoids repeating work.
//!
//! 1. The cache holds the program's identity, a hash of everything that the build read, the warnings, the size and hash
//!    of every written file, and the hash of each picture by what it shows.
//! 2. If program, input and files are unchanged, and no later build was killed, nothing is built: the cached warnings
//!    are printed again.
//! 3. Otherwise an unchanged picture is read from the output folder, and a file with the same bytes that was not
//!    touched since is left in place without being read.
//!
//! A cache that is damaged, or that another program wrote, counts as missing. Deleting it is safe and costs only time.

use crate::edge::input;
use crate::edge::write::{Writer, is_complete};
use anyhow::Result;
use blake3::Hash;
use rooflight_compiler::Options;
use rooflight_compiler::sink::Sink;
use rooflight_compiler::writers::picture::{ContentHash, FILE, PictureMemo, SavedPictures};
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{LargeFile, Sources};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The cache's file name.
pub const CACHE: &str = ".rooflight-cache";

/// Maximum size of a cache. That of 100,000 entries is about 50 MB.
const MAX_BYTES: u64 = 1 << 30;

/// The cached facts about a build. Hashes are hexadecimal, except those of files.
#[derive(Debug, Default, Serialize, Deserialize)]
struct BuildRecord {
    /// The hash over the program, the options and everything that was read.
    input: String,
    program: String,
    /// The number of pages of the site.
    pages: usize,
    /// The warnings, which an unchanged build reports again.
    diagnostics: Vec<Diagnostic>,
    /// All written files, by path below the output folder.
    files: BTreeMap<String, WrittenFile>,
    /// The hash of what each picture shows, with the first eight bytes of the hash of its file.
    pictures: BTreeMap<String, Option<u64>>,
}

/// The size and hash of a written file, by which a later build notices a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct WrittenFile {
    /// The size in bytes.
    size: u64,
    /// The first eight bytes of the hash of its content, enough to notice a change; `None` for a large file, whose copy
    /// is compared on disk.
    hash: Option<u64>,
}

/// Returns the first eight bytes of a hash of the bytes.
fn hashed(bytes: &[u8]) -> Option<u64> {
    first_bytes(&blake3::hash(bytes))
}

fn first_bytes(hash: &Hash) -> Option<u64> {
    hash.as_bytes().first_chunk().copied().map(u64::from_le_bytes)
}

/// The cache of an output folder.
#[derive(Debug)]
pub struct DiskCache {
    out: PathBuf,
    program: String,
    last: Arc<BuildRecord>,
    /// When the last build was complete; `None` if there is none, or if a later one was killed.
    written: Option<SystemTime>,
    files: Mutex<BTreeMap<String, WrittenFile>>,
}

impl DiskCache {
    /// Reads the cache that the last build left in `out`; empty if there is no usable one.
    #[must_use]
    pub fn read(out: &Path) -> Self {
        let place = out.join(CACHE);
        let program = program();
        let bytes = input::read(&place, MAX_BYTES).unwrap_or_default();
        let last: Option<BuildRecord> = serde_json::from_slice(&bytes).ok();
        let last = last.filter(|last| last.program == program).unwrap_or_default();
        let written = std::fs::metadata(&place).and_then(|facts| facts.modified()).ok();
        let written = written.filter(|_| !last.files.is_empty() && is_complete(out, last.files.keys()));
        Self { out: out.to_owned(), program, last: Arc::new(last), written, files: Mutex::default() }
    }

    /// Returns the last build's number of pages and warnings if a build of this input would change nothing.
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

    /// Gives access to the last build's pictures.
    #[must_use]
    pub fn pictures(&self) -> PictureMemo {
        let files = self.last.files.iter().filter(|(path, _)| path.ends_with(FILE));
        let places = files.filter_map(|(path, file)| Some((file.hash?, path.clone()))).collect();
        PictureMemo::of_one_build(Some(Box::new(Saved { out: self.out.clone(), last: Arc::clone(&self.last), places })))
    }

    /// Wraps a sink: records each file, and passes on the bytes of only those that differ from the last build.
    #[must_use]
    pub fn recording<'a>(&'a self, sink: &'a dyn Sink) -> RecordingSink<'a> {
        RecordingSink { cache: self, sink }
    }

    /// Writes the cache for the next build.
    ///
    /// # Errors
    /// An I/O error, with the path.
    pub fn write(&self, writer: &Writer, built: &Built<'_>) -> Result<()> {
        let files = std::mem::take(&mut *self.files.lock().unwrap_or_else(PoisonError::into_inner));
        let shown = built.pictures.contents().into_iter();
        let record = BuildRecord {
            input: self.input(built.sources, built.options),
            program: self.program.clone(),
            pages: built.pages,
            diagnostics: built.diagnostics.to_vec(),
            files,
            pictures: shown.map(|(content, bytes)| (content.to_string(), first_bytes(&bytes))).collect(),
        };
        writer.write_own(CACHE, &serde_json::to_vec(&record)?)
    }

    fn input(&self, sources: &Sources, options: &Options) -> String {
        let read = sources.hash();
        blake3::hash(format!("{} {options:?} {read}", self.program).as_bytes()).to_string()
    }
}

/// A finished build.
#[derive(Debug)]
pub struct Built<'a> {
    /// Its sources.
    pub sources: &'a Sources,
    /// Its options.
    pub options: &'a Options,
    /// Its pictures.
    pub pictures: &'a PictureMemo,
    /// Its number of pages.
    pub pages: usize,
    /// Its warnings.
    pub diagnostics: &'a [Diagnostic],
}

/// The program's identity: its version, and its file's size and time, since not every compilation changes the version.
fn program() -> String {
    let place = std::env::current_exe().ok();
    let facts = place.and_then(|place| std::fs::metadata(place).ok());
    let time = facts.as_ref().and_then(|facts| facts.modified().ok());
    format!("{} {:?} {time:?}", env!("CARGO_PKG_VERSION"), facts.map(|facts| facts.len()))
}

/// Pictures in the output folder of the last build.
struct Saved {
    out: PathBuf,
    last: Arc<BuildRecord>,
    /// Where the bytes with a hash are.
    places: HashMap<u64, String>,
}

impl SavedPictures for Saved {
    fn read(&self, content: &ContentHash) -> Option<Vec<u8>> {
        let hash = (*self.last.pictures.get(&*content.to_hex())?)?;
        // The file may have been changed since.
        let bytes = input::read(&self.out.join(self.places.get(&hash)?), MAX_BYTES).ok()?;
        (hashed(&bytes) == Some(hash)).then_some(bytes)
    }
}

/// The sink of [`DiskCache::recording`].
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
