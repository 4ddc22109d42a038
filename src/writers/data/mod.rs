//! Output: what machines read. One small exporter each, all from the same glossary.
//!
//! [`files`] makes the feed, [`for_machines`] what describes the site as a whole. What belongs to one page ([`json_ld`], [`crate::writers::markdown`]) is
//! made together with it.

pub mod anchors;
pub mod glossary_json;
pub mod headers;
pub mod hover_cards;
pub mod json_ld;
pub mod llms;
pub mod redirects;
pub mod robots;
pub mod search_index;
pub mod sitemap;

use crate::Site;
use crate::site::{feeds, inventory::Listed};
use crate::writers::html::Inputs;
use crate::writers::picture;
use redirects::Redirect;
use serde::Serialize;

/// Every file that is not a page. `bodies` are the entries' contents for feeds, in the order of the entries.
#[must_use]
pub fn files(inputs: &Inputs<'_>, bodies: &[String]) -> Site {
    feeds::files(inputs, bodies)
}

/// What tells machines of the whole site: lists, data, and files for servers. `pages` is the inventory, entries first.
#[must_use]
pub fn for_machines(inputs: &Inputs<'_>, pages: &[Listed], moves: &[Redirect]) -> Vec<(String, Vec<u8>)> {
    let mut files = sitemap::files(inputs.config, pages);
    // A site may have drawn one itself.
    let drawn = picture::page::site(inputs).map(|(_, file)| file);
    files.extend(drawn.filter(|(path, _)| !inputs.assets.files.contains_key(path)));
    files.push((glossary_json::PATH.to_owned(), glossary_json::file(inputs)));
    files.push((llms::PATH.to_owned(), llms::text(inputs, pages).into_bytes()));
    files.push((robots::PATH.to_owned(), robots::text(inputs.config).into_bytes()));
    files.extend(redirects::files(inputs.config, moves));
    files.extend(headers::files(inputs.config, moves));
    files
}

/// A value as JSON with a final new line; what is written here always can be.
fn json(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
