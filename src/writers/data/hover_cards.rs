//! Cards for other sites: `cards/<id>.json` says of an entry what the hover card shows, with absolute addresses.
//!
//! The id is permanent, so the address is too, even if the entry is renamed. `glossary.json` lists all of them.

use crate::sink::Finished;
use crate::site::inputs::Inputs;
use crate::site::json;
use crate::site::languages::is_untranslated;
use crate::site::paths::entry_path;
use rayon::prelude::*;
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::syntax::inline;
use serde::Serialize;

/// The folder of the cards.
pub(crate) const FOLDER: &str = "cards/";

/// The version of the format: it moves when a key changes its meaning or goes.
pub(crate) const VERSION: u8 = 1;

#[derive(Serialize)]
struct Card<'a> {
    version: u8,
    id: &'a str,
    term: &'a str,
    aliases: &'a [String],
    layer: &'a str,
    definition: String,
    url: String,
    site: Site<'a>,
    language: &'a str,
}

#[derive(Serialize)]
struct Site<'a> {
    title: &'a str,
    url: &'a str,
}

/// Where the card of an entry stands.
#[must_use]
pub(crate) fn path(entry: &Entry) -> String {
    format!("{FOLDER}{}.json", entry.document.id)
}

/// Hands on all cards, each as soon as it is made.
pub(crate) fn files(inputs: &Inputs<'_>, finished: &Finished<'_>) {
    inputs.glossary.entries.par_iter().for_each(|entry| finished.put(&path(entry), json::file(&card(inputs, entry))));
}

/// The settings of the language that an entry is written in.
fn said_in<'a>(inputs: &Inputs<'a>, entry: &Entry) -> &'a Config {
    if is_untranslated(inputs.config, entry) { inputs.in_default_language().config } else { inputs.config }
}

fn card<'a>(inputs: &Inputs<'a>, entry: &'a Entry) -> Card<'a> {
    let config = inputs.config;
    let front = &entry.document.front;
    Card {
        version: VERSION,
        id: &entry.document.id,
        term: &front.term,
        aliases: &front.aliases,
        layer: &config.layers[entry.layer].title,
        definition: inline::text(&front.definition),
        url: config.base_url.join(&entry_path(entry)),
        site: Site { title: &config.title, url: config.base_url.as_str() },
        language: &said_in(inputs, entry).language,
    }
}
