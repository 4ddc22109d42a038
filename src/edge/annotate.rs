//! Reads the pages of a built site and the glossary for them, and writes annotated pages with their assets.
//!
//! 1. Finds regular files by extension, sorted by path. Symbolic links are not followed, and hidden folders are not
//!    entered.
//! 2. Replaces a page atomically, and only if its bytes change. Pages that are not UTF-8 or too large are left alone.
//! 3. Lists the assets in a manifest, so that later runs remove what they no longer need and `--undo` removes all.

use crate::edge::builtin::Builtin;
use crate::edge::curl::{self, Request};
use crate::edge::{input, load, write};
use anyhow::{Context, Result, anyhow, bail};
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::write::FOLDER;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::{Options, prepare};
use rooflight_glossary::model::strings::Strings;
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use walkdir::WalkDir;

/// Maximum size of a glossary on disk; that of 200,000 entries is smaller.
const MAX_GLOSSARY_BYTES: u64 = 1 << 30;

/// Maximum size of a page in bytes.
pub const MAX_PAGE_BYTES: u64 = 16 << 20;

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

/// Lists the files below a folder with one of these extensions, sorted, with `/` between the parts of their paths.
/// Skips hidden folders, `node_modules` and the assets.
///
/// # Errors
/// A folder that cannot be read.
pub fn files(root: &Path, extensions: &[&str]) -> Result<Vec<String>> {
    let is_entered = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !name.starts_with('.') && name != "node_modules" && name != FOLDER
    };
    let mut found = Vec::new();
    for entry in WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(is_entered) {
        let entry = entry.with_context(|| format!("cannot read {}", root.display()))?;
        let path = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if entry.file_type().is_file()
            && extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
            && let Some(path) = path.to_str()
        {
            found.push(path.replace('\\', "/"));
        }
    }
    Ok(found)
}

/// Reads the text of a file; `None` if it is too large or not UTF-8.
///
/// # Errors
/// A file that cannot be read.
pub fn read(root: &Path, path: &str) -> Result<Option<String>> {
    let place = root.join(path);
    let shown = || format!("cannot read {}", place.display());
    if fs::metadata(&place).with_context(shown)?.len() > MAX_PAGE_BYTES {
        return Ok(None);
    }
    Ok(String::from_utf8(fs::read(&place).with_context(shown)?).ok())
}

/// Appends text to a file, which is created if needed.
///
/// # Errors
/// A file that cannot be written.
pub fn append(path: &Path, text: &str) -> Result<()> {
    let file = fs::OpenOptions::new().append(true).create(true).open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file atomically, and creates its folder if needed.
///
/// # Errors
/// A file that cannot be written.
pub fn replace(root: &Path, path: &str, bytes: &[u8]) -> Result<()> {
    let place = root.join(path);
    let folder = place.parent().unwrap_or(root);
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    write::file(&place, bytes)
}

/// Writes the assets, by path below [`FOLDER`], with the built-in ones, and removes the stale ones of an earlier run.
/// `strings` are the translations of the script's texts.
///
/// # Errors
/// A folder of this name that no run made, or a file that cannot be written.
pub fn write_assets(root: &Path, mut files: BTreeMap<String, Vec<u8>>, strings: &Strings) -> Result<()> {
    let before = listed(root)?;
    for (path, bytes) in Builtin::default().statics() {
        let Some((_, name)) = path.rsplit_once('/').filter(|_| BUILTIN_ASSETS.contains(&path.as_str())) else {
            continue;
        };
        let text = std::str::from_utf8(&bytes).unwrap_or_default().replace("\"../js/", "\"./");
        files.insert(name.to_owned(), strings.script(&text).into_bytes());
    }
    let folder = root.join(FOLDER);
    let list: String = files.keys().flat_map(|path| [path.as_str(), "\n"]).collect();
    // The manifest comes first: files that are not listed would never be removed.
    let both: BTreeSet<&str> = before.iter().map(String::as_str).chain(files.keys().map(String::as_str)).collect();
    replace(&folder, MANIFEST, both.iter().flat_map(|path| [*path, "\n"]).collect::<String>().as_bytes())?;
    for (path, bytes) in &files {
        if fs::read(folder.join(path)).ok().as_ref() != Some(bytes) {
            replace(&folder, path, bytes)?;
        }
    }
    remove(&folder, before.iter().filter(|path| !files.contains_key(*path)))?;
    replace(&folder, MANIFEST, list.as_bytes())
}

/// Removes the assets.
///
/// # Errors
/// A folder of this name that no run made, or a file that cannot be removed.
pub fn remove_assets(root: &Path) -> Result<()> {
    let listed = listed(root)?;
    let folder = root.join(FOLDER);
    if folder.join(MANIFEST).is_file() {
        remove(&folder, listed.iter())?;
        fs::remove_file(folder.join(MANIFEST)).with_context(|| format!("cannot remove {}", folder.display()))?;
        // Fails on a folder with other files, which stays.
        fs::remove_dir(&folder).ok();
    }
    Ok(())
}

/// Lists the files that the last run wrote.
fn listed(root: &Path) -> Result<Vec<String>> {
    let folder = root.join(FOLDER);
    let Ok(text) = fs::read_to_string(folder.join(MANIFEST)) else {
        if folder.exists() {
            bail!("{} is in the way: no run of annotate made it", folder.display());
        }
        return Ok(Vec::new());
    };
    // Only canonical paths: under another spelling, a file that is written again would be removed as stale.
    let is_below = |path: &&str| !path.contains('\\') && path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    Ok(text.lines().filter(is_below).map(str::to_owned).collect())
}

fn remove<'a>(folder: &Path, paths: impl Iterator<Item = &'a String>) -> Result<()> {
    for path in paths {
        let place = folder.join(path);
        if place.is_file() {
            fs::remove_file(&place).with_context(|| format!("cannot remove {}", place.display()))?;
        }
        for above in place.ancestors().skip(1).take_while(|above| *above != folder) {
            fs::remove_dir(above).ok();
        }
    }
    Ok(())
}
