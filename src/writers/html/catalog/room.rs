//! Models that fit into a device's memory, as bars: weights and cache of a few models in the usual format, against the memory that programs can
//! use.
//!
//! 1. Bands of size, each about three quarters of the one above, from what just fits down to small models; of each band the model that is
//!    measured most. And one that does not fit.
//! 2. A bar has the weights, then the cache; one that is too large is outlined. The line is the memory.
//!
//! Draws what `fit` says; a device whose memory is not known has no picture.

use crate::writers::html::catalog::context::{CatalogContext, brief};
use crate::writers::html::catalog::estimates::{USUAL, format, needed};
use rooflight_calculators::usable;
use rooflight_document::number;
use rooflight_estimator::fit::{Fit, usable_memory};
use rooflight_estimator::hardware::Device;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_primitives::units::{GIB, count};
use serde::{Serialize, Serializer};
use std::fmt::Write;

/// The context of the bars, tokens: long enough for the cache to be seen.
const CONTEXT: u64 = 32_768;

/// Each band of sizes over the next smaller one.
const STEP: f64 = 0.72;

/// How many bands there are below the memory.
const BANDS: u32 = 6;

/// The largest model that is drawn, over the memory.
const OVER: f64 = 2.6;

/// Pixels of a bar with its words.
const BAR: u32 = 44;

/// The picture and what stands over it.
#[derive(Debug, Serialize)]
pub(crate) struct RoomView {
    pub(crate) title: String,
    pub(crate) picture: Picture,
    pub(crate) context: String,
    /// Why less is usable than the device is sold with.
    pub(crate) words: String,
}

/// The bars with the memory that they stand against; templates see them as HTML.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) bars: Vec<Bar>,
    memory: Option<f64>,
    pub(crate) usable: f64,
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&svg(self))
    }
}

/// A model in a format.
#[derive(Debug)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) format: String,
    pub(crate) fit: Fit,
}

/// The picture of a device; none where its memory is not known, or nothing can be drawn.
pub(super) fn view(book: &CatalogContext<'_>, device: &Device) -> Option<RoomView> {
    let usable = usable_memory(device)?;
    let bars = bars(book, usable);
    let (first, over) = (bars.iter().rfind(|bar| fits(bar, usable)), bars.iter().find(|bar| !fits(bar, usable)));
    let context = number::count(CONTEXT);
    let title = match (first, over) {
        (Some(fits), Some(over)) => {
            format!("{} in {} fits with {context} tokens of context; {} does not", fits.name, fits.format, over.name)
        }
        (Some(fits), None) => format!("Even {} in {} fits with {context} tokens of context", fits.name, fits.format),
        (None, Some(over)) => {
            format!("Not even {} in {} fits with {context} tokens of context", over.name, over.format)
        }
        (None, None) => return None,
    };
    let of = usable::of_one(device);
    let words = format!("Usable: {} GB {of}.", gb(usable));
    Some(RoomView { title, picture: Picture { bars, memory: device.memory, usable }, context, words })
}

/// Whether a model has room in so much memory.
pub(crate) fn fits(bar: &Bar, usable: f64) -> bool {
    bar.fit.needed() <= usable
}

/// The smallest first.
fn bars(book: &CatalogContext<'_>, usable: f64) -> Vec<Bar> {
    let mut known: Vec<(usize, Bar)> = Vec::new();
    for (at, card) in book.models.iter().enumerate() {
        let Some(model) = card.filter(|model| model.max_context.is_none_or(|most| most >= CONTEXT)) else { continue };
        let Some(format) = format(model, USUAL).or_else(|| model.formats.first()) else { continue };
        if let Some(fit) = needed(model, format, CONTEXT) {
            known.push((
                book.of_model[at].len(),
                Bar { name: brief(&model.name).to_owned(), format: format.name.clone(), fit },
            ));
        }
    }
    let mut bars: Vec<Bar> = Vec::new();
    let below = (0..BANDS).map(|band| usable * libm::pow(STEP, f64::from(band))).map(|high| (high * STEP, high));
    for (low, high) in std::iter::once((usable, usable * OVER)).chain(below) {
        let within = |size: f64| size > low && size <= high;
        let best = known.iter().enumerate().filter(|(_, (_, bar))| within(bar.fit.needed()));
        let best = best.max_by_key(|(at, (runs, _))| (*runs, std::cmp::Reverse(*at))).map(|(at, _)| at);
        bars.extend(best.map(|at| known.swap_remove(at).1));
    }
    bars.sort_by(|a, b| a.fit.needed().total_cmp(&b.fit.needed()));
    bars
}

fn svg(picture: &Picture) -> String {
    let (bars, usable) = (&picture.bars, picture.usable);
    let widest = bars.iter().map(|bar| bar.fit.needed()).fold(usable, f64::max) * 1.02;
    let per_cent = |bytes: f64| number::plain(bytes / widest * 100.0, 1);
    let height = 20 + BAR * u32::try_from(bars.len()).unwrap_or(0);
    let memory = picture.memory.map(|bytes| number::plain(bytes / GIB, 1)).unwrap_or_default();
    let sizes: Vec<String> = bars
        .iter()
        .map(|bar| {
            format!("{} {} GB{}", bar.name, gb(bar.fit.needed()), if fits(bar, usable) { "" } else { ", too large" })
        })
        .collect();
    let label = format!("Of {memory} GiB, {} GB can be used. {}.", gb(usable), sizes.join("; "));
    let mut out = format!("<svg class=\"chart\" height=\"{height}\" role=\"img\" aria-label=\"{}\">", escape(&label));
    let x = per_cent(usable);
    // The words stay inside the picture at either end.
    let (class, at) = if usable / widest > 0.7 { ("c v end", "100".to_owned()) } else { ("c v mid", x.clone()) };
    let _ = write!(
        out,
        "<line class=\"cap\" x1=\"{x}%\" x2=\"{x}%\" y1=\"18\" y2=\"{height}\"/><text class=\"{class}\" x=\"{at}%\" y=\"12\">{} GB usable</text>",
        escape(&gb(usable))
    );
    let mut top = 0;
    for bar in bars {
        let Bar { name, format, fit } = bar;
        top += BAR;
        let fitting = fits(bar, usable);
        let note = if fitting { "" } else { ": too large" };
        let _ = write!(
            out,
            "<text class=\"halo\" x=\"0\" y=\"{y}\"><tspan class=\"b\">{}</tspan> {}</text><text class=\"end halo\" x=\"100%\" y=\"{y}\">{} GB{note}</text>",
            escape(name),
            escape(format),
            escape(&gb(fit.needed())),
            y = top - 10
        );
        let classes = if fitting { ["bar-w", "bar-k", "bar-b"] } else { ["bar-no"; 3] };
        let mut from = 0.0;
        for (class, bytes) in classes.into_iter().zip([fit.weights, fit.cache, fit.overhead]) {
            let (x, width) = (per_cent(from), per_cent(bytes));
            let _ =
                write!(out, "<rect class=\"{class}\" x=\"{x}%\" width=\"{width}%\" y=\"{}\" height=\"10\"/>", top - 3);
            from += bytes;
        }
    }
    out.push_str("</svg>");
    out
}

/// Bytes in GB, in three figures.
pub(crate) fn gb(bytes: f64) -> String {
    number::speed(bytes / 1e9)
}

/// Bytes a position or a few: in the unit that fits.
pub(super) fn small(bytes: f64) -> String {
    if bytes < 1e6 {
        format!("{}\u{a0}kB", number::speed(bytes / 1e3))
    } else if bytes < 1e9 {
        format!("{}\u{a0}MB", number::speed(bytes / 1e6))
    } else {
        format!("{}\u{a0}GB", gb(bytes))
    }
}

/// A count of tokens as a number.
pub(super) const fn real(tokens: u64) -> f64 {
    count(tokens)
}
