//! The pages for returning readers as Markdown: what changed when, and all feeds.
//!
//! They are made from the same lists as the HTML pages. A day has its revisions with their notes, then its new entries.
//! A feed has its description and the address of each format.

use crate::site::feeds::changes::{self, Revision};
use crate::site::feeds::channel::{self, Channel};
use crate::site::feeds::format::FORMATS;
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::writers::markdown::entry::part;
use crate::writers::markdown::escape::{plain, short};
use rooflight_glossary::model::ids::EntryId;

/// Writes revised and new entries by day, the newest day first.
pub(super) fn changes(out: &mut String, inputs: &Inputs<'_>) {
    let named = |number: EntryId| {
        let entry = &inputs.glossary.entries[number];
        let url = inputs.config.base_url.join(&entry_path(entry));
        format!("- [{}]({url})", plain(&entry.document.front.term))
    };
    let revised = |one: &Revision| format!("{}: {}", named(one.entry), short(one.note(inputs)));
    for (date, day) in changes::days(inputs) {
        part(out, &format!("## {date}"));
        for (key, items) in [
            ("changes.revised", day.revised.iter().map(revised).collect::<Vec<_>>()),
            ("changes.new_heading", day.new.iter().map(|number| named(*number)).collect()),
        ] {
            if !items.is_empty() {
                part(out, &format!("### {}\n\n{}", inputs.config.strings.get(key), items.join("\n")));
            }
        }
    }
}

/// Writes every feed with the addresses of its formats.
pub(super) fn feeds(out: &mut String, inputs: &Inputs<'_>) {
    let config = inputs.config;
    let feed = |channel: Channel| {
        let folder = channel.folder(config);
        let url = |file: &str| config.base_url.join(&format!("{folder}{file}"));
        let formats: Vec<String> =
            FORMATS.iter().map(|format| format!("[{}]({})", format.name, url(format.file))).collect();
        format!(
            "- {}: {} {}",
            plain(&channel.name(config)),
            plain(&channel.line(config)),
            config.strings.list(&formats)
        )
    };
    let all: Vec<String> = channel::all(inputs).into_iter().map(feed).collect();
    part(out, &all.join("\n"));
}
