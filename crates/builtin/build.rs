//! Lists the default templates and static files for `src/lib.rs`: name and bytes of each.
//!
//! 1. A release is told of every change in the two folders, so that it always carries the files as they are.
//! 2. A debug build is not: its program reads the folders, whose place it gets here, and an edit compiles nothing.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo through its standard output")]
#![allow(clippy::disallowed_methods, reason = "purity is asked of the program, not of its build")]

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> ExitCode {
    match list() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error=the default files cannot be listed: {error}");
            ExitCode::FAILURE
        }
    }
}

fn list() -> io::Result<()> {
    let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    // A package carries the folders; in the repository they lie two folders above.
    let root = own.ancestors().find(|folder| folder.join("templates").is_dir()).unwrap_or(&own);
    let is_debug = variable("PROFILE")? == "debug";
    println!("cargo::rerun-if-changed=build.rs");
    let mut lists = String::new();
    for name in ["templates", "static"] {
        let folder = root.join(name);
        if !is_debug {
            println!("cargo::rerun-if-changed={}", folder.display());
        }
        let mut files = Vec::new();
        add(&folder, "", &mut files)?;
        files.sort();
        let line = |(name, bytes): &(String, Vec<u8>)| format!("({name:?}, b\"{}\"),\n", bytes.escape_ascii());
        // Formatting into a string cannot fail.
        let _ = write!(lists, "&[\n{}],\n", files.iter().map(line).collect::<String>());
    }
    let place = if is_debug { Some(root.to_string_lossy()) } else { None };
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("files.rs"), format!("({place:?}, {lists})"))
}

/// Adds the files below a folder, with their paths below it.
fn add(folder: &Path, prefix: &str, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            add(&path, &format!("{name}/"), files)?;
        } else {
            files.push((name, fs::read(path)?));
        }
    }
    Ok(())
}

fn variable(name: &str) -> io::Result<OsString> {
    env::var_os(name).ok_or_else(|| io::Error::other(format!("{name} is not set: run this through cargo")))
}
