//! The surface forms of all terms: what a mention may look like, and whose it is.
//!
//! 1. Each entry claims its term, its aliases and its `forms`; two entries that claim the same one are an error that names both files.
//! 2. Plurals and singulars are derived (`inflect`); a derived form never takes away one that another entry claims.
//! 3. `not` phrases become forms that belong to nobody: they consume their text.
//! 4. A form without a capital also counts when it is Capitalised.
//!
//! The result is what [`super::matcher`] searches for. Nothing is stemmed, and nothing matches that is not listed here.

use super::inflect;
use crate::diagnostic::{Diagnostic, Place, messages};
use crate::parse::front_matter::Matching;
use crate::parse::{Document, yaml};
use crate::yaml_path;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

/// Where a surface form comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The term itself.
    Term,
    /// One of `aliases`, by its position.
    Alias(usize),
    /// One of `forms`, by its position.
    Form(usize),
    /// Plural or singular of one of the others, by rule.
    Derived,
    /// A phrase of `not`.
    Not(usize),
}

/// A surface form and its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The position of the document; a `not` phrase has the one that vetoes.
    pub document: usize,
    /// Where the form comes from.
    pub origin: Origin,
}

/// All surface forms as they are searched for, case and all.
pub type Forms = BTreeMap<String, Claim>;

/// Collects the forms of all documents.
#[must_use]
pub fn collect(documents: &[Document], problems: &mut Vec<Diagnostic>) -> Forms {
    let before = problems.len();
    let mut forms = Forms::new();
    for (number, document) in documents.iter().enumerate() {
        for (text, origin) in claimed(document) {
            claim(&mut forms, documents, &normal(text), &Claim { document: number, origin }, problems);
        }
    }
    // Two entries that claim the same word also derive the same plural: once is enough.
    let quiet = problems.len() > before;
    for (number, document) in documents.iter().enumerate() {
        for (text, _) in claimed(document).filter(|_| document.front.matching == Matching::Auto) {
            if let Some(other) = inflect::other_number(&normal(text)) {
                let problem = derive(&mut forms, documents, &other, number);
                problems.extend(problem.filter(|_| !quiet));
            }
        }
    }
    for (number, document) in documents.iter().enumerate() {
        for (position, phrase) in document.front.not.iter().enumerate() {
            for variant in variants(&normal(phrase), Matching::Auto) {
                forms.insert(variant, Claim { document: number, origin: Origin::Not(position) });
            }
        }
    }
    forms
}

/// The forms that an entry's author wrote down.
fn claimed(document: &Document) -> impl Iterator<Item = (&str, Origin)> {
    let front = &document.front;
    let silent = matches!(front.matching, Matching::Manual | Matching::Never);
    let term = std::iter::once((front.term.as_str(), Origin::Term));
    let aliases = front.aliases.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Alias(at)));
    let forms = front.forms.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Form(at)));
    term.chain(aliases).chain(forms).filter(move |_| !silent)
}

/// The form with every run of white space made one space.
#[must_use]
pub fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn variants(form: &str, matching: Matching) -> Vec<String> {
    let mut all = vec![form.to_owned()];
    if matching == Matching::Auto && !form.chars().any(char::is_uppercase) {
        let mut letters = form.chars();
        if let Some(first) = letters.next() {
            let capitalised: String = first.to_uppercase().chain(letters).collect();
            if capitalised != form {
                all.push(capitalised);
            }
        }
    }
    all
}

fn claim(forms: &mut Forms, documents: &[Document], form: &str, claim: &Claim, problems: &mut Vec<Diagnostic>) {
    let matching = documents[claim.document].front.matching;
    for variant in variants(form, matching) {
        match forms.entry(variant) {
            Slot::Vacant(slot) => {
                slot.insert(claim.clone());
            }
            Slot::Occupied(slot) if slot.get().document != claim.document => {
                let place = |claim: &Claim| place(&documents[claim.document], claim.origin);
                problems.push(messages::ambiguous(form, place(claim), place(slot.get())));
                return;
            }
            Slot::Occupied(_) => {}
        }
    }
}

/// Adds a derived form where nobody has it; a problem if another entry derives it too.
fn derive(forms: &mut Forms, documents: &[Document], form: &str, number: usize) -> Option<Diagnostic> {
    for variant in variants(form, Matching::Auto) {
        match forms.entry(variant) {
            Slot::Vacant(slot) => {
                slot.insert(Claim { document: number, origin: Origin::Derived });
            }
            Slot::Occupied(slot) => {
                let owner = slot.get();
                let clash = owner.document != number && owner.origin == Origin::Derived;
                let place = |number: usize| place(&documents[number], Origin::Term);
                return clash.then(|| messages::ambiguous(form, place(number), place(owner.document)));
            }
        }
    }
    None
}

/// Where the author wrote the form.
fn place(document: &Document, origin: Origin) -> Place {
    let path: &[yaml::Step] = match origin {
        Origin::Term | Origin::Derived => yaml_path!["term"],
        Origin::Alias(at) => yaml_path!["aliases", at],
        Origin::Form(at) => yaml_path!["forms", at],
        Origin::Not(at) => yaml_path!["not", at],
    };
    document.place(path)
}
