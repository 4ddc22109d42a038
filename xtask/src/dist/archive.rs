//! Packs a program into a release's archive, and unpacks archives.
//!
//! An archive contains a folder of the same name with the program, README, changelog, licences, completions and manual
//! pages. The program prints the last two itself, so it is packed on a system that runs it.

use crate::command::{output, root, succeed};
use crate::dist::systems::{archive, ending, program};
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

/// Completions: the shell, and the file name by which it finds them.
const SHELLS: [(&str, &str); 4] =
    [("bash", "rooflight.bash"), ("zsh", "_rooflight"), ("fish", "rooflight.fish"), ("powershell", "_rooflight.ps1")];

/// Packs the program `built` into `into`, and returns the archive's path.
pub(crate) fn pack(version: &str, target: &str, built: &Path, into: &Path) -> Result<PathBuf> {
    let name = archive(version, target);
    let folder = into.join(&name);
    fs::create_dir_all(folder.join("completions"))?;
    fs::create_dir_all(folder.join("man"))?;
    let own = folder.join(program(target));
    fs::copy(built, &own).with_context(|| format!("{} is not built", built.display()))?;
    texts(&folder)?;
    for (shell, file) in SHELLS {
        let script = output(Command::new(&own).args(["completions", shell]))?;
        fs::write(folder.join("completions").join(file), script)?;
    }
    manual(&own, &folder.join("man"))?;
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

/// Writes the manual pages of the program and of each subcommand that its page names.
fn manual(own: &Path, into: &Path) -> Result<()> {
    let page = output(Command::new(own).arg("man"))?;
    for line in page.lines().filter_map(|line| line.strip_prefix("rooflight\\-")) {
        // `help` has no page.
        if let Some((command, _)) = line.split_once("(1)").filter(|(command, _)| *command != "help") {
            let of_command = output(Command::new(own).args(["man", command]))?;
            fs::write(into.join(format!("rooflight-{command}.1")), of_command)?;
        }
    }
    Ok(fs::write(into.join("rooflight.1"), page)?)
}

/// Packs the folder `name` in `into`, and removes it.
fn compress(into: &Path, name: &str, ending: &str) -> Result<PathBuf> {
    let file = into.join(format!("{name}.{ending}"));
    same_bytes(&into.join(name), &file)?;
    fs::remove_dir_all(into.join(name))?;
    Ok(file)
}

/// Packs a folder reproducibly: the same files give the same bytes.
pub(super) fn same_bytes(folder: &Path, archive: &Path) -> Result<()> {
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
