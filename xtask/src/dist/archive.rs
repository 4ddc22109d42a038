//! Packs a program into a release's archive, and unpacks archives.
//!
//! An archive contains a folder of the same name with the program, README, changelog, licences, completions and manual
//! pages. A test writes the last two ([`manual`]), since the program does not need what makes them.

use crate::command::{line, root, succeed};
use crate::dist::systems::{archive, ending, program};
use crate::dist::{FOLDER, empty};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files of the repository in each archive, and their names there.
const TEXTS: [(&str, &str); 5] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("crates/compiler/fonts/OFL.txt", "LICENSE-OFL-Inter"),
];

/// The folder of completions and manual pages.
const MANUAL: &str = "manual";

/// Writes the completions and manual pages for all archives.
pub(crate) fn manual() -> Result<()> {
    let folder = root().join(FOLDER).join(MANUAL);
    // Pages of commands that are gone would be packed too.
    empty(&folder)?;
    let test = line("cargo test --locked --workspace --test it packages_get_completions");
    test.with("ROOFLIGHT_MANUAL", folder.display().to_string()).run()
}

/// Packs the program `built` into `into`, and returns the archive's path.
pub(crate) fn pack(version: &str, target: &str, built: &Path, into: &Path) -> Result<PathBuf> {
    let name = archive(version, target);
    let folder = into.join(&name);
    fs::create_dir_all(&folder)?;
    fs::copy(built, folder.join(program(target))).with_context(|| format!("{} is not built", built.display()))?;
    texts(&folder)?;
    for part in ["completions", "man"] {
        let (from, to) = (root().join(FOLDER).join(MANUAL).join(part), folder.join(part));
        fs::create_dir(&to)?;
        let files = fs::read_dir(&from).context("`cargo xtask dist --manual` has to write the manual before")?;
        for file in files {
            let file = file?;
            fs::copy(file.path(), to.join(file.file_name()))?;
        }
    }
    compress(into, &name, ending(target))
}

/// Packs a placeholder archive for another system, with the same texts and a message in place of the program.
pub(crate) fn stand_in(version: &str, target: &str, into: &Path) -> Result<PathBuf> {
    let name = archive(version, target);
    let folder = into.join(&name);
    fs::create_dir_all(folder.join("man"))?;
    texts(&folder)?;
    fs::write(folder.join(program(target)), format!("This trial has no program for {target}.\n"))?;
    compress(into, &name, ending(target))
}

fn texts(folder: &Path) -> Result<()> {
    for (from, to) in TEXTS {
        fs::copy(root().join(from), folder.join(to)).with_context(|| format!("{from} is not there"))?;
    }
    Ok(())
}

/// Packs the folder `name` in `into`, and removes it.
fn compress(into: &Path, name: &str, ending: &str) -> Result<PathBuf> {
    let file = into.join(format!("{name}.{ending}"));
    same_bytes(&into.join(name), &file)?;
    fs::remove_dir_all(into.join(name))?;
    Ok(file)
}

/// Packs a folder reproducibly: the same files give the same bytes.
fn same_bytes(folder: &Path, archive: &Path) -> Result<()> {
    succeed(python().arg("packaging/archive.py").arg(folder).arg(archive).current_dir(root()))
}

/// Unpacks the archive of a target from the folder `from` into `into`, and returns the folder inside.
pub(crate) fn unpack(version: &str, target: &str, from: &Path, into: &Path) -> Result<PathBuf> {
    let name = archive(version, target);
    let file = from.join(format!("{name}.{}", ending(target)));
    fs::create_dir_all(into)?;
    if ending(target) == "zip" {
        succeed(python().args(["-m", "zipfile", "-e"]).arg(&file).arg(into))?;
    } else {
        succeed(Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(into))?;
    }
    Ok(into.join(name))
}

/// Returns a command that starts Python by its name on this system.
pub(crate) fn python() -> Command {
    Command::new(if cfg!(windows) { "python" } else { "python3" })
}
