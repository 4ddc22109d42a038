//! Hover cards for other sites: `cards/<id>.json` has what an entry's card shows, with absolute addresses.
//!
//! Ids are permanent, so the address stays the same when an entry is renamed. `glossary.json` lists all cards.

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

/// The folder of the cards below the root of their language.
pub(crate) const FOLDER: &str = "cards/";

/// The version of the format; it grows when a key is removed or changes its meaning.
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
    site: SiteName<'a>,
    language: &'a str,
}

#[derive(Serialize)]
struct SiteName<'a> {
    title: &'a str,
    url: &'a str,
}

/// Returns the path of an entry's card.
#[must_use]
pub(crate) fn path(entry: &Entry) -> String {
    format!("{FOLDER}{}.json", entry.document.id)
}

/// Writes all cards, each as soon as it is serialised.
pub(crate) fn files(inputs: &Inputs<'_>, finished: &Finished<'_>) {
    inputs.glossary.entries.par_iter().for_each(|entry| finished.put(&path(entry), json::file(&card(inputs, entry))));
}

/// Returns the settings of the language that the entry is written in: the default one if it is not translated.
fn language_config<'a>(inputs: &Inputs<'a>, entry: &Entry) -> &'a Config {
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
        site: SiteName { title: &config.title, url: config.base_url.as_str() },
        language: &language_config(inputs, entry).language,
    }
}
