//! The catalog that a command answers from.
//!
//! 1. `--root` names a site's folder, which must have a catalog.
//! 2. Without it, the working folder's `content/catalog` counts where there is one, and else the catalog that the
//!    program carries.
//! 3. Files equal to those that the program carries need no fit: the program has it. Others are fitted.
//!
//! Every answer names the date of its data and where it lies.

use crate::calibrate::saved::Content;
use crate::calibrate::{CalibratedCatalog, estimator_of, fit};
use crate::edge::report::MessageFormat;
use crate::edge::{load, reference};
use anyhow::{Context, Result};
use rooflight_calibration::Calibration;
use rooflight_document::date::date;
use rooflight_glossary::model::catalog::measurements::ANCHORS;
use rooflight_glossary::model::catalog::{self, CATALOG, Catalog};
use rooflight_source::diagnostic::any_error;
use rooflight_source::file::{self, SourceFile, Sources};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The flag that names a site's folder.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Root {
    /// The folder that holds `content/`; by default the working folder if it has a catalog, else the catalog that the
    /// program carries.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl Root {
    /// The folder in which new files are written.
    pub(super) fn folder(&self) -> &Path {
        self.root.as_deref().unwrap_or_else(|| Path::new("."))
    }
}

/// A catalog with its measurements.
pub(super) struct Data {
    pub(super) catalog: Catalog,
    /// The hash of its files.
    content: Content,
    /// Whether the files are those that the program carries.
    carried: bool,
}

/// The catalog for a command, with its problems printed; `None` where one of them is an error.
///
/// # Errors
/// A named folder without a catalog.
pub(super) fn read(root: &Root) -> Result<Option<Data>> {
    let own = root.root.is_some() || Path::new(CATALOG).is_dir();
    let sources = if own { load::load(root.folder()) } else { reference::sources() };
    let mut diagnostics = sources.problems.clone();
    let catalog = catalog::read(&sources, &mut diagnostics);
    crate::cli::print(&diagnostics, &sources, MessageFormat::Human)?;
    if any_error(&diagnostics) {
        return Ok(None);
    }
    let catalog = catalog.with_context(|| format!("there is no {CATALOG} below {}", root.folder().display()))?;
    Ok(Some(Data { catalog, content: content(&sources), carried: !own }))
}

/// The hash of all files that a fit looks at.
fn content(sources: &Sources) -> Content {
    let below = |folder| sources.below(folder, "yaml").cloned();
    let files: Vec<SourceFile> = below(CATALOG).chain(below(ANCHORS)).collect();
    file::hash(&files)
}

impl Data {
    /// The fit to the measurements.
    pub(super) fn calibration(&self) -> Calibration {
        reference::fit(&self.content).unwrap_or_else(|| fit(&self.catalog).calibration)
    }

    /// Everything that calculators answer from.
    pub(super) fn calibrated(&self) -> CalibratedCatalog {
        estimator_of(&self.catalog, self.calibration())
    }

    /// A fit of this data as the program carries it.
    pub(super) fn fit_bytes(&self, calibration: &Calibration) -> Vec<u8> {
        reference::fit_bytes(&self.content, calibration)
    }

    /// The day on which a measurement was last added, as its file has it; empty where none says.
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
