//! Computes SHA-256 sums, and writes a release's `SHA256SUMS`.

use anyhow::{Context, Result};
use hmac_sha256::Hash;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The name of the list.
pub(crate) const LIST: &str = "SHA256SUMS";

/// Returns a file's sum in hexadecimal.
pub(crate) fn sha256(file: &Path) -> Result<String> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Hash::hash(&bytes).iter().fold(String::new(), |mut sum, byte| {
        // Writing to a string does not fail.
        let _ = write!(sum, "{byte:02x}");
        sum
    }))
}

/// Writes the list of all files in a folder, sorted by name.
pub(crate) fn write(folder: &Path) -> Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() && entry.file_name() != LIST {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    let lines = names.iter().map(|name| Ok(format!("{}  {name}\n", sha256(&folder.join(name))?)));
    Ok(fs::write(folder.join(LIST), lines.collect::<Result<String>>()?)?)
}
