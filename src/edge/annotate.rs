//! Reads the pages of a built site and the glossary for them, and writes annotated pages with their assets.
//!
//! 1. Finds files by extension, sorted by path. Symbolic links are not followed, and hidden folders are not entered.
//! 2. Pages whose bytes change and assets are staged and moved into place together. Links, pipes and devices, pages
//!    that are too large, and names and texts that are not UTF-8 are left alone, each with its reason.
//! 3. Lists the assets in a manifest, so that later runs remove what they no longer need and `--undo` removes all.

use crate::edge::builtin::Builtin;
use crate::edge::curl::{self, Request};
use crate::edge::{input, load, write};
use anyhow::{Context, Result, anyhow};
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::write::{FOLDER, MAX_PAGE_BYTES};
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::{Options, prepare};
use rooflight_folder::{Changes, Folder, is_path};
use rooflight_glossary::model::strings::Strings;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::Sources;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Maximum size of a glossary on disk; that of 200,000 entries is smaller.
const MAX_GLOSSARY_BYTES: u64 = 1 << 30;

/// The built-in files that every annotated page loads, by path below `static/`.
const BUILTIN_ASSETS: [&str; 3] = ["js/hover-card.js", "root/terms.css", "root/terms.js"];

/// The list of assets, below [`FOLDER`].
const MANIFEST: &str = "files.txt";

/// A glossary that cannot be read.
#[derive(Debug)]
pub enum GlossaryError {
    /// Problems in the content of a site, with the sources for excerpts.
    Content(Vec<Diagnostic>, Box<Sources>),
    /// Any other failure.
    Other(anyhow::Error),
}

impl From<anyhow::Error> for GlossaryError {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

/// Maximum size of a fetched glossary in bytes.
const MAX_FETCHED_BYTES: u64 = 64 << 20;

/// Returns the URL of `glossary.json` if the path is a web address, of the file or of its site.
fn address(path: &Path) -> Option<String> {
    let text = path.to_str().filter(|text| text.starts_with("https://") || text.starts_with("http://"))?;
    let is_file = Path::new(text).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    Some(if is_file { text.to_owned() } else { format!("{}/glossary.json", text.trim_end_matches('/')) })
}

/// Reads a glossary: a built `glossary.json`, a folder with one, the folder of a site's sources, or the web address of
/// either of the first two.
///
/// # Errors
/// The glossary cannot be read, or has errors.
pub fn glossary(path: &Path) -> Result<Glossary, GlossaryError> {
    let text = glossary_json(path)?;
    Ok(Glossary::read(&text).map_err(|reason| anyhow!("{}: {reason}", path.display()))?)
}

fn glossary_json(path: &Path) -> Result<String, GlossaryError> {
    if let Some(address) = address(path) {
        let refused = "no glossary.json is there";
        let request = Request { address: &address, most: MAX_FETCHED_BYTES, refused, ..Request::default() };
        return Ok(String::from_utf8(curl::get(&request)?).with_context(|| format!("{address} is not UTF-8"))?);
    }
    let file = if path.is_dir() { path.join("glossary.json") } else { path.to_owned() };
    if file.is_file() || !path.is_dir() {
        let text = input::text(&file, MAX_GLOSSARY_BYTES).with_context(|| format!("cannot read {}", file.display()))?;
        return Ok(text);
    }
    let sources = load::load(path);
    let options = Options { without_estimates: true, ..Options::default() };
    let prepared = prepare(&sources, &options, &mut BuildCache::default(), &mut |_| {});
    let Some(ready) = prepared.ready else {
        return Err(GlossaryError::Content(prepared.diagnostics, Box::new(sources)));
    };
    Ok(String::from_utf8(ready.glossary_json()).context("glossary.json is not UTF-8")?)
}

/// Lists what is below a folder with one of these extensions, sorted, by paths below the folder. Skips hidden folders,
/// `node_modules` and the assets.
///
/// # Errors
/// A folder that cannot be read.
pub fn files(root: &Path, extensions: &[&str]) -> Result<Vec<PathBuf>> {
    let is_entered = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !name.starts_with('.') && name != "node_modules" && name != FOLDER
    };
    let mut found = Vec::new();
    for entry in WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(is_entered) {
        let entry = entry.with_context(|| format!("cannot read {}", root.display()))?;
        let path = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !entry.file_type().is_dir() && extensions.iter().any(|known| known.eq_ignore_ascii_case(extension)) {
            found.push(path.to_owned());
        }
    }
    Ok(found)
}

/// A file that was found: its path, with `/` between the parts, and its text, or the reason for leaving it as it is.
pub type Page = (String, Result<String, &'static str>);

/// Reads a file that [`files`] found.
///
/// # Errors
/// A file that cannot be read.
pub fn read(root: &Path, path: &Path) -> Result<Page> {
    let place = root.join(path);
    let shown = || format!("cannot read {}", place.display());
    let kind = fs::symlink_metadata(&place).with_context(shown)?;
    let text = if path.to_str().is_none() {
        Err("a name that is not UTF-8")
    } else if kind.is_symlink() {
        Err("a symbolic link")
    } else if !kind.is_file() {
        Err("a pipe or a device")
    } else if kind.len() > MAX_PAGE_BYTES as u64 {
        Err("larger than 16 MiB")
    } else {
        String::from_utf8(input::read(&place, MAX_PAGE_BYTES as u64).with_context(shown)?)
            .map_err(|_| "text that is not UTF-8")
    };
    let path = path.to_string_lossy();
    Ok((if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }, text))
}

/// Appends text to a file, which is created if needed.
///
/// # Errors
/// A file that cannot be written.
pub fn append(path: &Path, text: &str) -> Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    // A person named the path, so links above the file are followed; the file itself is none.
    let folder = parent.canonicalize().and_then(|parent| Folder::open(&parent));
    let written = folder.and_then(|folder| folder.append(name, text.as_bytes()));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Stages the assets, by path below [`FOLDER`], with the built-in ones, moves everything that is staged into place and
/// removes the stale assets of an earlier run. `strings` are the translations of the script's texts.
///
/// # Errors
/// A folder of this name that no run made, or a file that cannot be written.
pub fn commit(changes: &Changes, mut files: BTreeMap<String, Vec<u8>>, strings: &Strings) -> Result<()> {
    let before = listed(changes.folder())?;
    for (path, bytes) in Builtin::default().statics() {
        let Some((_, name)) = path.rsplit_once('/').filter(|_| BUILTIN_ASSETS.contains(&path.as_str())) else {
            continue;
        };
        let text = std::str::from_utf8(&bytes).unwrap_or_default().replace("\"../js/", "\"./");
        files.insert(name.to_owned(), strings.script(&text).into_bytes());
    }
    for (path, bytes) in &files {
        let path = format!("{FOLDER}/{path}");
        if changes.folder().read(&path, bytes.len() as u64).ok().as_ref() != Some(bytes) {
            write::put(changes, &path, bytes)?;
        }
    }
    let stale: Vec<&String> = before.iter().filter(|path| !files.contains_key(*path)).collect();
    // Files that are not listed would never be removed.
    list(changes, files.keys().chain(stale.iter().copied()))?;
    write::commit(changes)?;
    if !stale.is_empty() {
        remove(changes.folder(), stale.into_iter())?;
        list(changes, files.keys())?;
        write::commit(changes)?;
    }
    Ok(())
}

/// Moves the pages that are staged into place, and removes the assets.
///
/// # Errors
/// A folder of this name that no run made, or a file that cannot be removed.
pub fn commit_without_assets(changes: &Changes) -> Result<()> {
    let listed = listed(changes.folder())?;
    write::commit(changes)?;
    remove(changes.folder(), listed.iter())?;
    let manifest = MANIFEST.to_owned();
    remove(changes.folder(), [&manifest].into_iter())
}

/// Lists the files that the last run wrote: of what the list names, those of the kinds that a run writes.
fn listed(root: &Folder) -> Result<Vec<String>> {
    match root.read(&format!("{FOLDER}/{MANIFEST}"), MAX_GLOSSARY_BYTES) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            Ok(text.lines().filter(|path| is_asset(path)).map(str::to_owned).collect())
        }
        Err(error) if error.kind() == ErrorKind::NotFound && root.kind(FOLDER).is_err() => Ok(Vec::new()),
        Err(error) => {
            let place = root.place().join(FOLDER);
            Err(error).with_context(|| format!("{} is in the way: no run of annotate made it", place.display()))
        }
    }
}

/// True for a path that a run writes. Only one spelling: under another, a file that is written again would be removed.
fn is_asset(path: &str) -> bool {
    let is_json = path.starts_with("cards/") || path.starts_with("pages/");
    let is_builtin = BUILTIN_ASSETS.iter().any(|asset| asset.rsplit('/').next() == Some(path));
    is_path(path) && (is_builtin || is_json && path.ends_with(".json"))
}

/// Stages the list of the assets.
fn list<'a>(changes: &Changes, paths: impl Iterator<Item = &'a String>) -> Result<()> {
    let text: String = paths.flat_map(|path| [path.as_str(), "\n"]).collect();
    write::put(changes, &format!("{FOLDER}/{MANIFEST}"), text.as_bytes())
}

fn remove<'a>(root: &Folder, paths: impl Iterator<Item = &'a String>) -> Result<()> {
    for path in paths {
        let path = format!("{FOLDER}/{path}");
        root.remove(&path).with_context(|| format!("cannot remove {}", root.place().join(&path).display()))?;
    }
    Ok(())
}
