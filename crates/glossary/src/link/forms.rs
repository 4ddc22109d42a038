//! The surface forms of all terms: the texts that count as a mention, and the entry of each.
//!
//! 1. Each entry claims its term, its aliases and its `forms`; two entries that claim the same text are an error that
//!    names both files.
//! 2. A name with a part in parentheses lends its other part, and the part inside if one abbreviates the other
//!    ([`crate::link::parenthesis`]). Inflected forms are derived ([`crate::link::inflect`]). A derived form never
//!    takes away one that another entry claims.
//! 3. An abbreviation that an entry's own text introduces is lent to it if no other entry has it as a name
//!    ([`crate::link::abbreviations`]).
//! 4. `not` phrases become forms of no entry: they consume their text. One that equals a derived form of its own
//!    entry takes that form away; it never takes away what another entry claims.
//! 5. [`crate::link::capitals`] says which of a form's capitals count.
//!
//! The result is what [`crate::link::matcher`] searches for. Nothing is stemmed, and nothing matches that is not listed
//! here.

use crate::link::abbreviations::Abbreviation;
use crate::link::capitals::Capitals;
use crate::link::entry_forms::EntryForms;
use crate::link::form::{Form, key, normal};
use crate::link::inflect::Rule;
use crate::link::lexicon::Lexicon;
use crate::link::origin::{LinkPolicy, Origin};
use crate::link::stated_names::{by_hand, location, names};
use crate::model::document::Documents;
use crate::model::ids::EntryId;
use crate::model::matching::Matching;
use rayon::prelude::*;
use rooflight_source::diagnostic::{Diagnostic, messages};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// All forms, by the text that is searched for: without capitals. Of several with the same text the first that accepts
/// the find counts.
#[derive(Debug, Default)]
pub struct Forms(pub BTreeMap<String, Vec<Form>>);

impl Forms {
    /// Collects the forms of all documents.
    #[must_use]
    pub fn collect(lexicon: Lexicon<'_>, problems: &mut Vec<Diagnostic>) -> Self {
        let mut forms = Self::default();
        let Lexicon { documents, published, .. } = lexicon;
        let before = problems.len();
        let mut found: Vec<EntryForms> =
            (0..published).into_par_iter().map(|at| EntryForms::collect(lexicon, EntryId::new(at), None)).collect();
        set_apart(&mut found);
        for EntryForms { written, problems: own, .. } in &found {
            problems.extend(own.iter().cloned());
            for form in written.iter().filter(|form| form.origin.is_name()) {
                forms.claim(form.clone(), documents, problems);
            }
        }
        // Two entries that claim the same word also derive the same plural: once is enough.
        let quiet = problems.len() > before;
        for form in found.iter().flat_map(|found| &found.derived) {
            let problem = forms.derive(form.clone(), documents);
            problems.extend(problem.filter(|_| !quiet));
        }
        let shared = shared_parts(&found);
        for form in found.iter().flat_map(|found| &found.parts).filter(|form| !shared.contains_key(&key(&form.text))) {
            forms.lend(form.clone());
        }
        for form in found.iter().flat_map(|found| &found.original) {
            forms.keep(form.clone());
        }
        forms.abbreviate(lexicon, &shared);
        for form in found.iter().flat_map(|found| &found.written).filter(|form| !form.origin.is_name()) {
            forms.veto(form.clone());
        }
        if lexicon.explain {
            forms.explain(lexicon);
        }
        forms
    }

    fn claim(&mut self, form: Form, documents: &Documents, problems: &mut Vec<Diagnostic>) {
        let same = self.0.entry(key(&form.text)).or_default();
        if let Some(other) = same.iter().find(|other| other.document != form.document && other.meets(&form)) {
            let location = |form: &Form| location(&documents[form.document], form.origin);
            problems.push(messages::ambiguous(&form.text, location(&form), location(other)));
        } else if !same.iter().any(|own| own.document == form.document && own.accepts(&form.text)) {
            // An entry may list a name twice, with capitals and in lower case.
            // A form that needs these capitals comes before one that only allows them.
            let exact = matches!(form.capitals, Capitals::Exact | Capitals::Name);
            same.insert(if exact { 0 } else { same.len() }, form);
        }
    }

    /// Adds a derived form unless it is taken; a problem if another entry derives it too.
    fn derive(&mut self, form: Form, documents: &Documents) -> Option<Diagnostic> {
        let same = self.0.entry(key(&form.text)).or_default();
        let other = same.iter().find(|other| other.meets(&form));
        match other {
            // In German several words share an inflected form; the first keeps it.
            Some(_) if form.rule == Some(Rule::Inflected) => None,
            Some(other) if other.document != form.document && other.rule.is_some() => {
                let location = |form: &Form| location(&documents[form.document], form.origin);
                Some(messages::ambiguous(&form.text, location(&form), location(other)))
            }
            Some(other) if other.accepts(&form.text) => None,
            _ => {
                same.push(form);
                None
            }
        }
    }

    fn veto(&mut self, veto: Form) {
        let same = self.0.entry(key(&veto.text)).or_default();
        same.retain(|form| form.document != veto.document || form.claimed() || !veto.meets(form));
        same.push(veto);
    }

    /// Adds a part of a name unless it is taken.
    fn lend(&mut self, form: Form) {
        let same = self.0.entry(key(&form.text)).or_default();
        if !same.iter().any(|other| other.meets(&form)) {
            same.push(form);
        }
    }

    /// Adds a name of an original unless another entry has it, or its translation is found by it already.
    fn keep(&mut self, form: Form) {
        let same = self.0.entry(key(&form.text)).or_default();
        let is_taken = |other: &Form| {
            if other.document == form.document { other.accepts(&form.text) } else { other.meets(&form) }
        };
        if !same.iter().any(is_taken) {
            same.push(form);
        }
    }

    /// Lends abbreviations, unless another entry has the letters as a name; `shared` are parts that several have.
    fn abbreviate(&mut self, lexicon: Lexicon<'_>, shared: &HashMap<String, EntryId>) {
        let documents = lexicon.documents;
        let abbreviations = lexicon.abbreviations();
        let is_wanted = |at: EntryId| {
            let document = &documents[at];
            !by_hand(document) && lexicon.matching.of(document.front.matching) != Matching::Exact
        };
        let published = (0..lexicon.published).map(EntryId::new);
        let named_by_hand: BTreeSet<String> = published
            .clone()
            .filter(|at| by_hand(&documents[*at]))
            .flat_map(|at| names(&documents[at]).map(|(name, _)| key(&normal(name))).collect::<Vec<_>>())
            .collect();
        for (at, own) in published.zip(abbreviations).filter(|(at, _)| is_wanted(*at)) {
            for Abbreviation { text, origin, .. } in own {
                let key = key(&text);
                let is_taken = self.0.get(&key).into_iter().flatten().any(|form| form.document != at);
                if is_taken || shared.contains_key(&key) || named_by_hand.contains(&key) {
                    continue;
                }
                let (rule, policy) = (Some(Rule::Abbreviation), LinkPolicy::Linked);
                let form = Form { text, capitals: Capitals::Exact, document: at, origin, rule, policy };
                let inflected: Vec<Form> = form.inflected(lexicon.texts.of_entry(&documents[at])).collect();
                self.lend(form);
                for form in inflected {
                    self.lend(Form { rule, ..form });
                }
            }
        }
    }

    /// Adds the forms that are never linked, behind all others.
    fn explain(&mut self, lexicon: Lexicon<'_>) {
        for (number, document) in lexicon.documents.iter_enumerated() {
            let policy = match document.front.matching {
                _ if number.index() >= lexicon.published => LinkPolicy::Draft,
                Matching::Manual => LinkPolicy::Manual,
                Matching::Never => LinkPolicy::Never,
                Matching::Auto | Matching::Exact | Matching::Any => continue,
            };
            let EntryForms { written, parts, derived, original, .. } =
                EntryForms::collect(lexicon, number, Some(policy));
            let names = written.into_iter().filter(|form| form.origin.is_name());
            for form in names.chain(parts).chain(derived).chain(original) {
                self.0.entry(key(&form.text)).or_default().push(form);
            }
        }
    }

    /// All forms: of each document the written ones first, then the derived ones, each in the author's order.
    #[must_use]
    pub fn sorted(&self) -> Vec<&Form> {
        let mut all: Vec<&Form> = self.0.values().flatten().collect();
        let rank = |origin: Origin| match origin {
            Origin::Term => (0, 0),
            Origin::Alias(at) => (1, at),
            Origin::Form(at) => (2, at),
            Origin::Not(at) => (3, at),
            Origin::Avoid(at) => (4, at),
            Origin::Superseded(at) => (5, at),
        };
        all.sort_by_key(|form| (form.document, form.rule.is_some(), rank(form.origin)));
        all
    }
}

/// Makes the capitals of a name and its inflected forms count where another entry has the name in lower case.
fn set_apart(found: &mut [EntryForms]) {
    let names = found.iter().flat_map(|found| &found.written).filter(|form| form.origin.is_name());
    let lower: HashMap<String, EntryId> =
        names.filter(|form| form.text == key(&form.text)).map(|form| (form.text.clone(), form.document)).collect();
    let is_apart = |form: &Form| {
        let low = key(&form.text);
        low != form.text && lower.get(&low).is_some_and(|owner| *owner != form.document)
    };
    for EntryForms { written, parts, derived, .. } in found {
        let apart: Vec<Origin> = written.iter().filter(|form| is_apart(form)).map(|form| form.origin).collect();
        for form in written.iter_mut().chain(parts).chain(derived) {
            let of_name = form.rule != Some(Rule::Parenthesis) && apart.contains(&form.origin);
            if of_name || is_apart(form) {
                form.capitals = Capitals::Exact;
            }
        }
    }
}

/// Parts that several names share: only parentheses distinguish "Block (CSS)" from "Block (cipher)", so neither is
/// "Block".
fn shared_parts(found: &[EntryForms]) -> HashMap<String, EntryId> {
    let mut owners: HashMap<String, EntryId> = HashMap::new();
    let mut shared = HashMap::new();
    for form in found.iter().flat_map(|found| &found.parts) {
        let key = key(&form.text);
        let owner = *owners.entry(key.clone()).or_insert(form.document);
        if owner != form.document {
            shared.insert(key, owner);
        }
    }
    shared
}
