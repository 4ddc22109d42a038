//! Writes an entry as Markdown: the content of its page in the same order, with absolute addresses, and sources as
//! footnotes.

use crate::site::dates;
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::prose::Prose;
use crate::site::sections::{MarkedList, Section, SectionBlock, SectionContent, entry_sections};
use crate::writers::markdown::escape::{plain, short};
use crate::writers::markdown::{blocks, note, row};
use rooflight_document::markdown;
use rooflight_document::report::Report;
use rooflight_glossary::link::forms::inflect::capitalised;
use rooflight_glossary::link::{Entry, Linked};
use rooflight_glossary::model::bibliography::{Grade, Source};
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::model::strings::Strings;
use std::fmt::Write;

/// Returns the page of an entry. `tree` is the parsed body, `report` the answer of the calculator.
#[must_use]
pub fn page(inputs: &Inputs<'_>, number: EntryId, tree: &Linked<'_>, report: Option<&Report>) -> String {
    let entry = &inputs.glossary.entries[number];
    let front = &entry.document.front;
    let folder = entry_path(entry);
    let prose = Prose { tree, folder: &folder, entry: Some(entry), figures: None };
    let (definition, body) = blocks::definition_and_body(inputs, prose);
    let mut out = format!("# {}\n", plain(&front.term));
    part(&mut out, &definition);
    head(&mut out, inputs, entry);
    let answer = report.map(markdown::part);
    for section in entry_sections(inputs.glossary, &inputs.config.strings, number, answer.is_some()) {
        part(&mut out, &self::section(inputs, entry, &body, answer.as_deref(), &section));
    }
    out
}

/// Returns a section; empty if it exists only on the HTML page.
fn section(inputs: &Inputs<'_>, entry: &Entry, body: &str, answer: Option<&str>, section: &Section<'_>) -> String {
    let folder = entry_path(entry);
    let headed = |text: String| {
        let heading = plain(&section.heading);
        let heading = section.versus.as_ref().map_or(heading.clone(), |versus| {
            format!("[{heading}]({})", inputs.config.base_url.join(&entry_path(versus.other)))
        });
        format!("## {heading}\n\n{text}")
    };
    match &section.content {
        SectionContent::Blocks(blocks) => headed(blocks.iter().map(block).collect::<Vec<_>>().join("\n\n")),
        SectionContent::Body => body.to_owned(),
        SectionContent::Calculator => {
            let page = format!("<{}#calculator>", inputs.config.base_url.join(&folder));
            let first = inputs.config.strings.fill("markdown.answer", &[("page", &page)]);
            headed(format!("{first}\n\n{}", answer.unwrap_or_default().trim_end()))
        }
        SectionContent::Related([]) | SectionContent::Around | SectionContent::Mentions => String::new(),
        SectionContent::Related(related) => {
            let items: Vec<String> = related.iter().map(|at| link(inputs, &inputs.glossary.entries[*at])).collect();
            headed(items.join("\n"))
        }
        // The footnotes that the body cites.
        SectionContent::Sources(sources) => {
            let notes = sources.iter().enumerate();
            let notes = notes.map(|(at, (_, source))| {
                format!("[^{}]: {}", note(at + 1), source_line(source, &inputs.config.strings))
            });
            headed(notes.collect::<Vec<_>>().join("\n\n"))
        }
    }
}

fn block(block: &SectionBlock<'_>) -> String {
    let parts: Vec<String> = match block {
        SectionBlock::Paragraph { text, .. } => vec![short(text)],
        SectionBlock::Lists(lists) => {
            let list = |MarkedList { heading, items, .. }: &MarkedList<'_>| {
                format!("### {}\n\n{}", plain(heading), bullets(items))
            };
            lists.iter().map(list).collect()
        }
        SectionBlock::Table(grid) => {
            let titles: Vec<String> = grid.columns.iter().map(|entry| plain(&entry.document.front.term)).collect();
            let rows = grid.rows.iter().map(|(label, texts)| [label].into_iter().chain(texts).map(AsRef::as_ref));
            vec![table(&titles, rows)]
        }
        SectionBlock::Questions(questions) => {
            questions.iter().map(|pair| format!("### {}\n\n{}", plain(&pair.q), short(&pair.a))).collect()
        }
    };
    parts.join("\n\n")
}

fn cell(text: &str) -> String {
    short(text).replace('|', "\\|")
}

fn bullets(items: &[String]) -> String {
    items.iter().map(|item| format!("- {}", short(item))).collect::<Vec<_>>().join("\n")
}

/// Appends a part after an empty line; nothing if it is blank.
pub(super) fn part(out: &mut String, text: &str) {
    let text = text.trim_matches(['\n', ' ']);
    if !text.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\n{text}");
    }
}

/// Writes the entry's address, aliases, layers and dates.
fn head(out: &mut String, inputs: &Inputs<'_>, entry: &Entry) {
    let config = inputs.config;
    let strings = &config.strings;
    let front = &entry.document.front;
    let mut lines = vec![format!("- {}: <{}>", strings.get("markdown.page"), config.base_url.join(&entry_path(entry)))];
    if !front.aliases.is_empty() {
        let aliases: Vec<String> = front.aliases.iter().map(|alias| plain(alias)).collect();
        lines.push(format!("- {}", strings.fill("markdown.aliases", &[("names", &strings.list(&aliases))])));
    }
    let layers = std::iter::once(entry.layer).chain(entry.also_in.iter().copied()).map(|layer| {
        let layer = &config.layers[layer];
        format!("[{}]({})", plain(&layer.title), config.base_url.join(&format!("layers/{}/", layer.id)))
    });
    let layers = strings.list(&layers.collect::<Vec<_>>());
    lines.push(format!("- {}: {layers}", plain(&capitalised(&config.layers_name.one))));
    lines.extend(front.published.map(|day| format!("- {}: {day}", strings.get("markdown.published"))));
    let updated = front.updated().filter(|day| Some(*day) != front.published);
    lines.extend(updated.map(|day| format!("- {}: {day}", strings.get("markdown.updated"))));
    if let Some(month) = front.reviewed {
        let month = dates::month_of(month.first_day(), strings).machine;
        lines.push(format!("- {}: {month}", strings.get("markdown.reviewed")));
    }
    part(out, &lines.join("\n"));
}

/// Returns a table whose rows have labels. Without titles the head is empty, since Markdown tables need one.
pub(super) fn table<'a, R: Iterator<Item = &'a str>>(titles: &[String], rows: impl Iterator<Item = R>) -> String {
    let columns = titles.len().max(1);
    let titles = titles.iter().map(String::as_str).chain(std::iter::repeat(""));
    let head = row(std::iter::once("").chain(titles).take(columns + 1).map(cell));
    let rule = ["|", &" --- |".repeat(columns + 1), "\n"].concat();
    [head, rule].into_iter().chain(rows.map(|cells| row(cells.map(cell)))).collect()
}

/// Returns a list item: a link to the entry, and its definition.
pub(super) fn link(inputs: &Inputs<'_>, entry: &Entry) -> String {
    let front = &entry.document.front;
    let url = inputs.config.base_url.join(&entry_path(entry));
    format!("- [{}]({url}): {}", plain(&front.term), short(&front.definition))
}

/// Returns a source's footnote: "[Title](address). Publisher, 2023. What it supports. Read on 2026-11-20."
fn source_line(source: &Source, strings: &Strings) -> String {
    let title = plain(&source.title);
    let mut parts = vec![source.url.as_ref().map_or_else(|| format!("{title}."), |url| format!("[{title}](<{url}>)."))];
    let year = source.year.map(|year| year.to_string());
    let isbn = source.isbn.as_ref().map(|isbn| format!("ISBN {}", plain(isbn)));
    let locator = source.locator.as_deref().map(plain);
    let publisher = source.publisher.as_deref().map(plain);
    let who: Vec<String> = [publisher, year, locator, isbn].into_iter().flatten().collect();
    if !who.is_empty() {
        parts.push(format!("{}.", who.join(", ")));
    }
    parts.extend(source.supports.as_deref().map(plain));
    if source.grade == Grade::Secondary {
        parts.push(strings.get("source.secondary").to_owned());
    }
    match (source.unopened, source.accessed) {
        (true, _) => parts.push(strings.get("source.unopened").to_owned()),
        (false, Some(day)) => parts.push(strings.fill("source.read", &[("date", &day.to_string())])),
        (false, None) => {}
    }
    parts.join(" ")
}
