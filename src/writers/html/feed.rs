//! An entry in full, for a feed: its definition and every section that a feed can carry.
//!
//! Everything is written for a feed in the first place: addresses are absolute, no element has an id or a class,
//! nothing is drawn, and HTML that an author wrote stays on the page, to which a line leads. So nothing has to be taken
//! out afterwards.

use crate::site::inputs::Inputs;
use crate::site::paths::entry_path;
use crate::site::prose::Prose;
use crate::site::sections::{Content, Section, Side, Versus, detail, entry_sections};
use crate::writers::html::body::{self, Target};
use crate::writers::html::feed_report;
use rooflight_document::report::Report;
use rooflight_glossary::link::{Entry, Linked};
use rooflight_glossary::model::bibliography::Source;
use rooflight_glossary::model::front_matter::Question;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_glossary::syntax::inline;

/// The whole text of the entry at this position; `tree` is that of its body, `answer` its calculator's to the values
/// that its page shows first.
#[must_use]
pub fn html(inputs: &Inputs<'_>, number: EntryId, tree: &Linked<'_>, answer: Option<&Report>) -> String {
    let entry = &inputs.glossary.entries[number];
    let mut out = format!("<p><strong>{}</strong></p>\n", inline::html(&entry.document.front.definition));
    let mut feed = Feed { inputs, entry, tree, answer, out: &mut out };
    for section in entry_sections(inputs.glossary, &inputs.config.strings, number, answer.is_some()) {
        feed.section(&section);
    }
    out
}

struct Feed<'a> {
    inputs: &'a Inputs<'a>,
    entry: &'a Entry,
    tree: &'a Linked<'a>,
    answer: Option<&'a Report>,
    out: &'a mut String,
}

impl Feed<'_> {
    fn section(&mut self, section: &Section<'_>) {
        let heading = &section.heading;
        match &section.content {
            Content::Glance(pairs) => {
                self.heading(heading);
                let rows = pairs.iter().map(|(label, text)| [escape(label), inline::html(text), String::new()]);
                self.table("", rows);
            }
            Content::Body => self.prose(self.tree),
            Content::Calculator => self.calculator(),
            Content::Sides(sides) => {
                self.heading(heading);
                for Side { heading, items, .. } in sides {
                    self.out.extend(["<h3>", &escape(heading), "</h3>\n"]);
                    self.list("ul", items.iter().map(|item| inline::html(item)));
                }
            }
            Content::Versus(versus) => self.versus(heading, versus),
            Content::Paragraph(text) => self.paragraphs(heading, &[text]),
            Content::Remember(takeaway, hook) => {
                let texts: Vec<&str> = takeaway.iter().chain(hook).copied().collect();
                self.paragraphs(heading, &texts);
            }
            Content::Questions(questions) => {
                self.heading(heading);
                for Question { q, a } in *questions {
                    self.out.extend(["<h3>", &escape(q), "</h3>\n<p>", &inline::html(a), "</p>\n"]);
                }
            }
            Content::Sources(sources) => {
                self.heading(heading);
                self.list("ol", sources.iter().map(|(_, source)| source_html(source)));
            }
            // The page has these; a feed brings the text.
            Content::Around | Content::Related(_) | Content::Mentions => {}
        }
    }

    fn heading(&mut self, words: &str) {
        self.out.extend(["<h2>", &escape(words), "</h2>\n"]);
    }

    fn page(&self, fragment: &str) -> String {
        self.inputs.config.base_url.join(&(entry_path(self.entry) + fragment))
    }

    fn prose(&mut self, tree: &Linked<'_>) {
        let folder = entry_path(self.entry);
        let prose = Prose { tree, folder: &folder, entry: Some(self.entry), figures: None };
        self.out.push_str(&body::html(self.inputs, prose, Target::Feed));
        if prose.has_raw_html() {
            let page = self.page("");
            let line = self.inputs.config.strings.html("feed.page_shows_more", &[("page", &page)]);
            self.out.extend(["<p>", &line, "</p>\n"]);
        }
    }

    /// The answer has headings of its own.
    fn calculator(&mut self) {
        if let Some(answer) = self.answer {
            feed_report::html(self.out, answer);
            let page = self.page("#calculator");
            let words = escape(self.inputs.config.strings.get("feed.open_calculator"));
            self.out.extend(["<p><a href=\"", &page, "\">", &words, "</a></p>\n"]);
        }
    }

    fn paragraphs(&mut self, heading: &str, texts: &[&str]) {
        self.heading(heading);
        for text in texts {
            self.out.extend(["<p>", &inline::html(text), "</p>\n"]);
        }
    }

    fn list(&mut self, element: &str, items: impl Iterator<Item = String>) {
        self.out.extend(["<", element, ">\n"]);
        for item in items {
            self.out.extend(["<li>", &item, "</li>\n"]);
        }
        self.out.extend(["</", element, ">\n"]);
    }

    /// Rows of a label and one or two texts, all HTML.
    fn table(&mut self, head: &str, rows: impl Iterator<Item = [String; 3]>) {
        self.out.extend(["<table>\n", head, "<tbody>\n"]);
        for [label, one, two] in rows {
            self.out.extend(["<tr><th scope=\"row\">", &label, "</th><td>", &one]);
            self.out.extend([if head.is_empty() { "" } else { "</td><td>" }, &two, "</td></tr>\n"]);
        }
        self.out.push_str("</tbody>\n</table>\n");
    }

    fn versus(&mut self, heading: &str, versus: &Versus<'_>) {
        let url = self.inputs.config.base_url.join(&entry_path(versus.other));
        self.out.extend(["<h2><a href=\"", &url, "\">", &escape(heading), "</a></h2>\n"]);
        let [this, other] = [self.entry, versus.other].map(|entry| escape(&entry.document.front.term));
        let head =
            format!("<thead><tr><td></td><th scope=\"col\">{this}</th><th scope=\"col\">{other}</th></tr></thead>\n");
        let rows = versus.rows.iter();
        let rows = rows.map(|row| [escape(&row.question), inline::html(&row.this), inline::html(&row.other)]);
        self.table(&head, rows);
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
