//! `cargo xtask facts`: flags, defaults and file names that the texts mention, looked up in released sources.
//!
//! 1. `xtask/facts.txt` names the packages with their versions, and statements: a page, a package, a file in it, and
//!    the text that must stand there.
//! 2. Packages are fetched by their registries' own clients into `target/facts/`, unpacked, and never installed or run:
//!    a crate by `cargo vendor`, a Python package by `pip download`.
//! 3. Each statement is looked up; so is each flag that a page shows in code, in all packages together.
//!
//! Prints what was found where, and fails if anything was not. Never edits a page.

mod fetch;
mod flags;
mod list;

use anyhow::{Result, bail};
use list::{Facts, Package};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The list of packages and statements.
const LIST: &str = "xtask/facts.txt";

/// The largest file that is searched; beyond it lie tables and built code.
const MAX_FILE_BYTES: u64 = 4 * 1024 * 1024;

/// Files that hold sources or documentation.
const SEARCHED: [&str; 12] = ["c", "cpp", "cu", "cuh", "h", "hpp", "json", "md", "metal", "py", "rs", "txt"];

/// A package's files as text, by their paths in it.
pub(crate) struct Tree {
    pub(crate) package: Package,
    pub(crate) files: BTreeMap<String, String>,
}

/// Looks everything up.
pub(crate) fn run() -> Result<()> {
    let facts = Facts::read(&fs::read_to_string(LIST)?)?;
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

/// Looks the statements up; gives how many were not found.
fn statements(facts: &Facts, trees: &[Tree]) -> usize {
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

/// The line on which a text begins; white space of any length counts as one space.
pub(crate) fn line_of(text: &str, wanted: &str) -> Option<usize> {
    if let Some(at) = text.find(wanted) {
        return Some(text[..at].lines().count().max(1));
    }
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = squeezed(wanted);
    text.lines().position(|line| squeezed(line).contains(&wanted)).map(|line| line + 1)
}

/// The texts below a folder.
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
