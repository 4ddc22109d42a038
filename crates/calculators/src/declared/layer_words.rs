//! Words for the layers of a model.
//!
//! Holds no formula.

use alloc::string::String;
use rooflight_document::prelude::*;
use rooflight_estimator::model::shape::{CacheGroup, Shape, Sharing};
use rooflight_primitives::units::count;

/// Returns the kinds of layers and how many there are of each.
pub(super) fn kinds(shape: &Shape) -> String {
    let mut text = String::new();
    for group in shape.cache.iter().filter(|group| group.storing > 0) {
        text.push_str(if text.is_empty() { "" } else { "; " });
        text.push_str(&filled(words!("{} layers with ", Arg::Count(group.layers()))));
        text.push_str(&kind(group));
    }
    if shape.recurrent_layers > 0 {
        text.push_str(if text.is_empty() { "" } else { "; " });
        text.push_str(&filled(words!("{} layers with a state", Arg::Count(shape.recurrent_layers))));
    }
    text
}

/// Returns the kind of attention of a group: `grouped heads, 4 to a cache, a window of 1,024`.
pub(super) fn kind(group: &CacheGroup) -> String {
    let mut text = match group.sharing() {
        Sharing::MultiHead => String::from("a cache for every head"),
        Sharing::Grouped(queries) => filled(words!("grouped heads, {} to a cache", Arg::Count(queries))),
        Sharing::MultiQuery => String::from("one cache for all heads"),
        Sharing::Latent => String::from("a latent cache"),
        Sharing::Unstated => String::from("keys and values"),
    };
    if let Some(window) = group.window {
        let size = Arg::Count(window.size);
        let words = if window.chunked { words!(", chunks of {}", size) } else { words!(", a window of {}", size) };
        text.push_str(&filled(words));
    }
    text
}

/// Returns the elements of one position in one layer, as heads and head size if there are heads.
pub(super) fn width(group: &CacheGroup) -> String {
    match group.kv_heads {
        0 => filled(words!("{} elements", Arg::Count(group.elements))),
        heads => {
            let pair = count(group.elements) / count(heads);
            let name = Arg::Text(if heads == 1 { "head" } else { "heads" });
            filled(words!("{} {} × {} for key and value", Arg::Count(heads), name, Arg::Plain(pair, 1)))
        }
    }
}
