//! Rules for English prose that a site switches on by `prose:` in its settings; a site that names none is left in peace.
//!
//! 1. [`paragraph`] cuts each body into paragraphs and their sentences; quotations, tables, headings and code are no prose of the author's.
//! 2. [`universals`] looks for claims of every case without a source, [`style`] for banned phrases and crowded punctuation, [`openings`] for
//!    sentences that begin with a phrase instead of their subject.
//!
//! All of it warns, changes nothing, and reads no site in another language.

mod openings;
pub(super) mod paragraph;
mod style;
mod universals;

use rooflight_glossary::diagnostic::Diagnostic;
use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::config::{Config, ProseRule};
use rooflight_glossary::syntax::source_body::Body;

/// Looks at the bodies of entries, pages and comparisons.
pub(super) fn check(glossary: &Glossary, config: &Config, problems: &mut Vec<Diagnostic>) {
    if config.prose.is_empty() || !config.language.is_english() {
        return;
    }
    let entries = glossary.entries.iter().map(|entry| &entry.document).filter(|document| !document.front.draft);
    for document in entries {
        check_body(&document.path, &document.body, &config.prose, problems);
    }
    for linked in &glossary.pages {
        check_body(&linked.page.path, &linked.page.body, &config.prose, problems);
    }
}

fn check_body(path: &str, body: &Body, rules: &[ProseRule], problems: &mut Vec<Diagnostic>) {
    for paragraph in paragraph::all(&body.tree()) {
        for rule in rules {
            match rule {
                ProseRule::Universals => universals::check(path, &paragraph, problems),
                ProseRule::Style => style::check(path, &paragraph, problems),
                ProseRule::Openings => openings::check(path, &paragraph, problems),
            }
        }
    }
}
