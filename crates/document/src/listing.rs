//! A list of set-ups as the answer: rows in groups.
//!
//! A row has one value for each [`ListingColumn`], by which lists are sorted and which the HTML carries. The numbers
//! come from the explorer; nothing is computed here.

use super::markup::joined;
use super::number;
use alloc::string::String;
use alloc::vec::Vec;

/// An answer and its list of set-ups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// The answer, a sentence without a full stop.
    pub answer: String,
    /// The conditions under which the answer holds.
    pub conditions: String,
    /// Heading of the first column.
    pub first: &'static str,
    /// Heading, unit and format of the last column.
    pub last: LastColumn,
    /// Name of the benchmark in the score column; `None` if there is no such column.
    pub score: Option<&'static str>,
    /// Prompt length, tokens. A model whose context is shorter reads as much as it can.
    pub prompt: f64,
    /// The speed that the reader asks for, tokens per second.
    pub target: Option<f64>,
    /// The set-ups, in groups under headings.
    pub groups: Vec<ListingGroup>,
    /// The number of leading rows that are rendered as HTML; `None` for all.
    pub first_rows: Option<usize>,
    /// The column by which each group's rows are sorted, and true if its largest value comes first. `None` for the
    /// answer's own order.
    pub order: Option<(ListingColumn, bool)>,
    /// Sentences below the list.
    pub notes: Vec<String>,
    /// Day of the oldest price that the first note mentions; empty if it mentions none.
    pub oldest: String,
}

impl Listing {
    /// Yields each group that has rows to show, with those rows.
    pub(crate) fn shown(&self) -> impl Iterator<Item = (&ListingGroup, &[ListingRow])> {
        let mut left = self.first_rows.unwrap_or(usize::MAX);
        self.groups.iter().filter_map(move |group| {
            let rows = group.rows.get(..left.min(group.rows.len()))?;
            left -= rows.len();
            (!rows.is_empty()).then_some((group, rows))
        })
    }
}

rooflight_primitives::variants! {
    /// A column that has a value in each row and can sort the list.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ListingColumn [
        /// Its permanent key in URLs.
        pub key: &'static str,
    ] {
        /// The name, sorted alphabetically.
        Name = "name",
        /// Memory needed, in GB.
        Memory = "memory",
        /// The ceiling, tokens per second.
        Ceiling = "ceiling",
        /// The typical speed, tokens per second.
        Speed = "speed",
        /// The measurement near the list's context, tokens per second.
        Measured = "measured",
        /// Typical seconds for reading the prompt; the minimum if there is no range.
        Prompt = "prompt",
        /// The last column, see [`LastColumn`].
        Last = "last",
        /// The published benchmark score.
        Score = "score",
    }
}

impl ListingColumn {
    /// The column with this key; `None` if there is none.
    #[must_use]
    pub fn of(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.key() == key)
    }
}

/// The last column of a list, which depends on the question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastColumn {
    /// Heading of the column.
    pub title: &'static str,
    /// The unit of its numbers.
    pub unit: &'static str,
    /// Number of decimals printed.
    pub decimals: usize,
    /// True if a smaller number is better.
    pub is_less_better: bool,
}

/// Set-ups under a common heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListingGroup {
    /// The heading, and a sentence that explains it.
    pub title: (&'static str, String),
    /// A row for each set-up, in order.
    pub rows: Vec<ListingRow>,
}

/// A set-up with its speeds: one row of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListingRow {
    /// The name, and the address of its page.
    pub name: (String, String),
    /// A line in smaller type below the name.
    pub under: String,
    /// Bytes needed, and bytes usable if known.
    pub memory: (f64, Option<f64>),
    /// The ceiling and the realistic range, tokens per second; `None` if the set-up does not fit.
    pub speeds: Option<(f64, Option<[f64; 3]>)>,
    /// Address of the speed calculator with this row's inputs.
    pub question: String,
    /// The newest plain measurement near this context: tokens per second, and its date in words.
    pub measured: Option<(f64, String)>,
    /// Date of that measurement as `2026-10-10`; empty if there is none.
    pub day: String,
    /// If nothing was measured near this context: the newest run at another, in tokens per second, and that context.
    pub elsewhere: Option<(f64, String)>,
    /// Seconds for reading the prompt: the minimum, and the realistic range from the fastest to the slowest if there is
    /// one.
    pub prompt: Option<(f64, Option<[f64; 3]>)>,
    /// Address of the prompt calculator with this row's inputs.
    pub prompt_question: String,
    /// The value of the last column.
    pub last: Option<f64>,
    /// The model's published score in [`Listing::score`]'s benchmark.
    pub score: Option<f64>,
    /// The sort key of models without that score: the score in the fallback benchmark, and the month of the release.
    pub fallback: (f64, u64),
    /// Changes that would make it fit: link text and address.
    pub offers: Vec<(String, String)>,
}

/// The headings of [`ListingRow::numbers`], except that of the last column.
pub(super) const NUMBER_HEADS: [&str; 5] = ["Memory, GB", "Ceiling", "Realistic", "Measured", "Prompt, s"];

impl ListingRow {
    /// The bare value in a column; `None` if the row has none, and for the name.
    #[must_use]
    pub fn value(&self, column: ListingColumn) -> Option<f64> {
        match column {
            ListingColumn::Name => None,
            ListingColumn::Memory => Some(self.memory.0 / 1e9),
            ListingColumn::Ceiling => self.speeds.map(|(ceiling, _)| ceiling),
            ListingColumn::Speed => self.speeds.and_then(|(_, range)| range).map(|[_, typical, _]| typical),
            ListingColumn::Measured => self.measured.as_ref().map(|(speed, _)| *speed),
            ListingColumn::Prompt => self.prompt.map(|(least, span)| span.map_or(least, |[_, typical, _]| typical)),
            ListingColumn::Last => self.last,
            ListingColumn::Score => self.score,
        }
    }

    /// The row's numbers as text, in column order: memory, ceiling, range, measurement, prompt seconds, last column.
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
