//! Rules for English prose that a site switches on by `prose:` in its settings; a site that enables none gets no such
//! message.
//!
//! 1. [`paragraph`] cuts each body into paragraphs and their sentences; quotations, tables, headings and code are not
//!    the author's prose.
//! 2. [`universals`] looks for claims of every case without a source, [`style`] for banned phrases and crowded
//!    punctuation, [`openings`] for sentences that begin with a phrase instead of their subject, [`measurements`] for
//!    measured speeds without their row or source.
//!
//! All of it reports, changes nothing, and reads no site in another language.

mod measurements;
mod openings;
pub(super) mod paragraph;
mod style;
mod universals;

use crate::review::body_tree::BodyTree;
use rooflight_glossary::model::config::{Config, ProseRule};
use rooflight_source::diagnostic::Diagnostic;

/// Runs the enabled prose rules over one body.
pub(super) fn check(path: &str, tree: &BodyTree<'_>, config: &Config, problems: &mut Vec<Diagnostic>) {
    if config.prose.is_empty() || !config.language.is_english() {
        return;
    }
    for paragraph in paragraph::all(tree) {
        for rule in &config.prose {
            match rule {
                ProseRule::Universals => universals::check(path, &paragraph, problems),
                ProseRule::Style => style::check(path, &paragraph, problems),
                ProseRule::Openings => openings::check(path, &paragraph, problems),
                ProseRule::Measurements => measurements::check(path, &paragraph, problems),
            }
        }
    }
}
