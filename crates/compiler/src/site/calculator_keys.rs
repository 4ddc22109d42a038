//! The URL parameters of a calculator's page, and the entries that embed the calculator.

use rooflight_calculators::Spec;
use rooflight_calculators::input::{Choice, Input};
use rooflight_document::number;
use rooflight_glossary::link::{Entry, Glossary};
use serde::Serialize;

/// A URL parameter of a calculator: a row of the table on its page.
#[derive(Debug, Serialize)]
pub(crate) struct Parameter {
    pub(crate) key: &'static str,
    pub(crate) label: &'static str,
    pub(crate) preset: &'static str,
    /// The accepted values, in words.
    pub(crate) values: String,
    pub(crate) default: &'static str,
}

/// Returns the parameters, in the order of the form.
pub(crate) fn keys(spec: &Spec) -> Vec<Parameter> {
    spec.inputs.iter().map(key).collect()
}

fn key(input: &Input) -> Parameter {
    let values = match input.choice {
        Choice::Hardware => "the id of a device".to_owned(),
        Choice::Model => "the id of a model".to_owned(),
        Choice::Quantization => "the id of a format".to_owned(),
        Choice::Engine => "usual, or the id of an engine".to_owned(),
        Choice::One(list) => list.iter().map(|(value, _)| *value).collect::<Vec<_>>().join(", "),
        Choice::Number(limits) => {
            let ends = format!("{} to {}", number::plain(limits.low, 4), number::plain(limits.high, 4));
            format!("{ends} {}", limits.unit()).trim().to_owned()
        }
    };
    Parameter { key: input.key, label: input.label, preset: input.preset, values, default: input.default }
}

/// Returns the entries whose front matter names a calculator.
pub(crate) fn using<'a>(glossary: &'a Glossary, spec: &Spec) -> impl Iterator<Item = &'a Entry> {
    let kind = spec.kind;
    let carries = move |entry: &&Entry| entry.document.front.calculator.as_ref().is_some_and(|own| own.kind == kind);
    glossary.entries.iter().filter(carries)
}
