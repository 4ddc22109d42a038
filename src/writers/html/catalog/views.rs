//! What the pages of the catalog show, as values: templates get them as HTML, `markdown::catalog` writes the same as Markdown.
//!
//! Holds; the pages' own modules fill them.

use crate::writers::html::catalog::cells::{self, Piece};
use crate::writers::html::catalog::every::FormatView;
use crate::writers::html::catalog::grid::Table;
use crate::writers::html::catalog::strips::Strips;
use crate::writers::html::catalog::{facts, room, sources};
use serde::{Serialize, Serializer};

/// The page, as its template and its Markdown see it.
#[derive(Serialize)]
pub(in crate::writers) struct DeviceView<'a> {
    pub(in crate::writers) name: String,
    pub(in crate::writers) id: String,
    pub(in crate::writers) class: String,
    pub(in crate::writers) definition: String,
    pub(in crate::writers) facts: facts::FactsView,
    /// What else people call it.
    pub(in crate::writers) aliases: Vec<String>,
    pub(in crate::writers) room: Option<room::RoomView<'a>>,
    pub(in crate::writers) speeds: Option<SpeedsView>,
    pub(in crate::writers) measured: Option<Table>,
    pub(in crate::writers) measured_title: String,
    pub(in crate::writers) sources: Vec<sources::SourceView>,
}

/// Speeds, from either side.
#[derive(Serialize)]
pub(in crate::writers) struct SpeedsView {
    pub(in crate::writers) title: String,
    pub(in crate::writers) drawn: Strips,
    pub(in crate::writers) note: String,
    /// The explorer, where all of them are: its address and the words of the link.
    pub(in crate::writers) explorer: Option<(String, &'static str)>,
    pub(in crate::writers) all: Vec<FormatView>,
}

/// The page, as its template and its Markdown see it.
#[derive(Serialize)]
pub(in crate::writers) struct ModelView {
    pub(in crate::writers) name: String,
    pub(in crate::writers) id: String,
    pub(in crate::writers) definition: String,
    pub(in crate::writers) facts: facts::FactsView,
    /// What else people call it.
    pub(in crate::writers) aliases: Vec<String>,
    pub(in crate::writers) unverified: Vec<String>,
    pub(in crate::writers) why_not: Option<String>,
    pub(in crate::writers) bytes: Option<Table>,
    pub(in crate::writers) bytes_title: String,
    pub(in crate::writers) cache: Option<Table>,
    pub(in crate::writers) cache_title: String,
    pub(in crate::writers) speeds: Option<SpeedsView>,
    /// The heading of the published scores, and their table.
    pub(in crate::writers) quality: Option<(String, Table)>,
    pub(in crate::writers) measured: Option<Table>,
    pub(in crate::writers) measured_title: String,
    pub(in crate::writers) sources: Vec<sources::SourceView>,
}

/// The page, as its template and its Markdown see it.
#[derive(Serialize)]
pub(in crate::writers) struct RuntimeView {
    pub(in crate::writers) name: String,
    pub(in crate::writers) id: String,
    pub(in crate::writers) kind: String,
    pub(in crate::writers) definition: String,
    /// Only http and https.
    pub(in crate::writers) url: Option<String>,
    /// The path of its own entry.
    pub(in crate::writers) entry: Option<String>,
    pub(in crate::writers) facts: facts::FactsView,
    /// How well the estimate holds for it.
    pub(in crate::writers) held: Option<Table>,
    /// The words in its place.
    pub(in crate::writers) too_few: &'static str,
    pub(in crate::writers) measured_title: String,
    /// Its measurements by device, by model and by format.
    pub(in crate::writers) measured: Vec<Table>,
    /// The entries that name it most, and how many others do.
    pub(in crate::writers) named: Vec<EntryLink>,
    pub(in crate::writers) unnamed: usize,
    pub(in crate::writers) sources: Vec<sources::SourceView>,
}

/// An entry: its path below the root, and its term.
#[derive(Serialize)]
pub(in crate::writers) struct EntryLink {
    pub(in crate::writers) path: String,
    pub(in crate::writers) term: String,
}

/// A source of measurements.
#[derive(Serialize)]
pub(in crate::writers) struct PublicationView {
    pub(in crate::writers) title: String,
    /// Only http and https.
    pub(in crate::writers) url: Option<String>,
    pub(in crate::writers) more: Vec<String>,
    pub(in crate::writers) publisher: String,
    pub(in crate::writers) date: String,
    /// The revision that was read.
    pub(in crate::writers) commit: Option<String>,
    pub(in crate::writers) method: String,
    pub(in crate::writers) licence: String,
    pub(in crate::writers) caveats: String,
    pub(in crate::writers) count: String,
    pub(in crate::writers) page: String,
}

/// A column: its name in addresses, its head, and whether it holds numbers. The first is the name.
#[derive(Debug, Serialize)]
pub(in crate::writers) struct ListColumn {
    pub(in crate::writers) key: String,
    pub(in crate::writers) title: String,
    pub(in crate::writers) unit: &'static str,
    pub(in crate::writers) numeric: bool,
}

/// A cell: its words, and the number behind them, which is empty if it is not known.
#[derive(Debug, Serialize)]
pub(in crate::writers) struct ListCell {
    pub(in crate::writers) text: String,
    pub(in crate::writers) value: Option<String>,
}

#[derive(Debug, Serialize)]
pub(in crate::writers) struct ListRow {
    /// Where a link to the class or the family leads: on its first row.
    pub(in crate::writers) anchor: Option<String>,
    /// Templates see it as HTML.
    #[serde(serialize_with = "below_list")]
    pub(in crate::writers) name: Piece,
    /// In the order of the columns after the first.
    pub(in crate::writers) cells: Vec<ListCell>,
}

/// A class or a family: a link to its first row.
#[derive(Debug, Serialize)]
pub(in crate::writers) struct ListGroup {
    pub(in crate::writers) title: String,
    pub(in crate::writers) anchor: String,
}

/// The columns, and the rows by group.
pub(in crate::writers) struct Listed {
    pub(in crate::writers) columns: Vec<ListColumn>,
    pub(in crate::writers) groups: Vec<ListGroup>,
    pub(in crate::writers) rows: Vec<Vec<ListRow>>,
}

/// What the estimator cannot describe yet, with the missing fact and its sources.
#[derive(Serialize)]
pub(in crate::writers) struct GapView {
    pub(in crate::writers) name: String,
    pub(in crate::writers) missing: String,
    pub(in crate::writers) sources: Vec<sources::SourceView>,
}

/// From a list to the site's root.
pub(super) const LIST_ROOT: &str = "../";

fn below_list<S: Serializer>(name: &Piece, serializer: S) -> Result<S::Ok, S::Error> {
    let mut out = String::new();
    cells::html(&mut out, LIST_ROOT, std::slice::from_ref(name));
    serializer.serialize_str(&out)
}
