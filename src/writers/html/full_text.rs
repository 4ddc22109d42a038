//! An entry in full, for a feed: all that its page says of the term itself.
//!
//! 1. The definition, the short table, the body, the calculator's default result as words and tables with the way to the live one, then what
//!    the front matter adds, and the sources.
//! 2. The result goes through [`portable`]: every address is absolute, and nothing is left that only a page can use.

use crate::link::{Entry, Linked};
use crate::site::paths::entry_path;
use crate::syntax::highlight::escape;
use crate::syntax::inline;
use crate::writers::html::body::{self, Prose, Target, resolve};
use crate::writers::html::frame::Frame;
use crate::writers::html::portable::portable;
use crate::writers::html::views::{CompareView, EntryView, SourceView};
use pulldown_cmark::{Options, Parser, html as push};

/// The whole text; `nodes` are those of the body.
#[must_use]
pub fn html(frame: &Frame<'_>, entry: &Entry, nodes: &[Linked<'_>], view: &EntryView) -> String {
    let base = &frame.inputs.config.base_url;
    let folder = entry_path(entry);
    let page = base.join(&folder);
    let mut out = format!("<p><strong>{}</strong></p>\n", inline::html(&entry.document.front.definition));
    rows(&mut out, "At a glance", view.at_a_glance.iter().map(|row| (escape(&row.label), &row.text)));
    let prose = Prose { nodes, folder: &folder, entry: Some(entry) };
    out.push_str(&body::html(frame.inputs, prose, Target::Feed));
    if let Some(printed) = frame.calculators.and_then(|calculators| calculators.markdown(&entry.document)) {
        push::push_html(&mut out, Parser::new_ext(&printed, Options::ENABLE_TABLES));
        out.extend(["<p><a href=\"", &page, "#calculator\">Open the calculator</a></p>\n"]);
    }
    list(&mut out, "What raises it", "ul", &view.raises);
    list(&mut out, "What does not", "ul", &view.does_not_raise);
    for table in &view.compare {
        compared(&mut out, &view.term, table);
    }
    for (heading, text) in [
        ("A common mistake", &view.common_mistake),
        ("What to remember", &view.takeaway),
        ("A picture to remember it by", &view.memory_hook),
    ] {
        if let Some(text) = text {
            out.extend(["<h2>", heading, "</h2>\n<p>", text, "</p>\n"]);
        }
    }
    if !view.questions.is_empty() {
        out.push_str("<h2>Questions</h2>\n");
    }
    for question in &view.questions {
        out.extend(["<h3>", &escape(&question.q), "</h3>\n<p>", &question.a, "</p>\n"]);
    }
    list(&mut out, "Sources", "ol", &view.sources.iter().map(source).collect::<Vec<_>>());
    let absolute = |address: &str| match address.strip_prefix('/') {
        Some(path) => base.join(path),
        None => base.join(&resolve(&folder, address)),
    };
    portable(&out, &absolute)
}

fn heading(out: &mut String, words: &str) {
    out.extend(["<h2>", words, "</h2>\n"]);
}

fn list(out: &mut String, words: &str, element: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    heading(out, words);
    out.extend(["<", element, ">\n"]);
    for item in items {
        out.extend(["<li>", item, "</li>\n"]);
    }
    out.extend(["</", element, ">\n"]);
}

fn rows<'a>(out: &mut String, words: &str, rows: impl ExactSizeIterator<Item = (String, &'a String)>) {
    if rows.len() == 0 {
        return;
    }
    heading(out, words);
    out.push_str("<table>\n<tbody>\n");
    for (label, text) in rows {
        out.extend(["<tr><th scope=\"row\">", &label, "</th><td>", text, "</td></tr>\n"]);
    }
    out.push_str("</tbody>\n</table>\n");
}

fn compared(out: &mut String, term: &str, table: &CompareView) {
    let (term, other) = (escape(term), escape(&table.with_term));
    let link = format!("<a href=\"{}\">{other}</a>", escape(&table.with_url));
    out.extend(["<h2>Compared with ", &link, "</h2>\n<table>\n<thead><tr><td></td><th scope=\"col\">"]);
    out.extend([&term, "</th><th scope=\"col\">", &other, "</th></tr></thead>\n<tbody>\n"]);
    for row in &table.rows {
        out.extend(["<tr><th scope=\"row\">", &escape(&row.question), "</th><td>", &row.this]);
        out.extend(["</td><td>", &row.other, "</td></tr>\n"]);
    }
    out.push_str("</tbody>\n</table>\n");
}

fn source(source: &SourceView) -> String {
    let link = format!("<a href=\"{}\">{}</a>", escape(&source.url), escape(&source.title));
    [link, escape(&source.detail)].join(" ").trim_end().to_owned()
}
