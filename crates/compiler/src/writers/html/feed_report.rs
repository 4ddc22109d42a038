//! Writes a calculator's report as plain HTML for a feed.
//!
//! Emphasised numbers are `<strong>`; colours, folds and narrow columns are left out. Relative addresses do not work in
//! a feed, so such links become plain text. No element has an id or a class.

use crate::writers::html::body::text_to;
use rooflight_document::report::Report;
use rooflight_document::text_format::{self, TextFormat, TextTable};
use rooflight_glossary::syntax::highlight::escape;
use rooflight_source::url;

struct FeedHtml;

/// Writes the report.
pub(super) fn html(out: &mut String, report: &Report) {
    out.push_str(&text_format::document(&FeedHtml, report));
}

impl TextFormat for FeedHtml {
    const BOLD: [&'static str; 2] = ["<strong>", "</strong>"];

    fn words(&self, out: &mut String, words: &str) {
        text_to(out, words);
    }

    fn link(&self, out: &mut String, words: &str, href: &str) {
        let (open, close) = if url::is_address(href) {
            (format!("<a href=\"{}\">", escape(href)), "</a>")
        } else {
            (String::new(), "")
        };
        out.push_str(&open);
        text_to(out, words);
        out.push_str(close);
    }

    fn heading(&self, out: &mut String, is_section: bool, text: &str) {
        element(out, if is_section { "h3" } else { "h2" }, text);
    }

    fn paragraph(&self, out: &mut String, text: &str) {
        element(out, "p", text);
    }

    fn list(&self, out: &mut String, items: &[String]) {
        out.push_str("<ul>\n");
        for item in items {
            element(out, "li", item);
        }
        out.push_str("</ul>\n");
    }

    fn command(&self, out: &mut String, line: &str) {
        out.push_str("<pre><code>");
        text_to(out, line);
        out.push_str("</code></pre>\n");
    }

    fn table(&self, out: &mut String, TextTable { heads, rows }: &TextTable) {
        out.push_str("<table>\n<thead><tr>");
        for (head, _) in heads {
            out.extend(["<th scope=\"col\">", head, "</th>"]);
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in rows {
            let missing = "</td><td>".repeat(heads.len().saturating_sub(row.len()));
            out.extend(["<tr><td>", &row.join("</td><td>"), &missing, "</td></tr>\n"]);
        }
        out.push_str("</tbody></table>\n");
    }
}

fn element(out: &mut String, name: &str, inside: &str) {
    out.extend(["<", name, ">", inside, "</", name, ">\n"]);
}
