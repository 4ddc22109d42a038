//! The chart of a calculator in a file: up to three formulas over an input, a range between two formulas, and the
//! measurements of one of them.
//!
//! 1. All curves are computed from one evaluation of the formulas at each point.
//! 2. The reader's own value is a point, so that a curve passes through its mark.
//! 3. A single curve whose formula has measurements is drawn with its realistic range.
//!
//! Leaves out zero and negative values on a logarithmic axis.

use super::report::{DeclaredReport, INKS};
use super::text::{self, ink};
use super::values::Values;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_document::report::Text;
use rooflight_document::scale::{Scale, span};
use rooflight_estimator::formula::Op;
use rooflight_estimator::records::declared::{
    ConditionalText, DeclaredChart, DeclaredCurve, DeclaredDots, Measured, RangeEnd,
};
use rooflight_primitives::math::sqrt;

/// The legend of the measured points.
const KEY: &[&str] = &["solid: these inputs", "open: other inputs"];

/// The horizontal axis of a chart, or the input of a curve of its own.
#[derive(Clone, Copy)]
struct Axis {
    /// Index of the input that runs.
    over: usize,
    /// Index of the formula of the places; `None` for the value of the input.
    along: Option<usize>,
    /// Factor from the unit of the input to base units.
    input: f64,
    /// Factor from the unit of the axis to base units.
    factor: f64,
}

/// A point from a record, and the label beside it.
struct ShownDot {
    dot: Dot,
    mark: Option<ValueLabel>,
}

/// The values of all formulas at a place of the axis, in the unit of the axis.
type Place = (f64, Values);

impl DeclaredReport<'_> {
    /// Draws the chart; `status` becomes its description.
    pub(super) fn chart(&self, declared: &'static DeclaredChart, status: &str) -> Chart {
        let axis = self.axis(declared.over, declared.along);
        let here = match declared.here.as_slice() {
            [] => self.place(axis, &self.values),
            here => self.evaluated(here) / axis.factor,
        };
        let scales = declared.linear.map(scale);
        let dots: Vec<ShownDot> =
            declared.dots.iter().flat_map(|dots| self.catalog_dots(declared, dots, axis)).collect();
        let x = if declared.span.is_empty() {
            let [from, to] = [&declared.ends[0], &declared.ends[1]].map(|end| self.evaluated(end) / axis.factor);
            (from.min(here), to.max(here))
        } else {
            let depths: Vec<f64> = dots.iter().map(|shown| shown.dot.x).collect();
            span(here, &depths, self.evaluated(&declared.span) / axis.factor)
        };
        let also = declared.also.iter().map(|point| self.evaluated(point) / axis.factor).chain([here]);
        let points = if axis.along.is_some() { Vec::new() } else { points_between(scales[0], x, declared.fine, also) };
        let places = self.places(axis, points);
        let [x_label, y_label] = [0, 1].map(|at| self.text(&declared.labels[at], &self.values).plain().into());
        let title = declared.title.as_str();
        let stop = if status.ends_with(['.', '!', '?']) { "" } else { "." };
        let end = if self.record.tables.is_empty() { "" } else { " The tables have the numbers." };
        let desc = joined(&[status, stop, end]);
        let mut chart = Chart { title, desc, names: [""; 3], scales, x, x_label, y_label, here, ..Chart::default() };
        self.curves(&mut chart, declared, &places);
        self.range(&mut chart, declared, &places);
        let at_here = if axis.along.is_some() { self.values.clone() } else { self.with(axis.over, here * axis.factor) };
        self.marks(&mut chart, declared, &at_here);
        if !declared.memory.is_empty() {
            let end = self.evaluated(&declared.memory) / axis.factor;
            chart.end_of_memory(Some(end).filter(|end| end.is_finite()));
        }
        let applies = |when: &[Op]| when.is_empty() || self.holds(when);
        if let Some(void) = declared.void.iter().find(|void| applies(&void.when)) {
            let lines = [0, 1].map(|at| self.text(&void.lines[at], &self.values).plain());
            chart.void = Some(Void { from: self.evaluated(&void.from) / axis.factor, lines });
        }
        add_dots(&mut chart, dots, declared);
        for measured in &self.record.measured {
            if declared.curves.iter().any(|curve| curve.of == measured.of) {
                add_range(&mut chart, measured);
                self.dots(&mut chart, declared, measured);
            }
        }
        chart
    }

    fn axis(&self, over: usize, along: Option<u64>) -> Axis {
        let along = along.and_then(|along| usize::try_from(along).ok());
        let input = self.record.inputs.get(over).map_or(1.0, |input| input.factor);
        let formula = along.and_then(|along| self.record.formulas.get(along));
        let factor = formula.map_or(input, |formula| self.resolved(&formula.unit).factor);
        Axis { over, along, input, factor }
    }

    /// Returns the place of these values on an axis, in its unit.
    fn place(&self, axis: Axis, values: &Values) -> f64 {
        values.get(axis.along.map_or(axis.over, |along| self.record.inputs.len() + along)) / axis.factor
    }

    /// Returns the values at each point of an input, or at each of its records, in the order of the axis.
    fn places(&self, axis: Axis, mut points: Vec<f64>) -> Vec<Place> {
        let input = self.record.inputs.get(axis.over);
        if let Some(kind) = input.and_then(|input| input.record) {
            points = self.host.all(kind);
        }
        if input.is_some_and(|input| input.whole) {
            for point in &mut points {
                *point = libm::round(*point);
            }
        }
        points.sort_by(f64::total_cmp);
        points.dedup();
        let values = points.into_iter().map(|point| self.with(axis.over, point * axis.input));
        let places = values.map(|values| (self.place(axis, &values), values)).filter(|(x, _)| x.is_finite());
        let mut places: Vec<Place> = places.collect();
        places.sort_by(|(first, _), (second, _)| first.total_cmp(second));
        places
    }

    /// Adds the curves, each from the values of all formulas at each point.
    fn curves(&self, chart: &mut Chart, declared: &'static DeclaredChart, places: &[Place]) {
        for (curve, place) in declared.curves.iter().zip(INKS) {
            let Some(formula) = self.record.formulas.get(curve.of) else { continue };
            let own = self.own_places(curve);
            let points = own.as_deref().unwrap_or(places);
            let all = points.iter().map(|(x, values)| (*x, self.height(declared, values, curve.of)));
            let (scales, right) = (chart.scales, chart.x.1);
            let is_on = |x: f64| scales[0].has(x) && (own.is_none() || x < right);
            let drawn: Vec<(f64, f64)> = all.filter(|(x, y)| is_on(*x) && scales[1].has(*y)).collect();
            let band = points.iter().filter(|(x, _)| formula.range && is_on(*x)).filter_map(|(x, values)| {
                let [low, high] = values.range(self.record.inputs.len() + curve.of)?;
                Some((*x, low / self.unit(declared), high / self.unit(declared)))
            });
            let band: Vec<(f64, f64, f64)> = band.collect();
            chart.band.extend(band);
            let (curve_points, name) = match ink(curve.ink).unwrap_or(place) {
                Ink::Ceiling => (&mut chart.ceiling, &mut chart.names[0]),
                Ink::Range => (&mut chart.typical, &mut chart.names[1]),
                Ink::Measured | Ink::Plain => (&mut chart.third, &mut chart.third_name),
            };
            *curve_points = drawn;
            *name = if curve.label.is_empty() { &formula.label } else { &curve.label };
        }
    }

    /// Returns the places of a curve that runs over another input than its chart; `None` for others.
    fn own_places(&self, curve: &DeclaredCurve) -> Option<Vec<Place>> {
        let axis = self.axis(usize::try_from(curve.over?).ok()?, curve.along);
        let [from, to] = [&curve.ends[0], &curve.ends[1]].map(|end| self.evaluated(end) / axis.input);
        let points = if from < to { Scale::Logarithmic.points((from, to)) } else { Vec::new() };
        Some(self.places(axis, points))
    }

    /// Adds the range between two formulas, and the curve between them.
    fn range(&self, chart: &mut Chart, declared: &'static DeclaredChart, points: &[Place]) {
        let [low, middle, high] = declared.range.as_slice() else { return };
        for (x, values) in points {
            let [low, middle, high] = [low, middle, high].map(|of| self.height(declared, values, *of));
            if chart.scales[1].has(low) && chart.scales[1].has(high) {
                chart.range_point(*x, [low, middle, high]);
            }
        }
        chart.names[1] = &declared.range_label;
    }

    /// Adds the values beside the reader's place: those of the record, or of the curves.
    fn marks(&self, chart: &mut Chart, declared: &'static DeclaredChart, values: &Values) {
        let mut mark = |of: usize, ink: Ink, (end, words): (RangeEnd, Option<&'static ConditionalText>)| {
            let y = values.end(self.record.inputs.len() + of, end) / self.unit(declared);
            if chart.scales[1].has(y) {
                let text: String =
                    words.map_or_else(|| self.bare(of, values, end).plain(), |words| self.text(words, values).plain());
                chart.marks.push(ValueLabel { ink, y, text });
            }
        };
        for own in &declared.marks {
            let words = Some(&own.text).filter(|text| !text.0.is_empty());
            mark(own.of, ink(own.ink).unwrap_or(Ink::Plain), (own.end, words));
        }
        if declared.marks.is_empty() {
            for (curve, place) in declared.curves.iter().zip(INKS) {
                mark(curve.of, ink(curve.ink).unwrap_or(place), (RangeEnd::Typical, None));
            }
        }
    }

    /// Returns the value of a formula without its unit; the whole range at one of its ends.
    fn bare(&self, formula: usize, values: &Values, end: RangeEnd) -> Text {
        let mut text = Text::default();
        let unit = self.record.formulas.get(formula).map(|formula| self.resolved(&formula.unit).nameless());
        let unit = unit.unwrap_or_default();
        let at = self.record.inputs.len() + formula;
        match end {
            RangeEnd::Both | RangeEnd::Typical => text::number(&mut text, values.get(at), &unit),
            RangeEnd::Low | RangeEnd::High => text::range(&mut text, values.range(at), &unit),
        }
        text
    }

    /// Returns the value of a formula in the unit of the vertical axis.
    fn height(&self, declared: &DeclaredChart, values: &Values, formula: usize) -> f64 {
        values.get(self.record.inputs.len() + formula) / self.unit(declared)
    }

    /// Returns the factor from the unit of the vertical axis to base units.
    fn unit(&self, declared: &DeclaredChart) -> f64 {
        let first = declared.curves.first().map(|curve| curve.of).or(declared.range.first().copied());
        let formula = first.and_then(|at| self.record.formulas.get(at));
        formula.map_or(1.0, |formula| self.resolved(&formula.unit).factor)
    }

    /// Returns a point for each record, open if it was measured under other conditions.
    fn catalog_dots(&self, declared: &DeclaredChart, dots: &DeclaredDots, axis: Axis) -> Vec<ShownDot> {
        let scales = declared.linear.map(scale);
        let records = self.record.inputs.get(dots.over).and_then(|input| input.record);
        let rows = records.map_or_else(Vec::new, |kind| self.host.all(kind));
        let (mut is_marked, mut shown) = (false, Vec::new());
        for row in rows {
            let values = self.with(dots.over, row);
            if !dots.when.is_empty() && !self.is_true(&dots.when, &values) {
                continue;
            }
            let [x, y] = dots.place.map(|at| values.get(self.record.inputs.len() + at));
            let (x, y) = (x / axis.factor, y / self.unit(declared));
            if x.is_finite() && scales[0].has(x) && scales[1].has(y) {
                let is_first = !is_marked && self.is_true(&dots.mark, &values);
                is_marked |= is_first;
                let text = is_first.then(|| self.host.dated(row, number::plain(y, 1)));
                let mark = text.map(|text| ValueLabel { ink: Ink::Measured, y, text });
                shown.push(ShownDot { dot: Dot { x, y, open: self.is_true(&dots.open, &values) }, mark });
            }
        }
        shown
    }

    /// Adds the measurements within the axes, open if they were taken with other inputs than the reader's.
    fn dots(&self, chart: &mut Chart, declared: &DeclaredChart, measured: &Measured) {
        let Some(place) = measured.sets.iter().position(|at| *at == declared.over) else { return };
        let factor = self.record.inputs.get(declared.over).map_or(1.0, |input| input.factor);
        let unit = self.unit(declared);
        for row in &measured.rows {
            let x = row.inputs.get(place).map_or(f64::NAN, |value| value / factor);
            let y = row.value / unit;
            if !(chart.x.0..=chart.x.1).contains(&x) || !chart.scales[1].has(y) {
                continue;
            }
            let mut stated = measured.sets.iter().zip(&row.inputs).filter(|(at, _)| **at != declared.over);
            let open = !stated.all(|(at, value)| is_near(self.values.get(*at), *value));
            chart.dots.push(Dot { x, y, open });
        }
        if !chart.dots.is_empty() {
            chart.names[2] = "Measured";
        }
        chart.explain_dots(KEY);
    }
}

/// Adds points with their marks and their legend.
fn add_dots(chart: &mut Chart, shown: Vec<ShownDot>, declared: &'static DeclaredChart) {
    for ShownDot { dot, mark } in shown {
        chart.dots.push(dot);
        if let Some(mark) = mark {
            // Next to the bound: the first marks keep their places where labels collide.
            chart.marks.insert(chart.marks.len().min(1), mark);
        }
        chart.names[2] = "Measured";
    }
    for dots in &declared.dots {
        let key: Vec<&'static str> = dots.key.iter().map(String::as_str).collect();
        match key.as_slice() {
            [_] if !chart.dots.is_empty() => chart.key = key,
            _ => chart.explain_dots(&key),
        }
    }
}

const fn scale(is_linear: bool) -> Scale {
    if is_linear { Scale::Linear } else { Scale::Logarithmic }
}

/// Returns the points of a scale between two ends, and further ones.
fn points_between(scale: Scale, x: (f64, f64), fine: bool, also: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut points = scale.points(x);
    if fine {
        points = finer(&finer(&points));
    }
    points.extend(also.filter(|point| x.0 <= *point && *point <= x.1));
    points
}

/// Returns the points of a logarithmic axis with one more between each two.
fn finer(points: &[f64]) -> Vec<f64> {
    let between = points.windows(2).filter_map(|pair| Some(sqrt(pair.first()? * pair.last()?)));
    let mut all: Vec<f64> = points.iter().copied().chain(between).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// Adds the realistic range to a chart with a single curve.
fn add_range(chart: &mut Chart, measured: &Measured) {
    let [low, high] = *measured.range else { return };
    if chart.typical.is_empty() {
        chart.names[1] = "Realistic";
        let ends = |y: f64| if y < 0.0 { (y * high, y * low) } else { (y * low, y * high) };
        chart.band = chart.ceiling.iter().map(|(x, y)| (*x, ends(*y).0, ends(*y).1)).collect();
    }
}

/// True if two values of an input differ by at most 1 % of the first.
fn is_near(own: f64, value: f64) -> bool {
    libm::fabs(own - value) <= libm::fabs(own) * 0.01
}
