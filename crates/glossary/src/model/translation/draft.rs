//! Drafts a translation: the words of an original, ready to be overwritten.
//!
//! 1. The keys with words are copied from the original; all others are left out, since a translation takes them from
//!    there.
//! 2. The hash of the original comes first, and `draft: true` last.
//! 3. The body is the original's.
//!
//! Nothing is translated here.

use crate::model::front_matter::split;
use crate::model::translation::files::KEY;
use crate::model::translation::front::parts;
use crate::model::translation::source_hash::SourceHash;
use rooflight_source::file::SourceFile;

/// Returns the text of a new translation of this original; `None` for a file that is not an entry.
#[must_use]
pub fn draft(original: &SourceFile) -> Option<String> {
    let parts = parts(original)?;
    let (range, body) = split(original, &mut Vec::new())?;
    let mut front = format!("---\n{KEY}: {}\n", SourceHash::of(&parts));
    let mut is_kept = false;
    for line in original.text.get(range)?.lines() {
        if let Some(key) = key(line) {
            is_kept = parts.iter().any(|part| part.key == key);
        }
        if is_kept {
            front.extend([line, "\n"]);
        }
    }
    let end = "draft: true   # shown in the default language; remove this line to publish\n---\n";
    Some([front.as_str(), end, original.text.get(body..)?].concat())
}

/// Returns the key at the start of a line that is not indented.
fn key(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(':')?;
    key.chars().all(|c| c.is_ascii_lowercase() || c == '_').then_some(key)
}
