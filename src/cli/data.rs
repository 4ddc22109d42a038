//! The catalog that a command works with.
//!
//! 1. `--root` names a site's folder; its records are added to the embedded catalog unless the site says otherwise.
//! 2. Without it, `content/catalog` of the working folder is used if it exists, else the embedded catalog.
//! 3. A folder's own fit is used if it has one, else the embedded one.
//!
//! Every answer names the date and the origin of its data.

use crate::edge::load;
use crate::edge::report::MessageFormat;
use anyhow::{Context, Result};
use rooflight_compiler::calibrate::fit_file::Fit;
use rooflight_compiler::calibrate::{CalibratedCatalog, carried, estimator};
use rooflight_document::date::date;
use rooflight_estimator::calibration::Calibration;
use rooflight_glossary::model::catalog::{self, CATALOG, Catalog};
use rooflight_glossary::model::config::{CatalogUse, Config};
use rooflight_source::diagnostic::any_error;
use rooflight_source::file::Sources;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The flag `--root`.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Root {
    /// The folder that holds `content/`; by default the working folder if it has a catalog, else the catalog that the
    /// program carries.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl Root {
    /// The site's folder, below which new files are written; the working folder by default.
    pub(super) fn folder(&self) -> &Path {
        self.root.as_deref().unwrap_or_else(|| Path::new("."))
    }
}

/// A catalog with its measurements.
pub(super) struct Data {
    pub(super) catalog: Catalog,
    fit: Arc<Fit>,
    /// True if the catalog is the embedded one.
    carried: bool,
}

/// Reads the catalog and prints its problems; `None` if any is an error.
///
/// # Errors
/// The folder has no catalog.
pub(super) fn read(root: &Root) -> Result<Option<Data>> {
    let own = root.root.is_some() || Path::new(CATALOG).is_dir();
    let sources = if own { Cow::Owned(load::load(root.folder())) } else { Cow::Borrowed(carried::sources()) };
    let mut diagnostics = sources.problems.clone();
    let catalog = catalog::read(&sources, base(&sources).filter(|_| own), &mut diagnostics);
    let fit = carried::fit_or_own(&sources, &mut diagnostics);
    crate::cli::print(&diagnostics, &sources, MessageFormat::Human)?;
    if any_error(&diagnostics) {
        return Ok(None);
    }
    let catalog = catalog.with_context(|| format!("there is no {CATALOG} below {}", root.folder().display()))?;
    Ok(Some(Data { catalog, fit, carried: !own }))
}

/// The catalog to which the site's records are added; `None` if it takes its own alone.
pub(super) fn base(sources: &Sources) -> Option<&'static Sources> {
    let config = Config::read(sources, &mut Vec::new());
    let is_own =
        config.map_or(sources.below(CATALOG, "yaml").next().is_some(), |config| config.catalog == CatalogUse::Own);
    (!is_own).then(carried::sources)
}

impl Data {
    /// The tables of the fit.
    pub(super) fn calibration(&self) -> &Calibration {
        &self.fit.calibration
    }

    /// The catalog with its estimator, as the calculators need it.
    pub(super) fn calibrated(&self) -> CalibratedCatalog {
        estimator(&self.catalog, &self.fit)
    }

    /// The newest `added` date of a publication of measurements; empty if none has one.
    fn day(&self) -> String {
        let days = self.catalog.publications.iter().filter_map(|publication| publication.added);
        days.max().map(|day| day.to_string()).unwrap_or_default()
    }

    /// "Data of 22 Nov 2026, carried by the program".
    pub(super) fn words(&self) -> String {
        let place = if self.carried { "carried by rooflight" } else { "from content/" };
        let version = env!("CARGO_PKG_VERSION");
        let place = if self.carried { format!("{place} {version}") } else { place.to_owned() };
        match self.day().as_str() {
            "" => format!("Data {place}."),
            day => format!("Data of {}, {place}.", date(day)),
        }
    }

    /// Date, origin and version of the data as JSON.
    pub(super) fn json(&self) -> Value {
        json!({"date": self.day(), "origin": if self.carried { "program" } else { "folder" }, "version": env!("CARGO_PKG_VERSION")})
    }
}
