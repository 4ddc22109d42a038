//! Measurements beside the reader's question: those of the model on the device, the reader's own format first.
//!
//! None is hidden. A row whose conditions differ (several devices, several streams, a flag, another format) is an open diamond. How a row
//! compares with ceiling and estimate under its own conditions was worked out in the build, and does not depend on the reader.

use crate::cards::rows::{PART, Row};
use crate::cards::{DeviceCard, FormatCard, ModelCard};
use crate::units::count;
use crate::view::tables::Measurement;
use alloc::vec::Vec;

/// A measurement that the reader's inputs call for.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    /// As the table takes it.
    pub measurement: Measurement<'a>,
    /// True if the format is the reader's too.
    pub same_format: bool,
}

/// The rows of the reader's model on this device: the reader's format first, and else in the order of the card.
#[must_use]
pub fn rows<'a>(card: &'a DeviceCard, model: &ModelCard, format: &FormatCard, context: f64) -> Vec<Shown<'a>> {
    let mut rows = Vec::new();
    for same_format in [true, false] {
        for row in &card.rows {
            if card.text(row.model) == model.id && (card.text(row.format) == format.id) == same_format {
                rows.push(shown(card, row, same_format, context));
            }
        }
    }
    rows
}

fn shown<'a>(card: &'a DeviceCard, row: &Row, same_format: bool, context: f64) -> Shown<'a> {
    let near = row.depth.is_some_and(|depth| depth >= 0.8 * context && depth <= 1.25 * context);
    let part = |number: u64| (number > 0).then(|| count(number) * PART);
    let measurement = Measurement {
        count: row.count,
        device: &card.device.name,
        quantization: card.text(row.format_name),
        runtime: card.text(row.engine),
        conditions: card.text(row.conditions),
        date: card.text(row.date),
        source: card.text(row.source),
        href: card.text(row.href),
        depth: row.depth,
        detail: card.text(row.detail),
        speed: row.speed,
        share: part(row.share),
        ratio: part(row.ratio),
        flags: card.text(row.flags),
        open: row.open || !same_format,
        matches: same_format && near && !row.open,
    };
    Shown { measurement, same_format }
}
