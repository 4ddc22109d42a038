//! The views that templates see, as plain serializable data.
//!
//! Templates escape text; fields documented as HTML are safe already. Links are relative to the page.
#![allow(missing_docs, reason = "the names say it")]

mod calculator;

use crate::site::dates::ShownDate;
use crate::site::page_id::{PageId, PageKind};
use crate::site::paths::entry_path;
pub use calculator::{CalculatorData, CalculatorView, FieldView, GroupView, OptionView, SliderView};
use rooflight_glossary::link::Entry;
use serde::Serialize;
use tera::Value;

/// The values of a page that its frame shows.
#[allow(clippy::struct_excessive_bools, reason = "each says what the page loads")]
#[derive(Debug, Clone, Default, Serialize)]
pub struct PageView {
    #[serde(skip)]
    pub id: PageId,
    pub title: String,
    pub description: String,
    pub canonical: Option<String>,
    pub root: String,
    pub path: String,
    pub kind: PageKind,
    pub calculator: bool,
    pub code: bool,
    pub copies: bool,
    pub drawing: bool,
    /// Whether the page has a formula.
    pub math: bool,
    pub csp: String,
    pub cards: Option<String>,
    /// The URL for editing the page's source, if it has one and the site names its repository.
    pub edit: Option<String>,
    /// The URL for reporting a mistake.
    pub report: Option<String>,
    /// Whether the content is English regardless of the site's language.
    pub in_english: bool,
    /// The translations of the page, with absolute URLs.
    pub alternates: Vec<LanguageView>,
    /// A link to each other language.
    pub languages: Vec<LanguageView>,
}

/// A link in a list of pages.
#[derive(Debug, Clone, Default, Serialize)]
pub struct NavView {
    pub title: String,
    pub url: String,
    pub current: bool,
    /// Whether the link leads to another site.
    pub external: bool,
    /// The language of the target if it differs from this page's.
    pub hreflang: Option<String>,
}

/// A page in the list of its kind.
#[derive(Debug, Clone, Serialize)]
pub struct ListedPageView {
    pub title: String,
    pub description: String,
    pub url: String,
    /// Custom keys of the front matter.
    pub extra: std::collections::BTreeMap<String, serde_json::Value>,
}

/// The theme settings.
#[derive(Debug, Clone, Serialize)]
pub struct ThemeView<'a> {
    /// URL of the picture shown beside the site's name.
    pub logo: Option<String>,
    /// URL of the picture for dark mode, if it is another one.
    pub logo_dark: Option<String>,
    /// The address of the typeface of texts, if it is not the system's.
    pub font: Option<String>,
    /// Whether the logo spells the site's name.
    pub wordmark: bool,
    /// The site's own style sheets, loaded last.
    pub sheets: Vec<AssetView>,
    /// HTML.
    pub footer: Option<String>,
    pub analytics: Option<AnalyticsView<'a>>,
    /// Whether pages may load images from other hosts.
    pub remote_pictures: bool,
}

/// A static file with the hash by which browsers verify it.
#[derive(Debug, Clone, Serialize)]
pub struct AssetView {
    pub url: String,
    pub integrity: String,
}

/// An analytics script.
#[derive(Debug, Clone, Serialize)]
pub struct AnalyticsView<'a> {
    pub script: &'a str,
    /// Its `data-` attributes, by name without that prefix.
    pub data: &'a std::collections::BTreeMap<String, String>,
}

/// A layer as a link, with the position of its line in the glyph of all layers.
#[derive(Debug, Clone, Serialize)]
pub struct LayerView {
    pub id: String,
    pub title: String,
    pub summary: String,
    pub url: String,
    pub y: f64,
    pub count: usize,
    pub current: bool,
}

/// The word for layers.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LayersNameView<'a> {
    pub one: &'a str,
    pub many: &'a str,
    /// The form that follows the number of layers.
    pub counted: &'a str,
    pub heading: String,
}

/// An entry in a list.
#[derive(Debug, Clone, Serialize)]
pub struct RowView {
    pub term: String,
    pub url: String,
    pub id: String,
    /// HTML.
    pub definition: String,
    /// A [`LayerView`].
    pub layer: Value,
    /// Other names; empty if the list does not show them.
    pub also: Vec<String>,
    /// HTML attributes of its language if that differs from the page's, else empty.
    pub foreign: String,
}

/// An entry's page.
#[derive(Debug, Clone, Serialize)]
pub struct EntryView {
    #[serde(flatten)]
    pub translated: TranslatedView,
    pub term: String,
    pub id: String,
    /// HTML.
    pub definition: String,
    pub aliases: Vec<String>,
    /// A [`LayerView`].
    pub layer: Value,
    /// [`LayerView`]s.
    pub also_in: Vec<Value>,
    /// HTML.
    pub body: String,
    /// Sections from the front matter, before the body.
    pub lead: Vec<SectionView>,
    /// Sections from the front matter, between the calculator and the links.
    pub more: Vec<SectionView>,
    pub links: LinkSections,
    pub versus: Vec<PairView>,
    pub calculator: Option<CalculatorView>,
    pub related: Vec<RelatedView>,
    /// HTML.
    pub around: Option<String>,
    pub leads_to: Vec<LinksView>,
    pub mentions: Vec<MentionsView>,
    pub mention_count: usize,
    /// The URL of the page with all mentions, if this page shows only some.
    pub all_links: Option<String>,
    pub sources: Vec<SourceView>,
    pub reviewed: Option<ShownDate>,
    pub published: Option<ShownDate>,
    /// The day of the last change, if it is not the day of publication.
    pub updated: Option<ShownDate>,
    /// Other names that authors should not use.
    pub avoid: Vec<String>,
    pub superseded: Vec<String>,
    /// Custom keys of the front matter.
    pub extra: std::collections::BTreeMap<String, serde_json::Value>,
    /// The terms that the text links to, with their definitions, for printing.
    pub terms_used: Vec<GlanceView>,
}

/// How an entry's page relates to the one in the default language.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TranslatedView {
    /// HTML attributes of texts in another language than the page.
    pub foreign: String,
    /// The term in the default language, if it differs.
    pub original: Option<OriginalView>,
    /// The page in the default language, if this one is not translated or its translation is older.
    pub original_url: Option<String>,
    pub untranslated: bool,
}

/// A term in the default language.
#[derive(Debug, Clone, Serialize)]
pub struct OriginalView {
    pub term: String,
    pub language: String,
    pub tag: String,
}

/// A page in another language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LanguageView {
    pub name: String,
    pub tag: String,
    pub url: String,
}

/// A section of an entry's page.
#[derive(Debug, Clone, Serialize)]
pub struct SectionView {
    pub id: String,
    pub heading: String,
    /// The page that the heading links to.
    pub url: Option<String>,
    /// Whether the heading is set small.
    pub small: bool,
    pub framed: bool,
    pub blocks: Vec<BlockView>,
}

/// A part of a section; templates tell them apart by the variant's name in snake case.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockView {
    Paragraph(ParagraphView),
    Lists(Vec<ListView>),
    Table(TableView),
    Questions(Vec<QuestionView>),
}

/// A paragraph.
#[derive(Debug, Clone, Serialize)]
pub struct ParagraphView {
    /// HTML.
    pub text: String,
    pub large: bool,
}

/// The headings of the sections about links and sources.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LinkSections {
    pub around: String,
    pub related: String,
    pub mentions: String,
    pub sources: String,
}

/// A list in a row of lists.
#[derive(Debug, Clone, Serialize)]
pub struct ListView {
    pub heading: String,
    pub class: &'static str,
    /// HTML.
    pub items: Vec<String>,
}

/// A table whose rows have labels; it has no head if it has no columns.
#[derive(Debug, Clone, Serialize)]
pub struct TableView {
    pub columns: Vec<ColumnView>,
    pub rows: Vec<TableRowView>,
}

/// A column after the labels.
#[derive(Debug, Clone, Serialize)]
pub struct ColumnView {
    pub title: String,
    /// The page of the entry that the column is about, if that is another entry.
    pub url: Option<String>,
}

/// A table's row: its label and its cells.
#[derive(Debug, Clone, Serialize)]
pub struct TableRowView {
    pub label: String,
    /// HTML.
    pub texts: Vec<String>,
}

/// A term and its definition.
#[derive(Debug, Clone, Serialize)]
pub struct GlanceView {
    pub label: String,
    /// HTML.
    pub text: String,
}

/// A question and its answer.
#[derive(Debug, Clone, Serialize)]
pub struct QuestionView {
    pub q: String,
    /// HTML.
    pub a: String,
}

/// A comparison in a list.
#[derive(Debug, Clone, Serialize)]
pub struct PairView {
    pub title: String,
    pub url: String,
    /// HTML.
    pub text: String,
}

/// A related entry with its layer; `y` is the position of the layer's line in the glyph of all layers.
#[derive(Debug, Clone, Serialize)]
pub struct RelatedView {
    pub term: String,
    pub url: String,
    pub layer: String,
    pub y: f64,
}

/// Entries of one layer, as links.
#[derive(Debug, Clone, Serialize)]
pub struct LinksView {
    /// A [`LayerView`].
    pub layer: Value,
    pub links: Vec<LinkView>,
}

/// An entry as a link.
#[derive(Debug, Clone, Serialize)]
pub struct LinkView {
    pub term: String,
    pub url: String,
}

impl LinkView {
    /// Creates the link to an entry; `root` is the relative path from the page to the site's root.
    #[must_use]
    pub fn new(entry: &Entry, root: &str) -> Self {
        Self { term: entry.document.front.term.clone(), url: [root, &entry_path(entry)].concat() }
    }
}

/// The mentions in entries of one layer.
#[derive(Debug, Clone, Serialize)]
pub struct MentionsView {
    /// A [`LayerView`].
    pub layer: Value,
    pub mentions: Vec<MentionView>,
}

/// A mention of the entry in another one.
#[derive(Debug, Clone, Serialize)]
pub struct MentionView {
    pub term: String,
    pub url: String,
    /// HTML.
    pub sentence: String,
}

/// A source of an entry.
#[derive(Debug, Clone, Serialize)]
pub struct SourceView {
    pub n: usize,
    pub anchor: String,
    pub title: String,
    pub url: String,
    pub detail: String,
    pub grade: &'static str,
    pub unopened: bool,
}
