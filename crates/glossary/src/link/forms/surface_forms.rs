//! The surface forms of all terms: the texts that count as a mention, and the entry of each.
//!
//! 1. Each entry claims its stated names. Two entries that claim the same text are an error that names both files.
//! 2. A name with parentheses also yields the part outside, and the part inside if one abbreviates or translates the
//!    other ([`crate::link::forms::parenthesis`]). Inflected forms are derived ([`crate::link::forms::inflect`]). A
//!    derived form never replaces a form that another entry claims.
//! 3. An entry gets the abbreviations that its own text introduces, unless another entry has them as forms
//!    ([`crate::link::forms::abbreviations`]).
//! 4. A `not` phrase consumes its text without a link. It replaces an equal derived form of its own entry, but never a
//!    form of another entry.
//! 5. [`crate::link::forms::capitals`] decides which of a form's capitals matter.
//!
//! [`crate::link::matching::matcher`] searches for exactly these forms. Nothing is stemmed.

use crate::link::forms::abbreviations::Abbreviation;
use crate::link::forms::capitals::Capitals;
use crate::link::forms::entry_forms::EntryForms;
use crate::link::forms::form::{Form, key, normal};
use crate::link::forms::inflect::DerivationRule;
use crate::link::forms::lexicon::Lexicon;
use crate::link::forms::origin::{LinkPolicy, Origin};
use crate::link::forms::stated_names::{is_linked_by_hand, location, names};
use crate::model::document::Documents;
use crate::model::ids::EntryId;
use crate::model::matching::Matching;
use rayon::prelude::*;
use rooflight_source::diagnostic::{Diagnostic, messages};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// All forms by their lower-case text. Of several forms with the same text, the first that accepts a match's capitals
/// counts.
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
        // Two entries that claim the same word also derive the same plural: the claims alone are reported.
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
            // An entry may list a name twice, with capitals and in lower case. A form that requires its capitals comes
            // before one that only allows them.
            let exact = matches!(form.capitals, Capitals::Exact | Capitals::Name);
            same.insert(if exact { 0 } else { same.len() }, form);
        }
    }

    /// Adds a derived form unless it is taken; returns a problem if another entry derives it too.
    fn derive(&mut self, form: Form, documents: &Documents) -> Option<Diagnostic> {
        let same = self.0.entry(key(&form.text)).or_default();
        let other = same.iter().find(|other| other.meets(&form));
        match other {
            // Words of an inflected language may share a form; the first keeps it.
            Some(_) if form.rule == Some(DerivationRule::Inflected) => None,
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

    /// Adds a part of a name, or an abbreviation, unless it is taken.
    fn lend(&mut self, form: Form) {
        let same = self.0.entry(key(&form.text)).or_default();
        if !same.iter().any(|other| other.meets(&form)) {
            same.push(form);
        }
    }

    /// Adds a name of a translation's original unless another entry has it or the translation already has it.
    fn keep(&mut self, form: Form) {
        let same = self.0.entry(key(&form.text)).or_default();
        let is_taken = |other: &Form| {
            if other.document == form.document { other.accepts(&form.text) } else { other.meets(&form) }
        };
        if !same.iter().any(is_taken) {
            same.push(form);
        }
    }

    /// Adds abbreviations unless another entry has them as a form; `shared` are the parts that several entries have.
    fn abbreviate(&mut self, lexicon: Lexicon<'_>, shared: &HashMap<String, EntryId>) {
        let documents = lexicon.documents;
        let abbreviations = lexicon.abbreviations();
        let is_wanted = |at: EntryId| {
            let document = &documents[at];
            !is_linked_by_hand(document) && lexicon.matching.of(document.front.matching) != Matching::Exact
        };
        let published = (0..lexicon.published).map(EntryId::new);
        let named_by_hand: BTreeSet<String> = published
            .clone()
            .filter(|at| is_linked_by_hand(&documents[*at]))
            .flat_map(|at| names(&documents[at]).map(|(name, _)| key(&normal(name))).collect::<Vec<_>>())
            .collect();
        for (at, own) in published.zip(abbreviations).filter(|(at, _)| is_wanted(*at)) {
            for Abbreviation { text, origin, .. } in own {
                let key = key(&text);
                let is_taken = self.0.get(&key).into_iter().flatten().any(|form| form.document != at);
                if is_taken || shared.contains_key(&key) || named_by_hand.contains(&key) {
                    continue;
                }
                let (rule, policy) = (Some(DerivationRule::Abbreviation), LinkPolicy::Linked);
                let form = Form { text, capitals: Capitals::Exact, document: at, origin, rule, policy, topic: None };
                let inflected: Vec<Form> = form.inflected(lexicon.texts.of_entry(&documents[at])).collect();
                self.lend(form);
                for form in inflected {
                    self.lend(Form { rule, ..form });
                }
            }
        }
    }

    /// Adds the forms of drafts and of entries that are never linked automatically, after all others.
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

    /// All forms by document: first the stated ones, then the derived ones, each ordered by their names in the front
    /// matter.
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

/// Makes a name and its inflected forms match only as written if another entry has the name in lower case.
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
            let of_name = form.rule != Some(DerivationRule::Parenthesis) && apart.contains(&form.origin);
            if of_name || is_apart(form) {
                form.capitals = Capitals::Exact;
            }
        }
    }
}

/// The parts that names of several entries share, with the first owner of each. "Block (CSS)" and "Block (cipher)"
/// differ only in parentheses, so neither gets "Block".
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
