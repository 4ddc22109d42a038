//! The file that the playground opens with, and the calculator's answer.
//!
//! The page's WebAssembly module calls the same function, so the page shows the same answer with and without scripts.

use rooflight_reply::replies::{CalculatorReply, Hint, InputField, NumberField, PlaygroundReply};
use rooflight_trial::playground;

/// The heading of the page.
pub(crate) const TITLE: &str = "Write a calculator";

/// The description of the page.
pub(crate) const ABOUT: &str = "Change the file and see its mistakes, or the calculator that it declares.";

/// The file.
const FILE: &str = include_str!("playground.yaml");

/// The initial file with the calculator that it declares.
#[derive(Debug)]
pub(crate) struct Starter {
    /// The file.
    pub(crate) file: &'static str,
    /// Title and question of the calculator.
    pub(crate) heading: [String; 2],
    /// The input fields.
    pub(crate) inputs: Vec<InputField>,
    /// Result and derivation, as HTML.
    pub(crate) html: [String; 2],
    /// Result and derivation, as Markdown.
    pub(crate) markdown: [String; 2],
    /// Texts next to the inputs.
    pub(crate) hints: Vec<Hint>,
    /// The number fields with their initial values.
    pub(crate) numbers: Vec<NumberField>,
}

impl Starter {
    /// Reads the file and computes its answer; a test checks that there is one.
    #[must_use]
    pub(crate) fn new() -> Option<Self> {
        let PlaygroundReply::Calculator { title, question, inputs, reply } = playground::reply("", FILE) else {
            return None;
        };
        let CalculatorReply::Answer { figure, work, markdown, tables, hints, fields, .. } = reply else { return None };
        Some(Self {
            file: FILE,
            heading: [title, question],
            inputs,
            html: [figure, work],
            markdown: [markdown, tables],
            hints,
            numbers: fields,
        })
    }
}
