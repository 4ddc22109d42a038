//! The published losses of quality of a model's formats, in a group for each series that can be compared.
//!
//! Never carries a loss of quality over from one model to another: shows it as measured, or states that none is known.

use super::prelude::*;
use super::steps;
use rooflight_estimator::records::quality::Loss;
use rooflight_estimator::records::{FormatRecord, ModelRecord};

/// Writes the section of a model's losses, with those of the chosen format highlighted.
pub(crate) fn write(report: &mut Report, model: &ModelRecord, chosen: &FormatRecord) {
    report.section("quality", "What it costs in quality");
    if chosen.quality.is_empty() {
        report.paragraph("none", words!("No measurement of this format's quality is known here."));
    }
    let losses = || model.formats.iter().flat_map(|format| format.quality.iter().map(move |loss| (format, loss)));
    let mut series: Vec<&Loss> = Vec::new();
    for (_, loss) in losses() {
        if !series.iter().any(|known| are_comparable(known, loss)) {
            series.push(loss);
        }
    }
    if series.is_empty() {
        report.end_section();
        return;
    }
    let caption = "As published. Figures of different models do not compare, and another model can lose more or less";
    report.table("quality", caption, QUALITY, "figures");
    for first in series {
        series_head(report, model, first);
        for (format, loss) in losses().filter(|(_, loss)| are_comparable(first, loss)) {
            report.row(if format.id == chosen.id { Emphasis::Match } else { Emphasis::None });
            report.cell(None, words!("{}", Arg::Text(&format.name)));
            report.cell(None, words!("{}", Arg::Fixed(format.weights.bits_per_weight(), 2)));
            report.cell(Some(Ink::Measured), words!("+{}", Arg::Fixed(loss.value, 4)));
            let share = [Arg::Percent(loss.value / loss.whole)];
            report.cell(None, or_dash(loss.whole > 0.0, &share));
        }
    }
    steps::close(report, &[]);
}

/// Writes the facts that a series of figures shares.
fn series_head(report: &mut Report, model: &ModelRecord, loss: &Loss) {
    let text = |at: usize| Arg::Text(model.text(at));
    report.group(model.text(loss.model) != model.name, "");
    report.say(words!("<b>{}</b>, {}", text(loss.model), text(loss.metric)));
    if loss.whole > 0.0 {
        report.say(words!(" over {}", Arg::Plain(loss.whole, 4)));
    }
    report.say(words!("; {}; ", text(loss.basis)));
    report.link(model.text(loss.source), model.text(loss.href));
}

/// True if two figures have the same metric, model, basis and source.
fn are_comparable(first: &Loss, second: &Loss) -> bool {
    let key = |loss: &Loss| [loss.metric, loss.model, loss.basis, loss.source];
    key(first) == key(second)
}

const QUALITY: &[Column] = &[
    ("Format", "", CellKind::Words),
    ("Bits", "of your model", CellKind::Number),
    ("Increase", "", CellKind::Number),
    ("Share", "of 16 bits", CellKind::Number),
];
