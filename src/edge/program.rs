//! Starts other programs: the one way to do so.
//!
//! A name is looked up in the absolute folders of `PATH` alone, for the program and for what it starts in turn, so that
//! the folder that somebody happens to stand in never decides what runs. Arguments are fixed words, or follow an
//! option or `--`, so that no name of a file becomes an option.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Prepares an installed program by its name, without input and with its output piped; `None` if it is not installed.
#[must_use]
pub fn installed(name: &str) -> Option<Command> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let place = folders.iter().map(|folder| folder.join(&file)).find(|place| is_program(place))?;
    let mut command = Command::new(place);
    command.env("PATH", std::env::join_paths(folders).ok()?);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    Some(command)
}

#[cfg(unix)]
fn is_program(place: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(place).is_ok_and(|facts| facts.is_file() && facts.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(place: &Path) -> bool {
    place.is_file()
}
