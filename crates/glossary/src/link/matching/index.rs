//! The index with which every body is linked.

use crate::link::forms::abbreviations::Abbreviation;
use crate::link::forms::lexicon::Lexicon;
use crate::link::forms::surface_forms::Forms;
use crate::link::matching::explicit_links::EntryLookup;
use crate::link::matching::matcher::Matcher;
use crate::link::matching::topic::Topics;
use crate::model::config::Config;
use crate::model::document::Documents;
use crate::model::ids::EntryId;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;
use std::collections::HashMap;

/// The index of ids, names and forms. Bodies matter to it only through the abbreviations and capitals in them.
#[derive(Debug)]
pub struct LinkIndex {
    /// Resolves explicit links.
    pub names: EntryLookup,
    /// Finds mentions for automatic links.
    pub matcher: Matcher,
    /// The titles that state the topic of a page.
    pub topics: Topics,
    /// The document of each id.
    pub ids: HashMap<String, EntryId>,
    /// The abbreviations of each published entry, in the entries' order.
    pub abbreviations: Vec<Vec<Abbreviation>>,
    /// Problems with ids and names.
    pub problems: Vec<Diagnostic>,
}

impl LinkIndex {
    /// Builds the index, and checks ids and names.
    #[must_use]
    pub fn new(lexicon: Lexicon<'_>, config: &Config) -> Self {
        let mut problems = Vec::new();
        let ids = check_ids(lexicon.documents, &mut problems);
        let abbreviations = lexicon.abbreviations();
        let lexicon = Lexicon { abbreviations: Some(&abbreviations), ..lexicon };
        let (matcher, names) = rayon::join(
            || Matcher::new(Forms::collect(lexicon, &mut problems), lexicon.language),
            || EntryLookup::new(lexicon.documents, lexicon.published, config.base_url.as_str(), lexicon.language),
        );
        Self { names, matcher, topics: Topics::new(config), ids, abbreviations, problems }
    }
}

/// Maps each id to its document. An id that occurs twice, compared without case, is reported; it means the first
/// document.
fn check_ids(documents: &Documents, problems: &mut Vec<Diagnostic>) -> HashMap<String, EntryId> {
    let mut ids = HashMap::with_capacity(documents.len());
    let mut first: HashMap<String, EntryId> = HashMap::with_capacity(documents.len());
    for (number, document) in documents.iter_enumerated() {
        ids.entry(document.id.clone()).or_insert(number);
        let other = *first.entry(document.id.to_lowercase()).or_insert(number);
        if other != number {
            let location = |number: EntryId| documents[number].location(yaml_path!["id"]);
            problems.push(messages::duplicate(location(number), "entry", &document.id, location(other)));
        }
    }
    ids
}
