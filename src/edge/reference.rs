//! The reference catalog that the program carries: as a site's sources, and with its fit.
//!
//! 1. [`sources`] are the files of `content/catalog` and `content/anchors` as they were when the program was compiled.
//! 2. [`fit`] is the result of fitting them. It holds for exactly these files; a site with other files fits again.
//!
//! `UPDATE_FIT=1 cargo test embedded_fit` writes the fit anew after a change to data or fit; a test compares.

use crate::calibrate::saved::Content;
use rooflight_calibration::Calibration;
use rooflight_primitives::codec::{Reader, Writer};
use rooflight_reference::{Reference, unpack};
use rooflight_source::file::{SourceFile, Sources};
use std::sync::LazyLock;

static REFERENCE: LazyLock<Reference> = LazyLock::new(|| unpack().unwrap_or_default());

/// The files, as those of a site that has nothing else.
#[must_use]
pub fn sources() -> Sources {
    let files = REFERENCE.files.iter().map(|(path, text)| SourceFile::new(path.clone(), text.as_str()));
    Sources { content: files.collect(), ..Sources::default() }
}

/// The files with their paths below a site's root.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    REFERENCE.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
}

/// The fit of the files with this hash; `None` if the program carries that of others.
#[must_use]
pub fn fit(content: &Content) -> Option<Calibration> {
    let (known, bytes) = REFERENCE.fit.split_first_chunk()?;
    if known != content.as_bytes() {
        return None;
    }
    let mut calibration = Calibration::default();
    let mut reader = Reader::new(bytes);
    calibration.layout(&mut reader);
    (!reader.failed() && !reader.has_more()).then_some(calibration)
}

/// A fit as the program carries it: the hash of the files that it is of, and its table.
#[must_use]
pub fn fit_bytes(content: &Content, calibration: &Calibration) -> Vec<u8> {
    let mut writer = Writer::default();
    calibration.clone().layout(&mut writer);
    [&content.as_bytes()[..], &writer.into_bytes()].concat()
}
