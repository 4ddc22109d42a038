//! Writes a measured run in a sentence: its figure as a link to its row, then its conditions in brackets.
//!
//! On a page the conditions that a sentence shows at once are plain, and the others stand in elements of the class
//! `rest`, which the style sheet hides where a script shows a card. The text is the same either way.

use crate::site::inputs::Inputs;
use crate::site::runs::MeasuredRun;
use rooflight_glossary::model::catalog::measurements::Anchor;
use rooflight_glossary::syntax::highlight::escape;

/// Writes the run; `site` is the relative path or URL of the site's root. Feeds have no classes.
#[must_use]
pub(super) fn html(run: &MeasuredRun, site: &str, separator: &str, on_page: bool) -> String {
    let (path, figure) = (escape(&run.path), escape(&run.figure));
    let first = run.conditions.iter().position(|condition| condition.brief);
    let mut conditions = String::new();
    for (at, condition) in run.conditions.iter().enumerate() {
        // A separator is hidden with the condition on its far side from the first that is shown.
        let (before, after) = match first {
            Some(first) if at < first => ("", separator),
            None if at == 0 => ("", ""),
            Some(first) if at == first => ("", ""),
            _ => (separator, ""),
        };
        let words = [before, &escape(&condition.words), after].concat();
        let hidden = on_page && first.is_some() && !condition.brief;
        let (start, end) = if hidden { ("<span class=\"rest\">", "</span>") } else { ("", "") };
        conditions.extend([start, &words, end]);
    }
    let conditions = conditions.replace("</span><span class=\"rest\">", "");
    format!("<a href=\"{site}{path}\">{figure}</a> ({conditions})")
}

/// Writes runs as a list, for feeds.
#[must_use]
pub(super) fn list(inputs: &Inputs<'_>, runs: &[&Anchor]) -> String {
    let separator = inputs.config.strings.get("text.separator");
    let runs = runs.iter().filter_map(|anchor| inputs.run(&anchor.row.id));
    let items = runs.map(|run| format!("<li>{}</li>\n", html(&run, inputs.config.base_url.as_str(), separator, false)));
    format!("<ul>\n{}</ul>\n", items.collect::<String>())
}
