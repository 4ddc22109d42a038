//! Standard output and standard error, without panics.
//!
//! 1. If the pipe is closed early (`rooflight links | head`), the rest is dropped and the command succeeds.
//! 2. Any other error on standard output (a full disk) is an operational failure.
//! 3. Notes may repeat text from the command line or from a server, so their control characters are escaped.
//! 4. Messages are dropped if standard error cannot be written.

use anyhow::{Context, Result};
use std::io::{ErrorKind, Write};

/// Writes text to standard output as it is.
///
/// # Errors
/// If standard output cannot be written, except for a closed pipe.
pub(super) fn print(text: impl AsRef<[u8]>) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_ref()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write to standard output"),
        _ => Ok(()),
    }
}

/// Writes a line to standard output.
///
/// # Errors
/// As [`print`].
pub(super) fn line(text: impl std::fmt::Display) -> Result<()> {
    print(format!("{text}\n"))
}

/// Writes text to standard error as it is.
pub(super) fn message(text: impl std::fmt::Display) {
    let _ = write!(std::io::stderr().lock(), "{text}");
}

/// Writes a line to standard error, with control characters escaped.
pub(super) fn note(text: impl std::fmt::Display) {
    message(format_args!("{}\n", escape_controls(&text.to_string())));
}

/// Escapes control characters, except line feeds.
pub(super) fn escape_controls(text: &str) -> String {
    let escaped = |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::escape_controls;

    #[test]
    fn a_terminal_is_given_no_orders() {
        assert_eq!(escape_controls("a\u{1b}[31m\r\nb\u{9b}"), "a\\u{1b}[31m\\r\nb\\u{9b}");
    }
}
