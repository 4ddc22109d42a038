//! The pages of sources as Markdown: every source with the entries that cite it, and every entry with its sources.
//!
//! They are made from the same lists as the HTML pages, with absolute addresses.

use crate::site::inputs::Inputs;
use crate::site::order::Order;
use crate::site::paths::entry_path;
use crate::site::sources::{self, Citation, CitedSource};
use crate::writers::markdown::entry::part;
use crate::writers::markdown::escape::plain;
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::bibliography::Source;

/// Writes every source, sorted by title.
pub(super) fn by_title(out: &mut String, inputs: &Inputs<'_>) {
    let strings = &inputs.config.strings;
    let citation = |Citation { entry, source, .. }: &Citation<'_>| {
        let locator = source.locator.as_deref().map(|locator| format!(" ({})", plain(locator)));
        format!("{}{}", linked(inputs, entry), locator.unwrap_or_default())
    };
    let item = |cited: &CitedSource<'_>| {
        let entries: Vec<String> = cited.citations.iter().map(citation).collect();
        let entries = strings.fill("sources.cited_by", &[("entries", &strings.list(&entries))]);
        format!("- {} {} {entries}", title(cited.source), plain(&cited.detail(strings)))
    };
    let items: Vec<String> =
        sources::all(inputs.glossary, &Order::of(&inputs.config.language)).iter().map(item).collect();
    part(out, &items.join("\n"));
}

/// Writes every entry with its sources, numbered as on its page.
pub(super) fn by_entry(out: &mut String, inputs: &Inputs<'_>) {
    for entry in sources::entries(inputs.glossary, &Order::of(&inputs.config.language)) {
        let items = sources::citations(entry).enumerate().map(|(at, citation)| {
            format!("{}. {} {}", at + 1, title(citation.source), plain(&citation.detail(&inputs.config.strings)))
        });
        part(out, &format!("## {}\n\n{}", linked(inputs, entry), items.collect::<Vec<_>>().join("\n")));
    }
}

fn linked(inputs: &Inputs<'_>, entry: &Entry) -> String {
    format!("[{}]({})", plain(&entry.document.front.term), inputs.config.base_url.join(&entry_path(entry)))
}

fn title(source: &Source) -> String {
    let title = plain(&source.title);
    source.url.as_ref().map_or_else(|| format!("{title}."), |url| format!("[{title}](<{url}>)."))
}
