//! Start tags of links to entries and headings; the body writes the rest of the link.
//!
//! Ids of headings are not looked up: the check of finished pages reports missing ones.

use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::prose::{self, Prose};
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::highlight::escape;

/// The start tag of a link to an entry; `root` is the relative path from the page to the site's root, `None` in a feed.
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

/// The start tag of a link to a heading; on the page itself if the entry is the page's own or `None`.
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
