//! The complete content of a site, as every later stage reads it.

use crate::calibrate::CalibratedCatalog;
use crate::site::assets::Assets;
use crate::site::languages::Languages;
use rooflight_calculators::declared::Declared;
use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::catalog::Catalog;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::url_lock::Lock;

/// The content of a site, linked and calibrated.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// The site's settings.
    pub config: &'a Config,
    /// All entries and pages.
    pub glossary: &'a Glossary,
    /// The catalog, if the site has one.
    pub catalog: Option<&'a Catalog>,
    /// The estimator with the catalog and the measurements, if the site has a catalog.
    pub estimator: Option<&'a CalibratedCatalog>,
    /// The records that calculators answer from; of a site without a catalog none, where it declares calculators.
    pub calculator_source: Option<&'a CalibratedCatalog>,
    /// The calculators that the site declares in files.
    pub declared: &'a [&'static Declared],
    /// Every address that was ever published.
    pub lock: &'a Lock,
    /// The static files, named and hashed.
    pub assets: &'a Assets,
    /// The languages of the site.
    pub languages: &'a Languages,
    /// The site in its default language, where another one is built.
    pub original: Option<&'a Inputs<'a>>,
}
