//! The values that the catalog's pages show: templates get them serialised as HTML, `markdown::catalog` writes them as
//! Markdown.
//!
//! Types only; each page's module fills its own.

use crate::site::catalog::models_by_format::FormatView;
use crate::site::catalog::range_plot::RangePlot;
use crate::site::catalog::{facts, memory_chart, sources};
use crate::site::inline::InlinePiece;
use crate::site::nav::NavItem;
use crate::site::table::GridTable;
use serde::Serialize;

/// A device's page.
#[derive(Serialize)]
pub(crate) struct DeviceView<'a> {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) class: String,
    pub(crate) definition: String,
    pub(crate) facts: facts::FactsView,
    /// Other names of the record, without the one in the heading.
    pub(crate) aliases: Vec<String>,
    pub(crate) memory_chart: Option<memory_chart::MemoryChartView<'a>>,
    pub(crate) speeds: Option<SpeedsView>,
    pub(crate) measured: Option<GridTable>,
    pub(crate) measured_title: String,
    /// Rental prices; `None` if the catalog has none.
    pub(crate) rents: Option<GridTable>,
    pub(crate) sources: Vec<sources::CatalogSourceView>,
}

/// The speeds on a device's page (by model) or on a model's page (by device).
#[derive(Serialize)]
pub(crate) struct SpeedsView {
    pub(crate) title: String,
    pub(crate) drawn: RangePlot,
    pub(crate) note: String,
    /// The link to the explorer: address and text; `None` if the site has no explorer.
    pub(crate) explorer: Option<(String, &'static str)>,
    pub(crate) all: Vec<FormatView>,
}

/// A model's page.
#[derive(Serialize)]
pub(crate) struct ModelView {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) definition: String,
    pub(crate) facts: facts::FactsView,
    /// Other names of the record, without the one in the heading.
    pub(crate) aliases: Vec<String>,
    pub(crate) unverified: Vec<String>,
    pub(crate) why_not: Option<String>,
    pub(crate) bytes: Option<GridTable>,
    pub(crate) bytes_title: String,
    pub(crate) cache: Option<GridTable>,
    pub(crate) cache_title: String,
    pub(crate) speeds: Option<SpeedsView>,
    /// The published scores: heading and table; `None` if the catalog has none.
    pub(crate) quality: Option<(String, GridTable)>,
    pub(crate) measured: Option<GridTable>,
    pub(crate) measured_title: String,
    pub(crate) sources: Vec<sources::CatalogSourceView>,
}

/// A runtime's page.
#[derive(Serialize)]
pub(crate) struct RuntimeView {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) definition: String,
    /// Only http and https addresses.
    pub(crate) url: Option<String>,
    /// The path of its own entry below the root.
    pub(crate) entry: Option<String>,
    pub(crate) facts: facts::FactsView,
    /// The estimate's accuracy for this runtime; `None` with too few predicted rows.
    pub(crate) held: Option<GridTable>,
    /// The text in its place.
    pub(crate) too_few: &'static str,
    pub(crate) measured_title: String,
    /// Three tables: its measurements by device, by model and by format.
    pub(crate) measured: Vec<GridTable>,
    /// The entries that name it most; `unnamed` is the number of the others.
    pub(crate) named: Vec<EntryLink>,
    pub(crate) unnamed: usize,
    pub(crate) sources: Vec<sources::CatalogSourceView>,
}

/// A link to an entry: its path below the root, and its term.
#[derive(Serialize)]
pub(crate) struct EntryLink {
    pub(crate) path: String,
    pub(crate) term: String,
}

/// A publication of measurements.
#[derive(Serialize)]
pub(crate) struct PublicationView {
    pub(crate) title: String,
    /// Only http and https addresses.
    pub(crate) url: Option<String>,
    pub(crate) more: Vec<String>,
    pub(crate) publisher: String,
    pub(crate) date: String,
    /// The revision of the source that was read.
    pub(crate) commit: Option<String>,
    pub(crate) method: String,
    pub(crate) licence: String,
    pub(crate) caveats: String,
    pub(crate) count: String,
    pub(crate) page: String,
}

/// A column of a list: its key in URLs, head, unit, and whether it has numbers. The first column has the names.
#[derive(Debug, Serialize)]
pub(crate) struct ListColumn {
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) unit: &'static str,
    pub(crate) numeric: bool,
}

/// A cell of a list: its text, and the value for sorting; `None` for words, empty for an unknown number.
#[derive(Debug, Serialize)]
pub(crate) struct ListCell {
    pub(crate) text: String,
    pub(crate) value: Option<String>,
}

/// The name in a row of a list, usually a link; serialised as HTML for templates.
#[derive(Debug)]
pub(crate) struct ListName(pub(crate) InlinePiece);

#[derive(Debug, Serialize)]
pub(crate) struct ListRow {
    /// Its group, on the first row only.
    pub(crate) group: Option<ListGroup>,
    pub(crate) name: ListName,
    /// The cells, one for each column after the first.
    pub(crate) cells: Vec<ListCell>,
}

/// A group of a list (class of devices, half-year of models): its heading, and the heading's `id`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ListGroup {
    pub(crate) title: String,
    pub(crate) anchor: String,
}

/// The table of a list: columns, and rows by group.
pub(crate) struct ListTable {
    pub(crate) columns: Vec<ListColumn>,
    pub(crate) groups: Vec<ListGroup>,
    pub(crate) rows: Vec<Vec<ListRow>>,
}

/// A column with a filter, and its choices.
#[derive(Debug, Serialize)]
pub(crate) struct Filter {
    pub(crate) key: &'static str,
    pub(crate) title: String,
    pub(crate) all: &'static str,
    pub(crate) choices: Vec<String>,
}

/// A list's page.
pub(crate) struct ListView {
    /// Links to the other lists and to the measurements.
    pub(crate) neighbours: Vec<NavItem>,
    pub(crate) title: &'static str,
    pub(crate) lead: String,
    /// The plural noun for rows.
    pub(crate) what: &'static str,
    pub(crate) filters: Vec<Filter>,
    pub(crate) table: ListTable,
    /// The benchmarks with a column; `None` except on the list of models.
    pub(crate) scores: Option<Vec<&'static str>>,
    pub(crate) not_covered: Vec<GapView>,
}

/// The page of all publications of measurements.
pub(crate) struct PublicationsView {
    pub(crate) neighbours: Vec<NavItem>,
    pub(crate) publications: Vec<PublicationView>,
    /// Total number of rows, formatted.
    pub(crate) row_count: String,
    /// The names of the publications' pages, in the order of the catalog.
    pub(crate) names: Vec<String>,
    /// The description of the rows as JSON-LD, safe inside a script element.
    pub(crate) dataset: String,
}

/// A group of models that the estimator cannot describe yet, with the missing fact and its sources.
#[derive(Serialize)]
pub(crate) struct GapView {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) missing: String,
    pub(crate) sources: Vec<sources::CatalogSourceView>,
}

/// The relative path from a list to the site's root.
pub(crate) const LIST_ROOT: &str = "../";
