//! Standard output and standard error, without panics and without commands.
//!
//! 1. If the pipe is closed early (`rooflight links | head`), the rest is dropped and the command succeeds.
//! 2. Any other error on standard output (a full disk) is an operational failure.
//! 3. What is printed may come from a file, a name, a header or a server. What a terminal would obey in it is written
//!    out ([`characters`]); the colours of diagnostics stay, whose words are written out before they are coloured.
//! 4. Data for programs are bytes: they go as they are into a pipe or a file, and written out to a terminal.
//! 5. Messages are dropped if standard error cannot be written.
//!
//! The only module that opens the two, but for the line of progress, whose words are fixed: a test reads the sources.

use anyhow::{Context, Result};
use rooflight_source::characters;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};

/// Writes text to standard output.
///
/// # Errors
/// If standard output cannot be written, except for a closed pipe.
pub(super) fn print(text: impl AsRef<str>) -> Result<()> {
    write(characters::shown(text.as_ref()).as_bytes())
}

/// Writes a line to standard output.
///
/// # Errors
/// As [`print`].
pub(super) fn line(text: impl Display) -> Result<()> {
    print(format!("{text}\n"))
}

/// Writes text that the program has coloured to standard output.
///
/// # Errors
/// As [`print`].
pub(super) fn print_coloured(text: &str) -> Result<()> {
    write(characters::shown_in_colours(text).as_bytes())
}

/// Writes data for another program to standard output.
///
/// # Errors
/// As [`print`].
pub(super) fn data(bytes: impl AsRef<[u8]>) -> Result<()> {
    if std::io::stdout().is_terminal() { print(String::from_utf8_lossy(bytes.as_ref())) } else { write(bytes.as_ref()) }
}

fn write(bytes: &[u8]) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write to standard output"),
        _ => Ok(()),
    }
}

/// Data for another program that is written bit by bit, line by line to a terminal.
pub(super) struct Stream;

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut stdout = std::io::stdout().lock();
        if !stdout.is_terminal() {
            return stdout.write(bytes);
        }
        stdout.write_all(characters::shown(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stdout().flush()
    }
}

/// Writes text that the program has coloured to standard error.
pub(super) fn message_coloured(text: &str) {
    let _ = std::io::stderr().write_all(characters::shown_in_colours(text).as_bytes());
}

/// Writes text to standard error.
pub(super) fn message(text: &str) {
    let _ = std::io::stderr().write_all(characters::shown(text).as_bytes());
}

/// Writes a line to standard error. Further lines of the text begin with a bar, so that none passes for a line of ours.
pub(super) fn note(text: impl Display) {
    message(&(text.to_string().trim_end().replace('\n', "\n  | ") + "\n"));
}
