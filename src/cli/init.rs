//! `rooflight init DIR`: creates a small glossary that builds, as a starting point.
//!
//! 1. The folder has to be new or empty: nothing is ever overwritten.
//! 2. Writes the embedded files of `starter/`, dated today.
//! 3. With `--calculator`, adds `starter/calculator`, an entry with a calculator, and the catalog and measurements that the program carries.

use crate::cli::new::today;
use crate::edge::reference;
use anyhow::{Context, Result, bail};
use include_dir::{Dir, include_dir};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

static STARTER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starter/content");
static CALCULATOR: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starter/calculator");

/// The placeholder date in the starter's files.
const DAY: &str = "2026-01-01";

/// The arguments of `init`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder; it must be new or empty.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Also write an entry with a calculator, and the whole catalog with its measurements (6 MB), which the calculators answer from.
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
        for (path, text) in reference::files() {
            save(&folder.join(path), text)?;
            written += 1;
        }
    }
    crate::cli::output::line(format_args!("{written} files in {shown}. Next: rooflight serve --root {shown}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes an embedded folder below `content/`; returns how many files it has.
fn write(from: &Dir<'_>, folder: &Path) -> Result<usize> {
    let mut written = 0;
    for file in from.files() {
        let target = folder.join("content").join(file.path());
        let text = file.contents_utf8().unwrap_or_default().replace(DAY, &today());
        save(&target, &text)?;
        written += 1;
    }
    for inner in from.dirs() {
        written += write(inner, folder)?;
    }
    Ok(written)
}

/// Writes a file, and the folders above it.
fn save(target: &Path, text: &str) -> Result<()> {
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent).with_context(|| format!("cannot make the folder {}", parent.display()))?;
    }
    fs::write(target, text).with_context(|| format!("cannot write {}", target.display()))
}
