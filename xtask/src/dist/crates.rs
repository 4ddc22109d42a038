//! Packs the crates as a registry receives them, and compiles the program from the packages, offline.
//!
//! 1. Copy the tracked files, so that the working tree does not change.
//! 2. Give `rooflight` the compiled modules and the build script that lists them (`packaging/crate-build.rs`), and
//!    `rooflight-carried` the files that it carries: a package cannot contain files of other
//!    folders, or the workspace that compiles the modules.
//! 3. `cargo package` packs every crate, and compiles each from the packages.
//! 4. Check that the compiled program works.

use crate::command::{output, root, succeed};
use crate::dist::works::works;
use crate::dist::{FOLDER, empty, version};
use crate::site;
use crate::steps::Steps;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines of the program's manifest that only the repository's build script needs.
const COMPILER: &str = "[build-dependencies]\nwasm-bindgen-cli-support.workspace = true\n";

/// Workspace members that are not published.
const PRIVATE: [&str; 4] = ["rooflight-estimator-wasm", "rooflight-fit", "rooflight-readers-wasm", "xtask"];

/// Packs the crates and tries the program compiled from them.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    let folder = root().join(FOLDER).join("crates");
    let source = folder.join("source");
    steps.step("Sources of the packages", || stage(&source))?;
    steps.step("Crates, packed and compiled from their packages", || package(&source, &folder.join("target")))?;
    steps.step("The program of the packages", || {
        let prefix = folder.join("installed");
        empty(&prefix)?;
        let program = folder.join("target/debug").join(format!("rooflight{}", std::env::consts::EXE_SUFFIX));
        works(&[&program.display().to_string()], &version()?, &prefix)
    })
}

/// Copies the tracked files, and changes them as the packages need.
fn stage(source: &Path) -> Result<()> {
    let modules = modules()?;
    empty(source)?;
    let tracked = output(Command::new("git").args(["ls-files", "-z"]).current_dir(root()))?;
    for name in tracked.split_terminator('\0') {
        copy(name, &source.join(name))?;
    }
    fs::create_dir(source.join("modules"))?;
    for (name, file) in &modules {
        fs::copy(file, source.join("modules").join(name))?;
    }
    fs::copy(source.join("packaging/crate-build.rs"), source.join("build.rs"))?;
    let manifest = fs::read_to_string(source.join("Cargo.toml"))?;
    ensure!(manifest.contains(COMPILER), "Cargo.toml no longer has the lines that a package leaves out");
    fs::write(source.join("Cargo.toml"), manifest.replace(COMPILER, ""))?;
    let content = ["anchors", "calculators", "catalog", "data", "fit.json"].map(|name| format!("content/{name}"));
    for carried in ["static", "templates"].map(str::to_owned).into_iter().chain(content) {
        let tracked = tracked.split_terminator('\0').filter(|path| {
            path.strip_prefix(carried.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        for path in tracked {
            copy(path, &source.join("crates/carried").join(path))?;
        }
    }
    println!("{} modules", modules.len());
    // The lock file still has the packages of the removed dependency.
    let mut lock = Command::new(env!("CARGO"));
    succeed(lock.args(["update", "--workspace", "--offline"]).current_dir(source))
}

/// Copies a file of the repository, and makes the folder for it.
fn copy(name: &str, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a folder")?)?;
    fs::copy(root().join(name), to).with_context(|| format!("{name} is tracked and not there"))?;
    Ok(())
}

/// Returns the names and paths of the compiled modules, from the build script's list.
fn modules() -> Result<Vec<(String, PathBuf)>> {
    let mut build = Command::new(env!("CARGO"));
    build.args(site::BUILD.split_whitespace().skip(1)).arg("--message-format=json").current_dir(root());
    // The program is a debug build, and its modules are those of a release.
    build.env("ROOFLIGHT_FINAL_MODULES", "1");
    let messages = output(&mut build)?;
    let list = messages.split_once("[\"ROOFLIGHT_MODULES\",\"").and_then(|(_, behind)| behind.split_once('"'));
    let (list, _) = list.context("cargo names no list of modules")?;
    let lines = fs::read_to_string(list)?;
    let named = lines.lines().filter_map(|line| {
        let (name, file) = line.strip_prefix("(\"estimator/")?.split_once("\", include_bytes!(\"")?;
        Some((name.to_owned(), PathBuf::from(file.strip_suffix("\")),")?)))
    });
    let named: Vec<_> = named.collect();
    ensure!(named.len() > 1, "{list} lists no modules");
    Ok(named)
}

/// Packs every public crate and compiles it from its package, in the folder `target`.
fn package(source: &Path, target: &Path) -> Result<()> {
    let mut package = Command::new(env!("CARGO"));
    // The copy is no repository, so nothing can be committed.
    package.args(["package", "--workspace", "--offline", "--allow-dirty", "--target-dir"]).arg(target);
    for name in PRIVATE {
        package.args(["--exclude", name]);
    }
    succeed(package.current_dir(source))
}
