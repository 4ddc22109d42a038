//! The calculators' pages as Markdown: the answer to the first inputs with formula and sources, how well the calculator
//! was validated, the entries that explain it, and its URL parameters.

use crate::calibrate::method::Compared;
use crate::calibrate::validation::ValidationResult;
use crate::site::answers::Answers;
use crate::site::calculator_keys::{keys, using};
use crate::site::inputs::Inputs;
use crate::site::paths::calculator_path;
use crate::writers::markdown::entry::{link, part};
use crate::writers::markdown::escape::plain;
use crate::writers::markdown::row;
use rooflight_calculators::Spec;
use rooflight_document::markdown;
use rooflight_document::number::{count, fixed, percent};
use rooflight_document::report::Report;
use rooflight_glossary::link::Entry;

/// Returns the list of all calculators.
pub(super) fn list(inputs: &Inputs<'_>, answers: &Answers<'_>) -> String {
    let items = answers.with_pages().into_iter().map(|spec| {
        let url = inputs.config.base_url.join(&calculator_path(spec));
        format!("- [{}]({url}): {}", plain(spec.title), plain(spec.about))
    });
    items.collect::<Vec<_>>().join("\n")
}

/// Returns a calculator's page, below its title and description.
pub(super) fn page(inputs: &Inputs<'_>, answers: &Answers<'_>, spec: &'static Spec) -> String {
    let mut out =
        format!("## Answer\n\n{}", answer(inputs, answers, spec, &calculator_path(spec), markdown::part).trim_start());
    if let Some(result) = answers.validation(spec) {
        let method = inputs.config.base_url.join("methodology/");
        let has_method = inputs.glossary.pages.iter().any(|linked| linked.page.slug.as_str() == "methodology");
        let more = if has_method { format!(" [How this is done]({method}).") } else { String::new() };
        part(&mut out, &format!("## How well it was compared\n\n{}{more}", compared(&result)));
    }
    let using: Vec<&Entry> = using(inputs.glossary, spec).collect();
    if !using.is_empty() {
        let entries: Vec<String> = using.iter().map(|entry| link(inputs, entry)).collect();
        part(
            &mut out,
            &format!("## {}\n\n{}", inputs.config.strings.get("calculator.explained_in"), entries.join("\n")),
        );
    }
    let code = |words: &str| format!("`{words}`");
    let rows = keys(spec).into_iter().map(|key| {
        let cells = [code(key.key), code(key.preset), plain(key.label), plain(&key.values), plain(key.default)];
        row(cells.map(|cell| cell.replace('|', "\\|")).into_iter())
    });
    let head = "| Key | Preset | Meaning | Values | Default |\n| --- | --- | --- | --- | --- |\n";
    let about = "The page's address keeps the device, if one is asked for, and inputs that differ from the default in this \
                 table, which the page need not open with, and `v=1` for the version of these keys.";
    part(&mut out, &format!("## URL parameters\n\n{about}\n\n{head}{}", rows.collect::<String>()));
    out
}

/// Returns the answer to the inputs that the page shows first, as `render` writes it.
pub(super) fn answer(
    inputs: &Inputs<'_>,
    answers: &Answers<'_>,
    spec: &'static Spec,
    path: &str,
    render: fn(&Report) -> String,
) -> String {
    let url = inputs.config.base_url.join(path);
    let report = answers.first_answer(spec).map(|shown| render(&shown.answer.report)).unwrap_or_default();
    let first = inputs.config.strings.fill("markdown.answer", &[("page", &format!("<{url}>"))]);
    format!("{first}\n\n{}\n", report.trim_end())
}

fn compared(result: &ValidationResult) -> String {
    match result {
        ValidationResult::Compared(Compared { cases, sources, error, held }) => format!(
            "Compared with {} published cases from {} sources, the source of each left out: \
             off by a factor of {} on average, {} of them inside the range.",
            count(*cases as u64),
            count(*sources as u64),
            fixed(*error, 2),
            percent(*held)
        ),
        _ => format!("{}.", rooflight_glossary::syntax::inline::sentence_case(&result.words())),
    }
}
