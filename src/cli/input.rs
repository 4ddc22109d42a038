//! Reads the input that a command names: a file, or standard input for `-`. A terminal is told that it is waited for.

use crate::cli::output;
use crate::edge::input;
use anyhow::{Context, Result};
use std::io::{IsTerminal, Read, stdin};
use std::path::Path;

/// The input of a name.
///
/// # Errors
/// A file that cannot be read, or that may have no end.
pub(super) fn open(file: &Path) -> Result<Box<dyn Read>> {
    if file.as_os_str() != "-" {
        return Ok(Box::new(input::open(file)?));
    }
    let input = stdin();
    if input.is_terminal() {
        output::note("note: reading standard input; Ctrl-D ends it");
    }
    Ok(Box::new(input))
}

/// The text of a name, `most` bytes of it, and a note where there is more.
///
/// # Errors
/// As [`open`].
pub(super) fn bounded(file: &Path, most: u64) -> Result<String> {
    let name = file.display();
    let mut bytes = Vec::new();
    open(file)?.take(most + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > most {
        bytes.pop();
        output::note(format_args!("note: only the first {} MiB of {name} are read", most >> 20));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
