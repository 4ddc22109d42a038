//! Limits on what is imported, far above any glossary: a stranger's file must not take the machine's memory or time.
//!
//! Beyond one of them nothing is imported, and a message says which; a text is never cut to fit.

use crate::input::Input;

/// Most bytes of a text file.
pub const TEXT: usize = 16 << 20;

/// Most bytes of a picture.
pub const PICTURE: usize = 32 << 20;

/// Most bytes of all files together.
pub const ALL: usize = 1 << 30;

/// Most files.
pub const FILES: usize = 100_000;

/// Most entries.
pub const ENTRIES: usize = 100_000;

/// Most bytes that a part of a workbook may have once it is unpacked.
pub const UNPACKED: u64 = 64 << 20;

/// Most parts of a workbook.
pub const PARTS: usize = 10_000;

/// Most characters of a term.
pub const TERM: usize = 100;

/// Most layers that an import makes; further ones are one.
pub const LAYERS: usize = 60;

/// Reports input over its limits.
///
/// # Errors
/// The limit, in words.
pub fn check(input: &Input) -> Result<(), String> {
    if input.files.len() > FILES {
        return Err(format!("more than {FILES} files"));
    }
    if input.files.iter().map(|file| file.bytes.len()).sum::<usize>() > ALL {
        return Err("more than 1 GiB of files".to_owned());
    }
    Ok(())
}
