//! Reads the files of Obsidian's plugin for note definitions: first-level headings with a rule between them, and a line
//! of aliases in italics below each.

use crate::draft::Draft;
use crate::headword;
use crate::report::{Handling, Report};
use rooflight_glossary::syntax::lead::words;
use serde_json::{Map, Value};

/// Returns true for a file of several definitions of Obsidian's plugin for them.
pub(super) fn is_note_definitions(keys: &Map<String, Value>) -> bool {
    keys.get("def-type").and_then(|kind| kind.as_str()) == Some("consolidated")
}

/// Takes the names from a line in italics above a definition: `*thought, wisdom*`.
pub(super) fn alias_line(draft: &mut Draft, report: &mut Report) {
    let (first, rest) = draft.body.split_once("\n\n").unwrap_or_default();
    let line = first.trim();
    let inside = ["*", "_"].iter().find_map(|mark| line.strip_prefix(mark)?.strip_suffix(mark));
    let Some(inside) = inside.filter(|inside| !inside.contains(['*', '\n'])) else { return };
    if headword::is_grammar(inside) {
        report.name(Handling::Left, "line in italics below a term", inside, &draft.origin);
    } else {
        draft.aliases.extend(inside.split(',').map(words));
    }
    draft.body = rest.trim_start().to_owned();
}
