//! The values that the catalog's pages show: templates see them with their texts as HTML, `markdown::catalog` writes
//! them as Markdown.
//!
//! Types only; the module of each page fills its own.

use crate::site::catalog::cells::Piece;
use crate::site::catalog::grid::Table;
use crate::site::catalog::models_by_format::FormatView;
use crate::site::catalog::range_plot::RangePlot;
use crate::site::catalog::{facts, memory_chart, sources};
use crate::site::nav::NavItem;
use serde::Serialize;

/// The page, as its template and its Markdown see it.
#[derive(Serialize)]
pub(crate) struct DeviceView<'a> {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) class: String,
    pub(crate) definition: String,
    pub(crate) facts: facts::FactsView,
    /// Its other names.
    pub(crate) aliases: Vec<String>,
    pub(crate) memory_chart: Option<memory_chart::MemoryChartView<'a>>,
    pub(crate) speeds: Option<SpeedsView>,
    pub(crate) measured: Option<Table>,
    pub(crate) measured_title: String,
    /// Rental prices.
    pub(crate) rents: Option<Table>,
    pub(crate) sources: Vec<sources::SourceView>,
}

/// Speeds, from either side.
#[derive(Serialize)]
pub(crate) struct SpeedsView {
    pub(crate) title: String,
    pub(crate) drawn: RangePlot,
    pub(crate) note: String,
    /// The explorer, where all of them are: its address and the words of the link.
    pub(crate) explorer: Option<(String, &'static str)>,
    pub(crate) all: Vec<FormatView>,
}

/// The page, as its template and its Markdown see it.
#[derive(Serialize)]
pub(crate) struct ModelView {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) definition: String,
    pub(crate) facts: facts::FactsView,
    /// Its other names.
    pub(crate) aliases: Vec<String>,
    pub(crate) unverified: Vec<String>,
    pub(crate) why_not: Option<String>,
    pub(crate) bytes: Option<Table>,
    pub(crate) bytes_title: String,
    pub(crate) cache: Option<Table>,
    pub(crate) cache_title: String,
    pub(crate) speeds: Option<SpeedsView>,
    /// The heading of the published scores, and their table.
    pub(crate) quality: Option<(String, Table)>,
    pub(crate) measured: Option<Table>,
    pub(crate) measured_title: String,
    pub(crate) sources: Vec<sources::SourceView>,
}

/// The page, as its template and its Markdown see it.
#[derive(Serialize)]
pub(crate) struct RuntimeView {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) definition: String,
    /// Only http and https.
    pub(crate) url: Option<String>,
    /// The path of its own entry.
    pub(crate) entry: Option<String>,
    pub(crate) facts: facts::FactsView,
    /// How well the estimate holds for it.
    pub(crate) held: Option<Table>,
    /// The words in its place.
    pub(crate) too_few: &'static str,
    pub(crate) measured_title: String,
    /// Its measurements by device, by model and by format.
    pub(crate) measured: Vec<Table>,
    /// The entries that name it most, and how many others do.
    pub(crate) named: Vec<EntryLink>,
    pub(crate) unnamed: usize,
    pub(crate) sources: Vec<sources::SourceView>,
}

/// An entry: its path below the root, and its term.
#[derive(Serialize)]
pub(crate) struct EntryLink {
    pub(crate) path: String,
    pub(crate) term: String,
}

/// A source of measurements.
#[derive(Serialize)]
pub(crate) struct PublicationView {
    pub(crate) title: String,
    /// Only http and https.
    pub(crate) url: Option<String>,
    pub(crate) more: Vec<String>,
    pub(crate) publisher: String,
    pub(crate) date: String,
    /// The revision that was read.
    pub(crate) commit: Option<String>,
    pub(crate) method: String,
    pub(crate) licence: String,
    pub(crate) caveats: String,
    pub(crate) count: String,
    pub(crate) page: String,
}

/// A column: its name in addresses, its head, and whether it holds numbers. The first is the name.
#[derive(Debug, Serialize)]
pub(crate) struct ListColumn {
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) unit: &'static str,
    pub(crate) numeric: bool,
}

/// A cell: its words, and the number behind them, which is empty if it is not known.
#[derive(Debug, Serialize)]
pub(crate) struct ListCell {
    pub(crate) text: String,
    pub(crate) value: Option<String>,
}

/// The name of a row of a list, mostly as a link.
#[derive(Debug)]
pub(crate) struct ListName(pub(crate) Piece);

#[derive(Debug, Serialize)]
pub(crate) struct ListRow {
    /// Where a link to the class or the family leads: on its first row.
    pub(crate) anchor: Option<String>,
    pub(crate) name: ListName,
    /// In the order of the columns after the first.
    pub(crate) cells: Vec<ListCell>,
}

/// A class or a family: a link to its first row.
#[derive(Debug, Serialize)]
pub(crate) struct ListGroup {
    pub(crate) title: String,
    pub(crate) anchor: String,
}

/// The columns, and the rows by group.
pub(crate) struct ListTable {
    pub(crate) columns: Vec<ListColumn>,
    pub(crate) groups: Vec<ListGroup>,
    pub(crate) rows: Vec<Vec<ListRow>>,
}

/// A column that filters, with the choices of a reader.
#[derive(Debug, Serialize)]
pub(crate) struct Filter {
    pub(crate) key: &'static str,
    pub(crate) title: String,
    pub(crate) all: &'static str,
    pub(crate) choices: Vec<String>,
}

/// The page of a list.
pub(crate) struct ListView {
    /// The lists and the measurements.
    pub(crate) neighbours: Vec<NavItem>,
    pub(crate) title: &'static str,
    pub(crate) lead: String,
    /// The rows in the plural.
    pub(crate) what: &'static str,
    pub(crate) filters: Vec<Filter>,
    pub(crate) table: ListTable,
    /// The benchmarks with a column; `None` but for models.
    pub(crate) scores: Option<Vec<&'static str>>,
    pub(crate) not_covered: Vec<GapView>,
}

/// The page of all sources of measurements.
pub(crate) struct PublicationsView {
    pub(crate) neighbours: Vec<NavItem>,
    pub(crate) publications: Vec<PublicationView>,
    /// How many rows all have together.
    pub(crate) row_count: String,
    /// The names of the publications' pages, in the order of the catalog.
    pub(crate) names: Vec<String>,
    /// The description of the rows for machines, as JSON-LD that is safe inside a script element.
    pub(crate) dataset: String,
}

/// Models that the estimator cannot describe yet, with the missing fact and its sources.
#[derive(Serialize)]
pub(crate) struct GapView {
    pub(crate) name: String,
    pub(crate) missing: String,
    pub(crate) sources: Vec<sources::SourceView>,
}

/// From a list to the site's root.
pub(crate) const LIST_ROOT: &str = "../";
