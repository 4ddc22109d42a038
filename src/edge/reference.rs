//! The embedded reference catalog, as a site's sources, with its fit.
//!
//! 1. [`sources`] are the files of `content/catalog` and `content/anchors` at compile time.
//! 2. [`fit`] is the result of fitting them, for exactly these files; other files are fitted at run time.
//!
//! `UPDATE_FIT=1 cargo test embedded_fit` writes the fit after a change to the data or to the fit; without the variable
//! the test compares.

use rooflight_calibration::Calibration;
use rooflight_compiler::calibrate::saved::FitInputsHash;
use rooflight_primitives::codec::{Reader, Writer};
use rooflight_reference::{Reference, unpack};
use rooflight_source::file::{SourceFile, Sources};
use std::sync::LazyLock;

static REFERENCE: LazyLock<Reference> = LazyLock::new(|| unpack().unwrap_or_default());

/// The files as a site with no other content.
#[must_use]
pub fn sources() -> Sources {
    let files = REFERENCE.files.iter().map(|(path, text)| SourceFile::new(path.clone(), text.as_str()));
    Sources { content: files.collect(), ..Sources::default() }
}

/// The files with their paths below a site's root.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    REFERENCE.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
}

/// The embedded fit; `None` unless it is that of the files with this hash.
#[must_use]
pub fn fit(content: &FitInputsHash) -> Option<Calibration> {
    let (known, bytes) = REFERENCE.fit.split_first_chunk()?;
    if known != content.as_bytes() {
        return None;
    }
    let mut calibration = Calibration::default();
    let mut reader = Reader::new(bytes);
    calibration.layout(&mut reader);
    (!reader.failed() && !reader.has_more()).then_some(calibration)
}

/// Serializes a fit for embedding: the hash of its files, then its table.
#[must_use]
pub fn fit_bytes(content: &FitInputsHash, calibration: &Calibration) -> Vec<u8> {
    let mut writer = Writer::default();
    calibration.clone().layout(&mut writer);
    [&content.as_bytes()[..], &writer.into_bytes()].concat()
}
