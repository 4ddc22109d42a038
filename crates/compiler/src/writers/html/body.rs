//! Writes a linked body as HTML, for a page or for a feed.
//!
//! 1. On a page, links to terms are relative and carry the attributes of hover cards, headings get stable ids and link
//!    to themselves, and tables and code can be scrolled by keyboard.
//! 2. In a feed, every address is absolute, and page-only markup is left out: ids, classes, and raw HTML of the author.
//!
//! Writes the tree node by node. Apart from these two rules, the output is byte for byte that of pulldown-cmark's HTML
//! writer.

use crate::site::figures::Figure;
use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::prose::{self, Prose};
use crate::writers::html::drawings;
use crate::writers::html::figures;
use crate::writers::html::footnotes::Notes;
use crate::writers::html::headings::Headings;
use crate::writers::html::references;
use crate::writers::html::runs;
use pulldown_cmark_escape::{escape_href, escape_html, escape_html_body_text};
use rooflight_glossary::link::{Entry, Reference};
use rooflight_glossary::model::ids::SourceIndex;
use rooflight_glossary::model::strings::Strings;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_glossary::syntax::tree::{Alignment, Block, Children, Formula, Inline, Node, NodeKind};
use rooflight_source::slug::is_slug;
use rooflight_source::url;

/// The place that the HTML is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// A page, with its relative path to the site's root.
    Page(&'a str),
    /// A feed, whose addresses are absolute.
    Feed,
}

/// Attributes of a display formula; it scrolls if it is wider than the page.
const FORMULA: &str = " class=\"formula\" tabindex=\"0\" role=\"group\" aria-label=\"Formula\"";

/// A definition and a body as HTML.
#[derive(Debug, Default)]
pub struct BodyHtml {
    /// The content of the definition's paragraph; empty if the body has it further down.
    pub definition: String,
    /// The body.
    pub body: String,
}

/// Writes a definition and the body after it as HTML.
#[must_use]
pub fn html(inputs: &Inputs<'_>, prose: Prose<'_>, target: Target<'_>) -> BodyHtml {
    let nodes = prose.tree.nodes();
    let mut writer = Writer {
        inputs,
        prose,
        target,
        out: String::with_capacity(nodes.len() * 40),
        definition: String::new(),
        headings: Headings::new(prose.entry.is_some()),
        drawings: Vec::new(),
        notes: Notes::new(nodes),
        columns: &[],
    };
    writer.all(prose.tree.children());
    writer.notes();
    BodyHtml { definition: writer.definition, body: writer.out }
}

/// The children of a node, each with its own children.
type Nodes<'t> = Children<'t, 't, Reference>;

struct Writer<'a> {
    inputs: &'a Inputs<'a>,
    prose: Prose<'a>,
    target: Target<'a>,
    out: String,
    definition: String,
    headings: Headings,
    /// The ids of the drawings so far.
    drawings: Vec<String>,
    notes: Notes,
    /// Alignments of the columns of the current table.
    columns: &'a [Alignment],
}

impl<'a> Writer<'a> {
    fn all(&mut self, nodes: Nodes<'a>) {
        for (node, inside) in nodes {
            self.node(node, inside);
        }
    }

    const fn on_page(&self) -> bool {
        matches!(self.target, Target::Page(_))
    }

    /// Returns the relative path from the page to the site's root; `None` in a feed.
    const fn root(&self) -> Option<&'a str> {
        match self.target {
            Target::Page(root) => Some(root),
            Target::Feed => None,
        }
    }

    fn strings(&self) -> &'a Strings {
        &self.inputs.config.strings
    }

    fn push(&mut self, parts: &[&str]) {
        self.out.extend(parts.iter().copied());
    }

    /// Ends the current line unless it is empty.
    fn fresh_line(&mut self) {
        let is_open = !self.out.is_empty() && !self.out.ends_with('\n');
        self.out.push_str(if is_open { "\n" } else { "" });
    }

    fn around(&mut self, start: &str, inside: Nodes<'a>, end: &str) {
        self.out.push_str(start);
        self.all(inside);
        self.out.push_str(end);
    }

    fn node(&mut self, node: &'a Node<'a, Reference>, inside: Nodes<'a>) {
        match &node.kind {
            NodeKind::Block(block) => self.block(block, inside),
            NodeKind::Inline(inline) => self.inline(inline, inside),
            NodeKind::Reference(Reference::Entry(number)) => {
                let start = references::to_entry(self.inputs, self.root(), *number, "");
                self.around(&start, inside, "</a>");
            }
            NodeKind::Reference(Reference::Heading(entry, id)) => {
                let start = references::to_heading(self.inputs, self.prose, self.root(), *entry, id);
                self.around(&start, inside, "</a>");
            }
            NodeKind::Reference(Reference::Source(position)) => {
                if let Some(entry) = self.prose.entry {
                    self.citation(entry, *position);
                }
            }
        }
    }

    fn block(&mut self, block: &'a Block<'a>, inside: Nodes<'a>) {
        use Block::{Heading, Item, List, Paragraph, Quote, Rule};
        if matches!(block, Paragraph | Heading(_) | Quote | List(_) | Item | Rule) {
            self.fresh_line();
        }
        match block {
            Block::Paragraph => match self.prose.figure(inside) {
                Some(figure) => self.out.push_str(&figures::html(figure)),
                None => self.around("<p>", inside, "</p>\n"),
            },
            Block::Definition => {
                let start = self.out.len();
                self.all(inside);
                let words = self.out.split_off(start);
                self.definition.extend([if self.definition.is_empty() { "" } else { " " }, &words]);
            }
            Block::Heading(heading) => {
                self.push(&["<", &heading.level.to_string()]);
                let link = if self.on_page() {
                    let (id, leads) = self.headings.id(heading, inside);
                    let id = escape(&id);
                    self.push(&[" id=\"", &id, "\""]);
                    if !heading.classes.is_empty() {
                        self.push(&[" class=\"", &escape(&heading.classes.join(" ")), "\""]);
                    }
                    leads.then(|| format!("<a href=\"#{id}\">"))
                } else {
                    None
                };
                self.push(&[">", link.as_deref().unwrap_or_default()]);
                self.around("", inside, if link.is_some() { "</a>" } else { "" });
                self.push(&["</", &heading.level.to_string(), ">\n"]);
            }
            Block::Quote => self.around("<blockquote>\n", inside, "</blockquote>\n"),
            Block::List(Some(1)) => self.around("<ol>\n", inside, "</ol>\n"),
            Block::List(Some(start)) => self.around(&format!("<ol start=\"{start}\">\n"), inside, "</ol>\n"),
            Block::List(None) => self.around("<ul>\n", inside, "</ul>\n"),
            Block::Item => self.around("<li>", inside, "</li>\n"),
            Block::Code(code) if self.on_page() => {
                self.out.push_str("<pre tabindex=\"0\"><code");
                if !code.language.is_empty() {
                    self.push(&[" class=\"language-", &escape(&code.language), "\""]);
                }
                self.push(&[">", code.marked, "</code></pre>\n"]);
            }
            Block::Code(code) => self.push(&["<pre><code>", &escape(&code.text), "</code></pre>\n"]),
            Block::Drawing(drawing) => {
                let on_page = self.on_page();
                let html = drawings::html(drawing, &mut self.drawings, on_page);
                self.out.push_str(&html);
            }
            Block::Runs(query) => {
                self.out.push_str(&runs::block(self.inputs, query, self.root()));
            }
            Block::Math(formula) => {
                self.fresh_line();
                self.push(&["<div", if self.on_page() { FORMULA } else { "" }, ">"]);
                self.formula(formula);
                self.push(&["</div>\n"]);
            }
            Block::Html(html) if self.on_page() => self.out.push_str(html),
            Block::Rule => self.out.push_str("<hr />\n"),
            Block::Table(columns) => {
                self.columns = columns;
                if self.on_page() {
                    let (id, label) = (escape(&self.headings.table_id()), escape(self.strings().get("text.table")));
                    let scroll = "class=\"scroll\" tabindex=\"0\" role=\"group\"";
                    self.push(&["<div id=\"", &id, "\" ", scroll, " aria-label=\"", &label, "\">"]);
                }
                self.push(&["<table>\n"]);
                self.all(inside);
                self.push(&["</tbody></table>", if self.on_page() { "</div>" } else { "" }, "\n"]);
            }
            Block::TableHead => self.cells("<thead><tr>", "th", " scope=\"col\"", inside, "</tr></thead>\n<tbody>\n"),
            Block::TableRow => self.cells("<tr>", "td", "", inside, "</tr>\n"),
            Block::TableCell => self.all(inside),
            // Notes follow the whole body; raw HTML is left out of feeds.
            Block::Note(_) | Block::Html(_) => {}
        }
    }

    fn cells(&mut self, start: &str, tag: &str, attributes: &str, cells: Nodes<'a>, end: &str) {
        self.out.push_str(start);
        for (column, (_, inside)) in cells.enumerate() {
            let class = match self.columns.get(column) {
                // The content security policy forbids inline styles, hence classes.
                Some(Alignment::Right) if self.on_page() => " class=\"n\"",
                Some(Alignment::Center) if self.on_page() => " class=\"center\"",
                _ => "",
            };
            self.push(&["<", tag, attributes, class, ">"]);
            self.all(inside);
            self.push(&["</", tag, ">"]);
        }
        self.out.push_str(end);
    }

    fn inline(&mut self, inline: &'a Inline<'a>, inside: Nodes<'a>) {
        match inline {
            Inline::Text(text) => text_to(&mut self.out, text),
            Inline::Code(code) => {
                self.out.push_str("<code>");
                text_to(&mut self.out, code);
                self.out.push_str("</code>");
            }
            Inline::Math(formula) => {
                let is_display = formula.is_display && self.on_page();
                self.push(if is_display { &["<span", FORMULA, ">"] } else { &[] });
                self.formula(formula);
                self.push(if is_display { &["</span>"] } else { &[] });
            }
            Inline::Html(html) => self.push(&[if self.on_page() { html } else { "" }]),
            Inline::SoftBreak => self.out.push('\n'),
            Inline::HardBreak => self.out.push_str("<br />\n"),
            Inline::Emphasis => self.around("<em>", inside, "</em>"),
            Inline::Strong => self.around("<strong>", inside, "</strong>"),
            Inline::Strikethrough => self.around("<del>", inside, "</del>"),
            Inline::Superscript => self.around("<sup>", inside, "</sup>"),
            Inline::Subscript => self.around("<sub>", inside, "</sub>"),
            Inline::Mark => self.around("<mark>", inside, "</mark>"),
            Inline::Link(url, title) => {
                self.address("<a href=\"", url);
                self.title(title);
                self.around("\">", inside, "</a>");
            }
            Inline::Image(link, title) => {
                self.address("<img src=\"", link);
                self.push(&["\" alt=\"", &escape(&alternative(inside))]);
                self.title(title);
                // Images of other hosts load only when they come near the viewport, and without a referrer.
                let is_remote = self.on_page() && !url::is_own(link);
                self.push(&[if is_remote { "\" loading=\"lazy\" referrerpolicy=\"no-referrer" } else { "" }, "\" />"]);
            }
            Inline::NoteReference(name) => {
                let html = self.notes.mention(name, self.on_page(), &self.inputs.config.strings);
                self.out.push_str(&html);
            }
            Inline::Task(done) => match (self.target, done) {
                (Target::Page(_), done) => {
                    let (checked, key) = if *done { (" checked", "text.done") } else { ("", "text.to_do") };
                    let label = escape(self.strings().get(key));
                    self.push(&["<input type=\"checkbox\" disabled", checked, " aria-label=\"", &label, "\"> "]);
                }
                (Target::Feed, true) => self.out.push_str("☑ "),
                (Target::Feed, false) => self.out.push_str("☐ "),
            },
            Inline::Run(run) => {
                let html = runs::inline(self.inputs, &run.id, self.root());
                self.out.push_str(&html);
            }
            Inline::Figure(name) => {
                if let Some(figure @ Figure::Words(_)) = self.prose.figures.and_then(|figures| figures.get(name)) {
                    self.out.push_str(&figures::html(figure));
                }
            }
        }
    }

    /// Writes a formula: MathML on pages, LaTeX in feeds, since few feed readers show MathML.
    fn formula(&mut self, formula: &Formula<'_>) {
        if self.on_page() {
            return self.push(&[formula.mathml]);
        }
        self.out.push_str("<code>");
        text_to(&mut self.out, &formula.latex);
        self.out.push_str("</code>");
    }

    fn address(&mut self, start: &str, url: &str) {
        self.out.push_str(start);
        let url = address(self.inputs, self.prose.folder, url, self.target);
        escape_href(&mut self.out, &url).ok();
    }

    fn title(&mut self, title: &str) {
        if !title.is_empty() {
            self.out.push_str("\" title=\"");
            escape_html(&mut self.out, title).ok();
        }
    }

    /// Writes a citation: the number of the source, as a superscript link on pages.
    fn citation(&mut self, entry: &Entry, position: SourceIndex) {
        let number = entry.source_order.iter().position(|at| *at == position).map_or(0, |at| at + 1).to_string();
        let anchor = source_anchor(entry, position);
        match self.target {
            Target::Page(_) => {
                let label = escape(&self.strings().fill("text.source", &[("number", &number)]));
                self.push(&["<sup class=\"cite\"><a href=\"#", &anchor, "\" aria-label=\"", &label, "\">"]);
            }
            Target::Feed => {
                let url = self.inputs.config.base_url.join(&format!("{}#{anchor}", entry_path(entry)));
                self.push(&["<sup><a href=\"", &url, "\">"]);
            }
        }
        self.push(&[&number, "</a></sup>"]);
    }

    /// Writes the list of notes, in the order of their letters.
    fn notes(&mut self) {
        let notes = self.notes.defined(self.prose.tree);
        if notes.is_empty() {
            return;
        }
        self.push(&["<ol", if self.on_page() { " class=\"notes\"" } else { "" }, " type=\"a\">\n"]);
        for (position, inside) in notes {
            self.out.push_str(&Notes::start(position, self.on_page()));
            self.all(inside);
            let end = self.notes.end(position, self.on_page(), self.strings());
            self.out.push_str(&end);
        }
        self.out.push_str("</ol>\n");
    }
}

/// Writes text, escaped for the content of an element.
pub(super) fn text_to(out: &mut String, text: &str) {
    // Writing to a string cannot fail.
    escape_html_body_text(out, text).ok();
}

/// Returns the alternative text of an image: its description without markup.
fn alternative(inside: Nodes<'_>) -> String {
    let words = inside.descendants().iter().map(|node| match &node.kind {
        NodeKind::Inline(Inline::Text(text) | Inline::Code(text) | Inline::Html(text)) => text,
        NodeKind::Inline(Inline::Math(formula)) => &formula.latex,
        NodeKind::Inline(Inline::SoftBreak | Inline::HardBreak) => " ",
        _ => "",
    });
    words.collect()
}

/// Returns the id of a source in its entry's list: its key if that is a slug, else its number.
#[must_use]
pub fn source_anchor(entry: &Entry, position: SourceIndex) -> String {
    let key = entry.document.front.sources.get(position.index()).and_then(|source| source.key.as_deref());
    match key.filter(|key| is_slug(key)) {
        Some(key) => format!("source-{key}"),
        None => format!("source-{}", position.index() + 1),
    }
}

/// Resolves an author's address: `/x` starts at the site's root, others at the entry's page; absolute in feeds.
fn address(inputs: &Inputs<'_>, folder: &str, url: &str, target: Target<'_>) -> String {
    match (target, url.strip_prefix('/')) {
        (Target::Feed, _) => prose::absolute(inputs, folder, url),
        (Target::Page(root), Some(path)) if !path.starts_with('/') && !url.contains("://") => {
            format!("{root}{}", inputs.way(path))
        }
        (Target::Page(root), None) if inputs.original.is_some() && prose::is_relative(url) => {
            format!("{root}{}", inputs.way(&prose::resolve(folder, url)))
        }
        (Target::Page(_), _) => url.to_owned(),
    }
}
