//! The report of a calculator in a file: answer, figures, chart, steps with the reader's numbers, tables, and the
//! reasons.
//!
//! 1. The answer and the conditions follow the record; each value is shown in its unit.
//! 2. A condition that refuses or replaces puts its message in place of the answer; others are warnings below the
//!    figures.
//! 3. Charts and tables evaluate the formulas that depend on one input with other values of it.
//! 4. Measurements appear on the chart and in a table.

use super::super::answer::Outcome;
use super::cases::EstimateCase;
use super::functions;
use super::host::{CatalogHost, LISTED};
use super::text::{FIELD_DECIMALS, exact, ink, number, push, push_in, range, unit_name};
use super::values::Values;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_document::report::{Figure, Text, TextRun};
use rooflight_estimator::formula::evaluate::calculate_all;
use rooflight_estimator::formula::host::{MAX_ARGUMENTS, REASON, Scenario};
use rooflight_estimator::formula::{Op, evaluate};
use rooflight_estimator::records::declared::{
    ConditionalText, DeclaredChart, DeclaredChoice, DeclaredCondition, DeclaredFigure, DeclaredInput, DeclaredList,
    DeclaredRecord, FieldPlace, RangeEnd, TextSegment, Unit,
};

/// The inks of a chart's curves, in the order of the record.
pub(super) const INKS: [Ink; 3] = [Ink::Ceiling, Ink::Range, Ink::Plain];

/// Most figures of an answer.
const MAX_FIGURES: usize = 3;

/// A record with the values of its inputs and formulas.
pub(super) struct DeclaredReport<'a> {
    pub(super) record: &'static DeclaredRecord,
    pub(super) values: Values,
    pub(super) host: &'a CatalogHost<'a>,
}

impl<'a> DeclaredReport<'a> {
    /// Computes the formulas from the values of the inputs.
    pub(super) fn new(record: &'static DeclaredRecord, inputs: &[f64], host: &'a CatalogHost<'a>) -> Self {
        let all = |scenario| {
            let mut values = inputs.to_vec();
            let host = host.at(scenario);
            calculate_all(record.formulas.iter().map(|formula| &*formula.formula), &mut values, &host);
            values
        };
        let is_ranged = record.formulas.iter().any(|formula| formula.range);
        let ends = [Scenario::Slow, Scenario::Fast].into_iter().filter(|_| is_ranged).map(all).collect();
        Self { record, values: Values { typical: all(Scenario::Typical), ends }, host }
    }

    /// Returns the key of an input that cannot be used, and the reason; `None` if all can.
    pub(super) fn unusable(&self) -> Option<(&'static str, String)> {
        let case = self.record.conditions.iter().find(|case| case.field.is_some() && self.holds(&case.formula))?;
        let input = self.record.inputs.get(usize::try_from(case.field?).ok()?)?;
        Some((&input.key, self.text(&case.message, &self.values).plain()))
    }

    /// Writes the answer, the figures, the chart, the steps and the tables. A condition that refuses puts its message
    /// in place of the answer.
    pub(super) fn write(&self, report: &mut Report) -> Outcome {
        let record = self.record;
        report.answer = self.text(&record.answer, &self.values);
        report.conditions = match record.context.0.as_slice() {
            [] => self.inputs(),
            _ => self.text(&record.context, &self.values),
        };
        let cases = || record.conditions.iter().filter(|case| self.holds(&case.formula));
        if let Some(case) = cases().find(|case| case.replaces) {
            report.answer = self.text(&case.message, &self.values);
        }
        if let Some(case) = self.refusal() {
            report.answer = self.text(&case.message, &self.values);
            (report.refused, report.muted) = (true, !case.figures_hold);
        }
        let warnings: Vec<String> = cases()
            .filter(|case| !case.refuses && !case.replaces)
            .map(|case| self.text(&case.message, &self.values).plain())
            .collect();
        for figure in &record.figures {
            report.figures.extend(self.figure(figure));
        }
        for measured in &record.measured {
            report.figures.extend(self.range_figure(measured).filter(|_| record.figures.len() < MAX_FIGURES));
        }
        report.end_figures(&warnings.join(" "));
        let status = match record.status.0.as_slice() {
            [] => report.answer.plain(),
            _ => self.text(&record.status, &self.values).plain(),
        };
        match self.shown_chart() {
            Some(chart) => report.chart(self.chart(chart, &status)),
            None => report.without_chart(),
        }
        if let Some(case) = self.case(&record.launch) {
            case.launch(self.host, report);
        }
        for list in &record.lists {
            self.list(report, list);
        }
        for measured in &record.measured {
            self.measured(report, measured);
        }
        self.steps(report);
        for table in &record.tables {
            self.table(report, table);
        }
        if record.quality {
            self.quality(report);
        }
        for runs in &record.runs {
            self.runs(report, runs);
        }
        self.assumed(report);
        Outcome { status, numbers: self.numbers() }
    }

    /// Returns the case that does not fit, for which alternatives are offered.
    pub(super) fn refused(&self) -> Option<EstimateCase<'_>> {
        self.case(&self.refusal()?.alternatives)
    }

    /// Returns the condition that refuses, if it holds.
    fn refusal(&self) -> Option<&'static DeclaredCondition> {
        self.record.conditions.iter().find(|condition| condition.refuses && self.holds(&condition.formula))
    }

    /// Returns the case of these arguments; `None` without any.
    fn case(&self, formulas: &[Vec<Op>]) -> Option<EstimateCase<'_>> {
        let mut arguments = [f64::NAN; MAX_ARGUMENTS];
        for (argument, formula) in arguments.iter_mut().zip(formulas) {
            *argument = self.evaluated(formula);
        }
        EstimateCase::of(self.host, arguments).filter(|_| !formulas.is_empty())
    }

    /// Writes a list of the sentences whose cases hold.
    fn list(&self, report: &mut Report, list: &'static DeclaredList) {
        let items = list.items.iter().map(|item| self.text(item, &self.values).plain());
        let items: Vec<String> = items.filter(|item| !item.is_empty()).collect();
        report.section(&list.id, &list.heading);
        report.push(DocBlock::List("assumed", items));
        let note = self.text(&list.note, &self.values);
        if !note.0.is_empty() {
            report.push(DocBlock::Paragraph("note", note));
        }
        report.end_section();
    }

    /// Returns the first chart whose case holds.
    fn shown_chart(&self) -> Option<&'static DeclaredChart> {
        self.record.charts.iter().find(|chart| chart.when.is_empty() || self.holds(&chart.when))
    }

    /// Returns the bare numbers, each in the unit of its formula, a range with its ends.
    fn numbers(&self) -> Vec<(&'static str, f64)> {
        let mut numbers = Vec::new();
        for (at, formula) in self.record.formulas.iter().enumerate() {
            let at = self.record.inputs.len() + at;
            // A reader's choice of units changes no number.
            let factor = if formula.unit.chosen.is_some() { 1.0 } else { formula.unit.factor };
            if !formula.number.is_empty() {
                numbers.push((formula.number.as_str(), self.values.get(at) / factor));
            }
            let ends = self.values.range(at).unwrap_or([f64::NAN; 2]);
            numbers.extend(formula.ends.iter().zip(ends).map(|(name, value)| (name.as_str(), value / factor)));
        }
        numbers
    }

    /// True if a case holds for the reader's values.
    pub(super) fn holds(&self, formula: &[Op]) -> bool {
        self.is_true(formula, &self.values)
    }

    /// True if a case holds for these values.
    pub(super) fn is_true(&self, formula: &[Op], values: &Values) -> bool {
        evaluate(formula, &values.typical, &self.host.at(Scenario::Typical)) > 0.0
    }

    /// Evaluates a formula on the reader's values.
    pub(super) fn evaluated(&self, formula: &[Op]) -> f64 {
        self.result(formula, &self.values)
    }

    /// Evaluates a formula on these values.
    pub(super) fn result(&self, formula: &[Op], values: &Values) -> f64 {
        evaluate(formula, &values.typical, &self.host.at(Scenario::Typical))
    }

    /// Returns the text of the first case that holds, with the values put in. An input appears as its field shows it,
    /// unless the text says how.
    pub(super) fn text(&self, text: &'static ConditionalText, values: &Values) -> Text {
        self.filled(text, values, false)
    }

    /// Returns a step with the reader's values put in; a choice appears as its number if that has a unit.
    pub(super) fn written(&self, text: &'static ConditionalText, values: &Values) -> Text {
        self.filled(text, values, true)
    }

    fn filled(&self, text: &'static ConditionalText, values: &Values, with_numbers: bool) -> Text {
        let holds = |formula: &[Op]| formula.is_empty() || self.is_true(formula, values);
        let is_number = |at: usize, unit: &Unit| {
            let is_choice =
                |input: &DeclaredInput| !input.choices.is_empty() && (!with_numbers || unit.name.is_empty());
            self.record.inputs.get(at).is_some_and(|input| input.record.is_none() && !is_choice(input)) && !unit.truth
        };
        let mut filled = Text::default();
        let case = text.0.iter().find(|case| holds(&case.formula));
        for TextSegment { ink: own, words, value, text, end, unit } in case.map_or(&[][..], |case| &case.segments) {
            let own = ink(*own);
            push_in(&mut filled, own, words);
            if let Some(contained) = text.and_then(|at| self.record.words.get(usize::try_from(at).ok()?)) {
                filled.0.extend(self.filled(contained, values, with_numbers).0);
            }
            let Some(at) = value.and_then(|at| usize::try_from(at).ok()) else { continue };
            let mut part = Text::default();
            match values.get(at) {
                value if is_number(at, unit) => exact(&mut part, value, unit),
                _ if *end != RangeEnd::Both => number(&mut part, values.end(at, *end), &self.resolved(unit)),
                _ => self.value(&mut part, at, unit, values),
            }
            for (ink, run) in part.0 {
                match run {
                    TextRun::Words(words) => push_in(&mut filled, ink.or(own), &words),
                    run => filled.0.push((ink.or(own), run)),
                }
            }
        }
        filled
    }

    /// Adds a value in its unit, both ends of a range, the label of a choice, or a fact of a record.
    pub(super) fn value(&self, text: &mut Text, at: usize, unit: &Unit, values: &Values) {
        let value = values.get(at);
        let input = self.record.inputs.get(at);
        let labels = unit.labels.and_then(|at| usize::try_from(at).ok());
        let labelled = labels.and_then(|at| self.record.inputs.get(at)).or(input);
        let choices = labelled.map_or(&[][..], |input| &input.choices);
        if let Some(kind) = input.and_then(|input| input.record) {
            push(text, &self.host.words(kind, value, &unit.name));
        } else if unit.name == REASON && self.is_range(at) {
            push(text, &self.reason(at, values));
        } else if unit.truth {
            push(text, if value == 0.0 { "no" } else { "yes" });
        } else if let Some(choice) = choices.iter().find(|choice| choice.factor.to_bits() == value.to_bits()) {
            push(text, &choice.label);
        } else if self.is_range(at) {
            range(text, values.range(at), &self.resolved(unit));
        } else {
            number(text, value, &self.resolved(unit));
        }
    }

    /// Returns the choice that is a unit; `None` for a unit of its own.
    fn choice(&self, unit: &Unit) -> Option<&'static DeclaredChoice> {
        let at = usize::try_from(unit.chosen?).ok()?;
        let value = self.values.get(at);
        self.record.inputs.get(at)?.choices.iter().find(|choice| choice.factor.to_bits() == value.to_bits())
    }

    /// Returns the name of a unit, as the reader chose it.
    pub(super) fn name_of(&self, unit: &'static Unit) -> &'static str {
        self.choice(unit).map_or(&unit.name, |choice| &choice.id)
    }

    /// Returns a unit with the reader's choice in the place of a chosen one.
    pub(super) fn resolved(&self, unit: &Unit) -> Unit {
        match self.choice(unit) {
            Some(choice) => Unit { name: choice.id.clone(), factor: choice.factor, chosen: None, ..unit.clone() },
            None => unit.clone(),
        }
    }

    /// Returns what a range rests on: the reason of the first function that gives a range, in this formula or in one
    /// that it uses.
    fn reason(&self, at: usize, values: &Values) -> String {
        let formula = at.checked_sub(self.record.inputs.len()).and_then(|at| self.record.formulas.get(at));
        let Some(formula) = formula else { return String::new() };
        if formula.formula.iter().any(|op| matches!(op, Op::Host(function) if function.is_range())) {
            return functions::reason(self.host, &formula.formula, &values.typical);
        }
        let used = formula.formula.iter().filter_map(|op| if let Op::Value(at) = op { Some(*at) } else { None });
        used.filter(|at| self.is_range(*at)).map(|at| self.reason(at, values)).next().unwrap_or_default()
    }

    /// True if the value at a position is a range.
    fn is_range(&self, at: usize) -> bool {
        let formula = at.checked_sub(self.record.inputs.len()).and_then(|at| self.record.formulas.get(at));
        formula.is_some_and(|formula| formula.range)
    }

    /// Adds the value of an input as its field shows it, without the unit; or the label of a choice.
    pub(super) fn push_value(&self, text: &mut Text, at: usize, value: f64) {
        let Some(input) = self.record.inputs.get(at) else { return };
        if let Some(kind) = input.record {
            push(text, &self.host.words(kind, value, LISTED));
            return;
        }
        match input.choices.iter().find(|choice| choice.factor.to_bits() == value.to_bits()) {
            Some(choice) => push(text, &choice.label),
            None => text.0.push((None, TextRun::Value(Arg::Plain(value / input.factor, FIELD_DECIMALS)))),
        }
    }

    /// Returns all inputs with their values in one line.
    fn inputs(&self) -> Text {
        let mut text = Text::default();
        for (at, input) in self.record.inputs.iter().enumerate() {
            let value = self.values.get(at);
            if input.field == FieldPlace::None || input.optional && value.is_nan() {
                continue;
            }
            let between = if text.0.is_empty() { "" } else { ", " };
            push(&mut text, between);
            push(&mut text, &input.label);
            push(&mut text, " ");
            let name = input.units.first().map(|(name, _)| name.clone()).unwrap_or_default();
            self.push_value(&mut text, at, value);
            unit_name(&mut text, &name);
        }
        text
    }

    fn figure(&self, figure: &'static DeclaredFigure) -> Option<Figure> {
        let formula = self.record.formulas.get(figure.of)?;
        let at = self.record.inputs.len() + figure.of;
        if let Some(over) = figure.over {
            return Some(self.figure_of_records(figure, usize::try_from(over).ok()?, at));
        }
        let value = match figure.value.0.as_slice() {
            [] => {
                let mut value = Text::default();
                self.value(&mut value, at, &formula.unit, &self.values);
                value
            }
            _ => self.text(&figure.value, &self.values),
        };
        let is_known = self.values.get(at).is_finite();
        Some(Figure {
            ink: self.ink(figure.of),
            label: self.label(figure),
            wide: self.text(&figure.wide, &self.values),
            value: is_known.then_some(value),
            note: self.text(&figure.note, &self.values).plain(),
        })
    }

    fn label(&self, figure: &'static DeclaredFigure) -> String {
        match figure.label.0.as_slice() {
            [] => self.record.formulas.get(figure.of).map(|formula| formula.label.clone()).unwrap_or_default(),
            _ => self.text(&figure.label, &self.values).plain(),
        }
    }

    /// Returns the figure of a formula's values for the records that match: one value, or the lowest and the highest.
    fn figure_of_records(&self, figure: &'static DeclaredFigure, over: usize, at: usize) -> Figure {
        let formula = self.record.formulas.get(figure.of);
        let kind = self.record.inputs.get(over).and_then(|input| input.record);
        let records = kind.map_or_else(Vec::new, |kind| self.host.all(kind));
        let rows = records.into_iter().map(|record| self.with(over, record));
        let matching = rows.filter(|values| self.is_true(&figure.matches, values)).map(|values| values.get(at));
        let values: Vec<f64> = matching.filter(|value| value.is_finite()).collect();
        let ends = values
            .iter()
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [value.min(low), value.max(high)]);
        let unit = formula.map(|formula| self.resolved(&formula.unit).nameless()).unwrap_or_default();
        let mut value = Text::default();
        match values.as_slice() {
            [only] => number(&mut value, *only, &unit),
            _ => range(&mut value, Some(ends), &unit),
        }
        Figure {
            ink: Ink::Measured,
            label: self.label(figure),
            wide: self.text(&figure.wide, &self.values),
            value: (!values.is_empty()).then_some(value),
            note: if values.is_empty() { self.text(&figure.note, &self.values).plain() } else { String::new() },
        }
    }

    /// Returns the ink of a formula: its own, or that of its curve.
    pub(super) fn ink(&self, formula: usize) -> Ink {
        let own = self.record.formulas.get(formula).and_then(|formula| ink(formula.ink));
        let curves = self.shown_chart().map_or(&[][..], |chart| &chart.curves);
        let curve = || {
            let (curve, place) = curves.iter().zip(INKS).find(|(curve, _)| curve.of == formula)?;
            Some(ink(curve.ink).unwrap_or(place))
        };
        own.or_else(curve).unwrap_or(Ink::Plain)
    }

    /// Returns the values of all inputs and formulas with the input at `over` changed. Only the formulas that depend on
    /// it are evaluated again.
    pub(super) fn with(&self, over: usize, value: f64) -> Values {
        let mut values = self.values.clone();
        self.change(&mut values.typical, Scenario::Typical, over, value);
        for (ends, scenario) in values.ends.iter_mut().zip([Scenario::Slow, Scenario::Fast]) {
            self.change(ends, scenario, over, value);
        }
        values
    }

    fn change(&self, values: &mut [f64], scenario: Scenario, over: usize, value: f64) {
        let host = self.host.at(scenario);
        let mut changed: Vec<bool> = (0..values.len()).map(|at| at == over).collect();
        if let Some(own) = values.get_mut(over) {
            *own = value;
        }
        for (at, formula) in self.record.formulas.iter().enumerate() {
            let depends = |op: &Op| matches!(op, Op::Value(at) if changed.get(*at).copied().unwrap_or_default());
            if formula.formula.iter().any(depends) {
                let result = evaluate(&formula.formula, values, &host);
                let place = self.record.inputs.len() + at;
                if let (Some(own), Some(is_changed)) = (values.get_mut(place), changed.get_mut(place)) {
                    (*own, *is_changed) = (result, true);
                }
            }
        }
    }

    /// Writes what the answer takes for granted.
    fn assumed(&self, report: &mut Report) {
        if !self.record.assumes.is_empty() {
            let sentences: Vec<&str> = self.record.assumes.iter().map(String::as_str).collect();
            super::super::steps::assumed(report, &sentences);
        }
    }
}
