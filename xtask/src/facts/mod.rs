//! `cargo xtask facts`: looks up flags, defaults and file names of the texts in released sources.
//!
//! 1. `xtask/facts.txt` lists packages with their versions, and statements: a page, a package, a file in it, and the
//!    text that it must contain.
//! 2. Packages are fetched into `target/facts/` by their registries' clients (`cargo vendor`, `pip download`) and
//!    unpacked, never installed or run.
//! 3. Each statement is looked up, and so is each flag that a page shows in code.
//!
//! Prints where each was found, and fails if any was not. Never edits a page.

mod fetch;
mod flags;
mod list;

use anyhow::{Result, bail};
use list::{FactList, Package};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The list of packages and statements.
const LIST: &str = "xtask/facts.txt";

/// Maximum size of a file that is searched, bytes; larger ones are tables and generated code.
const MAX_FILE_BYTES: u64 = 4 * 1024 * 1024;

/// Extensions of files with sources or documentation.
const SEARCHED: [&str; 12] = ["c", "cpp", "cu", "cuh", "h", "hpp", "json", "md", "metal", "py", "rs", "txt"];

/// A package and the texts of its files by path.
pub(crate) struct Tree {
    pub(crate) package: Package,
    pub(crate) files: BTreeMap<String, String>,
}

/// Looks up all statements and flags.
pub(crate) fn run() -> Result<()> {
    let facts = FactList::read(&fs::read_to_string(LIST)?)?;
    let mut trees = Vec::new();
    for package in &facts.packages {
        let folder = fetch::fetch(package)?;
        let files = texts(&folder)?;
        println!("{} {}: {} files", package.name, package.version, files.len());
        trees.push(Tree { package: package.clone(), files });
    }
    println!();
    let missing = statements(&facts, &trees) + flags::look_up(&facts, &trees)?;
    if missing > 0 {
        bail!("{missing} facts were not found in the versions of {LIST}");
    }
    println!("\nevery fact was found");
    Ok(())
}

/// Looks up the statements; returns the number of missing ones.
fn statements(facts: &FactList, trees: &[Tree]) -> usize {
    let mut missing = 0;
    for statement in &facts.statements {
        let tree = trees.iter().find(|tree| tree.package.name == statement.package);
        let file = tree.and_then(|tree| tree.files.iter().find(|(path, _)| path.ends_with(statement.file.as_str())));
        let line = file.and_then(|(_, text)| line_of(text, &statement.text));
        match (file, line) {
            (Some((path, _)), Some(line)) => {
                println!("found    {}: `{}` in {} {path}:{line}", statement.page, statement.text, statement.package);
            }
            (Some((path, _)), None) => {
                println!("MISSING  {}: `{}` is not in {} {path}", statement.page, statement.text, statement.package);
                missing += 1;
            }
            (None, _) => {
                println!("MISSING  {}: {} has no file {}", statement.page, statement.package, statement.file);
                missing += 1;
            }
        }
    }
    missing
}

/// Returns the line, from 1, that contains a text, with runs of white space counted as one space.
pub(crate) fn line_of(text: &str, wanted: &str) -> Option<usize> {
    if let Some(at) = text.find(wanted) {
        return Some(text[..at].lines().count().max(1));
    }
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = squeezed(wanted);
    text.lines().position(|line| squeezed(line).contains(&wanted)).map(|line| line + 1)
}

/// Reads the files below a folder that are searched, by path.
fn texts(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut open: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                open.push(path);
                continue;
            }
            let wanted = path.extension().is_some_and(|end| SEARCHED.iter().any(|known| end == *known));
            if !(kind.is_file() && wanted && entry.metadata()?.len() <= MAX_FILE_BYTES) {
                continue;
            }
            let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            found.insert(name, String::from_utf8_lossy(&fs::read(&path)?).into_owned());
        }
    }
    Ok(found)
}
