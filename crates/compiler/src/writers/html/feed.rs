//! Writes an entry for a feed: its definition, and every section that a feed supports.
//!
//! The HTML is written for feeds and not derived from the page's: addresses are absolute, no element has an id or a
//! class, nothing is drawn, and raw HTML of the author is replaced by a link to the page.

use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::prose::Prose;
use crate::site::sections::{LabelledTable, MarkedList, Section, SectionBlock, SectionContent, detail, entry_sections};
use crate::writers::html::body::{self, BodyHtml, Target};
use crate::writers::html::feed_report;
use rooflight_document::report::Report;
use rooflight_glossary::link::{Entry, Linked};
use rooflight_glossary::model::bibliography::Source;
use rooflight_glossary::model::front_matter::Question;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_glossary::syntax::inline;

/// Returns the entry's content as HTML. `tree` is the parsed body, `answer` the calculator's report for the values that
/// the page shows first.
#[must_use]
pub fn html(inputs: &Inputs<'_>, number: EntryId, tree: &Linked<'_>, answer: Option<&Report>) -> String {
    let entry = &inputs.glossary.entries[number];
    let folder = entry_path(entry);
    let prose = Prose { tree, folder: &folder, entry: Some(entry), figures: None };
    let BodyHtml { definition, body } = body::html(inputs, prose, Target::Feed);
    let mut out = String::new();
    if !definition.is_empty() {
        out.extend(["<p><strong>", &definition, "</strong></p>\n"]);
    }
    let mut feed = Feed { inputs, entry, body, has_raw_html: prose.has_raw_html(), answer, out: &mut out };
    for section in entry_sections(inputs.glossary, &inputs.config.strings, number, answer.is_some()) {
        feed.section(&section);
    }
    out
}

struct Feed<'a> {
    inputs: &'a Inputs<'a>,
    entry: &'a Entry,
    body: String,
    has_raw_html: bool,
    answer: Option<&'a Report>,
    out: &'a mut String,
}

impl Feed<'_> {
    fn section(&mut self, section: &Section<'_>) {
        match &section.content {
            SectionContent::Blocks(blocks) => {
                self.heading(section);
                for block in blocks {
                    self.block(block);
                }
            }
            SectionContent::Body => self.prose(),
            SectionContent::Calculator => self.calculator(),
            SectionContent::Sources(sources) => {
                self.heading(section);
                self.list("ol", sources.iter().map(|(_, source)| source_html(source)));
            }
            // Only pages have these sections.
            SectionContent::Around | SectionContent::Related(_) | SectionContent::Mentions => {}
        }
    }

    fn block(&mut self, block: &SectionBlock<'_>) {
        match block {
            SectionBlock::Paragraph { text, .. } => self.out.extend(["<p>", &inline::html(text), "</p>\n"]),
            SectionBlock::Lists(lists) => {
                for MarkedList { heading, items, .. } in lists {
                    self.out.extend(["<h3>", &escape(heading), "</h3>\n"]);
                    self.list("ul", items.iter().map(|item| inline::html(item)));
                }
            }
            SectionBlock::Table(table) => self.table(table),
            SectionBlock::Questions(questions) => {
                for Question { q, a } in *questions {
                    self.out.extend(["<h3>", &escape(q), "</h3>\n<p>", &inline::html(a), "</p>\n"]);
                }
            }
        }
    }

    fn heading(&mut self, section: &Section<'_>) {
        let words = escape(&section.heading);
        let words = match &section.versus {
            Some(versus) => {
                let url = self.inputs.config.base_url.join(&entry_path(versus.other));
                format!("<a href=\"{url}\">{words}</a>")
            }
            None => words,
        };
        self.out.extend(["<h2>", &words, "</h2>\n"]);
    }

    fn page(&self, fragment: &str) -> String {
        self.inputs.config.base_url.join(&(entry_path(self.entry) + fragment))
    }

    fn prose(&mut self) {
        self.out.push_str(&self.body);
        if self.has_raw_html {
            let page = self.page("");
            let line = self.inputs.config.strings.html("feed.page_shows_more", &[("page", &page)]);
            self.out.extend(["<p>", &line, "</p>\n"]);
        }
    }

    /// Writes the calculator's answer, which has its own headings, and a link to the calculator.
    fn calculator(&mut self) {
        if let Some(answer) = self.answer {
            feed_report::html(self.out, answer);
            let page = self.page("#calculator");
            let words = escape(self.inputs.config.strings.get("feed.open_calculator"));
            self.out.extend(["<p><a href=\"", &page, "\">", &words, "</a></p>\n"]);
        }
    }

    fn list(&mut self, element: &str, items: impl Iterator<Item = String>) {
        self.out.extend(["<", element, ">\n"]);
        for item in items {
            self.out.extend(["<li>", &item, "</li>\n"]);
        }
        self.out.extend(["</", element, ">\n"]);
    }

    fn table(&mut self, table: &LabelledTable<'_>) {
        self.out.push_str("<table>\n");
        if !table.columns.is_empty() {
            self.out.push_str("<thead><tr><td></td>");
            for entry in &table.columns {
                self.out.extend(["<th scope=\"col\">", &escape(&entry.document.front.term), "</th>"]);
            }
            self.out.push_str("</tr></thead>\n");
        }
        self.out.push_str("<tbody>\n");
        for (label, texts) in &table.rows {
            self.out.extend(["<tr><th scope=\"row\">", &escape(label), "</th>"]);
            for text in texts {
                self.out.extend(["<td>", &inline::html(text), "</td>"]);
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</tbody>\n</table>\n");
    }
}

fn source_html(source: &Source) -> String {
    let title = escape(&source.title);
    let link = match &source.url {
        Some(url) => format!("<a href=\"{}\">{title}</a>", escape(url)),
        None => title,
    };
    [link, escape(&detail(source))].join(" ").trim_end().to_owned()
}
