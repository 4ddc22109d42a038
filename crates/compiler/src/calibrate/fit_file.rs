//! The fit of the published measurements, as the tool `rooflight-fit` wrote it.
//!
//! 1. A site may have a fit of its own measurements in [`FIT`].
//! 2. The fit names the hash of the files that it was made from ([`hash`]), so that an older one is noticed.
//!
//! Nothing here fits: measurements that are newer than the fit are shown, and its ranges stay as they are.

use crate::calibrate::method::Method;
use rooflight_estimator::calibration::Calibration;
use rooflight_glossary::model::catalog::CATALOG;
use rooflight_glossary::model::catalog::measurements::ANCHORS;
use rooflight_source::file::{self, SourceFile, Sources};
use serde::{Deserialize, Serialize};

/// Path of a site's own fit.
pub const FIT: &str = "content/fit.json";

/// Tables for estimates, and the figures that show their quality.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// Hash of the catalog and the measurements that it was made from, hexadecimal.
    pub made_from: String,
    /// Tables for estimates.
    pub calibration: Calibration,
    /// Figures of the methodology page.
    pub method: Method,
}

/// Hashes the files from which a fit is made.
#[must_use]
pub fn hash(sources: &Sources) -> String {
    let below = |folder| sources.below(folder, "yaml").cloned();
    let files: Vec<SourceFile> = below(CATALOG).chain(below(ANCHORS)).collect();
    file::hash(&files).to_string()
}
