//! Writes feeds as RSS 2.0, Atom 1.0 and JSON Feed 1.1, all from one model.

pub mod atom;
pub mod fit;
pub mod json;
pub mod rss;

use crate::site::feeds;
use crate::site::feeds::channel::{self, Channel};
use crate::site::feeds::format::{ATOM, FeedFormat, JSON, RSS};
use crate::site::feeds::model::Feed;
use crate::site::inputs::Inputs;
use rayon::prelude::*;

/// Writes a feed in one format.
type DocumentWriter = fn(&Feed<'_>) -> String;

/// The writer of each format.
const WRITERS: [(FeedFormat, DocumentWriter); 3] =
    [(RSS, rss::document), (ATOM, atom::document), (JSON, json::document)];

/// Returns every file of every feed by path. `bodies` are the entries' contents as HTML, by entry position.
#[must_use]
pub fn files(inputs: &Inputs<'_>, bodies: &[String]) -> Vec<(String, Vec<u8>)> {
    let files = |channel: &Channel| fit::files(feeds::feed(inputs, bodies, *channel));
    channel::all(inputs).par_iter().flat_map_iter(files).collect()
}
