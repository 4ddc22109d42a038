//! A linked body as HTML, for a page or for a feed.
//!
//! 1. On a page, terms link relatively and carry what the hover card needs, headings get stable ids and lead to
//!    themselves, tables and code can be scrolled by keyboard.
//! 2. In a feed every address is absolute, and nothing is written that only a page can use: no id, no class, no raw
//!    HTML of an author's.
//!
//! Writes the tree, node by node; the bytes are those of pulldown-cmark's own writer where nothing above asks for
//! others.

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
use rooflight_glossary::syntax::tree::{Alignment, Block, Children, Formula, Inline, Kind, Node};
use rooflight_source::slug::is_slug;
use rooflight_source::url;

/// Where the HTML will stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// On the entry's page; the way to the site's root.
    Page(&'a str),
    /// In a feed.
    Feed,
}

/// The attributes of a formula on lines of its own, which scrolls where it is wider than the page.
const FORMULA: &str = " class=\"formula\" tabindex=\"0\" role=\"group\" aria-label=\"Formula\"";

/// The HTML of a body.
#[must_use]
pub fn html(inputs: &Inputs<'_>, prose: Prose<'_>, target: Target<'_>) -> String {
    let nodes = prose.tree.nodes();
    let mut writer = Writer {
        inputs,
        prose,
        target,
        // A node becomes some forty bytes.
        out: String::with_capacity(nodes.len() * 40),
        headings: Headings::new(prose.entry.is_some()),
        drawings: 0,
        notes: Notes::new(nodes),
        columns: &[],
    };
    writer.all(prose.tree.children());
    writer.notes();
    writer.out
}

/// Nodes of a linked body.
type Nodes<'t> = Children<'t, 't, Reference>;

struct Writer<'a> {
    inputs: &'a Inputs<'a>,
    prose: Prose<'a>,
    target: Target<'a>,
    out: String,
    headings: Headings,
    /// Drawings so far, whose ids are numbered.
    drawings: usize,
    notes: Notes,
    /// The columns of the open table.
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

    /// The way from the page to the site's root; none in a feed.
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

    /// A block begins on a line of its own.
    fn fresh_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn around(&mut self, start: &str, inside: Nodes<'a>, end: &str) {
        self.out.push_str(start);
        self.all(inside);
        self.out.push_str(end);
    }

    fn node(&mut self, node: &'a Node<'a, Reference>, inside: Nodes<'a>) {
        match &node.kind {
            Kind::Block(block) => self.block(block, inside),
            Kind::Inline(inline) => self.inline(inline, inside),
            Kind::Reference(Reference::Entry(number)) => {
                let start = references::to_entry(self.inputs, self.root(), *number, "");
                self.around(&start, inside, "</a>");
            }
            Kind::Reference(Reference::Heading(entry, id)) => {
                let start = references::to_heading(self.inputs, self.prose, self.root(), *entry, id);
                self.around(&start, inside, "</a>");
            }
            Kind::Reference(Reference::Source(position)) => {
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
                let label = escape(self.strings().get("text.table"));
                let scroll = format!("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{label}\">");
                let (start, end) = if self.on_page() { (scroll.as_str(), "</div>") } else { ("", "") };
                self.push(&[start, "<table>\n"]);
                self.all(inside);
                self.push(&["</tbody></table>", end, "\n"]);
            }
            Block::TableHead => self.cells("<thead><tr>", "th", " scope=\"col\"", inside, "</tr></thead>\n<tbody>\n"),
            Block::TableRow => self.cells("<tr>", "td", "", inside, "</tr>\n"),
            // Its row writes its tags.
            Block::TableCell => self.all(inside),
            // A note stands behind everything else; HTML of an author's stays on the page.
            Block::Note(_) | Block::Html(_) => {}
        }
    }

    fn cells(&mut self, start: &str, tag: &str, attributes: &str, cells: Nodes<'a>, end: &str) {
        self.out.push_str(start);
        for (column, (_, inside)) in cells.enumerate() {
            let class = match self.columns.get(column) {
                // By a class, since the page's policy forbids inline styles.
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
            Inline::Math(formula) if formula.is_display && self.on_page() => {
                self.push(&["<span", FORMULA, ">"]);
                self.formula(formula);
                self.push(&["</span>"]);
            }
            Inline::Math(formula) => self.formula(formula),
            Inline::Html(html) if self.on_page() => self.out.push_str(html),
            Inline::Html(_) => {}
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
                // Another host is asked only for what a reader comes to, and not told from which page.
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
                // A feed takes no classes.
                let (start, site, end) = match self.target {
                    Target::Page(root) => ("<span class=\"run\">", root, "</span>"),
                    Target::Feed => ("", self.inputs.config.base_url.as_str(), ""),
                };
                let run = self.inputs.run(&run.id).map(|run| runs::html(&run, site)).unwrap_or_default();
                self.out.extend([start, &run, end]);
            }
            Inline::Figure(name) => {
                if let Some(figure @ Figure::Words(_)) = self.prose.figures.and_then(|figures| figures.get(name)) {
                    self.out.push_str(&figures::html(figure));
                }
            }
        }
    }

    /// A formula; few readers of feeds show MathML, and there it is its LaTeX.
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
        // Writing to a string cannot fail.
        escape_href(&mut self.out, &url).ok();
    }

    fn title(&mut self, title: &str) {
        if !title.is_empty() {
            self.out.push_str("\" title=\"");
            escape_html(&mut self.out, title).ok();
        }
    }

    /// The source's number as a superscript link.
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

    /// The notes, in the order of their letters.
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

/// Writes text between elements.
pub(super) fn text_to(out: &mut String, text: &str) {
    // Writing to a string cannot fail.
    escape_html_body_text(out, text).ok();
}

/// The words of an image's description.
fn alternative(inside: Nodes<'_>) -> String {
    let words = inside.descendants().iter().map(|node| match &node.kind {
        Kind::Inline(Inline::Text(text) | Inline::Code(text) | Inline::Html(text)) => text,
        Kind::Inline(Inline::Math(formula)) => &formula.latex,
        Kind::Inline(Inline::SoftBreak | Inline::HardBreak) => " ",
        _ => "",
    });
    words.collect()
}

/// The id of a source in the entry's list.
#[must_use]
pub fn source_anchor(entry: &Entry, position: SourceIndex) -> String {
    let key = entry.document.front.sources.get(position.index()).and_then(|source| source.key.as_deref());
    match key.filter(|key| is_slug(key)) {
        Some(key) => format!("source-{key}"),
        None => format!("source-{}", position.index() + 1),
    }
}

/// An author's address: `/x` is meant from the site's root, the rest from the entry's page; a feed gets it whole.
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

/// How many bytes of a sentence a backlink on an entry's page shows on either side of the mention.
pub const AROUND: usize = 50;

/// A backlink's sentence with the mention marked; one with more than `around` bytes on a side is cut there between
/// words, and says so.
#[must_use]
pub fn sentence(text: &str, range: &std::ops::Range<usize>, around: usize) -> String {
    let (Some(before), Some(mention), Some(after)) =
        (text.get(..range.start), text.get(range.clone()), text.get(range.end..))
    else {
        return escape(text);
    };
    let start = (0..before.len().saturating_sub(around)).rev().find(|at| before.as_bytes()[*at] == b' ');
    let end = (around..after.len()).find(|at| after.as_bytes()[*at] == b' ');
    let before = start.map_or_else(|| before.to_owned(), |at| format!("…{}", &before[at + 1..]));
    let after = end.map_or_else(|| after.to_owned(), |at| format!("{} …", &after[..at]));
    format!("{}<mark>{}</mark>{}", escape(&before), escape(mention), escape(&after))
}
