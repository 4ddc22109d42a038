//! Rules for English prose, which a site enables by `prose:` in its settings.
//!
//! 1. [`paragraph`] splits each body into paragraphs and sentences; definitions, quotations, tables, headings and code
//!    are skipped.
//! 2. [`universals`] finds universal claims without a source, [`style`] banned phrases and too many colons,
//!    [`openings`] sentences that begin with a phrase instead of their subject, [`measurements`] measured speeds
//!    without a row or source.
//!
//! Sites in other languages are not checked.

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
