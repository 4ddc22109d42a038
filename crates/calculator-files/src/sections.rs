//! Reads the sections around the results: the words of the steps, lists of sentences, the engine that is started, and
//! published runs.

use super::keys::{CalculatorKeys, ListKeys, RunKeys, StepsKeys, TextKeys};
use super::reader::FileReader;
use rooflight_estimator::formula::Op;
use rooflight_estimator::records::declared::{DeclaredList, DeclaredRuns, DeclaredSteps};
use rooflight_source::diagnostic::messages;
use rooflight_source::yaml::PathSegment;
use rooflight_source::yaml_path;

/// Most sentences of a list.
const MAX_ITEMS: usize = 40;

impl FileReader<'_> {
    /// Reads all sections.
    pub(super) fn sections(&mut self, keys: &CalculatorKeys) {
        if let Some(StepsKeys { title, caption, id, note, nothing }) = &keys.steps {
            let [caption, note, nothing] = [("caption", caption), ("note", note), ("nothing", nothing)]
                .map(|(key, text)| self.maybe_text(yaml_path!["steps", key], text.as_ref()));
            if !id.is_empty() {
                let is_taken = self.record.tables.iter().any(|table| table.id == *id);
                self.check_section_id(yaml_path!["steps", "id"], id, is_taken);
            }
            self.record.steps = DeclaredSteps { id: id.clone(), heading: title.clone(), caption, note, nothing };
        }
        for (at, list) in keys.lists.iter().enumerate() {
            self.list(at, list);
        }
        if let Some(name) = &keys.launch {
            self.record.launch = self.case_arguments(yaml_path!["launch"], name);
        }
        if let Some(runs) = &keys.runs {
            self.runs(runs);
        }
        self.record.quality = keys.quality;
    }

    /// Returns the arguments of a case by its name, and reports one that is not declared.
    pub(super) fn case_arguments(&mut self, path: &[PathSegment], name: &str) -> Vec<Vec<Op>> {
        if let Some(arguments) = self.names.cases.get(name) {
            return arguments.clone();
        }
        let problem = messages::unknown_id(self.at(path), "case", name, self.names.cases.keys().map(String::as_str));
        self.report(problem);
        Vec::new()
    }

    fn list(&mut self, at: usize, keys: &ListKeys) {
        let is_taken = self.record.tables.iter().any(|table| table.id == keys.id) || keys.id == self.record.steps.id;
        self.check_section_id(yaml_path!["lists", at, "id"], &keys.id, is_taken);
        self.size(yaml_path!["lists", at, "items"], "items", keys.items.len(), MAX_ITEMS, true);
        let items = keys.items.iter().enumerate().map(|(item, case)| {
            self.conditional(yaml_path!["lists", at, "items", item], &TextKeys::Cases(vec![case.clone()]))
        });
        let items = items.collect();
        let note = self.maybe_text(yaml_path!["lists", at, "note"], keys.note.as_ref());
        self.record.lists.push(DeclaredList { id: keys.id.clone(), heading: keys.title.clone(), items, note });
    }

    fn runs(&mut self, keys: &RunKeys) {
        let over = keys.over.as_ref().and_then(|over| self.listed(yaml_path!["runs", "over"], over));
        let [matches, open, when] = [("matches", &keys.matches), ("open", &keys.open), ("when", &keys.when)]
            .map(|(key, text)| self.maybe_truth(yaml_path!["runs", key], text.as_ref()));
        let (over, nothing) = (over.map(|over| over as u64), keys.nothing.clone());
        self.record.runs.push(DeclaredRuns { over, matches, open, when, nothing });
    }
}
