//! The views that templates see: plain and serialisable.
//!
//! Text is escaped by the template; fields whose comment says HTML are safe already. Links are relative to the page.
#![allow(missing_docs, reason = "the names say it")]

mod calculator;

use crate::site::dates::ShownDate;
use crate::site::page_id::{PageId, PageKind};
use crate::site::paths::entry_path;
pub use calculator::{CalculatorData, CalculatorView, FieldView, GroupView, OptionView, SliderView};
use rooflight_glossary::link::Entry;
use serde::Serialize;
use tera::Value;

/// A page's own data.
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
    pub drawing: bool,
    /// Whether it has a formula.
    pub math: bool,
    pub csp: String,
    pub cards: Option<String>,
    /// Where readers edit the page's source, if it has one and the site names its repository.
    pub edit: Option<String>,
    /// Where readers report a mistake.
    pub report: Option<String>,
    /// Whether its content is English whatever the language of the site.
    pub in_english: bool,
    /// The languages that have the page in their own words, with absolute addresses.
    pub alternates: Vec<LanguageView>,
    /// The way to each other language.
    pub languages: Vec<LanguageView>,
}

/// A link in a list of pages.
#[derive(Debug, Clone, Default, Serialize)]
pub struct NavView {
    pub title: String,
    pub url: String,
    pub current: bool,
    /// Whether it leads to another site.
    pub external: bool,
    /// The language of the page that it leads to, where it is not that of this one.
    pub hreflang: Option<String>,
}

/// A page in the list of its kind.
#[derive(Debug, Clone, Serialize)]
pub struct ListedPageView {
    pub title: String,
    pub description: String,
    pub url: String,
    /// The author's own keys.
    pub extra: std::collections::BTreeMap<String, serde_json::Value>,
}

/// The look of the settings.
#[derive(Debug, Clone, Serialize)]
pub struct ThemeView<'a> {
    /// The address of the picture in place of the site's name.
    pub logo: Option<String>,
    /// That of the picture on dark screens, where it is another one.
    pub logo_dark: Option<String>,
    /// The style sheets after all others.
    pub sheets: Vec<AssetView>,
    /// HTML.
    pub footer: Option<String>,
    pub analytics: Option<AnalyticsView<'a>>,
    /// Whether pages may show pictures of other hosts.
    pub remote_pictures: bool,
}

/// A static file with the checksum by which browsers verify it.
#[derive(Debug, Clone, Serialize)]
pub struct AssetView {
    pub url: String,
    pub integrity: String,
}

/// A script that counts visits.
#[derive(Debug, Clone, Serialize)]
pub struct AnalyticsView<'a> {
    pub script: &'a str,
    /// Attributes by their names, without `data-`.
    pub data: &'a std::collections::BTreeMap<String, String>,
}

/// A layer as a link, with where its line lies in the glyph of all layers.
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

/// The word for the layers.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct LayersNameView<'a> {
    pub one: &'a str,
    pub many: &'a str,
    /// The word after the number of all layers.
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
    /// Its other names, where the list shows them.
    pub also: Vec<String>,
    /// The attributes of its language, where it is not that of the page.
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
    /// Where all mentions are, if the page has not room for them.
    pub all_links: Option<String>,
    pub sources: Vec<SourceView>,
    pub reviewed: Option<ShownDate>,
    pub published: Option<ShownDate>,
    /// The day of the last change, where it is another.
    pub updated: Option<ShownDate>,
    /// Names that should not be used.
    pub avoid: Vec<String>,
    pub superseded: Vec<String>,
    /// The author's own keys, as they are.
    pub extra: std::collections::BTreeMap<String, serde_json::Value>,
    /// The terms that the text links to, with their definitions: for paper, which has no links.
    pub terms_used: Vec<GlanceView>,
}

/// How an entry's page stands to the default language.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TranslatedView {
    /// Attributes, as HTML, of what is in another language than the page.
    pub foreign: String,
    /// The term in the default language, where it is another.
    pub original: Option<OriginalView>,
    /// The page in the default language, where this one does not say the same: it is not translated, or older.
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
    /// The page that the heading leads to.
    pub url: Option<String>,
    /// Whether the heading is small.
    pub small: bool,
    pub framed: bool,
    pub blocks: Vec<BlockView>,
}

/// A part of a section; the variant's name tells the template which.
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

/// A list beside another.
#[derive(Debug, Clone, Serialize)]
pub struct ListView {
    pub heading: String,
    pub class: &'static str,
    /// HTML.
    pub items: Vec<String>,
}

/// A table whose rows have labels; without a head where it has no columns.
#[derive(Debug, Clone, Serialize)]
pub struct TableView {
    pub columns: Vec<ColumnView>,
    pub rows: Vec<TableRowView>,
}

/// A column behind the labels.
#[derive(Debug, Clone, Serialize)]
pub struct ColumnView {
    pub title: String,
    /// The page of the entry that it is about, where that is another one.
    pub url: Option<String>,
}

/// A row of a table.
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

/// A related entry.
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
    /// The link to an entry from a page with this way to the root.
    #[must_use]
    pub fn new(entry: &Entry, root: &str) -> Self {
        Self { term: entry.document.front.term.clone(), url: [root, &entry_path(entry)].concat() }
    }
}

/// Backlinks from entries of one layer.
#[derive(Debug, Clone, Serialize)]
pub struct MentionsView {
    /// A [`LayerView`].
    pub layer: Value,
    pub mentions: Vec<MentionView>,
}

/// A backlink.
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
