//! Fetches a package's sources with its registry's client, once per version.
//!
//! `cargo vendor` fetches a crate. A Python package's wheel is downloaded without dependencies and unpacked as a ZIP
//! archive; none of its code runs.

use crate::command::succeed;
use crate::facts::list::{Package, Registry};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder for packages, one subfolder per version.
const FOLDER: &str = "target/facts";

/// Platform tags of acceptable wheels.
const PLATFORMS: [&str; 6] = [
    "any",
    "manylinux_2_35_x86_64",
    "manylinux_2_34_x86_64",
    "manylinux_2_31_x86_64",
    "manylinux_2_28_x86_64",
    "manylinux1_x86_64",
];

/// Fetches a package unless that was done before; returns the folder with its files.
pub(crate) fn fetch(package: &Package) -> Result<PathBuf> {
    let Package { registry, name, version } = package;
    let folder = Path::new(FOLDER).join(format!("{name}-{version}"));
    let files = folder.join("files");
    if files.is_dir() {
        return Ok(files);
    }
    println!("fetching {name} {version}");
    fs::create_dir_all(&folder)?;
    match registry {
        Registry::Crates => vendor(name, version, &folder, &files),
        Registry::Python => wheel(name, version, &folder, &files),
    }
    .with_context(|| format!("{name} {version} cannot be fetched"))?;
    Ok(files)
}

/// Vendors the dependencies of an empty package that depends on the crate only.
fn vendor(name: &str, version: &str, folder: &Path, files: &Path) -> Result<()> {
    let manifest = format!(
        "[package]\nname = \"facts\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n[dependencies]\n{name} = \"={version}\"\n\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("lib.rs"), "")?;
    succeed(Command::new(env!("CARGO")).args(["vendor", "--quiet", "vendor"]).current_dir(folder))?;
    let found = fs::read_dir(folder.join("vendor"))?.filter_map(Result::ok).map(|entry| entry.path());
    let own = found.filter(|path| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name)));
    let Some(own) = own.into_iter().next() else { bail!("cargo vendored no {name}") };
    Ok(fs::rename(own, files)?)
}

/// Downloads and unpacks a wheel.
fn wheel(name: &str, version: &str, folder: &Path, files: &Path) -> Result<()> {
    let mut pip = Command::new("python3");
    pip.args("-m pip download --quiet --no-deps --no-cache-dir --only-binary=:all: --python-version 3.12".split(' '));
    pip.args(PLATFORMS.iter().flat_map(|platform| ["--platform", platform]));
    succeed(pip.args(["--dest", "."]).arg(format!("{name}=={version}")).current_dir(folder))?;
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|end| end == "whl");
    let wheel = fs::read_dir(folder)?.filter_map(Result::ok).map(|entry| entry.path()).find(is_wheel);
    let wheel = wheel.context("pip left no wheel")?;
    let unpacked = folder.join("unpacked");
    succeed(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(&unpacked))?;
    fs::remove_file(wheel)?;
    Ok(fs::rename(unpacked, files)?)
}
