//! The build script of the published crate, which lists the compiled modules in its package.
//!
//! In the repository, `build.rs` compiles them from sources that a package cannot contain; `cargo xtask dist --crates`
//! replaces it by this script.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo through its standard output")]
#![allow(clippy::disallowed_methods, reason = "purity is asked of the program, not of its build")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=modules");
    match list() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the list of the files in `modules` in the form that `build.rs` writes.
fn list() -> Result<(), String> {
    let folder = variable("CARGO_MANIFEST_DIR")?.join("modules");
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        lines.push(format!("(\"estimator/{name}\", include_bytes!({:?})),\n", file.to_string_lossy()));
    }
    lines.sort();
    let path = variable("OUT_DIR")?.join("modules.rs");
    write(&path, &format!("&[\n{}]\n", lines.concat()))?;
    println!("cargo::rustc-env=ROOFLIGHT_MODULES={}", path.display());
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn variable(name: &str) -> Result<PathBuf, String> {
    std::env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("{name} is not set: run this through cargo"))
}
