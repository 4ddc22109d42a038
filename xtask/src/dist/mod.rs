//! `cargo xtask dist`: makes the files of a release.
//!
//! 1. `--manual` writes completions and manual pages, and `--pack TARGET` packs them with the optimised program of a
//!    target into `target/dist`.
//! 2. `--channels FOLDER` makes everything else from the archives in a folder: wheels, npm packages, Homebrew's
//!    formula, install scripts, and finally `SHA256SUMS`.
//! 3. `--crates` packs the crates and compiles them from their packages, offline.
//! 4. `--try [PROGRAM]` does the first two with this machine's program and installs each package into an empty prefix.
//!
//! Publishes nothing: the release workflow does, after a person has published the draft.

mod archive;
mod crates;
mod formula;
mod installs;
mod release;
mod sums;
mod systems;
mod trial;
mod works;

use crate::command::{root, succeed};
use crate::steps::Steps;
use anyhow::{Context, Result};
pub(crate) use archive::manual;
use release::Release;
use std::fs;
use std::path::Path;
use std::process::Command;
use systems::SYSTEMS;

/// The folder for all results.
const FOLDER: &str = "target/dist";

/// Packs the optimised program of a target.
pub(crate) fn pack(target: &str) -> Result<()> {
    systems::of_target(target)?;
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder)?;
    let built = root().join("target").join(target).join("release").join(systems::program(target));
    println!("{}", archive::pack(&version()?, target, &built, &folder)?.display());
    Ok(())
}

/// Makes everything else from the archives in a folder.
pub(crate) fn channels(folder: &str) -> Result<()> {
    let folder = std::path::absolute(folder)?;
    make(&Release { version: version()?, folder, only: None })
}

/// Packs the crates and compiles them from their packages.
pub(crate) fn crates(steps: &mut Steps) -> Result<()> {
    crates::check(steps)
}

/// Makes all packages with the program that the checks run, and tries each.
pub(crate) fn try_program_of_checks(steps: &mut Steps) -> Result<()> {
    trial::run(steps, None)
}

/// Makes all packages with the program at a path, and tries each.
pub(crate) fn try_program(steps: &mut Steps, program: &str) -> Result<()> {
    trial::run(steps, Some(program))
}

/// Returns the workspace's version.
fn version() -> Result<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    Ok(line.context("Cargo.toml has no version")?.to_owned())
}

/// Makes the packages of a release, then `SHA256SUMS`.
fn make(release: &Release) -> Result<()> {
    let work = release.folder.join("work");
    empty(&work)?;
    let unpacked = work.join("unpacked");
    for system in &SYSTEMS {
        archive::unpack(&release.version, system.target(), &release.folder, &unpacked)?;
    }
    wheels(release, &unpacked)?;
    npm(release, &unpacked)?;
    formula::write(release)?;
    for script in ["install.sh", "install.ps1"] {
        fs::copy(root().join(script), release.folder.join(script))?;
    }
    sums::write(&release.folder)
}

/// Makes a wheel for each system.
fn wheels(release: &Release, unpacked: &Path) -> Result<()> {
    for system in SYSTEMS.iter().filter(|system| release.has_program(system)) {
        let mut wheel = archive::python();
        wheel.arg("packaging/wheel.py").arg(unpacked.join(release.archive(system)));
        succeed(wheel.args([&release.version, system.wheel]).arg(&release.folder).current_dir(root()))?;
    }
    Ok(())
}

/// Makes an npm package for each system, and the one that depends on all of them.
fn npm(release: &Release, unpacked: &Path) -> Result<()> {
    let mut pack = Command::new("node");
    pack.arg("packaging/npm/pack.mjs").arg(&release.folder).arg(&release.version);
    for system in &SYSTEMS {
        pack.arg(format!("{}={}", system.node, unpacked.join(release.archive(system)).display()));
    }
    succeed(pack.current_dir(root()))
}

/// Empties a folder, or creates it.
fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    Ok(fs::create_dir_all(folder)?)
}
