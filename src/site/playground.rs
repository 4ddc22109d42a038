//! The file that the playground opens with, and its answer.
//!
//! The answer is that of the function which the page's module calls, so what the page shows without scripts is what
//! its script would show.

use rooflight_reply::replies::{CalculatorReply, Hint, InputField, NumberField, PlaygroundReply};
use rooflight_trial::playground;

/// The heading of the page.
pub(crate) const TITLE: &str = "Write a calculator";

/// The description of the page.
pub(crate) const ABOUT: &str = "Change the file and see its mistakes, or the calculator that it declares.";

/// The file.
const FILE: &str = include_str!("playground.yaml");

/// The file with the calculator that it declares.
#[derive(Debug)]
pub(crate) struct Starter {
    /// The file.
    pub(crate) file: &'static str,
    /// Title and question.
    pub(crate) heading: [String; 2],
    /// The inputs.
    pub(crate) inputs: Vec<InputField>,
    /// Figure and work, as HTML.
    pub(crate) html: [String; 2],
    /// Figure and work, as Markdown.
    pub(crate) markdown: [String; 2],
    /// Texts beside the inputs.
    pub(crate) hints: Vec<Hint>,
    /// The numbers as fields show them.
    pub(crate) numbers: Vec<NumberField>,
}

impl Starter {
    /// Reads the file and answers it; a test sees that it has an answer.
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
