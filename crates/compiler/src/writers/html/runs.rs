//! Writes measured runs: in a sentence the figure as a link to its row, then its conditions in brackets; in a block a
//! table, or a list in feeds.
//!
//! On a page the conditions that a sentence shows at once are plain, and the others stand in elements of the class
//! `rest`, which the style sheet hides where a script shows a card. The text is the same either way. Feeds have no
//! classes. `root` is the relative path of the site's root, or `None` in a feed.

use crate::site::inputs::Inputs;
use crate::site::run_table;
use crate::site::runs::{Condition, MeasuredRun};
use crate::writers::html::table;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_glossary::syntax::run_query::RunQuery;

/// Writes the run with this id; empty if there is none.
#[must_use]
pub(super) fn inline(inputs: &Inputs<'_>, id: &str, root: Option<&str>) -> String {
    let run = inputs.run(id).map(|run| bare(inputs, &run, root)).unwrap_or_default();
    if root.is_some() { format!("<span class=\"run\">{run}</span>") } else { run }
}

/// Writes the runs that a block asks for.
#[must_use]
pub(super) fn block(inputs: &Inputs<'_>, query: &RunQuery<'_>, root: Option<&str>) -> String {
    let chosen = run_table::chosen(inputs, query);
    if let Some(root) = root {
        return table::html(&run_table::table(inputs, &chosen), root);
    }
    let items = chosen.iter().map(|anchor| format!("<li>{}</li>\n", inline(inputs, &anchor.row.id, None)));
    format!("<ul>\n{}</ul>\n", items.collect::<String>())
}

fn bare(inputs: &Inputs<'_>, run: &MeasuredRun, root: Option<&str>) -> String {
    let separator = inputs.config.strings.get("text.separator");
    let site = root.unwrap_or(inputs.config.base_url.as_str());
    let is_short = run.conditions.iter().any(|condition| condition.brief);
    let (mut conditions, mut shown) = (String::new(), false);
    for chunk in run.conditions.chunk_by(|a, b| a.brief == b.brief) {
        let brief = chunk.iter().all(|condition| condition.brief);
        let words: Vec<_> = chunk.iter().map(|Condition { words, .. }| escape(words)).collect();
        // A separator is hidden with the conditions on its far side from the first that is shown.
        let (before, after) = match (shown, brief || !is_short) {
            (true, _) => (separator, ""),
            (false, true) => ("", ""),
            (false, false) => ("", separator),
        };
        let hidden = root.is_some() && is_short && !brief;
        let (start, end) = if hidden { ("<span class=\"rest\">", "</span>") } else { ("", "") };
        conditions.extend([start, before, &words.join(separator), after, end]);
        shown |= brief;
    }
    let (path, figure) = (escape(&run.path), escape(&run.figure));
    format!("<a href=\"{site}{path}\">{figure}</a> ({conditions})")
}
