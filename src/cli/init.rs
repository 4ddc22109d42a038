//! `rooflight init DIR`: a small glossary that builds, to change into one's own.
//!
//! 1. The folder has to be new or empty: nothing that exists is ever written over.
//! 2. The files of `starter/`, which come with the program, are written below it; their dates become today's.
//! 3. With `--calculator`, `starter/calculator` too: an entry with a calculator, and the few facts that it needs.

use crate::cli::new::today;
use anyhow::{Context, Result, bail};
use include_dir::{Dir, include_dir};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

static STARTER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starter/content");
static CALCULATOR: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starter/calculator");

/// The day that the starter's own files carry.
const DAY: &str = "2026-01-01";

/// The arguments of `init`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder; it must be new or empty.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Also write an entry with a calculator, and a small catalog for it.
    #[arg(long)]
    calculator: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = &arguments.folder;
    let shown = folder.display();
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(false) => bail!("{shown} is not empty: name a new folder"),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot look into {shown}"));
        }
        _ => {}
    }
    let mut written = write(&STARTER, folder)?;
    if arguments.calculator {
        written += write(&CALCULATOR, folder)?;
    }
    println!("{written} files in {shown}. Next: rooflight serve --root {shown}");
    Ok(ExitCode::SUCCESS)
}

/// Writes a folder of the program's below `content/`; how many files it has.
fn write(from: &Dir<'_>, folder: &Path) -> Result<usize> {
    let mut written = 0;
    for file in from.files() {
        let target = folder.join("content").join(file.path());
        let text = file.contents_utf8().unwrap_or_default().replace(DAY, &today());
        let parent = target.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| format!("cannot make the folder {}", parent.display()))?;
        fs::write(&target, text).with_context(|| format!("cannot write {}", target.display()))?;
        written += 1;
    }
    for inner in from.dirs() {
        written += write(inner, folder)?;
    }
    Ok(written)
}
