//! The start of a link to an entry or to one of its headings; its words and its end are the body's.
//!
//! Ids of headings are not looked up: the check of finished pages says where one is missing.

use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::prose::{self, Prose};
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::highlight::escape;

/// The start of a link to an entry, from a page with this `root`; without one it is for a feed.
pub(super) fn to_entry(inputs: &Inputs<'_>, root: Option<&str>, entry: EntryId, fragment: &str) -> String {
    let linked = &inputs.glossary.entries[entry];
    let path = entry_path(linked);
    match root {
        Some(root) => {
            let id = linked.document.id.as_str();
            format!("<a class=\"term\" href=\"{root}{path}{fragment}\" data-term=\"{id}\">")
        }
        None => format!("<a href=\"{}{fragment}\">", inputs.config.base_url.join(&path)),
    }
}

/// The start of a link to a heading; one of the page's own entry, or without an entry, is on the page itself.
pub(super) fn to_heading(
    inputs: &Inputs<'_>,
    prose: Prose<'_>,
    root: Option<&str>,
    entry: Option<EntryId>,
    id: &str,
) -> String {
    let id_of = |entry: &Entry| entry.document.id.clone();
    let own = prose.entry.map(id_of);
    let fragment = format!("#{}", escape(id));
    let other = entry.filter(|number| Some(id_of(&inputs.glossary.entries[*number])) != own);
    match (other, root) {
        (Some(other), root) => to_entry(inputs, root, other, &fragment),
        (None, Some(_)) => format!("<a href=\"{fragment}\">"),
        (None, None) => format!("<a href=\"{}\">", prose::absolute(inputs, prose.folder, &fragment)),
    }
}
