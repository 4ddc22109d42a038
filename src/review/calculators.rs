//! Calculators of a site without a catalog: none of them can be shown, and each is an error, so that none vanishes
//! without a word.

use rooflight_calculators::CALCULATORS;
use rooflight_glossary::diagnostic::{Diagnostic, messages};
use rooflight_glossary::model::document::Document;
use rooflight_glossary::yaml_path;

/// Reports every calculator of these entries that the site does not declare itself.
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
                "a calculator needs the facts in content/catalog/, which this site does not have",
            );
            problems.push(problem.help("`rooflight init --calculator` writes a small catalog to start from"));
        } else {
            let list = kinds().collect::<Vec<_>>().join(", ");
            let problem = messages::unknown_id(place, "calculator", &block.kind, kinds());
            problems.push(problem.help(format!("the calculators are {list}")));
        }
    }
}
