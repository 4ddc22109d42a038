//! The chart of a declared calculator: up to three formulas over an input, with the measurements of one of them.
//!
//! 1. All curves are computed from one evaluation of the formulas at each point.
//! 2. The reader's own value is a point, so that a curve passes through its mark.
//! 3. A single curve whose formula has measurements is drawn with its realistic range.
//!
//! Leaves out zero and negative values on a logarithmic axis.

use super::declared_report::{DeclaredReport, INKS};
use super::declared_text::figures;
use alloc::vec::Vec;
use rooflight_document::linear::LINEAR;
use rooflight_document::prelude::*;
use rooflight_document::scale::LOGARITHMIC;
use rooflight_records::declared::{DeclaredChart, Measured};

/// The legend of the measured points.
const KEY: &[&str] = &["solid: these inputs", "open: other inputs"];

impl DeclaredReport {
    /// Draws the chart; `status` becomes its description.
    pub(super) fn chart(&self, declared: &'static DeclaredChart, status: &str) -> Chart {
        let record = self.record;
        let factor = record.inputs.get(declared.over).map_or(1.0, |input| input.factor);
        let here = self.values.get(declared.over).map_or(f64::NAN, |value| value / factor);
        let scales = declared.linear.map(|linear| if linear { &LINEAR } else { &LOGARITHMIC });
        let x = (declared.ends[0].min(here), declared.ends[1].max(here));
        let mut points = (scales[0].points)(x);
        let after = points.iter().position(|point| *point > here).unwrap_or(points.len());
        points.insert(after, here);
        let values: Vec<Vec<f64>> = points.iter().map(|x| self.with(declared.over, x * factor)).collect();
        let [x_label, y_label] = &declared.labels;
        let (title, desc) = (declared.title.as_str(), status.into());
        let mut chart = Chart { title, desc, names: [""; 3], scales, x, x_label, y_label, here, ..Chart::default() };
        let unit = self.unit(declared);
        for ((at, formula), ink) in
            declared.curves.iter().filter_map(|at| Some((at, record.formulas.get(*at)?))).zip(INKS)
        {
            let of = |values: &[f64]| values.get(record.inputs.len() + at).map_or(f64::NAN, |value| value / unit);
            let (curve, name) = match ink {
                Ink::Ceiling => (&mut chart.ceiling, &mut chart.names[0]),
                Ink::Range => (&mut chart.typical, &mut chart.names[1]),
                Ink::Measured | Ink::Plain => (&mut chart.third, &mut chart.third_name),
            };
            *name = &formula.label;
            let all = points.iter().zip(&values).map(|(x, values)| (*x, of(values)));
            curve.extend(all.filter(|(x, y)| scales[0].has(*x) && scales[1].has(*y)));
            let y = of(&self.values);
            if scales[1].has(y) {
                chart.marks.push(ValueLabel { ink, y, text: figures(y) });
            }
        }
        for measured in record.measured.iter().filter(|measured| declared.curves.contains(&measured.of)) {
            add_range(&mut chart, measured);
            self.dots(&mut chart, declared, measured);
        }
        chart
    }

    /// Returns the factor from the unit of the vertical axis to base units.
    fn unit(&self, declared: &DeclaredChart) -> f64 {
        let first = declared.curves.first().and_then(|at| self.record.formulas.get(*at));
        first.map_or(1.0, |formula| formula.unit.factor)
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
            let open = !stated.all(|(at, value)| self.values.get(*at).is_some_and(|own| is_near(*own, *value)));
            chart.dots.push(Dot { x, y, open });
        }
        if !chart.dots.is_empty() {
            chart.names[2] = "Measured";
        }
        chart.explain_dots(KEY);
    }
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
