//! Calculators: each one is a file here, and everything else follows from it.
//!
//! 1. A [`Spec`] names the inputs and has one pure function from a [`Query`] to an [`Evaluation`].
//! 2. The build draws the form, the default result, the chart and the tables from it; the browser calls the same function through
//!    WebAssembly and gets the same HTML.
//! 3. A calculator joins by its line in [`CALCULATORS`].
//!
//! Nothing here keeps state: an [`Estimator`] is facts, and every answer comes from facts and a query alone.

pub mod decode_speed;
pub mod ledger;
pub mod measured;
pub mod options;
pub mod query;

use crate::library::Library;
use crate::library::anchors::AnchorSet;
use crate::view::report::Report;
use alloc::string::String;
use alloc::vec::Vec;
use query::Query;

/// Every calculator.
pub const CALCULATORS: &[Spec] = &[decode_speed::SPEC];

/// A calculator.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its permanent name.
    pub kind: &'static str,
    /// What the reader sees over it.
    pub title: &'static str,
    /// Its inputs.
    pub inputs: &'static [Input],
    /// The inputs as a form, filled in with a query.
    pub fields: fn(&Estimator, &Query<'_>) -> Vec<Field>,
    /// The answer.
    pub evaluate: fn(&Estimator, &Query<'_>) -> Result<Evaluation, InputError>,
}

/// An input by both of its names.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// The short, permanent key in addresses.
    pub key: &'static str,
    /// The key in an entry's preset.
    pub preset: &'static str,
}

/// A field of a calculator's form.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key in addresses.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// What stands beside the name: a unit, a limit, a fact of the choice.
    pub hint: String,
    /// How it is chosen.
    pub control: Control,
}

/// How a field is chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    /// One of a list.
    Select(Vec<Choices>),
    /// A number, with a slider on a log scale to the base of 2.
    Number {
        /// The number as text.
        value: String,
        /// The smallest.
        min: u64,
        /// The largest.
        max: u64,
        /// The unit.
        unit: &'static str,
        /// The slider's position: the logarithm of the number to the base of 2.
        position: f64,
    },
}

/// Choices under one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// The heading.
    pub label: String,
    /// The choices: id, name, chosen.
    pub options: Vec<(String, String, bool)>,
}

/// What a calculator answers.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The whole result, ready to be drawn.
    pub report: Report,
    /// The bare numbers in a fixed order, for tests; absent ones are not numbers.
    pub numbers: Vec<f64>,
    /// What stands beside the fields now: key and text.
    pub hints: Vec<(&'static str, String)>,
    /// The number fields as they were understood.
    pub sliders: Vec<Slider>,
}

/// A number field as it was understood, and where its slider stands: on a log scale to the base of 2.
#[derive(Clone, Debug, PartialEq)]
pub struct Slider {
    /// The key of the field.
    pub key: &'static str,
    /// The number.
    pub value: u64,
    /// The slider's position.
    pub position: f64,
    /// The slider's end.
    pub end: f64,
}

/// An input that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The key of the field.
    pub field: &'static str,
    /// What is wrong and what would be right, as a sentence.
    pub message: String,
}

/// A text with its first letter large, if that is one of the English alphabet: the tables of all others weigh more than this crate.
fn capital(text: &str) -> String {
    let mut text = String::from(text);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Facts and measurements, ready to answer.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    /// The facts.
    pub library: Library,
    /// The measurements that are loaded.
    pub anchors: Vec<AnchorSet>,
}

impl Estimator {
    /// The calculator with this name.
    #[must_use]
    pub fn calculator(kind: &str) -> Option<&'static Spec> {
        CALCULATORS.iter().find(|spec| spec.kind == kind)
    }

    /// The measurements of a device, if they are loaded.
    #[must_use]
    pub fn anchors_of(&self, device: usize) -> Option<&AnchorSet> {
        self.anchors.iter().find(|set| set.device == device)
    }

    /// The file of measurements that a query needs and that is not loaded; empty if there is none.
    #[must_use]
    pub fn missing_anchors(&self, query: &str) -> &str {
        let query = Query::new(query);
        let id = query.get("hw").unwrap_or_default();
        let found = self.library.devices.iter().position(|device| device.id == id);
        match found {
            Some(at) if self.anchors_of(at).is_none() => &self.library.devices[at].anchors,
            _ => "",
        }
    }

    /// Adds measurements; false if the bytes are none.
    pub fn add_anchors(&mut self, bytes: &[u8]) -> bool {
        let Some(set) = AnchorSet::from_bytes(bytes) else { return false };
        self.anchors.retain(|known| known.device != set.device);
        self.anchors.push(set);
        true
    }

    /// The answer of a calculator to a query.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub fn evaluate(&self, kind: &str, query: &str) -> Result<Evaluation, InputError> {
        let unknown = || InputError { field: "", message: String::from("There is no such calculator.") };
        let spec = Self::calculator(kind).ok_or_else(unknown)?;
        (spec.evaluate)(self, &Query::new(query))
    }
}
