//! Packs the catalog, its measurements and their fit into one compressed file.
//!
//! 1. Each file becomes its path and its bytes, each after its length (four bytes, the lowest first), in the order of
//!    the paths.
//! 2. All of it is deflated at the highest level. `ROOFLIGHT_REFERENCE` is the path of a Rust file with the bytes and
//!    their length before that.
//! 3. `ROOFLIGHT_LIBRARY` is the path of a Rust file with the path and the text of each calculator's file and of the
//!    data tables that they read.
//!
//! Equal files give equal bytes.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo through its standard output")]
#![allow(clippy::disallowed_methods, reason = "purity is asked of the program, not of its build")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use zlib_rs::{DeflateConfig, ReturnCode, compress_bound, compress_slice};

/// The folders below the repository's root, or in a package below its own.
const FOLDERS: [&str; 2] = ["content/anchors", "content/catalog"];

/// The folders of calculators in files and of their data tables.
const LIBRARY: [&str; 2] = ["content/calculators", "content/data"];

/// The fit of the measurements.
const FIT: &str = "content/fit.json";

fn main() -> ExitCode {
    match pack() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn pack() -> Result<(), String> {
    let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    // A package carries its content; in the repository it lies above.
    let root = if own.join("content").is_dir() { own.clone() } else { own.join("../..") };
    let mut plain = Vec::new();
    for folder in FOLDERS {
        let place = root.join(folder);
        println!("cargo::rerun-if-changed={}", place.display());
        for name in names(&place)? {
            add(&mut plain, &format!("{folder}/{name}"), &read(&place.join(&name))?)?;
        }
    }
    let fit = root.join(FIT);
    println!("cargo::rerun-if-changed={}", fit.display());
    add(&mut plain, FIT, &read(&fit)?)?;
    let mut room = vec![0; compress_bound(plain.len())];
    let (packed, code) = compress_slice(&mut room, &plain, DeflateConfig::new(9));
    if code != ReturnCode::Ok {
        return Err(format!("the catalog could not be compressed: {code:?}"));
    }
    let file = out.join("reference.zlib");
    std::fs::write(&file, packed).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    // As text, so that the quotes are those of Rust on every system.
    let line = format!("({}, include_bytes!({:?}))\n", plain.len(), file.to_string_lossy());
    let list = out.join("reference.rs");
    std::fs::write(&list, line).map_err(|error| format!("cannot write {}: {error}", list.display()))?;
    println!("cargo::rustc-env=ROOFLIGHT_REFERENCE={}", list.display());
    write_library(&root, &out)
}

/// Writes the list of calculators' files.
fn write_library(root: &Path, out: &Path) -> Result<(), String> {
    let mut lines = Vec::new();
    for folder in LIBRARY {
        let place = root.join(folder);
        println!("cargo::rerun-if-changed={}", place.display());
        for name in names(&place)? {
            let file = place.join(&name);
            lines.push(format!("({:?}, include_str!({:?})),\n", format!("{folder}/{name}"), file.to_string_lossy()));
        }
    }
    let list = out.join("library.rs");
    let text = format!("&[\n{}]\n", lines.concat());
    std::fs::write(&list, text).map_err(|error| format!("cannot write {}: {error}", list.display()))?;
    println!("cargo::rustc-env=ROOFLIGHT_LIBRARY={}", list.display());
    Ok(())
}

/// The names of the YAML files of a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        if Path::new(&name).extension().is_some_and(|extension| extension == "yaml") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

fn add(plain: &mut Vec<u8>, path: &str, bytes: &[u8]) -> Result<(), String> {
    for part in [path.as_bytes(), bytes] {
        let length = u32::try_from(part.len()).map_err(|_| format!("{path} is too long"))?;
        plain.extend(length.to_le_bytes());
        plain.extend(part);
    }
    Ok(())
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|_| format!("{name} is not set: run this through cargo"))
}
