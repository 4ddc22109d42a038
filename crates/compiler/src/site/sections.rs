//! An entry as a list of sections: the only place that defines which sections there are, their order and their
//! headings.
//!
//! Pages, feeds and Markdown walk this list, and each writes what its format supports: `Around` and `Mentions` appear
//! only on pages. Fields of the front matter become [`SectionBlock`]s, which every writer supports, so that a new field
//! needs a section here and no change elsewhere.

use rooflight_glossary::link::comparisons::LinkedComparison;
use rooflight_glossary::link::{Entry, Glossary};
use rooflight_glossary::model::bibliography::Source;
use rooflight_glossary::model::front_matter::{ComparisonRow, FrontMatter, Question};
use rooflight_glossary::model::ids::{EntryId, SourceIndex};
use rooflight_glossary::model::strings::Strings;
use rooflight_source::yaml::scalar;
use std::borrow::Cow;

/// A section of an entry.
#[derive(Debug)]
pub struct Section<'a> {
    /// The id on the page, without the prefix that all section ids have.
    pub id: String,
    /// The heading; empty for the body.
    pub heading: String,
    /// Target of the heading's link; `None` except for a comparison.
    pub versus: Option<Versus<'a>>,
    /// How prominent it is.
    pub prominence: Prominence,
    /// The content between its heading and the next.
    pub content: SectionContent<'a>,
}

/// How prominent a section is on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prominence {
    /// Normal heading.
    Plain,
    /// Small heading.
    Quiet,
    /// Small heading, and a frame around the section.
    Framed,
}

/// The content of a section.
#[derive(Debug)]
pub enum SectionContent<'a> {
    /// Blocks from the front matter. Those before the body are at the head of the page.
    Blocks(Vec<SectionBlock<'a>>),
    /// The linked body text.
    Body,
    /// The entry's calculator.
    Calculator,
    /// The entry's neighbourhood in the stack.
    Around,
    /// The entries that the author lists as related.
    Related(&'a [EntryId]),
    /// The entries that mention this one.
    Mentions,
    /// The sources with their positions in the front matter, in the order of their numbers.
    Sources(Vec<(SourceIndex, &'a Source)>),
}

/// A block of a section. Texts are inline Markdown unless noted otherwise.
#[derive(Debug)]
pub enum SectionBlock<'a> {
    /// A paragraph, in large type for the most important statement.
    Paragraph {
        /// The text.
        text: &'a str,
        /// Whether it is in large type.
        is_large: bool,
    },
    /// Lists side by side.
    Lists(Vec<MarkedList<'a>>),
    /// A table.
    Table(LabelledTable<'a>),
    /// Questions as plain text, with their answers.
    Questions(&'a [Question]),
}

/// A list that is laid out next to another.
#[derive(Debug)]
pub struct MarkedList<'a> {
    /// The heading, plain text.
    pub heading: &'a str,
    /// The mark before each item: plus or minus.
    pub mark: Mark,
    /// The items.
    pub items: &'a [String],
}

/// The mark before an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The item raises the quantity.
    Plus,
    /// The item does not raise it.
    Minus,
}

/// A table whose rows have labels.
#[derive(Debug)]
pub struct LabelledTable<'a> {
    /// The entries that the columns after the labels are about; empty for a table without a head.
    pub columns: Vec<&'a Entry>,
    /// For each row, a plain label and the texts of its cells.
    pub rows: Vec<(Cow<'a, str>, Vec<Cow<'a, str>>)>,
}

/// The comparison of this entry with another.
#[derive(Debug)]
pub struct Versus<'a> {
    /// The entry that this one is compared with.
    pub other: &'a Entry,
    /// The comparison's page.
    pub page: &'a LinkedComparison,
}

/// Returns the sections of an entry, in the order in which readers see them. `has_calculator` is true if its calculator
/// can be drawn.
#[must_use]
pub fn entry_sections<'a>(
    glossary: &'a Glossary,
    strings: &'a Strings,
    number: EntryId,
    has_calculator: bool,
) -> Vec<Section<'a>> {
    let entry = &glossary.entries[number];
    let front = &entry.document.front;
    let section = |id: &str, key: &str, prominence, content| Section::new(id, strings.get(key), prominence, content);
    let paragraph = |text, is_large| SectionBlock::Paragraph { text, is_large };
    let mut all = Vec::new();
    if !front.at_a_glance.is_empty() {
        let rows = glance(front).map(|(label, text)| (label.into(), vec![text.into()])).collect();
        let table = SectionBlock::Table(LabelledTable { columns: Vec::new(), rows });
        all.push(section("glance", "entry.glance", Prominence::Quiet, SectionContent::Blocks(vec![table])));
    }
    all.push(Section::new("text", "", Prominence::Plain, SectionContent::Body));
    if has_calculator {
        all.push(section("calculator", "entry.calculator", Prominence::Plain, SectionContent::Calculator));
    }
    let lists = lists(front, strings);
    if !lists.is_empty() {
        all.push(section(
            "raises",
            "entry.raises",
            Prominence::Plain,
            SectionContent::Blocks(vec![SectionBlock::Lists(lists)]),
        ));
    }
    all.extend(comparisons(glossary, strings, number));
    if let Some(mistake) = &front.common_mistake {
        let content = SectionContent::Blocks(vec![paragraph(mistake, false)]);
        all.push(section("mistake", "entry.mistake", Prominence::Plain, content));
    }
    let takeaway = front.takeaway.iter().map(|text| paragraph(text, true));
    let remember: Vec<_> = takeaway.chain(front.memory_hook.iter().map(|text| paragraph(text, false))).collect();
    if !remember.is_empty() {
        all.push(section("takeaway", "entry.remember", Prominence::Framed, SectionContent::Blocks(remember)));
    }
    if !front.questions.is_empty() {
        let questions = SectionContent::Blocks(vec![SectionBlock::Questions(&front.questions)]);
        all.push(section("questions", "entry.questions", Prominence::Plain, questions));
    }
    all.push(section("around", "entry.around", Prominence::Plain, SectionContent::Around));
    all.push(section("related", "entry.related", Prominence::Plain, SectionContent::Related(&entry.related)));
    all.push(section("mentions", "entry.mentioned_in", Prominence::Plain, SectionContent::Mentions));
    let sources: Vec<(SourceIndex, &Source)> =
        entry.source_order.iter().filter_map(|at| Some((*at, front.sources.get(at.index())?))).collect();
    if !sources.is_empty() {
        all.push(section("sources", "entry.sources", Prominence::Plain, SectionContent::Sources(sources)));
    }
    all
}

impl<'a> Section<'a> {
    fn new(id: &str, heading: &str, prominence: Prominence, content: SectionContent<'a>) -> Self {
        Self { id: id.to_owned(), heading: heading.to_owned(), versus: None, prominence, content }
    }
}

/// Returns the lists of causes that raise the quantity and that do not.
fn lists<'a>(front: &'a FrontMatter, strings: &'a Strings) -> Vec<MarkedList<'a>> {
    let lists = [
        ("entry.raises_it", Mark::Plus, &front.raises),
        ("entry.does_not_raise_it", Mark::Minus, &front.does_not_raise),
    ];
    let lists = lists.into_iter().filter(|(.., items)| !items.is_empty());
    lists.map(|(key, mark, items)| MarkedList { heading: strings.get(key), mark, items }).collect()
}

/// Returns the comparison tables of an entry's front matter whose comparison has a page.
fn comparisons<'a>(glossary: &'a Glossary, strings: &'a Strings, number: EntryId) -> impl Iterator<Item = Section<'a>> {
    let entry = &glossary.entries[number];
    let own = move |page: &&LinkedComparison| page.pair.contains(&number);
    let other = move |page: &LinkedComparison| &glossary.entries[page.pair[usize::from(page.pair[0] == number)]];
    let published = entry.document.front.compare.iter().filter_map(move |table| {
        let page = glossary.comparisons.iter().filter(own).find(|page| other(page).document.id == table.with)?;
        Some((table, page))
    });
    published.enumerate().map(move |(at, (table, page))| {
        let versus = Versus { other: other(page), page };
        let heading = strings.fill("entry.compared_with", &[("term", &versus.other.document.front.term)]);
        let texts = |row: &'a ComparisonRow| vec![row.this.as_str().into(), row.other.as_str().into()];
        let rows = table.rows.iter().map(|row| (row.question.as_str().into(), texts(row))).collect();
        let table = SectionBlock::Table(LabelledTable { columns: vec![entry, versus.other], rows });
        let content = SectionContent::Blocks(vec![table]);
        Section {
            versus: Some(versus),
            ..Section::new(&format!("compare-{}", at + 1), &heading, Prominence::Plain, content)
        }
    })
}

/// Returns the values at a glance: plain labels, each with its text.
pub fn glance(front: &FrontMatter) -> impl Iterator<Item = (String, String)> {
    front.at_a_glance.iter().map(|(label, value)| (scalar::text(label), scalar::text(value)))
}

/// Returns a source's details, as "NVIDIA, 2023. What it supports."
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

/// Returns publisher, year, locator and ISBN, joined with commas; empty if the source has none of them.
#[must_use]
pub fn imprint(source: &Source, locator: Option<&str>) -> String {
    let year = source.year.map(|year| year.to_string());
    let isbn = source.isbn.as_ref().map(|isbn| format!("ISBN {isbn}"));
    let parts = [source.publisher.as_deref(), year.as_deref(), locator, isbn.as_deref()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
