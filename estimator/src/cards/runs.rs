//! What was measured of one model on one device: a card of its own, since a device may have hundreds of measurements and a reader asks
//! about one model.
//!
//! Made in the build from the card of the device, joined to it again in the browser. Nothing is computed here.

use super::device::DeviceCard;
use super::rows::{self, Row, TEXTS, Texts};
use crate::wire::{Codec, list};
use alloc::string::String;
use alloc::vec::Vec;

/// The measurements of a model on a device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunsCard {
    /// Catalog id of the device.
    pub device: String,
    /// The texts of the measurements; the first one is empty.
    pub texts: Vec<String>,
    /// The measurements, in the order of the device's card.
    pub rows: Vec<Row>,
}

impl RunsCard {
    /// The part of a device's card that is about a model.
    #[must_use]
    pub fn of(card: &DeviceCard, model: &str) -> Self {
        let mut texts = Texts::default();
        let mut rows: Vec<Row> = card.rows.iter().filter(|row| card.text(row.model) == model).cloned().collect();
        for row in &mut rows {
            for text in TEXTS {
                let at = text(row);
                *at = texts.position(card.text(*at));
            }
        }
        Self { device: card.device.id.clone(), texts: texts.into_list(), rows }
    }

    pub(super) fn wire(&mut self, codec: &mut dyn Codec) {
        codec.text(&mut self.device);
        list(codec, &mut self.texts, |codec, text| codec.text(text));
        rows::wire(codec, &mut self.rows);
    }
}

impl DeviceCard {
    /// Takes measurements in.
    pub fn join(&mut self, runs: RunsCard) {
        let before = self.texts.len();
        self.texts.extend(runs.texts);
        for mut row in runs.rows {
            for text in TEXTS {
                let at = text(&mut row);
                // The empty text is the first one everywhere.
                *at = if *at > 0 { before + *at } else { 0 };
            }
            self.rows.push(row);
        }
    }
}
