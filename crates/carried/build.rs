//! Packs what the program carries.
//!
//! 1. Catalog, measurements and fit: each file becomes its path and its bytes, each after its length (four bytes, the
//!    lowest first), in the order of the paths; all of it is deflated at the highest level (`reference.rs`).
//! 2. Calculators' files and the data tables that they read: path and text of each (`library.rs`).
//! 3. Default templates and static files: name and bytes of each (`look.rs`). A release is told of every change in the
//!    two folders. A debug build is not: its program reads the folders, whose place it gets here, and an edit compiles
//!    nothing.
//!
//! Equal files give equal bytes.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo through its standard output")]
#![allow(clippy::disallowed_methods, reason = "purity is asked of the program, not of its build")]

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};
use zlib_rs::{DeflateConfig, ReturnCode, compress_bound, compress_slice};

/// The folders of catalog and measurements, below the repository's root or, in a package, below its own.
const REFERENCE: [&str; 2] = ["content/anchors", "content/catalog"];

/// The fit of the measurements.
const FIT: &str = "content/fit.json";

/// The folders of calculators in files and of their data tables.
const LIBRARY: [&str; 2] = ["content/calculators", "content/data"];

/// The folders of the default look.
const LOOK: [&str; 2] = ["templates", "static"];

fn main() -> ExitCode {
    match pack() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error=what the program carries cannot be packed: {error}");
            ExitCode::FAILURE
        }
    }
}

fn pack() -> io::Result<()> {
    let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    // A package carries the folders; in the repository they lie two folders above.
    let root = own.ancestors().find(|folder| folder.join("templates").is_dir()).unwrap_or(&own);
    let out = PathBuf::from(variable("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    reference(root, &out)?;
    library(root, &out)?;
    look(root, &out)
}

fn reference(root: &Path, out: &Path) -> io::Result<()> {
    let mut plain = Vec::new();
    for folder in REFERENCE {
        for (name, bytes) in yaml_files(&root.join(folder))? {
            add(&mut plain, &format!("{folder}/{name}"), &bytes)?;
        }
    }
    watch(&root.join(FIT));
    add(&mut plain, FIT, &fs::read(root.join(FIT))?)?;
    let mut room = vec![0; compress_bound(plain.len())];
    let (packed, code) = compress_slice(&mut room, &plain, DeflateConfig::new(9));
    if code != ReturnCode::Ok {
        return Err(io::Error::other(format!("the catalog cannot be compressed: {code:?}")));
    }
    let file = out.join("reference.zlib");
    fs::write(&file, packed)?;
    // As text, so that the quotes are those of Rust on every system.
    fs::write(out.join("reference.rs"), format!("({}, include_bytes!({:?}))\n", plain.len(), file.to_string_lossy()))
}

fn add(plain: &mut Vec<u8>, path: &str, bytes: &[u8]) -> io::Result<()> {
    for part in [path.as_bytes(), bytes] {
        let length = u32::try_from(part.len()).map_err(|_| io::Error::other(format!("{path} is too long")))?;
        plain.extend(length.to_le_bytes());
        plain.extend(part);
    }
    Ok(())
}

fn library(root: &Path, out: &Path) -> io::Result<()> {
    let mut list = String::new();
    for folder in LIBRARY {
        for (name, bytes) in yaml_files(&root.join(folder))? {
            // Formatting into a string does not fail.
            let _ = writeln!(list, "({:?}, {:?}),", format!("{folder}/{name}"), String::from_utf8_lossy(&bytes));
        }
    }
    fs::write(out.join("library.rs"), format!("&[\n{list}]\n"))
}

fn look(root: &Path, out: &Path) -> io::Result<()> {
    let is_debug = variable("PROFILE")? == "debug";
    let mut lists = String::new();
    for name in LOOK {
        let folder = root.join(name);
        if !is_debug {
            watch(&folder);
        }
        let mut files = Vec::new();
        collect(&folder, "", &mut files)?;
        files.sort();
        let line = |(name, bytes): &(String, Vec<u8>)| format!("({name:?}, b\"{}\"),\n", bytes.escape_ascii());
        let _ = write!(lists, "&[\n{}],\n", files.iter().map(line).collect::<String>());
    }
    let place = if is_debug { Some(root.to_string_lossy()) } else { None };
    fs::write(out.join("look.rs"), format!("({place:?}, {lists})"))
}

/// Collects the files below a folder, with their paths below it.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else {
            files.push((name, fs::read(path)?));
        }
    }
    Ok(())
}

/// The YAML files of a folder, in the order of their names.
fn yaml_files(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    watch(folder);
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    files.retain(|(name, _)| Path::new(name).extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    Ok(files)
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

fn variable(name: &str) -> io::Result<OsString> {
    env::var_os(name).ok_or_else(|| io::Error::other(format!("{name} is not set: run this through cargo")))
}
