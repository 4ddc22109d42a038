//! The loss of quality of a model's formats, and the size of published files: a record of its own, since only one
//! calculator shows it.
//!
//! Made in the build from the record of the model, joined to it again in the browser. Nothing is computed here.

use super::record::Record;
use super::rows::decimal;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_primitives::codec::{Codec, list, texts};

/// The size of a file as a source prints it. Texts are positions in the model's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PublishedFile {
    /// The file's size in GiB, as printed.
    pub gib: f64,
    /// The publication's title, as a text.
    pub source: usize,
    /// The publication's address, as a text.
    pub href: usize,
}

/// The measured loss of quality of a format. Texts are positions in the model's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// How much, as printed.
    pub value: f64,
    /// Of what, as a text: `perplexity increase`.
    pub metric: usize,
    /// On which model, as a text.
    pub model: usize,
    /// Under which conditions, as a text.
    pub basis: usize,
    /// The perplexity at 16 bits; 0 where the source does not say.
    pub whole: f64,
    /// The source's title, as a text.
    pub source: usize,
    /// The source's address, as a text.
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

/// The quality of a model's formats, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QualityRecord {
    /// Catalog id of the model.
    pub model: String,
    /// The texts of sources and their conditions; the first one is empty.
    pub texts: Vec<String>,
    /// For each format the size of a published file, and what it was measured to cost.
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
