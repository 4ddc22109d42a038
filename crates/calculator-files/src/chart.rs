//! Reads the chart: up to three formulas of one dimension over an input.

use super::keys::{AxisKeys, ChartKeys};
use super::reader::{FileReader, label};
use rooflight_expression::Type;
use rooflight_records::declared::DeclaredChart;
use rooflight_source::diagnostic::messages;
use rooflight_source::yaml::PathSegment;
use rooflight_source::yaml_path;

/// Most curves of a chart.
const MAX_CURVES: usize = 3;

impl FileReader<'_> {
    /// Reads the chart.
    pub(super) fn chart(&mut self, keys: &ChartKeys) {
        let curves = self.curves(keys);
        let over = self.input_at(yaml_path!["chart", "over"], &keys.over);
        let (Some(first), Some(over)) = (curves.first(), over) else { return };
        let linear = [keys.x, keys.y].map(|axis| axis == AxisKeys::Linear);
        let input = &self.record.inputs[over];
        let named = |between: &str| {
            let labels = curves.iter().map(|at| self.record.formulas[*at].label.as_str());
            labels.collect::<Vec<_>>().join(between)
        };
        let unit = input.units.first().map(|(name, _)| name.clone()).unwrap_or_default();
        let title = label(keys.title.as_ref(), &format!("{} against {}", named(" and "), lower(&input.label)));
        let labels = [axis(&input.label, &unit), axis(&named(", "), &self.record.formulas[*first].unit.name)];
        if !input.choices.is_empty() {
            self.refuse(
                yaml_path!["chart", "over"],
                format!("`{}` is no number", keys.over),
                "name an input that is a number",
            );
        } else if !linear[0] && input.limits[0] <= 0.0 {
            let message = format!("the axis of a chart is logarithmic, and `{}` may be zero or less", keys.over);
            self.refuse(
                yaml_path!["chart", "over"],
                message,
                "give the input a `least` above zero, or the chart `x: linear`",
            );
        }
        let is_axis = keys.from < keys.to && keys.from.is_finite() && keys.to.is_finite();
        if !is_axis || (!linear[0] && keys.from <= 0.0) {
            let help = if linear[0] { "`from` is below `to`" } else { "`from` is above zero and below `to`" };
            self.refuse(yaml_path!["chart", "to"], "the ends of the axis do not fit".to_owned(), help);
        }
        self.record.charts.push(DeclaredChart { title, over, ends: [keys.from, keys.to], curves, linear, labels });
    }

    /// Reads the positions of the curves' formulas.
    fn curves(&mut self, keys: &ChartKeys) -> Vec<usize> {
        let of_one = yaml_path!["chart", "curve"];
        match (&keys.curve, keys.curves.is_empty()) {
            (Some(curve), true) => return self.formula_at(of_one, curve).into_iter().collect(),
            (None, true) => {
                let problem = messages::bad_value(self.at(yaml_path!["chart"]), "the chart has no curve");
                self.report(problem.help("add `curve:` with the name of a formula, or `curves:` with two or three"));
                return Vec::new();
            }
            (Some(_), false) => {
                self.refuse(of_one, "the chart has `curve` and `curves`".to_owned(), "move it to `curves`");
            }
            (None, false) => {}
        }
        self.size(yaml_path!["chart", "curves"], "curves", keys.curves.len(), MAX_CURVES, true);
        let mut curves = Vec::new();
        let mut first: Option<Type> = None;
        for (at, name) in keys.curves.iter().enumerate() {
            let path: &[PathSegment] = yaml_path!["chart", "curves", at];
            let Some(curve) = self.formula_at(path, name) else { continue };
            let found = self.names.find(name).map(|(_, found)| found.clone());
            if first.as_ref().is_some_and(|first| found.as_ref() != Some(first)) {
                let message = format!("`{name}` measures something else than the first curve");
                self.refuse(path, message, "the curves of a chart share its axis: name formulas of one dimension");
            }
            first = first.or(found);
            if curves.contains(&curve) {
                self.refuse(path, format!("`{name}` is a curve already"), "remove it");
            }
            curves.push(curve);
        }
        curves
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
