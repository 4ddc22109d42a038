//! An entry as a list of sections: the one place that knows which there are, in which order, and what they are called.
//!
//! Pages, feeds and Markdown walk this list, each writing what it can carry: `Around` and `Mentions` are drawn on pages
//! alone.

use rooflight_glossary::link::comparisons::LinkedComparison;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::bibliography::Source;
use rooflight_glossary::model::front_matter::{ComparisonRow, FrontMatter, Question};
use rooflight_glossary::model::ids::{EntryId, SourceIndex};
use rooflight_glossary::model::strings::Strings;
use rooflight_source::yaml::scalar;

/// A part of an entry.
#[derive(Debug)]
pub struct Section<'a> {
    /// Its id on the page, without the prefix that all have.
    pub id: String,
    /// The heading; empty for the body.
    pub heading: String,
    /// The content.
    pub content: Content<'a>,
}

/// The content of a section. Texts are short Markdown unless noted otherwise.
#[derive(Debug)]
pub enum Content<'a> {
    /// The values at a glance: plain labels, each with its text.
    Glance(Vec<(String, String)>),
    /// The text.
    Body,
    /// The place of the entry's calculator.
    Calculator,
    /// Lists side by side, each with a heading of its own.
    Sides(Vec<Side<'a>>),
    /// This against that.
    Versus(Versus<'a>),
    /// One field of the front matter.
    Paragraph(&'a str),
    /// The takeaway and the memory hook.
    Remember(Option<&'a str>, Option<&'a str>),
    /// Questions, plain, with their answers.
    Questions(&'a [Question]),
    /// The neighbourhood in the stack.
    Around,
    /// The entries that the author names as related.
    Related(&'a [EntryId]),
    /// The entries that mention it.
    Mentions,
    /// The sources with their positions in the front matter, in the order of their numbers.
    Sources(Vec<(SourceIndex, &'a Source)>),
}

/// A list beside another.
#[derive(Debug)]
pub struct Side<'a> {
    /// The words of its heading.
    pub heading: &'a str,
    /// True for what raises the quantity, false for what does not.
    pub raises: bool,
    /// The author's words, an item each.
    pub items: &'a [String],
}

/// This entry against another.
#[derive(Debug)]
pub struct Versus<'a> {
    /// The entry that this one is compared with.
    pub other: &'a Entry,
    /// The comparison's own page.
    pub page: &'a LinkedComparison,
    /// Where they differ.
    pub rows: &'a [ComparisonRow],
}

/// The sections of the entry at this position, in the order in which readers see them; `has_calculator` where it can be
/// drawn.
#[must_use]
pub fn entry_sections<'a>(
    glossary: &'a Glossary,
    strings: &'a Strings,
    number: EntryId,
    has_calculator: bool,
) -> Vec<Section<'a>> {
    let entry = &glossary.entries[number];
    let front = &entry.document.front;
    let mut all = Vec::new();
    let mut add = |id: &str, heading: &str, content| {
        all.push(Section { id: id.to_owned(), heading: heading.to_owned(), content });
    };
    if !front.at_a_glance.is_empty() {
        add("glance", strings.get("entry.glance"), Content::Glance(glance(front).collect()));
    }
    add("text", "", Content::Body);
    if has_calculator {
        add("calculator", strings.get("entry.calculator"), Content::Calculator);
    }
    let sides = [("entry.raises_it", true, &front.raises), ("entry.does_not_raise_it", false, &front.does_not_raise)];
    let sides: Vec<Side<'_>> = sides
        .into_iter()
        .filter(|(.., items)| !items.is_empty())
        .map(|(key, raises, items)| Side { heading: strings.get(key), raises, items })
        .collect();
    if !sides.is_empty() {
        add("raises", strings.get("entry.raises"), Content::Sides(sides));
    }
    for (at, versus) in versus(glossary, number).enumerate() {
        let heading = strings.fill("entry.compared_with", &[("term", &versus.other.document.front.term)]);
        add(&format!("compare-{}", at + 1), &heading, Content::Versus(versus));
    }
    if let Some(mistake) = &front.common_mistake {
        add("mistake", strings.get("entry.mistake"), Content::Paragraph(mistake));
    }
    let (takeaway, hook) = (front.takeaway.as_deref(), front.memory_hook.as_deref());
    if takeaway.or(hook).is_some() {
        add("takeaway", strings.get("entry.remember"), Content::Remember(takeaway, hook));
    }
    if !front.questions.is_empty() {
        add("questions", strings.get("entry.questions"), Content::Questions(&front.questions));
    }
    add("around", strings.get("entry.around"), Content::Around);
    add("related", strings.get("entry.related"), Content::Related(&entry.related));
    add("mentions", strings.get("entry.mentioned_in"), Content::Mentions);
    let sources: Vec<(SourceIndex, &Source)> =
        entry.source_order.iter().filter_map(|at| Some((*at, front.sources.get(at.index())?))).collect();
    if !sources.is_empty() {
        add("sources", strings.get("entry.sources"), Content::Sources(sources));
    }
    all
}

/// The tables of an entry's front matter whose comparison is published.
fn versus(glossary: &Glossary, number: EntryId) -> impl Iterator<Item = Versus<'_>> {
    let own = move |page: &&LinkedComparison| page.pair.contains(&number);
    let other = move |page: &LinkedComparison| &glossary.entries[page.pair[usize::from(page.pair[0] == number)]];
    glossary.entries[number].document.front.compare.iter().filter_map(move |table| {
        let page = glossary.comparisons.iter().filter(own).find(|page| other(page).document.id == table.with)?;
        Some(Versus { other: other(page), page, rows: &table.rows })
    })
}

/// The values at a glance: plain labels, each with its text.
pub fn glance(front: &FrontMatter) -> impl Iterator<Item = (String, String)> {
    front.at_a_glance.iter().map(|(label, value)| (scalar::text(label), scalar::text(value)))
}

/// "NVIDIA, 2023. What it supports."
#[must_use]
pub fn detail(source: &Source) -> String {
    let who = imprint(source, source.locator.as_deref());
    let supports = source.supports.as_deref().unwrap_or_default();
    match (who.is_empty(), supports.is_empty()) {
        (true, _) => supports.to_owned(),
        (false, true) => format!("{who}."),
        (false, false) => format!("{who}. {supports}"),
    }
}

/// Publisher, year, locator and ISBN, with commas between them; empty where the source has none of them.
#[must_use]
pub fn imprint(source: &Source, locator: Option<&str>) -> String {
    let year = source.year.map(|year| year.to_string());
    let isbn = source.isbn.as_ref().map(|isbn| format!("ISBN {isbn}"));
    let parts = [source.publisher.as_deref(), year.as_deref(), locator, isbn.as_deref()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
