//! The measurements of a declared calculator's formula: how they compare with it, the range to expect, and a table with
//! their sources.
//!
//! The build has compared them ([`Measured`]); this module applies the range of ratios to the reader's result.

use super::report::DeclaredReport;
use super::text::{decimals, number, push};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_document::report::{Figure, Table, TableRow, Text, TextRun};
use rooflight_estimator::records::declared::{Measured, NumberFormat, Unit};

impl DeclaredReport<'_> {
    /// Returns the figure with the realistic range of the reader's result.
    pub(super) fn range_figure(&self, measured: &'static Measured) -> Option<Figure> {
        let value = Some(self.expected(measured)?);
        let (label, wide, note) = (String::from("Realistic"), Text::default(), String::new());
        Some(Figure { ink: Ink::Range, label, wide, value, note })
    }

    /// Returns the reader's result at both ends of the range; `None` if there is no range or no result.
    fn expected(&self, measured: &'static Measured) -> Option<Text> {
        let [low, high] = *measured.range else { return None };
        let unit = &self.record.formulas.get(measured.of)?.unit;
        let value = self.values.get(self.record.inputs.len() + measured.of);
        let ends = if value < 0.0 { [value * high, value * low] } else { [value * low, value * high] };
        if !ends.iter().all(|end| end.is_finite()) {
            return None;
        }
        let shown = match unit.format {
            NumberFormat::Significant => NumberFormat::Fixed(decimals(ends[1] / unit.factor) as u64),
            own => own,
        };
        let mut text = Text::default();
        number(&mut text, ends[0], &Unit { format: shown, ..unit.nameless() });
        push(&mut text, "–");
        number(&mut text, ends[1], &Unit { larger: Vec::new(), format: shown, ..unit.clone() });
        Some(text)
    }

    /// Writes the section of the measurements.
    pub(super) fn measured(&self, report: &mut Report, measured: &'static Measured) {
        report.section("measured", "Measured");
        report.push(DocBlock::Paragraph("note", self.comparison(measured)));
        report.push(DocBlock::Table(self.measurements(measured)));
        report.end_section();
    }

    /// Returns a paragraph on how the measurements compare with the formula.
    fn comparison(&self, measured: &'static Measured) -> Text {
        let compared = Arg::Count(measured.compared);
        let [low, high] = *measured.range else {
            return words!(
                "{} of the measurements can be compared with the formula. A realistic range needs ten, so there is none.",
                compared
            )
            .into();
        };
        let ratios = words!(
            "The middle 80 % of {} measurements are {} to {} times what the formula gives for their inputs.",
            compared,
            Arg::Ratio(low),
            Arg::Ratio(high)
        );
        let mut text = Text::from(ratios);
        if let Some(expected) = self.expected(measured) {
            push(&mut text, " For these inputs that is ");
            text.0.extend(expected.0);
            push(&mut text, ".");
        }
        let [tested, held] = measured.tested;
        let validation = if tested == 0 {
            words!(" Without a measurement's own source fewer than ten are left, so the range is not tested.").into()
        } else {
            Text::from(words!(
                " Made anew without a measurement's own source, the range held {} of {}.",
                Arg::Count(held),
                Arg::Count(tested)
            ))
        };
        text.0.extend(validation.0);
        text
    }

    fn measurements(&self, measured: &'static Measured) -> Table {
        let record = self.record;
        let unit = record.formulas.get(measured.of).map_or_else(Unit::default, |formula| formula.unit.clone());
        let name = record.formulas.get(measured.of).map_or("", |formula| &formula.unit.name);
        let bare = unit.nameless();
        let inputs = measured.sets.iter().filter_map(|at| record.inputs.get(*at));
        let mut columns: Vec<Column> = inputs
            .map(|input| {
                let unit = input.units.first().map(|(name, _)| name.as_str()).unwrap_or_default();
                let kind = if input.choices.is_empty() { CellKind::Number } else { CellKind::Words };
                (input.label.as_str(), unit, kind)
            })
            .collect();
        columns.extend(measured.columns.iter().map(|column| (column.as_str(), "", CellKind::Words)));
        columns.extend([
            ("Measured", name, CellKind::Number),
            ("Computed", name, CellKind::Number),
            ("Ratio", "", CellKind::Number),
            ("Source", "", CellKind::Words),
        ]);
        let rows = measured.rows.iter().map(|row| {
            let mut cells: Vec<(Option<Ink>, Text)> = Vec::new();
            for (at, value) in measured.sets.iter().zip(&row.inputs) {
                let mut cell = Text::default();
                self.push_value(&mut cell, *at, *value);
                cells.push((None, cell));
            }
            for words in &row.words {
                let mut cell = Text::default();
                push(&mut cell, words);
                cells.push((None, cell));
            }
            for (ink, value) in [(Ink::Measured, row.value), (Ink::Ceiling, row.computed)] {
                let mut cell = Text::default();
                number(&mut cell, value, &bare);
                cells.push((Some(ink), cell));
            }
            let ratio = row.value / row.computed;
            let mut cell = Text::default();
            if row.computed != 0.0 && ratio.is_finite() {
                cell.0.push((None, TextRun::Value(Arg::Ratio(ratio))));
            } else {
                push(&mut cell, NONE);
            }
            cells.push((None, cell));
            let source = measured.sources.get(row.source);
            let link = source.map(|[title, address]| (None, TextRun::Link(title.clone(), address.clone())));
            cells.push((None, Text(link.into_iter().collect())));
            TableRow::Cells(Emphasis::None, cells)
        });
        let (caption, rows) = (measured.caption.clone(), rows.collect());
        Table { id: "measured", caption, columns, unit: "measurements", rows }
    }
}
