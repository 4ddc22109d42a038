//! An entry as Markdown: what its page says, in the same order, with absolute addresses and its sources as notes.

use crate::link::Entry;
use crate::model::front_matter::{FrontMatter, Grade, Source};
use crate::site::dates;
use crate::site::paths::entry_path;
use crate::syntax::markdown::Spanned;
use crate::writers::html::figures::Figures;
use crate::writers::html::frame::Frame;
use crate::writers::markdown::write::{self, Text, plain, short};
use std::fmt::Write;

/// The page of the entry at this position; `nodes` are those of its parsed body.
#[must_use]
pub fn page(frame: &Frame<'_>, number: usize, nodes: &[Spanned<'_>]) -> String {
    let inputs = frame.inputs;
    let entry = &inputs.glossary.entries[number];
    let front = &entry.document.front;
    let mut out = format!("# {}\n\n{}\n", plain(&front.term), short(&front.definition));
    head(&mut out, frame, entry);
    glance(&mut out, front);
    let folder = entry_path(entry);
    let text = Text { body: &entry.body, nodes, folder: &folder, entry: Some(entry) };
    part(&mut out, &write::body(inputs, text, &Figures::default()));
    if let Some(answer) = frame.calculators.and_then(|all| all.markdown(&entry.document)) {
        part(
            &mut out,
            &format!(
                "## Calculator\n\nThe answer to the values that the page shows first. Others: <{}#calculator>",
                inputs.config.base_url.join(&folder)
            ),
        );
        part(&mut out, &lower(&answer));
    }
    lists(&mut out, front);
    compare(&mut out, frame, front);
    words(&mut out, front);
    related(&mut out, frame, entry);
    sources(&mut out, entry);
    out
}

/// A part after an empty line.
pub(super) fn part(out: &mut String, text: &str) {
    let text = text.trim();
    if !text.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\n{text}");
    }
}

/// Where the entry stands, and its dates.
fn head(out: &mut String, frame: &Frame<'_>, entry: &Entry) {
    let config = frame.inputs.config;
    let front = &entry.document.front;
    let mut lines = vec![format!("- Page: <{}>", config.base_url.join(&entry_path(entry)))];
    if !front.aliases.is_empty() {
        let aliases: Vec<String> = front.aliases.iter().map(|alias| plain(alias)).collect();
        lines.push(format!("- Also called: {}", aliases.join(", ")));
    }
    let layers = std::iter::once(entry.storey).chain(entry.also_in.iter().copied()).map(|storey| {
        let layer = &config.layers[storey];
        format!("[{}]({})", plain(&layer.title), config.base_url.join(&format!("layers/{}/", layer.id)))
    });
    lines.push(format!("- Layer: {}", layers.collect::<Vec<_>>().join(", ")));
    lines.push(format!("- Published: {}", dates::day(front.published).machine));
    if entry.document.front.updated() != front.published {
        lines.push(format!("- Updated: {}", dates::day(entry.document.front.updated()).machine));
    }
    if let Some(month) = front.reviewed {
        lines.push(format!("- Reviewed: {}", dates::month_of(month.first_day()).machine));
    }
    part(out, &lines.join("\n"));
}

fn glance(out: &mut String, front: &FrontMatter) {
    if front.at_a_glance.is_empty() {
        return;
    }
    let cell = |value: &serde_yaml::Value| {
        let text = value.as_str().map_or_else(|| serde_yaml::to_string(value).unwrap_or_default(), str::to_owned);
        short(&text).replace('|', "\\|")
    };
    let rows = front.at_a_glance.iter().map(|(label, value)| format!("| {} | {} |", cell(label), cell(value)));
    part(out, &format!("## At a glance\n\n|  |  |\n| --- | --- |\n{}", rows.collect::<Vec<_>>().join("\n")));
}

/// The calculator's headings one level lower: its answer is a part of the page.
fn lower(answer: &str) -> String {
    let lines = answer.lines().map(|line| if line.starts_with('#') { format!("#{line}") } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}

fn lists(out: &mut String, front: &FrontMatter) {
    for (heading, list) in [("What raises it", &front.raises), ("What does not raise it", &front.does_not_raise)] {
        if !list.is_empty() {
            let items: Vec<String> = list.iter().map(|item| format!("- {}", short(item))).collect();
            part(out, &format!("## {heading}\n\n{}", items.join("\n")));
        }
    }
}

fn compare(out: &mut String, frame: &Frame<'_>, front: &FrontMatter) {
    let entries = &frame.inputs.glossary.entries;
    for table in &front.compare {
        let Some(other) = entries.iter().find(|other| other.document.id == table.with) else { continue };
        let (term, url) = (plain(&other.document.front.term), frame.inputs.config.base_url.join(&entry_path(other)));
        let rows: Vec<[&str; 3]> =
            table.rows.iter().map(|row| [row.question.as_str(), row.this.as_str(), row.other.as_str()]).collect();
        part(out, &format!("## Compared with [{term}]({url})\n\n{}", versus(&plain(&front.term), &term, &rows)));
    }
}

/// A table of this against that.
pub(super) fn versus(this: &str, other: &str, rows: &[[&str; 3]]) -> String {
    let cell = |text: &str| short(text).replace('|', "\\|");
    let head = format!("|  | {} | {} |\n| --- | --- | --- |\n", cell(this), cell(other));
    let rows = rows.iter().map(|row| format!("| {} |\n", row.map(cell).join(" | ")));
    std::iter::once(head).chain(rows).collect()
}

fn words(out: &mut String, front: &FrontMatter) {
    let known = [
        ("A common mistake", &front.common_mistake),
        ("What to remember", &front.takeaway),
        ("To remember it by", &front.memory_hook),
    ];
    for (heading, text) in known {
        if let Some(text) = text {
            part(out, &format!("## {heading}\n\n{}", short(text)));
        }
    }
    if !front.questions.is_empty() {
        part(out, "## Questions");
    }
    for pair in &front.questions {
        part(out, &format!("### {}\n\n{}", plain(&pair.q), short(&pair.a)));
    }
}

fn related(out: &mut String, frame: &Frame<'_>, entry: &Entry) {
    let entries = &frame.inputs.glossary.entries;
    let items: Vec<String> = entry.related.iter().map(|at| link(frame, &entries[*at])).collect();
    if !items.is_empty() {
        part(out, &format!("## Related\n\n{}", items.join("\n")));
    }
}

/// An entry as an item of a list.
pub(super) fn link(frame: &Frame<'_>, entry: &Entry) -> String {
    let front = &entry.document.front;
    let url = frame.inputs.config.base_url.join(&entry_path(entry));
    format!("- [{}]({url}): {}", plain(&front.term), short(&front.definition))
}

/// The sources as the notes that the body cites, in the order of their numbers.
fn sources(out: &mut String, entry: &Entry) {
    let listed = entry.source_order.iter().filter_map(|at| entry.document.front.sources.get(*at));
    let notes: Vec<String> =
        listed.enumerate().map(|(at, source)| format!("[^{}]: {}", write::note(at + 1), said(source))).collect();
    if !notes.is_empty() {
        part(out, &format!("## Sources\n\n{}", notes.join("\n\n")));
    }
}

/// "[Title](address). Publisher, 2023. What it supports. Read on 2026-11-20."
fn said(source: &Source) -> String {
    let mut parts = vec![format!("[{}](<{}>).", plain(&source.title), source.url)];
    let year = source.year.map(|year| year.to_string());
    let who: Vec<String> = source.publisher.as_deref().map(plain).into_iter().chain(year).collect();
    if !who.is_empty() {
        parts.push(format!("{}.", who.join(", ")));
    }
    parts.extend(source.supports.as_deref().map(plain));
    if source.grade == Grade::Secondary {
        parts.push("Secondary source.".to_owned());
    }
    match (source.unopened, source.accessed) {
        (true, _) => parts.push("Cited without having been opened.".to_owned()),
        (false, Some(day)) => parts.push(format!("Read on {day}.")),
        (false, None) => {}
    }
    parts.join(" ")
}
