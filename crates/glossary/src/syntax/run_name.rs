//! Reads a measured run in a text, by the id of its row: `[[run:m02035]]`, or `[[run:m02035|135.9]]` with the figure
//! that the author read there.
//!
//! Only the syntax is read here. The row is looked up, and its figure compared, once the measurements are loaded.

use crate::syntax::tree::{CowStr, RunName, cut};

/// The beginning of a run's target.
const PREFIX: &str = "run:";

/// The run that a link `[[target|words]]` names; `None` for any other link. `written` is the whole link.
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
