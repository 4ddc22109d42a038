//! The quality loss of a model's formats, and sizes of published files. A separate record, since only one calculator
//! shows them.
//!
//! The build takes it out of the model's record; the browser joins it again. Nothing is computed here.

use super::record::Record;
use super::rows::decimal;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::codec::{Codec, list, texts};

/// The size of a file as a source prints it. Texts are indices into the model's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PublishedFile {
    /// Size in GiB, as printed.
    pub gib: f64,
    /// Title of the publication, as a text.
    pub source: usize,
    /// Address of the publication, as a text.
    pub href: usize,
}

/// A measured quality loss of a format. Texts are indices into the model's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// The loss, as printed.
    pub value: f64,
    /// The metric, as a text: `perplexity increase`.
    pub metric: usize,
    /// Name of the model that was measured, as a text.
    pub model: usize,
    /// Conditions of the measurement, as a text.
    pub basis: usize,
    /// Perplexity at 16 bits; 0 if the source does not state it.
    pub whole: f64,
    /// Title of the source, as a text.
    pub source: usize,
    /// Address of the source, as a text.
    pub href: usize,
}

impl Loss {
    fn layout<C: Codec>(&mut self, codec: &mut C) {
        let Self { value, metric, model, basis, whole, source, href } = self;
        for number in [value, whole] {
            decimal(codec, number);
        }
        for text in [metric, model, basis, source, href] {
            codec.position(text);
        }
    }
}

/// The quality of a model's formats, in the order of its record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QualityRecord {
    /// Catalog id of the model.
    pub model: String,
    /// The texts of sources and conditions; the first is empty.
    pub texts: Vec<String>,
    /// For each format the size of a published file, and its measured losses.
    pub formats: Vec<(Option<PublishedFile>, Vec<Loss>)>,
}

impl Record for QualityRecord {
    const KIND: u64 = 4;
    const FOLDER: &'static str = "quality";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        codec.text(&mut self.model);
        texts(codec, &mut self.texts);
        list(codec, &mut self.formats, |codec, (file, losses)| {
            published(codec, file);
            list(codec, losses, |codec, loss| loss.layout(codec));
        });
    }
}

fn published<C: Codec>(codec: &mut C, file: &mut Option<PublishedFile>) {
    let mut known = file.is_some();
    codec.flag(&mut known);
    if known {
        let PublishedFile { gib, source, href } = file.get_or_insert_default();
        decimal(codec, gib);
        codec.position(source);
        codec.position(href);
    }
}
