//! The complete content of a site in one language, as later stages read it.

use crate::calibrate::CalibratedCatalog;
use crate::site::assets::Assets;
use crate::site::languages::Languages;
use crate::site::run_index::RunIndex;
use rooflight_calculators::declared::Declared;
use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::url_lock::Lock;
use std::sync::Arc;

/// The linked and calibrated content of a site.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// The site's settings in this language.
    pub config: &'a Config,
    /// All entries and pages, with links resolved.
    pub glossary: &'a Glossary,
    /// The catalog that has pages; `None` if the site has none, and for a further language.
    pub catalog: Option<&'a Catalog>,
    /// Where each of its measured runs stands.
    pub run_index: Option<&'a RunIndex>,
    /// The estimator, calibrated with the catalog's measurements; `None` where `catalog` is, and in builds without
    /// estimates.
    pub estimator: Option<&'a CalibratedCatalog>,
    /// The records that calculators use: those of the default language's `estimator`, those of a catalog without pages,
    /// or empty ones for a site that only declares calculators.
    pub calculator_source: Option<&'a CalibratedCatalog>,
    /// The calculators that the site declares in files.
    pub declared: &'a [&'static Declared],
    /// The files of these calculators: name and text.
    pub calculator_files: &'a [(String, Arc<str>)],
    /// Every address that was ever published, from `content/urls.lock`.
    pub lock: &'a Lock,
    /// The static files with their hashed names.
    pub assets: &'a Assets,
    /// All languages of the site, and the current one.
    pub languages: &'a Languages,
    /// The site in its default language; `None` if this is the default language.
    pub original: Option<&'a Inputs<'a>>,
}
