//! Standard output and standard error, without panics.
//!
//! 1. A reader that closes the pipe early (`rooflight links | head`) has seen enough: the rest is dropped and the
//!    command succeeds.
//! 2. Any other error on standard output (a full disk) is an operational failure.
//! 3. A note may repeat words of the command line or of a server: what a terminal would obey is spelt out.
//! 4. Nothing can be done about a standard error that cannot be written; such messages are dropped.

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

/// Writes a line to standard error.
pub(super) fn note(text: impl std::fmt::Display) {
    message(format_args!("{}\n", spelt_out(&text.to_string())));
}

/// The text with control characters escaped, except line ends.
pub(super) fn spelt_out(text: &str) -> String {
    let spelt = |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(spelt).collect()
}

#[cfg(test)]
mod tests {
    use super::spelt_out;

    #[test]
    fn a_terminal_is_given_no_orders() {
        assert_eq!(spelt_out("a\u{1b}[31m\r\nb\u{9b}"), "a\\u{1b}[31m\\r\nb\\u{9b}");
    }
}
