//! Calculators: each one is a file here, and everything else follows from it.
//!
//! 1. A [`Spec`] names the inputs and has one pure function from a [`Query`] to [`Facts`], which writes the answer on a [`Sheet`].
//! 2. The build draws the form, the default result, the chart and the tables from it; the browser calls the same function through
//!    WebAssembly and gets the same HTML.
//! 3. A calculator joins by its line in [`CALCULATORS`].
//!
//! Nothing here keeps state: an [`Estimator`] is cards, and every answer comes from cards and a query alone.

pub mod decode_speed;
mod find;
pub mod ledger;
pub mod measured;
pub mod query;

use crate::cards::{Card, DeviceCard, FOLDERS, ModelCard, file};
use crate::view::sheet::Sheet;
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
    /// Its inputs: the form is made of them.
    pub inputs: &'static [Input],
    /// The answer.
    pub evaluate: fn(&Estimator, &Query<'_>, &mut Sheet<'_>) -> Result<Facts, InputError>,
}

/// An input: its names, and how it is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// The short, permanent key in addresses.
    pub key: &'static str,
    /// The key in an entry's preset.
    pub preset: &'static str,
    /// What the reader sees beside it.
    pub label: &'static str,
    /// How it is chosen.
    pub choice: Choice,
}

/// How an input is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One of the catalog's devices.
    Hardware,
    /// One of its models.
    Model,
    /// One of its weight formats.
    Quantization,
    /// A whole number in this unit, with a slider on a log scale; from 1 to where the answer's [`Slider`] ends.
    Number(&'static str),
}

/// What a calculator answers, beside what it writes on the sheet.
#[derive(Clone, Debug)]
pub struct Facts {
    /// One sentence for the live region: `Ceiling 195 tokens per second; likely 105 to 145.`
    pub status: String,
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

/// Cards, ready to answer.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    /// The devices that are loaded.
    pub devices: Vec<DeviceCard>,
    /// The models that are loaded.
    pub models: Vec<ModelCard>,
}

impl Estimator {
    /// The calculator with this name.
    #[must_use]
    pub fn calculator(kind: &str) -> Option<&'static Spec> {
        CALCULATORS.iter().find(|spec| spec.kind == kind)
    }

    /// The files of cards that a query needs and that are not loaded, a line each.
    #[must_use]
    pub fn needs(&self, query: &str) -> String {
        let query = Query::new(query);
        let mut files = String::new();
        let (device, model) = (query.text("hw"), query.text("m"));
        let known =
            [self.devices.iter().any(|card| card.device.id == device), self.models.iter().any(|card| card.id == model)];
        for ((folder, id), known) in FOLDERS.into_iter().zip([device, model]).zip(known) {
            if !known && !id.is_empty() {
                files.push_str(&file(folder, id));
                files.push('\n');
            }
        }
        files
    }

    /// Adds a card; false if the bytes are none.
    pub fn add(&mut self, bytes: &[u8]) -> bool {
        match Card::from_bytes(bytes) {
            Some(Card::Device(card)) => self.devices.push(card),
            Some(Card::Model(card)) => self.models.push(card),
            None => return false,
        }
        true
    }

    /// The answer of a calculator to a query, written on a sheet.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub fn evaluate(&self, kind: &str, query: &str, sheet: &mut Sheet<'_>) -> Result<Facts, InputError> {
        let unknown = || InputError { field: "", message: String::from("There is no such calculator.") };
        let spec = Self::calculator(kind).ok_or_else(unknown)?;
        (spec.evaluate)(self, &Query::new(query), sheet)
    }
}
