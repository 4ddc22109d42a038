//! Anki: a note per term with its definition, and a note per question. Fields are HTML, separated by tabs. What Anki
//! would play, run or hide in a field (`[sound:…]`, `[latex]`, `{{c1::…}}`) stays text.

use crate::glossary::Glossary;
use rooflight_glossary::syntax::inline;
use std::fmt::Write;

pub(super) fn file(glossary: &Glossary) -> String {
    let mut out =
        "#separator:tab\n#html:true\n#guid column:1\n#tags column:4\n#columns:guid\tFront\tBack\ttags\n".to_owned();
    for entry in &*glossary.entries {
        let terms = [(String::new(), escaped(&entry.term), escaped(&entry.definition))].into_iter();
        // Questions and answers are the author's Markdown.
        let html = |markdown: &str| one_line(&inline::html(markdown));
        let questions = entry.questions.iter().enumerate();
        let notes =
            terms.chain(questions.map(|(at, pair)| (format!("-{}", at + 1), html(&pair.question), html(&pair.answer))));
        for (number, front, back) in notes.filter(|(_, _, back)| !back.is_empty()) {
            let link = format!("<br><a href=\"{}\">{}</a>", escaped(&entry.url), escaped(&entry.term));
            // Writing to a string cannot fail.
            let note = inert(&format!("{front}\t{back}{link}"));
            let _ = writeln!(out, "{}{number}\t{note}\t{}", entry.id, entry.layer);
        }
    }
    out
}

/// Writes the signs that begin a directive of Anki as HTML's own.
fn inert(html: &str) -> String {
    let html = html.replace("{{", "&#123;&#123;");
    ["sound:", "anki:", "latex]", "$]", "$$]"]
        .iter()
        .fold(html, |html, name| html.replace(&format!("[{name}"), &format!("&#91;{name}")))
}

/// A row is a line, and its fields are separated by tabs.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes a text as HTML on one line.
fn escaped(text: &str) -> String {
    one_line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
