//! The answers of a declared calculator to its defaults and its presets.
//!
//! 1. The defaults have to be answered.
//! 2. So have the presets, and what one expects has to come out, to as many digits as are written.
//!
//! Each that does not is a problem at its place in the file.

use rooflight_calculator_files::CalculatorFile;
use rooflight_calculator_files::keys::PresetKeys;
use rooflight_calculators::Estimator;
use rooflight_calculators::declared::{Declared, declared};
use rooflight_estimator::records::Record;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml::scalar;
use rooflight_source::yaml_path;
use std::collections::BTreeMap;

/// The calculator of a file; `None`, and what is wrong with it, if it does not answer as it says.
pub(super) fn tried(
    file: &CalculatorFile,
    estimator: &Estimator,
    problems: &mut Vec<Diagnostic>,
) -> Option<&'static Declared> {
    let found = declared(&file.record.to_bytes())?;
    let before = problems.len();
    if let Err(error) = found.spec.answer(estimator, "") {
        let at = file.record.inputs.iter().position(|input| input.key == error.field).unwrap_or_default();
        let place = file.location(yaml_path!["inputs", at, "default"]);
        problems.push(messages::calculator(place, error.message.trim_end_matches('.')));
    }
    for (at, preset) in file.presets.iter().enumerate() {
        check(file, found, estimator, (at, preset), problems);
    }
    (problems.len() == before).then_some(found)
}

/// Answers a preset, and compares what it expects.
fn check(
    file: &CalculatorFile,
    found: &'static Declared,
    estimator: &Estimator,
    (at, preset): (usize, &PresetKeys),
    problems: &mut Vec<Diagnostic>,
) {
    let of_key = |key: &str| file.record.inputs.iter().zip(&file.names).find(|(input, _)| input.key == key);
    match found.results(estimator, &query(file, &preset.set)) {
        Ok(results) => {
            for (name, wanted) in &preset.expect {
                let written = scalar::text(wanted);
                let given = results.iter().find(|(known, _)| known == name).map_or(f64::NAN, |(_, value)| *value);
                if !agrees(&written, given) {
                    let place = file.location(yaml_path!["presets", at, "expect", name.as_str()]);
                    let message = format!("`{name}` is {given} here, not {written}");
                    problems
                        .push(messages::calculator(place, message).help("correct the formula or the expected value"));
                }
            }
        }
        Err(error) => {
            let name = of_key(error.field).map_or(error.field, |(_, name)| name);
            let place = file.location(yaml_path!["presets", at, "set", name]);
            problems.push(messages::calculator(place, error.message.trim_end_matches('.')));
        }
    }
}

/// Whether a value rounds to a number as it is written.
fn agrees(written: &str, value: f64) -> bool {
    let Ok(number) = written.parse::<f64>() else { return false };
    let decimals = match (written.split_once(['e', 'E']), written.split_once('.')) {
        // Nine digits of a number with an exponent: its own digits do not tell more.
        (Some(_), _) => return (value - number).abs() <= number.abs() * 1e-9,
        (None, Some((_, decimals))) => decimals.len(),
        (None, None) => 0,
    };
    let half = 0.5 / libm::exp10(f64::from(u32::try_from(decimals).unwrap_or(u32::MAX)));
    // A hair more, since the halves of decimals are not binary fractions.
    (value - number).abs() <= half * (1.0 + 1e-9)
}

fn query(file: &CalculatorFile, set: &BTreeMap<String, yaml_serde::Value>) -> String {
    let pairs = file.record.inputs.iter().zip(&file.names).filter_map(|(input, name)| {
        let value = set.get(name)?;
        Some(format!("{}={}", input.key, choice(scalar::text(value).trim())))
    });
    pairs.collect::<Vec<_>>().join("&")
}

/// A value as a query has it: YAML reads `true` where an author means yes.
fn choice(value: &str) -> &str {
    match value {
        "true" => "yes",
        "false" => "no",
        other => other,
    }
}
