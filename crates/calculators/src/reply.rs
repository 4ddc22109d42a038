//! Turns the answer of a calculator into the reply of its module to a page.
//!
//! The reply has the HTML that the build writes into a page for the same query, the Markdown for the clipboard, and the
//! hints and fields of the form. Computes nothing.

use super::answer::Answer;
use super::input_error::InputError;
use super::query::Field;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::reply::replies::{CalculatorReply, Hint, NumberField};
use rooflight_document::report::Parts;
use rooflight_document::{html, markdown, number};

/// Converts the result of a query into a reply; if a record is missing, into the files to fetch. `root` is the relative
/// path from the page to the site's root; another text than steps upwards counts as none.
#[must_use]
pub fn calculator_reply(result: Result<Answer, InputError>, root: &str) -> CalculatorReply {
    let is_way_up = ["./", "../", "../../", "../../../"].contains(&root);
    match result {
        Ok(answer) => answer_reply(answer, if is_way_up { root } else { "" }),
        Err(InputError { field: "", message }) => CalculatorReply::Missing { files: lines(&message) },
        Err(InputError { field, message }) => CalculatorReply::Invalid { field: String::from(field), message },
    }
}

/// Splits a list of files into its lines.
#[must_use]
pub fn lines(text: &str) -> Vec<String> {
    text.lines().map(String::from).collect()
}

fn answer_reply(answer: Answer, root: &str) -> CalculatorReply {
    let Answer { mut report, status, numbers, hints, fields } = answer;
    let Parts { figure, work } = html::parts(&report, root);
    if let Some(chart) = &mut report.chart {
        // In the Markdown the description would repeat the figures.
        chart.desc.clear();
    }
    let Parts { figure: markdown, work: tables } = markdown::parts(&report);
    let bits = |(_, number): &(&str, f64)| number::plain_count(number.to_bits());
    CalculatorReply::Answer {
        figure,
        work,
        markdown,
        tables,
        status,
        hints: hints.into_iter().map(|(key, text)| Hint { key: String::from(key), text }).collect(),
        fields: fields.into_iter().map(number_field).collect(),
        numbers: numbers.iter().map(bits).collect(),
    }
}

fn number_field(Field { key, text, plain, slider }: Field) -> NumberField {
    let [start, end, position] =
        slider.unwrap_or_default().map(|value| number::without_commas(&number::plain(value, 3)));
    NumberField { key: String::from(key), text, plain, start, end, position }
}
