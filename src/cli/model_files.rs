//! Reads the headers of a model's files, from disk or from the Hugging Face hub.
//!
//! 1. Reads the beginning of each file; if the parser needs more of one, reads on and parses again.
//! 2. From the hub, reads less at first, and at most [`MAX_REMOTE`] bytes in total.
//!
//! Never reads weights, however large the file.

use crate::cli::output;
use crate::edge::hub::{RemoteFile, Repository};
use crate::edge::input;
use anyhow::{Context, Result, bail};
use rooflight_ingest::header::{self, Fault, Head, Inspection, RefusedFile};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes that are read of a file at first: more than the header of most safetensors files.
const FIRST: u64 = 1 << 20;

/// Bytes that are fetched of a file on the hub at first.
const FIRST_REMOTE: u64 = 1 << 18;

/// Maximum bytes fetched from the hub for one model.
const MAX_REMOTE: u64 = 1 << 29;

/// The location of a file.
enum Origin {
    Disk(File),
    Hub(RemoteFile),
}

/// A file with the bytes that were read of it so far.
struct Opened {
    name: String,
    origin: Origin,
    size: u64,
    bytes: Vec<u8>,
}

impl Opened {
    fn new(path: &Path) -> Result<Self> {
        let shown = path.display();
        let file = input::open(path)?;
        let metadata = file.metadata().with_context(|| format!("cannot read {shown}"))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let mut opened = Self { name, origin: Origin::Disk(file), size: metadata.len(), bytes: Vec::new() };
        opened.read_to(FIRST)?;
        Ok(opened)
    }

    /// Opens a file on the hub.
    fn remote(file: RemoteFile) -> Result<Self> {
        let name = file.path.rsplit('/').next().unwrap_or_default().to_owned();
        let mut opened = Self { name, size: file.size, origin: Origin::Hub(file), bytes: Vec::new() };
        opened.read_to(FIRST_REMOTE)?;
        Ok(opened)
    }

    /// Reads until the first `end` bytes are buffered or the file ends.
    fn read_to(&mut self, end: u64) -> Result<()> {
        let from = self.bytes.len() as u64;
        let more = end.min(self.size).saturating_sub(from);
        if more == 0 {
            return Ok(());
        }
        let read = match &mut self.origin {
            Origin::Disk(file) => {
                let read = file.by_ref().take(more).read_to_end(&mut self.bytes);
                read.with_context(|| format!("cannot read {}", self.name))?
            }
            Origin::Hub(file) => {
                let part = file.read(from, from + more)?;
                self.bytes.extend(&part);
                part.len()
            }
        };
        // The file has shrunk since it was opened.
        if (read as u64) < more {
            self.size = self.bytes.len() as u64;
        }
        Ok(())
    }
}

/// Reads the model in these files; prints an error and returns `None` if they are malformed.
pub(super) fn read(paths: &[PathBuf]) -> Result<Option<Inspection>> {
    let mut files = open(paths)?;
    loop {
        let fetched: u64 =
            files.iter().filter(|file| matches!(file.origin, Origin::Hub(_))).map(|file| file.bytes.len() as u64).sum();
        if fetched > MAX_REMOTE {
            bail!("the headers are longer than {} MiB together, which no model's are", MAX_REMOTE >> 20);
        }
        let heads: Vec<Head<'_>> =
            files.iter().map(|file| Head { name: &file.name, size: file.size, bytes: &file.bytes }).collect();
        let (at, fault) = match header::inspect(&heads) {
            Ok(inspection) => return Ok(Some(inspection)),
            Err(RefusedFile { file, fault }) => (file, fault),
        };
        let Some(file) = files.get_mut(at) else { return Ok(None) };
        match fault {
            Fault::More(needed) if needed <= header::MAX_HEADER_BYTES => {
                // At least twice as much as before, so that a long list of words takes few rounds.
                let end = needed.max(2 * file.bytes.len() as u64);
                let more = (end.min(file.size) - file.bytes.len() as u64).div_ceil(1 << 20);
                output::note(format_args!("note: the header of {} goes on; reading {more} MiB more", file.name));
                file.read_to(end)?;
            }
            Fault::More(_) => {
                output::note(format_args!(
                    "error: {}: its header is longer than 256 MiB, which no model's is",
                    file.name
                ));
                return Ok(None);
            }
            Fault::Wrong(why) => {
                output::note(format_args!("error: {}: {why}", file.name));
                return Ok(None);
            }
        }
    }
}

/// Opens the files; a repository is replaced by the files of its model.
fn open(paths: &[PathBuf]) -> Result<Vec<Opened>> {
    let mut files = Vec::new();
    for path in paths {
        match path.to_str().map(Repository::parse).transpose()?.flatten() {
            Some(repository) => {
                for file in repository.files()? {
                    output::note(format_args!("note: reading the header of {}", file.path));
                    files.push(Opened::remote(file)?);
                }
            }
            None => files.push(Opened::new(path)?),
        }
        if files.len() > header::MAX_FILES {
            bail!("{} files are more than one model has", files.len());
        }
    }
    Ok(files)
}
