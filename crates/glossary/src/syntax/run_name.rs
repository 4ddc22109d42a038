//! A measured run in a text, by the id of its row: `[[run:m02035]]`, or with the figure that the author read,
//! `[[run:m02035|135.9]]`.
//!
//! Only the words are read here. Whether there is such a row, and whether its figure is the author's, is known once
//! measurements are.

use crate::syntax::tree::{CowStr, RunName, cut};

/// The beginning of a target.
const PREFIX: &str = "run:";

/// The run that a link `[[target|words]]` names; `written` is the whole link.
pub(super) fn read<'a>(target: &CowStr<'a>, written: &'a str) -> Option<RunName<'a>> {
    let trimmed = target.trim();
    if !trimmed.starts_with(PREFIX) {
        return None;
    }
    let begin = target.len() - target.trim_start().len() + PREFIX.len();
    let end = begin + target.get(begin..)?.trim_end_matches(['\\', ' ']).len();
    let claimed = written.trim_end_matches(']').split_once('|').map(|(_, words)| CowStr::Borrowed(words.trim()));
    Some(RunName { id: cut(target, begin..end), claimed })
}
