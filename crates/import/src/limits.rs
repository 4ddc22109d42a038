//! Limits on the input, far above any real glossary, so that an untrusted file cannot take the machine's memory or
//! time.
//!
//! An input over a limit is refused with a message, except for terms, which are cut, groups, which share a layer, and
//! large pictures and notes, which are left out.

use crate::input::Input;

/// Maximum size of a text file, bytes.
pub const MAX_TEXT_BYTES: usize = 16 << 20;

/// Maximum size of a picture or a workbook, bytes.
pub const MAX_PICTURE_BYTES: usize = 32 << 20;

/// Maximum size of all files, bytes.
pub const MAX_TOTAL_BYTES: usize = 1 << 30;

/// Maximum number of files.
pub const MAX_FILES: usize = 100_000;

/// Maximum number of entries, and of rows of a table.
pub const MAX_ENTRIES: usize = 100_000;

/// Maximum size of a workbook's unpacked parts, of a sheet's cells, and of the labels that concepts name, bytes.
pub const MAX_UNPACKED_BYTES: u64 = 64 << 20;

/// Maximum number of parts of a workbook.
pub const MAX_PARTS: usize = 10_000;

/// Maximum number of elements and texts of an XML document.
pub const MAX_NODES: usize = 8_000_000;

/// Maximum length of a term, characters; longer ones are cut.
pub const MAX_TERM_CHARS: usize = 100;

/// Number of groups that become layers; the entries of smaller ones share the layer `terms`.
pub const MAX_LAYERS: usize = 60;

/// Returns the title of a group as each of its terms repeats it: as long as a term at most.
#[must_use]
pub fn group_title(title: &str) -> String {
    title.chars().take(MAX_TERM_CHARS).collect()
}

/// Checks the number of terms.
///
/// # Errors
/// The limit, in words.
pub fn check_terms(count: usize) -> Result<(), String> {
    if count > MAX_ENTRIES { Err(format!("more than {MAX_ENTRIES} terms")) } else { Ok(()) }
}

/// Checks the number and total size of the files.
///
/// # Errors
/// The limit that is exceeded, in words.
pub fn check(input: &Input) -> Result<(), String> {
    if input.files.len() > MAX_FILES {
        return Err(format!("more than {MAX_FILES} files"));
    }
    if input.files.iter().map(|file| file.bytes.len()).sum::<usize>() > MAX_TOTAL_BYTES {
        return Err("more than 1 GiB of files".to_owned());
    }
    Ok(())
}
