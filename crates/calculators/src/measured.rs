//! Measurements of the reader's model on the device, those in the reader's format first.
//!
//! The facts that runs share (hardware, format, runtime, date, source) appear once above them, so that the four or five
//! columns fit every window. No run is hidden. A run under other conditions (several devices, several streams, a flag,
//! another format) is an open diamond on the chart. The build computed how a run compares with ceiling and estimate
//! under its own conditions; that does not depend on the reader's inputs.

use super::steps;
use super::subject::Subject;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::date::date;
use rooflight_document::number::decimals_needed;
use rooflight_document::prelude::*;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::records::rows::{PART, Row};
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord};
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::count;

/// A measurement as it appears for the reader's inputs.
#[derive(Clone, Copy, Debug)]
pub struct ShownRow<'a> {
    /// The row of the device's record.
    pub row: &'a Row,
    /// True if the run has the reader's format.
    pub same_format: bool,
    /// True if the conditions differ from the reader's.
    pub open: bool,
    /// True if the run measures the reader's own inputs, the context included.
    pub matches: bool,
}

/// The measurements of a device: of decoding, or of prompts.
#[derive(Clone, Copy, Debug)]
pub struct RunList<'a> {
    /// The name of the device.
    pub device: &'a str,
    /// The texts that the rows refer to.
    pub texts: &'a [String],
    /// The measurements in display order.
    pub rows: &'a [Row],
}

impl<'a> RunList<'a> {
    /// The text at an index; empty if there is none.
    #[must_use]
    pub fn text(self, at: usize) -> &'a str {
        self.texts.get(at).map_or("", String::as_str)
    }
}

impl<'a> From<&'a DeviceRecord> for RunList<'a> {
    fn from(record: &'a DeviceRecord) -> Self {
        Self { device: &record.device.name, texts: &record.texts, rows: &record.rows }
    }
}

/// Returns the measurements of the reader's model on this device, the reader's format first, then in the record's
/// order. A run with another engine counts as other conditions. Without a context, no row matches the reader's inputs.
#[must_use]
pub fn rows<'a>(
    record: impl Into<RunList<'a>>,
    model: &ModelRecord,
    format: &FormatRecord,
    profile: usize,
    context: Option<f64>,
) -> Vec<ShownRow<'a>> {
    let (record, mut rows) = (record.into(), Vec::new());
    for same_format in [true, false] {
        for row in record.rows {
            if record.text(row.model) == model.id && (record.text(row.format) == format.id) == same_format {
                let near = context.is_some_and(|context| row.is_at(context));
                let open = row.open || !same_format || row.profile != profile as u64;
                rows.push(ShownRow { row, same_format, open, matches: near && !open });
            }
        }
    }
    rows
}

/// Returns the measurements of this model, solid if at most the number of requests differs from the setup.
pub(crate) fn concurrent_rows<'a>(subject: &Subject<'a>, setup: &Setup) -> Vec<ShownRow<'a>> {
    let mut found = rows(subject.record, subject.model, subject.format, subject.at, None);
    for shown in &mut found {
        let row = shown.row;
        let near = row.is_at(setup.depth);
        let own = shown.same_format && row.profile == subject.at as u64;
        let alike = own && near && row.count == setup.devices.number() && setup.kv == KvType::F16;
        shown.open = !alike || row.drafted || row.flags > 0;
        shown.matches = !shown.open && count(row.requests).to_bits() == setup.batch.to_bits();
    }
    found
}

const COLUMNS: &[Column] = &[
    ("Depth", "tokens", CellKind::Number),
    ("Run", "", CellKind::Wide),
    ("Speed", "tokens per second", CellKind::Number),
    ("Share", "of ceiling", CellKind::Number),
    ("Ratio", "to estimate", CellKind::Number),
];

/// The columns if no row states how many tokens were generated.
const BARE: &[Column] = &[COLUMNS[0], COLUMNS[2], COLUMNS[3], COLUMNS[4]];

/// The texts for prompts.
pub const PROMPTS: Naming = Naming {
    columns: PROMPT_COLUMNS,
    bare: &[PROMPT_COLUMNS[0], PROMPT_COLUMNS[2], PROMPT_COLUMNS[3], PROMPT_COLUMNS[4]],
    caption: "Prompts read by this model on this device, as published. Share and ratio compare each with the limit of arithmetic and \
              bandwidth and with the estimate under its own conditions.",
    nothing: "Nothing measured: no published time of a prompt of this model on this hardware is known here.",
};

const PROMPT_COLUMNS: &[Column] = &[
    ("Prompt", "tokens", CellKind::Number),
    ("Run", "", CellKind::Wide),
    ("Speed", "prompt tokens per second", CellKind::Number),
    ("Share", "of the limit", CellKind::Number),
    ("Ratio", "to estimate", CellKind::Number),
];

const CAPTION: &str = "Published decode runs. Share and ratio are for a run's own conditions.";

/// The texts of a table of measurements.
#[derive(Clone, Copy, Debug)]
pub struct Naming {
    /// The columns: depth, run, speed, share, ratio.
    pub columns: &'static [Column],
    /// The columns without the run.
    pub bare: &'static [Column],
    /// The caption above the table, with the units.
    pub caption: &'static str,
    /// The sentence shown if there is no measurement.
    pub nothing: &'static str,
}

/// The texts for decode runs.
pub const DECODING: Naming = Naming {
    columns: COLUMNS,
    bare: BARE,
    caption: CAPTION,
    nothing: "No published run of this model on this hardware is known here.",
};

/// Writes the table of decode measurements.
pub fn write<'a>(report: &mut Report, record: impl Into<RunList<'a>>, rows: &[ShownRow<'_>]) {
    write_named(report, record, rows, &DECODING);
}

/// Writes a table of measurements with other texts.
pub fn write_named<'a>(report: &mut Report, record: impl Into<RunList<'a>>, rows: &[ShownRow<'_>], naming: &Naming) {
    let record = record.into();
    if rows.is_empty() {
        return nothing(report, naming.nothing);
    }
    report.section("measured", "What was measured");
    let detailed = rows.iter().any(|shown| shown.row.generated > 0);
    let columns = if detailed { naming.columns } else { naming.bare };
    report.table("measured", naming.caption, columns, "measurements");
    for group in rows.chunk_by(same_series) {
        series_head(report, record, &group[0]);
        let decimals = group.iter().fold(0, |most, shown| most.max(decimals_needed(shown.row.speed, 2)));
        for shown in group {
            run(report, shown, decimals, detailed);
        }
    }
    steps::close(report, &[]);
}

/// Writes the figure of measurements: one speed, or the lowest and the highest. `when` is the note with their dates,
/// `none` the note if there are no speeds.
pub(crate) fn figure(
    report: &mut Report,
    wide: Words<'_>,
    speeds: &mut dyn Iterator<Item = f64>,
    [when, none]: [&str; 2],
) {
    let (mut low, mut high, mut runs) = (f64::INFINITY, 0.0_f64, 0);
    for speed in speeds {
        (low, high, runs) = (low.min(speed), high.max(speed), runs + 1);
    }
    let value = [if runs > 1 { Arg::Range(low, high) } else { Arg::Plain(low, 2) }];
    let note = if runs == 0 { none } else { when };
    report.figure(Ink::Measured, "Measured", wide, (runs > 0).then_some(words!("{}", ..value)), note);
}

/// Writes the section of a calculator without measurements.
pub(crate) fn nothing(report: &mut Report, sentence: &str) {
    report.section("measured", "What was measured");
    report.paragraph("none", words!("{}", Arg::Text(sentence)));
    report.end_section();
}

/// Labels the first measurement of the reader's own inputs on the chart, with its date.
pub(crate) fn mark<'a>(
    chart: &mut Chart,
    record: impl Into<RunList<'a>>,
    mut rows: impl Iterator<Item = &'a ShownRow<'a>>,
) {
    let record = record.into();
    if let Some(ShownRow { row, .. }) = rows.find(|shown| shown.matches) {
        let mut text = number::plain(row.speed, 1);
        let when = record.text(row.date);
        if !when.is_empty() {
            text.push_str(", ");
            text.push_str(&date(when));
        }
        chart.marks.push(ValueLabel { ink: Ink::Measured, y: row.speed, text });
    }
}

/// True if two runs share the facts above their rows.
fn same_series(first: &ShownRow<'_>, second: &ShownRow<'_>) -> bool {
    let key = |row: &Row| [row.format, row.conditions, row.engine, row.date, row.flags, row.source, row.href];
    first.open == second.open && first.row.count == second.row.count && key(first.row) == key(second.row)
}

/// Writes the facts that a series of runs shares.
fn series_head(report: &mut Report, record: RunList<'_>, ShownRow { row, open, .. }: &ShownRow<'_>) {
    let mut caution = String::new();
    for flag in record.text(row.flags).split(char::is_control).filter(|flag| !flag.is_empty()) {
        caution.push_str(if caution.is_empty() { "Caution: " } else { "; " });
        caution.push_str(flag);
    }
    report.group(*open, &caution);
    let times = if row.count > 1 { filled(words!("{} × ", Arg::Count(row.count))) } else { String::new() };
    let values = [Arg::Text(&times), Arg::Text(record.device), Arg::Text(record.text(row.format_name))];
    report.say(words!("<b>{}{}, {}</b>", ..values));
    for fact in [record.text(row.engine), record.text(row.conditions), &date(record.text(row.date))] {
        if !fact.is_empty() {
            report.say(words!(", {}", Arg::Text(fact)));
        }
    }
    report.say(words!(", "));
    report.link(record.text(row.source), record.text(row.href));
}

fn run(report: &mut Report, ShownRow { row, matches, .. }: &ShownRow<'_>, decimals: usize, detailed: bool) {
    report.row(if *matches { Emphasis::Match } else { Emphasis::None });
    let depth = [Arg::Fixed(row.depth.unwrap_or_default(), 0)];
    report.cell(None, if row.depth.is_some() { words!("{}", ..depth) } else { words!("not stated") });
    if detailed {
        let generated = [Arg::Plain(count(row.generated), 0)];
        report.cell(None, if row.generated > 0 { words!("{} generated", ..generated) } else { words!("") });
    }
    report.cell(Some(Ink::Measured), words!("{}", Arg::Fixed(row.speed, decimals)));
    let part = |number: u64| count(number) * PART;
    report.cell(None, or_dash(row.share > 0, &[Arg::Percent(part(row.share))]));
    report.cell(None, or_dash(row.ratio > 0, &[Arg::Ratio(part(row.ratio))]));
}
