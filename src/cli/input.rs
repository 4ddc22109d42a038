//! Opens a command's input: a file, or standard input for `-`, with a note if that is a terminal.

use crate::cli::output;
use crate::edge::input;
use anyhow::{Context, Result};
use std::io::{IsTerminal, Read, stdin};
use std::path::Path;

/// Opens a file, or standard input for `-`.
///
/// # Errors
/// The file cannot be read, or may have no end.
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

/// Reads at most `most` bytes of an input as text; prints a note if there are more.
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
