//! Anki: a note per term with its definition, and a note per question. Fields are HTML, separated by tabs.

use crate::glossary::Glossary;
use std::fmt::Write;

pub(super) fn file(glossary: &Glossary) -> String {
    let mut out =
        "#separator:tab\n#html:true\n#guid column:1\n#tags column:4\n#columns:guid\tFront\tBack\ttags\n".to_owned();
    for entry in &*glossary.entries {
        let terms = [(String::new(), &entry.term, &entry.definition)].into_iter();
        let questions = entry.questions.iter().enumerate();
        let notes = terms.chain(questions.map(|(at, pair)| (format!("-{}", at + 1), &pair.question, &pair.answer)));
        for (number, front, back) in notes.filter(|(_, _, back)| !back.is_empty()) {
            let link = format!("<br><a href=\"{}\">{}</a>", escaped(&entry.url), escaped(&entry.term));
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}{number}\t{}\t{}{link}\t{}", entry.id, escaped(front), escaped(back), entry.layer);
        }
    }
    out
}

/// Escapes a text as HTML on one line.
fn escaped(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
