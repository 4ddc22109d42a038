//! Bar chart of models against a device's memory: weights and cache of a few models in the usual format, compared with
//! the memory that programs can use.
//!
//! The usable memory is divided into [`BANDS`] bands of size, each [`STEP`] times the next larger one. The chart shows
//! the most measured model of each band, and one model that does not fit.
//!
//! A device whose memory is unknown has no chart.

use crate::site::catalog::context::CatalogContext;
use crate::site::catalog::estimates::needed;
use crate::site::catalog::words::{gb, short_name};
use rooflight_calculators::usable;
use rooflight_document::number;
use rooflight_estimator::fit::{Fit, usable_memory};
use rooflight_estimator::hardware::Device;
use serde::Serialize;

/// The context of the bars, tokens: long enough for the cache to be visible.
const CONTEXT: u64 = 32_768;

/// Ratio of a band's upper end to that of the next larger band.
const STEP: f64 = 0.72;

/// Number of bands of models that fit.
const BANDS: u32 = 6;

/// Largest size of the model that does not fit, as a multiple of the usable memory.
const OVER: f64 = 2.6;

/// The chart with its texts.
#[derive(Debug, Serialize)]
pub(crate) struct MemoryChartView<'a> {
    pub(crate) title: String,
    pub(crate) picture: MemoryChart<'a>,
    pub(crate) context: String,
    /// Why the usable memory is less than the advertised one.
    pub(crate) words: String,
}

/// The bars and the memory in bytes that they are compared with; serialised as SVG for templates.
#[derive(Debug)]
pub(crate) struct MemoryChart<'a> {
    pub(crate) bars: Vec<Bar<'a>>,
    pub(crate) memory: Option<f64>,
    pub(crate) usable: f64,
}

/// The bar of a model in a format.
#[derive(Debug)]
pub(crate) struct Bar<'a> {
    pub(crate) name: &'a str,
    pub(crate) format: &'a str,
    pub(crate) fit: Fit,
}

/// Makes the chart of a device; `None` if its memory is unknown, or there is no model to show.
pub(super) fn view<'a>(cx: &CatalogContext<'a>, device: &Device) -> Option<MemoryChartView<'a>> {
    let usable = usable_memory(device)?;
    let bars = bars(cx, usable);
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
    Some(MemoryChartView { title, picture: MemoryChart { bars, memory: device.memory, usable }, context, words })
}

/// True if a model fits into `usable` bytes.
pub(crate) fn fits(bar: &Bar<'_>, usable: f64) -> bool {
    bar.fit.needed() <= usable
}

/// Selects the models to draw, the smallest first.
fn bars<'a>(cx: &CatalogContext<'a>, usable: f64) -> Vec<Bar<'a>> {
    let mut candidates: Vec<(usize, Bar<'a>)> = Vec::new();
    for (at, model) in cx.models.iter().enumerate() {
        let Some(model) = model.filter(|model| model.max_context.is_none_or(|most| most >= CONTEXT)) else { continue };
        let Some(format) = model.usual_format() else { continue };
        if let Some(fit) = needed(model, format, CONTEXT) {
            candidates.push((cx.of_model[at].len(), Bar { name: short_name(&model.name), format: &format.name, fit }));
        }
    }
    let mut bars: Vec<Bar<'a>> = Vec::new();
    let below = (0..BANDS).map(|band| usable * libm::pow(STEP, f64::from(band))).map(|high| (high * STEP, high));
    for (low, high) in std::iter::once((usable, usable * OVER)).chain(below) {
        let within = |size: f64| size > low && size <= high;
        let best = candidates.iter().enumerate().filter(|(_, (_, bar))| within(bar.fit.needed()));
        let best = best.max_by_key(|(at, (runs, _))| (*runs, std::cmp::Reverse(*at))).map(|(at, _)| at);
        bars.extend(best.map(|at| candidates.swap_remove(at).1));
    }
    bars.sort_by(|a, b| a.fit.needed().total_cmp(&b.fit.needed()));
    bars
}
