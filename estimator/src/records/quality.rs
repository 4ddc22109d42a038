//! The quality loss of a model's formats, and sizes of published files. A separate record, since only one calculator
//! shows them.
//!
//! The build takes it out of the model's record; the browser joins it again. Nothing is computed here.

use super::record::Record;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The size of a file as a source prints it. Texts are indices into the model's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PublishedFile {
    /// Size in GiB, as printed.
    pub gib: f64,
    /// Title of the publication, as a text.
    pub source: usize,
    /// Address of the publication, as a text.
    pub href: usize,
}

/// A measured quality loss of a format. Texts are indices into the model's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// The quality of a model's formats, in the order of its record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QualityRecord {
    /// Catalog id of the model.
    pub model: String,
    /// The texts of sources and conditions; the first is empty.
    pub texts: Vec<String>,
    /// For each format the size of a published file, and its measured losses.
    pub formats: Vec<(Option<PublishedFile>, Vec<Loss>)>,
}

impl Record for QualityRecord {
    const KIND: u8 = 4;
    const FOLDER: &'static str = "quality";
}
