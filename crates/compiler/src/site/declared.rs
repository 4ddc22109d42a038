//! The calculators that a site declares in files, ready to answer like the built-in ones.
//!
//! Each compiled file becomes a specification. Its name must differ from the built-in ones, and its defaults and
//! presets must have an answer.

use crate::site::presets;
use rooflight_calculator_files::CalculatorFile;
use rooflight_calculators::declared::Declared;
use rooflight_calculators::explore;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};

/// Makes the calculators of these files; unusable ones are reported and left out.
pub fn calculators(files: &[CalculatorFile], problems: &mut Vec<Diagnostic>) -> Vec<&'static Declared> {
    files.iter().filter_map(|file| calculator(file, problems)).collect()
}

fn calculator(file: &CalculatorFile, problems: &mut Vec<Diagnostic>) -> Option<&'static Declared> {
    let kind = file.record.kind.as_str();
    if kind == explore::SPEC.kind || rooflight_calculators::named(kind).is_some() {
        let message = format!("`{kind}` is a built-in calculator");
        problems.push(messages::bad_value(Location::whole(&file.path), message).help("give the file another name"));
        return None;
    }
    presets::tried(file, problems)
}
