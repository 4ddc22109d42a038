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
pub(crate) struct DeviceView {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) class: String,
    pub(crate) definition: String,
    pub(crate) facts: facts::FactsView,
    /// What else people call it.
    pub(crate) aliases: Vec<String>,
    pub(crate) room: Option<room::RoomView>,
    pub(crate) speeds: Option<SpeedsView>,
    pub(crate) measured: Option<Table>,
    pub(crate) measured_title: String,
    pub(crate) sources: Vec<sources::SourceView>,
}

/// Speeds, from either side.
#[derive(Serialize)]
pub(crate) struct SpeedsView {
    pub(crate) title: String,
    pub(crate) drawn: Strips,
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
    /// What else people call it.
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

#[derive(Debug, Serialize)]
pub(crate) struct ListRow {
    /// Where a link to the class or the family leads: on its first row.
    pub(crate) anchor: Option<String>,
    /// Templates see it as HTML.
    #[serde(serialize_with = "below_list")]
    pub(crate) name: Piece,
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
pub(crate) struct Listed {
    pub(crate) columns: Vec<ListColumn>,
    pub(crate) groups: Vec<ListGroup>,
    pub(crate) rows: Vec<Vec<ListRow>>,
}

/// What the estimator cannot describe yet, with the missing fact and its sources.
#[derive(Serialize)]
pub(crate) struct GapView {
    pub(crate) name: String,
    pub(crate) missing: String,
    pub(crate) sources: Vec<sources::SourceView>,
}

/// From a list to the site's root.
pub(super) const LIST_ROOT: &str = "../";

fn below_list<S: Serializer>(name: &Piece, serializer: S) -> Result<S::Ok, S::Error> {
    let mut out = String::new();
    cells::html(&mut out, LIST_ROOT, std::slice::from_ref(name));
    serializer.serialize_str(&out)
}
