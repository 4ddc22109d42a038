//! The two tables that every calculator has, built from facts.
//!
//! The ledger shows each step with the reader's numbers put in. The measurements are grouped: what runs share (hardware,
//! format, runtime, date, source) is said once above them, so that four narrow columns are left and fit every window.
//! Nothing is computed, left out or sorted here; groups stand where their first run stood.

use alloc::{borrow::ToOwned, string::String, vec, vec::Vec};

use super::{
    date::date,
    number,
    report::{Cell, Column, Emphasis, Ink, Kind, Row, Table, Text},
};

/// A step of the ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is found: `KV cache`.
    pub part: String,
    /// How, with the reader's numbers: `2 × 8 heads × 128 × 2 bytes × 32 layers × 4,096`.
    pub formula: Text,
    /// The result with its unit: `0.54 GB`.
    pub result: String,
    /// What kind of number the result is, if it is one of the three.
    pub ink: Option<Ink>,
    /// It sums the steps above.
    pub sum: bool,
}

/// A published measurement beside the estimate for the same conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurement<'a> {
    /// How many devices.
    pub count: u64,
    /// Which: `RTX 4090`.
    pub device: &'a str,
    /// The format of the weights: `Q4_K_M`.
    pub quantization: &'a str,
    /// The program, its version and its backend: `llama.cpp b2824, CUDA`.
    pub runtime: &'a str,
    /// Further conditions: `split by layers`. May be empty.
    pub conditions: &'a str,
    /// When: `2024-05-18`, `2024-05`, `2024`. May be empty.
    pub date: &'a str,
    /// The title of the source.
    pub source: &'a str,
    /// The source's address. May be empty.
    pub href: &'a str,
    /// Tokens already in the context, on average over the run; `None` if the source does not say.
    pub depth: Option<f64>,
    /// How that depth came about: `8,192 generated`. May be empty.
    pub detail: &'a str,
    /// Tokens per second, as published.
    pub speed: f64,
    /// The share of the ceiling at that depth.
    pub share: Option<f64>,
    /// The measurement over the estimate at that depth.
    pub ratio: Option<f64>,
    /// Reasons for caution, in words, a line each. May be empty.
    pub flags: &'a str,
    /// Its conditions differ from the reader's: an open diamond.
    pub open: bool,
    /// It is the measurement of the reader's own inputs.
    pub matches: bool,
}

/// The table of steps.
#[must_use]
pub fn ledger(id: &str, heading: &str, caption: Text, lines: &[Line]) -> Table {
    let mut rows = Vec::with_capacity(lines.len());
    for line in lines {
        let result = Cell { ink: line.ink, ..Cell::new(line.result.as_str()) };
        let emphasis = if line.sum { Emphasis::Sum } else { Emphasis::None };
        let cells = vec![Cell::new(line.part.as_str()), Cell::new(line.formula.clone()), result];
        rows.push(Row { cells, emphasis, diamond: None });
    }
    let columns = vec![
        column("Part", "", Kind::Words),
        column("Formula with these inputs", "", Kind::Formula),
        column("Result", "", Kind::Number),
    ];
    Table { columns, rows, unit: "steps".to_owned(), ..named(id, heading, caption) }
}

/// The table of measurements.
#[must_use]
pub fn measurements(id: &str, heading: &str, caption: Text, runs: &[Measurement<'_>]) -> Table {
    let mut groups: Vec<Vec<&Measurement<'_>>> = Vec::new();
    for run in runs {
        match groups.iter_mut().find(|group| group[0].shares_conditions(run)) {
            Some(group) => group.push(run),
            None => groups.push(vec![run]),
        }
    }
    let detailed = runs.iter().any(|run| !run.detail.is_empty());
    let mut rows = Vec::new();
    for group in &groups {
        rows.push(header(group[0]));
        let mut decimals = 0;
        for run in group {
            decimals = decimals.max(number::decimals_needed(run.speed, 2));
        }
        for run in group {
            rows.push(run_row(run, decimals, detailed));
        }
    }
    let mut columns = vec![
        column("Depth", "tokens", Kind::Number),
        column("Speed", "tokens per second", Kind::Number),
        column("Share", "of ceiling", Kind::Number),
        column("Ratio", "to estimate", Kind::Number),
    ];
    if detailed {
        columns.insert(1, Column { wide_only: true, ..column("Run", "", Kind::Words) });
    }
    let empty = Text::from("Nothing measured: no published run of this model on this hardware is known here.");
    Table { columns, rows, unit: "measurements".to_owned(), empty, ..named(id, heading, caption) }
}

impl Measurement<'_> {
    fn shares_conditions(&self, other: &Self) -> bool {
        self.open == other.open && self.count == other.count && self.flags == other.flags && self.facts() == other.facts()
    }

    fn facts(&self) -> [&str; 7] {
        [self.device, self.quantization, self.runtime, self.conditions, self.date, self.source, self.href]
    }
}

/// What a group's runs share.
fn header(run: &Measurement<'_>) -> Row {
    let mut facts = String::new();
    for fact in [run.runtime, run.conditions, &date(run.date)] {
        if !fact.is_empty() {
            facts.push_str(", ");
            facts.push_str(fact);
        }
    }
    if !run.source.is_empty() {
        facts.push_str(", ");
    }
    let times = if run.count > 1 { [&number::count(run.count), " × "].concat() } else { String::new() };
    let what = [&times, run.device, ", ", run.quantization].concat();
    let text = Text::default().strong(&what).plain(&facts).link(run.source, run.href);
    let mut caution = String::new();
    for flag in run.flags.lines() {
        caution.push_str(if caution.is_empty() { "Caution: " } else { "; " });
        caution.push_str(flag);
    }
    let cell = Cell { text, note: Text::from(caution.as_str()), ink: None };
    Row { cells: vec![cell], emphasis: Emphasis::Group, diamond: Some(run.open) }
}

fn run_row(run: &Measurement<'_>, decimals: usize, detailed: bool) -> Row {
    let depth = run.depth.map_or("not stated".to_owned(), |depth| number::fixed(depth, 0));
    let share = run.share.map_or(number::NONE.to_owned(), number::percent);
    let ratio = run.ratio.map_or(number::NONE.to_owned(), number::ratio);
    let mut cells = vec![
        Cell::new(depth.as_str()),
        Cell::new(number::fixed(run.speed, decimals).as_str()).in_ink(Ink::Measured),
        Cell::new(share.as_str()),
        Cell::new(ratio.as_str()),
    ];
    if detailed {
        cells.insert(1, Cell::new(run.detail));
    }
    Row { cells, emphasis: if run.matches { Emphasis::Match } else { Emphasis::None }, diamond: None }
}

fn column(label: &str, small: &str, kind: Kind) -> Column {
    Column { label: label.to_owned(), small: small.to_owned(), kind, wide_only: false }
}

fn named(id: &str, heading: &str, caption: Text) -> Table {
    Table { id: id.to_owned(), heading: heading.to_owned(), caption, ..Table::default() }
}

#[cfg(test)]
mod tests {
    use super::{super::sample::run, *};

    #[test]
    fn equal_conditions_stand_together() {
        let flagged = Measurement {
            flags: "depth assumed\nlaptop",
            depth: None,
            share: None,
            ratio: None,
            ..run(1, 64.0, 72.25)
        };
        let table = measurements(
            "m",
            "Measured",
            Text::default(),
            &[run(1, 256.0, 130.6), run(2, 256.0, 124.7), run(1, 4096.0, 110.75), flagged],
        );
        let first = |row: &Row| row.cells[0].text.clone();
        let kinds: Vec<Emphasis> = table.rows.iter().map(|row| row.emphasis).collect();
        assert_eq!(
            kinds,
            [
                Emphasis::Group,
                Emphasis::None,
                Emphasis::Match,
                Emphasis::Group,
                Emphasis::None,
                Emphasis::Group,
                Emphasis::None
            ]
        );
        let head = Text::default()
            .strong("RTX 4090, Q4_K_M")
            .plain(", llama.cpp b2824, CUDA, 18 May 2024, ")
            .link("GPU <Benchmarks>", "https://example.org/?a=1&b=2");
        assert_eq!(first(&table.rows[0]), head);
        assert_eq!((table.rows[0].diamond, table.rows[3].diamond), (Some(false), Some(true)));
        assert_eq!(first(&table.rows[2]), "4,096".into());
        assert_eq!(table.rows[1].cells[1].text, "130.60".into(), "one count of decimals in a group");
        assert_eq!(table.rows[5].cells[0].note, "Caution: depth assumed; laptop".into());
        let unknown: Vec<Text> = table.rows[6].cells.iter().map(|cell| cell.text.clone()).collect();
        assert_eq!(unknown, ["not stated".into(), "72.25".into(), "–".into(), "–".into()]);
        assert_eq!(table.columns.len(), 4);
    }

    #[test]
    fn details_get_a_column_of_their_own() {
        let detailed = Measurement { detail: "512 generated", ..run(1, 256.0, 130.6) };
        let table = measurements("m", "Measured", Text::default(), &[detailed]);
        assert!(table.columns[1].wide_only);
        assert_eq!(table.rows[1].cells.len(), table.columns.len());
    }
}
