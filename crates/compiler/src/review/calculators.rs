//! Reports calculators that cannot be shown as errors, so that none disappears silently.
//!
//! 1. A site without a catalog can show only those that it declares itself.
//! 2. The entry that the settings feature on the home page needs a calculator.

use crate::library;
use rooflight_calculators::CALCULATORS;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::document::Document;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;

/// Reports each calculator of these entries that is not among `declared`, the calculators declared in files. Called
/// only for sites without a catalog.
pub(crate) fn check(documents: &[Document], declared: &[&str], problems: &mut Vec<Diagnostic>) {
    for document in documents {
        let Some(block) = &document.front.calculator else { continue };
        if declared.contains(&block.kind.as_str()) {
            continue;
        }
        let place = document.location(yaml_path!["calculator", "kind"]);
        let kinds = || CALCULATORS.iter().map(|spec| spec.kind);
        if kinds().any(|kind| kind == block.kind) {
            let problem = messages::calculator(
                place,
                "a calculator needs a catalog, and this site takes its own alone, which it does not have",
            );
            problems.push(
                problem.help("remove `catalog: own` from content/site.yaml to use the one that the program carries"),
            );
        } else {
            let kinds = kinds().chain(library::kinds());
            let list = kinds.clone().collect::<Vec<_>>().join(", ");
            let problem = messages::unknown_id(place, "calculator", &block.kind, kinds);
            problems.push(problem.help(format!("the calculators are {list}")));
        }
    }
}

/// Reports a featured entry that does not exist or has no calculator.
pub(crate) fn check_featured(config: &Config, documents: &[Document], problems: &mut Vec<Diagnostic>) {
    let Some(featured) = &config.featured else { return };
    let candidates =
        documents.iter().filter(|document| document.front.calculator.is_some()).map(|document| document.id.as_str());
    if candidates.clone().all(|id| id != featured) {
        let place = config.location(yaml_path!["featured"]);
        problems.push(messages::unknown_id(place, "entry with a calculator", featured, candidates));
    }
}
