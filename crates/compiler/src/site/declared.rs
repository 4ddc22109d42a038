//! The calculators that a site declares in files, ready to answer like the built-in ones.
//!
//! Each compiled file becomes a specification. Its name must differ from the built-in ones, and its defaults and
//! presets must have an answer.

use crate::calibrate::CalibratedCatalog;
use crate::library;
use crate::site::presets;
use rooflight_calculator_files::CalculatorFile;
use rooflight_calculators::declared::{Declared, declared};
use rooflight_calculators::{Estimator, explore};
use rooflight_estimator::records::Record;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::sync::Arc;

/// Makes the calculators of these files, and tries them with the records that `estimator` gives; unusable ones are
/// reported and left out.
pub fn calculators(
    files: &[CalculatorFile],
    estimator: &dyn Fn() -> Arc<CalibratedCatalog>,
    problems: &mut Vec<Diagnostic>,
) -> Vec<&'static Declared> {
    files.iter().filter_map(|file| calculator(file, estimator, problems)).collect()
}

fn calculator(
    file: &CalculatorFile,
    estimator: &dyn Fn() -> Arc<CalibratedCatalog>,
    problems: &mut Vec<Diagnostic>,
) -> Option<&'static Declared> {
    let kind = file.record.kind.as_str();
    if kind == explore::SPEC.kind || rooflight_calculators::named(kind).is_some() {
        let message = format!("`{kind}` is a built-in calculator");
        problems.push(messages::bad_value(Location::whole(&file.path), message).help("give the file another name"));
        return None;
    }
    if file.record.inputs.iter().any(|input| input.record.is_some()) {
        if library::is_built_in(file) {
            // A site's own catalog need not have its first device; the page opens with one that it has.
            return declared(&file.record.to_bytes());
        }
        presets::tried(file, &estimator().estimator, problems)
    } else {
        presets::tried(file, &Estimator::default(), problems)
    }
}
