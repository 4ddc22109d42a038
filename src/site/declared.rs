//! The calculators that a site declares in files, ready to answer like the built-in ones.
//!
//! 1. Each compiled file becomes a specification, whose name no built-in calculator may have.
//! 2. Its defaults and its presets have to be answered, and what a preset expects has to come out, to as many digits as
//!    are written.

use crate::site::scalar;
use rooflight_calculators::answer::Answer;
use rooflight_calculators::declared::{Declared, declared};
use rooflight_calculators::explore;
use rooflight_glossary::diagnostic::{Diagnostic, Location, messages};
use rooflight_glossary::model::calculator::CalculatorFile;
use rooflight_glossary::model::calculator::keys::PresetKeys;
use rooflight_glossary::yaml_path;
use rooflight_records::Record;
use std::collections::BTreeMap;

/// Makes the calculators of these files; the ones that cannot be used are reported and left out.
pub(crate) fn calculators(files: &[CalculatorFile], problems: &mut Vec<Diagnostic>) -> Vec<&'static Declared> {
    files.iter().filter_map(|file| calculator(file, problems)).collect()
}

fn calculator(file: &CalculatorFile, problems: &mut Vec<Diagnostic>) -> Option<&'static Declared> {
    let kind = file.record.kind.as_str();
    if kind == explore::SPEC.kind || rooflight_calculators::named(kind).is_some() {
        let message = format!("`{kind}` is a built-in calculator");
        problems.push(messages::bad_value(Location::whole(&file.path), message).help("give the file another name"));
        return None;
    }
    let found = declared(&file.record.to_bytes())?;
    let before = problems.len();
    if let Err(error) = found.answer("") {
        let at = file.record.inputs.iter().position(|input| input.key == error.field).unwrap_or_default();
        let place = file.location(yaml_path!["inputs", at, "default"]);
        problems.push(messages::calculator(place, error.message.trim_end_matches('.')));
    }
    for (at, preset) in file.presets.iter().enumerate() {
        check(file, found, at, preset, problems);
    }
    (problems.len() == before).then_some(found)
}

/// Answers a preset, and compares what it expects.
fn check(
    file: &CalculatorFile,
    found: &'static Declared,
    at: usize,
    preset: &PresetKeys,
    problems: &mut Vec<Diagnostic>,
) {
    let of_key = |key: &str| file.record.inputs.iter().zip(&file.names).find(|(input, _)| input.key == key);
    match found.answer(&query(file, &preset.set)) {
        Ok(Answer { numbers, .. }) => {
            for (name, wanted) in &preset.expect {
                let written = scalar::text(wanted);
                let given = numbers.iter().find(|(known, _)| known == name).map_or(f64::NAN, |(_, value)| *value);
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
