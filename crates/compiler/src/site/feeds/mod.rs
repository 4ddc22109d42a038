//! Feeds in RSS 2.0, Atom 1.0 and JSON Feed 1.1, all three from one model.
//!
//! 1. [`channel`] lists the feeds of a site: the site, each layer, the changes, one by one and by week, and, if there
//!    are some, the measurements.
//! 2. [`entries`], [`changes`], [`weeks`] and [`measurements`] make their items; [`identity`] gives them permanent ids.
//! 3. [`format`](mod@format) lists the formats. Every format can represent everything in [`model`], so that writers
//!    decide nothing.
//!
//! Dates are the authors', not those of the build: the same input gives the same bytes.

pub mod changes;
pub(crate) mod channel;
pub mod entries;
pub mod format;
pub(crate) mod identity;
pub(crate) mod measurements;
pub mod model;
pub(crate) mod weeks;

use crate::site::inputs::Inputs;
use channel::Channel;
use model::{Feed, FeedItem};

/// Returns a feed with its newest items, at most `feed_items` of the settings. `bodies` are the entries' contents as
/// HTML, in the order of the entries.
#[must_use]
pub(crate) fn feed<'a>(inputs: &Inputs<'a>, bodies: &'a [String], channel: Channel) -> Feed<'a> {
    let config = inputs.config;
    let mut items: Vec<FeedItem<'a>> = match channel {
        Channel::Site => entries::items(inputs, bodies, |_| true),
        Channel::Layer(layer) => {
            entries::items(inputs, bodies, |entry| entry.layer == layer || entry.also_in.contains(&layer))
        }
        Channel::Changes => changes::items(inputs),
        Channel::Weeks => weeks::items(inputs),
        Channel::Measurements => measurements::items(inputs),
    };
    items.truncate(config.feed_items);
    let folder = channel.folder(config);
    // An empty feed has the date of the site's newest entry.
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
        author: model::line(&config.author),
        updated,
        items,
    }
}

/// Returns the relative address of the style sheet from a feed's folder. A further language has its own if its texts
/// differ.
fn style(inputs: &Inputs<'_>, folder: &str) -> String {
    const SHEET: &str = "feed.css";
    let way = if inputs.assets.has(SHEET) { SHEET.to_owned() } else { inputs.way(SHEET) };
    "../".repeat(folder.matches('/').count()) + &way
}
