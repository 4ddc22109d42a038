//! The pages of calculators as Markdown: the question, the answer to the defaults with its formula and sources, how well it was compared,
//! what the URL may say, and the entries that explain it.

use crate::calibrate::validation::Verdict;
use crate::site::paths::calculator_path;
use crate::writers::html::frame::Frame;
use crate::writers::html::views::KeyView;
use crate::writers::markdown::entry::{link, part};
use crate::writers::markdown::row;
use crate::writers::markdown_text::plain;
use rooflight_calculators::Spec;
use rooflight_document::markdown;
use rooflight_document::number::{count, fixed, percent};
use rooflight_glossary::model::ids::EntryId;

/// The list of all calculators.
pub(in crate::writers) fn list(frame: &Frame<'_>, shown: &[&Spec]) -> String {
    let items = shown.iter().map(|spec| {
        let url = frame.inputs.config.base_url.join(&calculator_path(spec));
        format!("- [{}]({url}): {}", plain(spec.title), plain(spec.about))
    });
    items.collect::<Vec<_>>().join("\n")
}

/// A calculator's own page.
pub(in crate::writers) fn page(frame: &Frame<'_>, spec: &'static Spec, keys: &[KeyView], using: &[EntryId]) -> String {
    let mut out = format!("## Answer\n\n{}", answer(frame, spec, &calculator_path(spec)).trim_start());
    if let Some(verdict) = frame.calculators.and_then(|calculators| calculators.validation(spec.kind)) {
        let method = frame.inputs.config.base_url.join("methodology/");
        let has_method = frame.inputs.glossary.pages.iter().any(|linked| linked.page.slug.as_str() == "methodology");
        let more = if has_method { format!(" [How this is done]({method}).") } else { String::new() };
        part(&mut out, &format!("## How well it was compared\n\n{}{more}", compared(verdict)));
    }
    if !using.is_empty() {
        let entries: Vec<String> =
            using.iter().map(|entry| link(frame, &frame.inputs.glossary.entries[*entry])).collect();
        part(&mut out, &format!("## Explained in\n\n{}", entries.join("\n")));
    }
    let code = |words: &str| format!("`{words}`");
    let rows = keys.iter().map(|key| {
        let cells = [code(key.key), code(key.preset), plain(key.label), plain(&key.values), plain(key.default)];
        row(cells.map(|cell| cell.replace('|', "\\|")).into_iter())
    });
    let head = "| Key | Preset | Meaning | Values | Default |\n| --- | --- | --- | --- | --- |\n";
    let about =
        "The page's address keeps inputs that differ from the default, and `v=1` for the version of these keys.";
    part(&mut out, &format!("## URL parameters\n\n{about}\n\n{head}{}", rows.collect::<String>()));
    out
}

/// The answer to the inputs that the page shows first.
pub(in crate::writers) fn answer(frame: &Frame<'_>, spec: &'static Spec, path: &str) -> String {
    let url = frame.inputs.config.base_url.join(path);
    let shown = frame.calculators.and_then(|calculators| calculators.answers.default_answer(spec));
    let report = shown.map(|shown| markdown::part(&shown.answer.report)).unwrap_or_default();
    format!("The answer to the values that the page shows first. Others: <{url}>\n\n{}\n", report.trim_end())
}

fn compared(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Compared { cases, sources, error, held } => format!(
            "Compared with {} published cases from {} sources, the source of each left out: \
             off by a factor of {} on average, {} of them inside the range.",
            count(*cases as u64),
            count(*sources as u64),
            fixed(*error, 2),
            percent(*held)
        ),
        _ => format!("{}.", rooflight_glossary::syntax::inline::sentence_case(&verdict.words())),
    }
}
