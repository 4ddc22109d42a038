//! Feeds: RSS 2.0, Atom 1.0 and JSON Feed 1.1, all three from one model.
//!
//! 1. [`channel`] says which feeds a site has: the site, each layer, the changes and, where there are some, the
//!    measurements.
//! 2. [`entries`], [`changes`] and [`measurements`] make their items; [`identity`] names them for ever.
//! 3. [`format`](mod@format) names the formats. [`model`] holds nothing that a format could not carry, so that the
//!    writers only write.
//!
//! Dates are the authors'. The same input gives the same bytes.

pub mod changes;
pub(crate) mod channel;
pub mod entries;
pub mod format;
pub(crate) mod identity;
pub(crate) mod measurements;
pub mod model;

use crate::site::inputs::Inputs;
use channel::Channel;
use model::{Feed, Item};

/// A feed with its newest items, as many as the site's settings say. `bodies` are the entries' contents, in the order
/// of the entries.
#[must_use]
pub(crate) fn feed<'a>(inputs: &Inputs<'a>, bodies: &'a [String], channel: Channel) -> Feed<'a> {
    let config = inputs.config;
    let mut items: Vec<Item<'a>> = match channel {
        Channel::Site => entries::items(inputs, bodies, |_| true),
        Channel::Layer(layer) => {
            entries::items(inputs, bodies, |entry| entry.layer == layer || entry.also_in.contains(&layer))
        }
        Channel::Changes => changes::items(inputs, bodies),
        Channel::Measurements => measurements::items(inputs),
    };
    items.truncate(config.feed_items);
    let folder = channel.folder(config);
    // A feed of nothing is as new as the site.
    let updated = items.iter().map(|item| item.updated).max().unwrap_or_else(|| identity::newest(inputs));
    Feed {
        id: channel.id(inputs),
        title: model::line(&channel.title(config)),
        description: model::line(&channel.description(config)),
        home: config.base_url.join(&channel.home(config)),
        base: config.base_url.join(&folder),
        style: style(inputs, &folder),
        folder,
        language: config.language.to_string(),
        strings: &inputs.config.strings,
        author: model::line(&config.author),
        updated,
        items,
    }
}

/// The way from a feed's folder to its style sheet: that of the language, where its words are others.
fn style(inputs: &Inputs<'_>, folder: &str) -> String {
    const SHEET: &str = "feed.css";
    let way = if inputs.assets.has(SHEET) { SHEET.to_owned() } else { inputs.way(SHEET) };
    "../".repeat(folder.matches('/').count()) + &way
}
