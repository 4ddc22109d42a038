//! Reads the chart: up to three formulas of one dimension over an input.

use super::MAX_CONDITIONS;
use super::formulas::ink;
use super::keys::{AxisKeys, ChartKeys, CurveKeys, CurveWords, DotKeys, MarkKeys, VoidKeys};
use super::reader::{FileReader, label};
use super::template::range_end;
use crate::expression::Type;
use rooflight_estimator::formula::Op;
use rooflight_estimator::records::declared::{
    ConditionalText, DeclaredChart, DeclaredCurve, DeclaredDots, DeclaredMark, DeclaredVoid, RangeEnd, TextSegment,
};
use rooflight_source::diagnostic::messages;
use rooflight_source::yaml::PathSegment;
use rooflight_source::yaml_path;

/// Most curves of a chart.
const MAX_CURVES: usize = 3;

impl FileReader<'_> {
    /// Reads the charts: one under `chart`, or several under `charts`.
    pub(super) fn charts(&mut self, one: Option<&ChartKeys>, several: &[ChartKeys]) {
        if let Some(keys) = one {
            self.chart(yaml_path!["chart"], keys);
            if !several.is_empty() {
                self.refuse(yaml_path!["chart"], "there are `chart` and `charts`".to_owned(), "move it to `charts`");
            }
        }
        for (at, keys) in several.iter().enumerate() {
            self.chart(yaml_path!["charts", at], keys);
        }
    }

    /// Reads a chart.
    fn chart(&mut self, chart: &[PathSegment], keys: &ChartKeys) {
        let below = |more: &[PathSegment]| [chart, more].concat();
        let when = keys.when.as_ref().map(|when| self.truth(&below(yaml_path!["when"]), when)).unwrap_or_default();
        let over = self.input_at(&below(yaml_path!["over"]), &keys.over);
        let along = keys.along.as_ref().and_then(|along| self.formula_at(&below(yaml_path!["along"]), along));
        let curves = self.curves(chart, keys);
        let range: Vec<usize> = (keys.range.iter().enumerate())
            .filter_map(|(at, name)| self.formula_at(&below(yaml_path!["range", at]), name))
            .collect();
        let first = curves.first().map(|curve| curve.of).or_else(|| range.get(1).copied());
        let (Some(first), Some(over)) = (first, over) else { return };
        let (title, labels) = self.labels_of(chart, keys, &curves, (over, first));
        let linear = [keys.x, keys.y].map(|axis| axis == AxisKeys::Linear);
        let [from, to] = [("from", &keys.from), ("to", &keys.to)];
        let span = keys
            .span
            .as_ref()
            .map(|span| self.place_along(&below(yaml_path!["span"]), &span.as_str().into(), (over, along)));
        let ends = match span {
            Some(_) => [Vec::new(), Vec::new()],
            None => [from, to].map(|(key, end)| self.place_along(&below(yaml_path![key]), end, (over, along))),
        };
        self.check_axis(chart, keys, over, (linear[0], &ends));
        let place = |reader: &mut Self, path: &[PathSegment], text: &String| {
            reader.place_along(&below(path), &text.as_str().into(), (over, along))
        };
        let here = keys.here.as_ref().map(|here| place(self, yaml_path!["here"], here)).unwrap_or_default();
        let memory = keys.memory.as_ref().map(|end| place(self, yaml_path!["memory"], end)).unwrap_or_default();
        self.size(&below(yaml_path!["also"]), "also", keys.also.len(), MAX_CONDITIONS, false);
        let also = keys
            .also
            .iter()
            .enumerate()
            .take(MAX_CONDITIONS)
            .map(|(at, point)| place(self, yaml_path!["also", at], point))
            .collect();
        let marks = (keys.marks.iter().enumerate())
            .filter_map(|(at, mark)| self.mark(&below(yaml_path!["marks", at]), mark))
            .collect();
        let dots = keys.dots.as_ref().and_then(|dots| self.dots(chart, dots)).into_iter().collect();
        let void = keys.void.as_ref().map(|void| self.void(chart, void, (over, along))).into_iter().collect();
        let (fine, range_label) = (keys.fine, keys.range_label.clone().unwrap_or_default());
        let along = along.map(|along| along as u64);
        self.record.charts.push(DeclaredChart {
            when,
            title,
            over,
            along,
            ends,
            span: span.unwrap_or_default(),
            here,
            memory,
            fine,
            also,
            curves,
            range,
            range_label,
            marks,
            linear,
            labels,
            dots,
            void,
        });
    }

    fn dots(&mut self, chart: &[PathSegment], keys: &DotKeys) -> Option<DeclaredDots> {
        let below = |key: &str| [chart, yaml_path!["dots", key]].concat();
        let over = self.listed(&below("over"), &keys.over)?;
        let place = [self.formula_at(&below("x"), &keys.x)?, self.formula_at(&below("y"), &keys.y)?];
        let [open, when, mark] = [("open", &keys.open), ("when", &keys.when), ("mark", &keys.mark)]
            .map(|(key, text)| self.maybe_truth(&below(key), text.as_ref()));
        Some(DeclaredDots { over, place, open, when, mark, key: keys.key.clone() })
    }

    fn void(&mut self, chart: &[PathSegment], keys: &VoidKeys, axis: (usize, Option<usize>)) -> DeclaredVoid {
        let below = |more: &[PathSegment]| [chart, yaml_path!["void"], more].concat();
        let when = self.maybe_truth(&below(yaml_path!["when"]), keys.when.as_ref());
        let from = self.place_along(&below(yaml_path!["from"]), &keys.from, axis);
        self.size(&below(yaml_path!["lines"]), "lines", keys.lines.len(), 2, true);
        let lines = [0, 1].map(|at| self.maybe_text(&below(yaml_path!["lines", at]), keys.lines.get(at)));
        DeclaredVoid { when, from, lines }
    }

    /// Returns the title and the labels of the axes, made from those of the curves and the input where none is given.
    fn labels_of(
        &mut self,
        chart: &[PathSegment],
        keys: &ChartKeys,
        curves: &[DeclaredCurve],
        (over, first): (usize, usize),
    ) -> (String, [ConditionalText; 2]) {
        let (formulas, input) = (&self.record.formulas, &self.record.inputs[over]);
        let named = |between: &str| {
            let labels = curves.iter().map(|curve| match curve.label.as_str() {
                "" => formulas[curve.of].label.as_str(),
                label => label,
            });
            labels.collect::<Vec<_>>().join(between)
        };
        let unit = input.units.first().map_or("", |(name, _)| name);
        let title = label(keys.title.as_ref(), &format!("{} against {}", named(" and "), lower(&input.label)));
        let usual = [axis(&input.label, unit), axis(&named(", "), &formulas[first].unit.name)];
        let mut given = [("x_label", &keys.x_label), ("y_label", &keys.y_label)].into_iter().zip(usual);
        let labels = [(); 2].map(|()| match given.next() {
            Some(((key, Some(text)), _)) => self.conditional(&[chart, yaml_path![key]].concat(), text),
            Some((_, words)) => ConditionalText::always(vec![TextSegment { words, ..TextSegment::default() }]),
            None => ConditionalText::default(),
        });
        (title, labels)
    }

    /// Reports an axis over an input that is no number, and ends that do not fit.
    fn check_axis(
        &mut self,
        chart: &[PathSegment],
        keys: &ChartKeys,
        over: usize,
        (linear, ends): (bool, &[Vec<Op>; 2]),
    ) {
        let [over_path, to_path] = ["over", "to"].map(|key| [chart, yaml_path![key]].concat());
        let input = &self.record.inputs[over];
        if !input.choices.is_empty() {
            let message = format!("`{}` is no number", keys.over);
            self.refuse(&over_path, message, "name an input that is a number");
        } else if !linear && input.limits[0] <= 0.0 && keys.along.is_none() {
            let message = format!("the axis of a chart is logarithmic, and `{}` may be zero or less", keys.over);
            self.refuse(&over_path, message, "give the input a `least` above zero, or the chart `x: linear`");
        }
        if let [[Op::Number(from)], [Op::Number(to)]] = [&*ends[0], &*ends[1]]
            && !(from < to && from.is_finite() && to.is_finite() && (linear || *from > 0.0))
        {
            let help = if linear { "`from` is below `to`" } else { "`from` is above zero and below `to`" };
            self.refuse(&to_path, "the ends of the axis do not fit".to_owned(), help);
        }
    }

    fn mark(&mut self, mark: &[PathSegment], keys: &MarkKeys) -> Option<DeclaredMark> {
        let of = self.formula_at(&[mark, yaml_path!["of"]].concat(), &keys.of)?;
        let text = self.maybe_text(&[mark, yaml_path!["text"]].concat(), keys.text.as_ref());
        let end = if keys.at.is_empty() { Some(RangeEnd::Typical) } else { range_end(&keys.at) };
        if end.is_none() {
            let message = format!("a range has no `{}`", keys.at);
            self.refuse(&[mark, yaml_path!["at"]].concat(), message, "write `typical`, `low` or `high`");
        }
        Some(DeclaredMark { of, end: end.unwrap_or_default(), text, ink: keys.ink.map(ink) })
    }

    /// Reads the positions of the curves' formulas.
    fn curves(&mut self, chart: &[PathSegment], keys: &ChartKeys) -> Vec<DeclaredCurve> {
        let [of_one, list] = ["curve", "curves"].map(|key| [chart, yaml_path![key]].concat());
        match (&keys.curve, keys.curves.is_empty()) {
            (Some(curve), true) => {
                let of = self.formula_at(&of_one, curve);
                return of.map(|of| DeclaredCurve { of, ..DeclaredCurve::default() }).into_iter().collect();
            }
            (None, true) if !keys.range.is_empty() => return Vec::new(),
            (None, true) => {
                let problem = messages::bad_value(self.at(chart), "the chart has no curve");
                self.report(problem.help("add `curve:` with the name of a formula, or `curves:` with two or three"));
                return Vec::new();
            }
            (Some(_), false) => {
                self.refuse(&of_one, "the chart has `curve` and `curves`".to_owned(), "move it to `curves`");
            }
            (None, false) => {}
        }
        self.size(&list, "curves", keys.curves.len(), MAX_CURVES, true);
        let mut curves: Vec<DeclaredCurve> = Vec::new();
        let mut first: Option<Type> = None;
        for (at, curve) in keys.curves.iter().enumerate() {
            let mut path = [&*list, yaml_path![at]].concat();
            let (name, own) = match curve {
                CurveKeys::Name(name) => (name, DeclaredCurve::default()),
                CurveKeys::Curve(keys) => {
                    let own = self.curve(&path, keys);
                    path.extend_from_slice(yaml_path!["of"]);
                    (&keys.of, own)
                }
            };
            let Some(of) = self.formula_at(&path, name) else { continue };
            let found = self.names.find(name).map(|(_, found)| found.clone());
            if first.as_ref().is_some_and(|first| found.as_ref() != Some(first)) {
                let message = format!("`{name}` measures something else than the first curve");
                self.refuse(&path, message, "the curves of a chart share its axis: name formulas of one dimension");
            }
            first = first.or(found);
            if curves.iter().any(|curve| curve.of == of) {
                self.refuse(&path, format!("`{name}` is a curve already"), "remove it");
            }
            curves.push(DeclaredCurve { of, ..own });
        }
        curves
    }

    /// Reads the words of a curve, and the input that it runs over where that is not the chart's.
    fn curve(&mut self, path: &[PathSegment], keys: &CurveWords) -> DeclaredCurve {
        let below = |key: &str| [path, yaml_path![key]].concat();
        let over = keys.over.as_ref().and_then(|over| self.input_at(&below("over"), over));
        let along = keys.along.as_ref().and_then(|along| self.formula_at(&below("along"), along));
        let ends = [("from", &keys.from), ("to", &keys.to)].map(|(key, end)| match (end, over) {
            (Some(end), Some(over)) => self.place(&below(key), end, over),
            _ => Vec::new(),
        });
        DeclaredCurve {
            label: keys.label.clone(),
            ink: keys.ink.map(ink),
            over: over.map(|over| over as u64),
            along: along.map(|along| along as u64),
            ends,
            ..DeclaredCurve::default()
        }
    }
}

fn axis(label: &str, unit: &str) -> String {
    if unit.is_empty() { label.to_owned() } else { format!("{label} ({unit})") }
}

/// Lowercases the first letter of a label for use within a sentence, unless the label begins with an abbreviation.
fn lower(label: &str) -> String {
    let mut letters = label.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(label.chars().skip(1)).collect()
        }
        _ => label.to_owned(),
    }
}
