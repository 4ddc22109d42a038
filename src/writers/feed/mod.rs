//! Feeds as files: RSS 2.0, Atom 1.0 and JSON Feed 1.1, all from one model.

pub mod atom;
pub mod fit;
pub mod json;
pub mod rss;

use crate::site::feeds;
use crate::site::feeds::channel::{self, Channel};
use crate::site::feeds::model::Feed;
use crate::site::inputs::Inputs;
use rayon::prelude::*;
use serde::Serialize;

/// A format of feeds.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Format {
    /// The name that readers know it by.
    pub name: &'static str,
    /// The name of its files.
    pub file: &'static str,
    /// The media type.
    pub media: &'static str,
    /// Writes a feed.
    #[serde(skip)]
    pub document: fn(&Feed<'_>) -> String,
}

/// Every format that a feed is written in; pages name them in this order.
pub const FORMATS: [Format; 3] = [rss::FORMAT, atom::FORMAT, json::FORMAT];

/// Every file of every feed. `bodies` are the entries' contents, in the order of the entries.
#[must_use]
pub fn files(inputs: &Inputs<'_>, bodies: &[String]) -> Vec<(String, Vec<u8>)> {
    let files = |channel: &Channel| fit::files(feeds::feed(inputs, bodies, *channel));
    channel::all(inputs).par_iter().flat_map_iter(files).collect()
}
