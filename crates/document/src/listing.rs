//! A list of set-ups under one answer: rows in groups, and the list as Markdown.
//!
//! A row has one value in each [`Column`], by which a list is sorted and which its HTML carries. The numbers are the
//! explorer's; nothing is computed here.

use super::markup::{joined, markdown as plain, markdown_around as around, put};
use super::number;
use alloc::string::String;
use alloc::vec::Vec;

/// An answer with its list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The answer in a sentence without a full stop.
    pub answer: String,
    /// The conditions it holds under.
    pub conditions: String,
    /// The head of the first column.
    pub first: &'static str,
    /// The last column.
    pub last: LastColumn,
    /// The benchmark of the rows' scores, where they have a column.
    pub score: Option<&'static str>,
    /// The length of the prompts, tokens; a model that cannot have as many reads what it can.
    pub prompt: f64,
    /// The speed that the reader asks for, tokens a second.
    pub target: Option<f64>,
    /// The set-ups, in groups under headings.
    pub groups: Vec<ListingGroup>,
    /// The number of leading rows rendered as HTML; all if `None`.
    pub first_rows: Option<usize>,
    /// The column by which the rows of each group are sorted, and whether its largest value stands first; the answer's
    /// own order if `None`.
    pub order: Option<(Column, bool)>,
    /// Sentences after the list.
    pub notes: Vec<String>,
    /// The day of the oldest price that the first of them speaks of; empty if it speaks of none.
    pub oldest: String,
}

impl Listing {
    /// The groups that have rows, with those rows of each that are shown.
    pub(crate) fn shown(&self) -> impl Iterator<Item = (&ListingGroup, &[ListingRow])> {
        let mut left = self.first_rows.unwrap_or(usize::MAX);
        self.groups.iter().filter_map(move |group| {
            let rows = group.rows.get(..left.min(group.rows.len()))?;
            left -= rows.len();
            (!rows.is_empty()).then_some((group, rows))
        })
    }
}

/// A column that has a value in each row, and by which a list can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The name, by its letters.
    Name,
    /// Bytes needed, in GB.
    Memory,
    /// The ceiling, tokens a second.
    Ceiling,
    /// The typical speed, tokens a second.
    Speed,
    /// The measurement at about the context of the list, tokens a second.
    Measured,
    /// Typical seconds of reading the prompt; the least where there is no range.
    Prompt,
    /// The last column, which the list names.
    Last,
    /// The published score.
    Score,
}

impl Column {
    /// Each column with its permanent key in addresses.
    pub const KEYS: [(Self, &'static str); 8] = [
        (Self::Name, "name"),
        (Self::Memory, "memory"),
        (Self::Ceiling, "ceiling"),
        (Self::Speed, "speed"),
        (Self::Measured, "measured"),
        (Self::Prompt, "prompt"),
        (Self::Last, "last"),
        (Self::Score, "score"),
    ];

    /// Its key in addresses.
    #[must_use]
    pub fn key(self) -> &'static str {
        Self::KEYS.iter().find(|(column, _)| *column == self).map_or("", |(_, key)| *key)
    }

    /// The column with this key.
    #[must_use]
    pub fn of(key: &str) -> Option<Self> {
        Self::KEYS.iter().find(|(_, known)| *known == key).map(|(column, _)| *column)
    }
}

/// The last column of a list, which differs from question to question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastColumn {
    /// Its head.
    pub title: &'static str,
    /// The unit of its numbers.
    pub unit: &'static str,
    /// Decimals of its numbers.
    pub decimals: usize,
    /// Whether a smaller number is better.
    pub is_less_better: bool,
}

/// Set-ups under a heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListingGroup {
    /// The heading, and what it means.
    pub title: (&'static str, String),
    /// A row for each set-up, in order.
    pub rows: Vec<ListingRow>,
}

/// A set-up with its speeds, one line of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListingRow {
    /// Its name, and the page that is about it.
    pub name: (String, String),
    /// A line in smaller type under the name.
    pub under: String,
    /// Bytes needed, and bytes usable where that is known.
    pub memory: (f64, Option<f64>),
    /// The ceiling and the realistic range, tokens a second; `None` where it does not fit.
    pub speeds: Option<(f64, Option<[f64; 3]>)>,
    /// The calculator with this row's inputs.
    pub question: String,
    /// The newest plain measurement: tokens a second, and when.
    pub measured: Option<(f64, String)>,
    /// The day of that measurement, as machines write it; empty if there is none.
    pub day: String,
    /// If nothing was measured at this context: the newest run at another one, in tokens a second, and its tokens.
    pub elsewhere: Option<(f64, String)>,
    /// Seconds of reading the prompt: the least, and the realistic ones from the fast end to the slow one where there
    /// is a range.
    pub prompt: Option<(f64, Option<[f64; 3]>)>,
    /// The calculator of prompts with this row's inputs.
    pub prompt_question: String,
    /// The number of the last column.
    pub last: Option<f64>,
    /// The model's published score in the list's benchmark.
    pub score: Option<f64>,
    /// Ways to make it fit: words and address.
    pub offers: Vec<(String, String)>,
}

/// The heads of a row's [`ListingRow::numbers`] but the last, which the list names.
pub const NUMBER_HEADS: [&str; 5] = ["Memory, GB", "Ceiling", "Realistic", "Measured", "Prompt, s"];

impl ListingRow {
    /// The bare value of a column; `None` where the row has none, and for the name.
    #[must_use]
    pub fn value(&self, column: Column) -> Option<f64> {
        match column {
            Column::Name => None,
            Column::Memory => Some(self.memory.0 / 1e9),
            Column::Ceiling => self.speeds.map(|(ceiling, _)| ceiling),
            Column::Speed => self.speeds.and_then(|(_, range)| range).map(|[_, typical, _]| typical),
            Column::Measured => self.measured.as_ref().map(|(speed, _)| *speed),
            Column::Prompt => self.prompt.map(|(least, span)| span.map_or(least, |[_, typical, _]| typical)),
            Column::Last => self.last,
            Column::Score => self.score,
        }
    }

    /// The numbers of the row as text, in the order of the columns: memory, ceiling, range, measurement, seconds of the
    /// prompt, and the list's last column.
    #[must_use]
    pub fn numbers(&self, last: LastColumn) -> [Option<String>; 6] {
        let range = self.speeds.and_then(|(_, range)| range);
        let prompt = self.prompt.map(|(least, span)| {
            span.map_or_else(|| joined(&["≥ ", &number::speed(least)]), |[fast, _, slow]| number::range(fast, slow))
        });
        [
            Some(number::speed(self.memory.0 / 1e9)),
            self.speeds.map(|(ceiling, _)| number::speed(ceiling)),
            range.map(|[low, _, high]| number::range(low, high)),
            self.measured.as_ref().map(|(speed, _)| number::plain(*speed, 1)),
            prompt,
            self.last.map(|value| number::plain(value, last.decimals)),
        ]
    }
}

/// Writes the answer and its list as Markdown, a table for each group.
pub(crate) fn markdown(listing: &Listing, out: &mut String) {
    around(out, "## ", &listing.answer, "\n\n");
    around(out, "", &listing.conditions, "\n");
    for group in listing.groups.iter().filter(|group| !group.rows.is_empty()) {
        around(out, "\n### ", group.title.0, ": ");
        around(out, "", &group.title.1, "\n\n| ");
        put(out, &[listing.first, " | |"]);
        for head in NUMBER_HEADS.into_iter().chain([listing.last.title]) {
            put(out, &[" ", head, " |"]);
        }
        let score = listing.score.map(|benchmark| [" ", benchmark, " |"]);
        put(out, &score.unwrap_or_default());
        let rule = if score.is_some() { "---:|\n" } else { "\n" };
        put(out, &["\n|---|---|---:|---:|---:|---:|---:|---:|", rule]);
        for row in &group.rows {
            around(out, "| ", &row.name.0, " | ");
            plain(out, &row.under);
            for cell in row.numbers(listing.last) {
                put(out, &[" | ", cell.as_deref().unwrap_or(number::NONE)]);
            }
            if listing.score.is_some() {
                let score = row.score.map(|score| number::plain(score, 1));
                put(out, &[" | ", score.as_deref().unwrap_or_default()]);
            }
            put(out, &[" |\n"]);
        }
    }
    for note in &listing.notes {
        around(out, "\n", note, "\n");
    }
}
