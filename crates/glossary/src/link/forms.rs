//! The surface forms of all terms: the texts that count as a mention, and the entry of each.
//!
//! 1. Each entry claims its term, its aliases and its `forms`; two entries that claim the same text are an error that
//!    names both files.
//! 2. A name with a part in parentheses lends its other part, and the part inside if one abbreviates the other
//!    ([`crate::link::parenthesis`]). Inflected forms are derived ([`crate::link::inflect`]). A derived form never
//!    takes away one that another entry claims.
//! 3. `not` phrases become forms of no entry: they consume their text. One that equals a derived form of its own
//!    entry takes that form away; it never takes away what another entry claims.
//! 4. [`crate::link::capitals`] says which of a form's capitals count.
//!
//! The result is what [`crate::link::matcher`] searches for. Nothing is stemmed, and nothing matches that is not listed
//! here.

use crate::diagnostic::{Diagnostic, Location, messages};
use crate::link::capitals::{Capitals, OwnWords};
use crate::link::fold::{Folded, low};
use crate::link::inflect::{self, Language, Rule};
use crate::link::origin::{LinkPolicy, Origin};
use crate::link::parenthesis;
use crate::link::problems;
use crate::link::text_language::TextLanguages;
use crate::model::config::Config;
use crate::model::document::{Document, Documents};
use crate::model::ids::EntryId;
use crate::model::matching::{Matching, SiteMatching};
use crate::syntax::yaml;
use crate::yaml_path;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// The most characters a form may have: what keeps the search linear, whatever an author writes.
pub const MAX_CHARACTERS: usize = 100;

impl LinkPolicy {
    /// True for what takes part in the choice of the longest; the others are only looked up to explain.
    #[must_use]
    pub fn counts(self) -> bool {
        matches!(self, Self::Linked | Self::Vetoed)
    }
}

/// A surface form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The text, folded, with its capitals.
    pub text: String,
    /// Which capitals count.
    pub capitals: Capitals,
    /// The document's position.
    pub document: EntryId,
    /// The text that the author wrote.
    pub origin: Origin,
    /// The rule, where the form is derived from that.
    pub rule: Option<Rule>,
    /// The effect of a find.
    pub policy: LinkPolicy,
}

impl Form {
    /// True if the text, which has the same letters, has capitals only where this form may.
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        self.capitals.accept(&self.text, text)
    }

    /// True if some text is a match for both.
    fn meets(&self, other: &Self) -> bool {
        self.accepts(&other.text) || other.accepts(&self.text)
    }

    fn claimed(&self) -> bool {
        self.policy == LinkPolicy::Linked && self.rule.is_none()
    }

    /// The forms that the rules of a language derive from this one.
    fn inflected(&self, language: Language) -> impl Iterator<Item = Self> + use<> {
        let from = self.clone();
        let is_ordinary = matches!(self.capitals, Capitals::Ordinary | Capitals::Any);
        let initials = if is_ordinary { inflect::initials(&self.text, language) } else { Vec::new() };
        inflect::derive(&self.text, language).into_iter().chain(initials).map(move |made| Self {
            text: made.text,
            rule: Some(made.rule),
            ..from.clone()
        })
    }
}

/// All forms, by the text that is searched for: without capitals. Of several with the same text the first that accepts
/// the find counts.
#[derive(Debug, Default)]
pub struct Forms(pub BTreeMap<String, Vec<Form>>);

/// The sources of forms.
#[derive(Debug, Clone, Copy)]
pub struct Lexicon<'a> {
    /// The documents, the published ones first.
    pub documents: &'a Documents,
    /// The number of published documents; those after them are drafts.
    pub published: usize,
    /// The language whose inflections are derived.
    pub language: Language,
    /// The languages of the entries' texts.
    pub texts: TextLanguages,
    /// How capitals count by default.
    pub matching: SiteMatching,
    /// Whether to search for forms that are never linked too, to explain them.
    pub explain: bool,
}

impl<'a> Lexicon<'a> {
    /// The sources of forms in a build.
    #[must_use]
    pub fn new(documents: &'a Documents, published: usize, config: &Config) -> Self {
        let language = Language::of(&config.language);
        let texts = TextLanguages::of(config);
        Self { documents, published, language, texts, matching: config.matching, explain: false }
    }
}

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

/// The lower-case key of a form.
fn key(text: &str) -> String {
    text.chars().map(low).collect()
}

fn by_hand(document: &Document) -> bool {
    matches!(document.front.matching, Matching::Manual | Matching::Never)
}

/// The forms of one entry, before they are compared with those of others.
#[derive(Default)]
struct EntryForms {
    /// Names that the author wrote down, and `not` phrases.
    written: Vec<Form>,
    /// Parts of names with parentheses, and their inflected forms.
    parts: Vec<Form>,
    /// Inflected forms of the names.
    derived: Vec<Form>,
    /// Names of the original of a translation, and their inflected forms.
    original: Vec<Form>,
    problems: Vec<Diagnostic>,
}

impl EntryForms {
    /// Collects an entry's forms under the given policy. With `None`, those that are linked: for `match: manual` and
    /// `never` only the `not` phrases.
    fn collect(lexicon: Lexicon<'_>, number: EntryId, policy: Option<LinkPolicy>) -> Self {
        let document = &lexicon.documents[number];
        let matching = lexicon.matching.of(document.front.matching);
        let language = lexicon.texts.of_entry(document);
        let mut own = OwnWords::new(document, language);
        let mut found = Self::default();
        let phrases = document.front.not.iter().enumerate();
        let phrases = phrases.map(|(at, text)| (text.as_str(), Origin::Not(at), LinkPolicy::Vetoed));
        let names = names(document).map(|(text, origin)| (text, origin, policy.unwrap_or(LinkPolicy::Linked)));
        let names = names.filter(|_| policy.is_some() || !by_hand(document));
        let names = names.filter(|(text, origin, _)| !is_inherited(document, text, *origin));
        for (text, origin, policy) in names.chain(phrases) {
            let text = match checked(text, document, origin) {
                Ok(text) => text,
                Err(problem) => {
                    found.problems.push(problem);
                    continue;
                }
            };
            let mut form = |text: String, rule| {
                let capitals = own.capitals(&text, matching);
                Form { text, capitals, document: number, origin, rule, policy }
            };
            let written = form(text, None);
            if origin.is_name() && matching != Matching::Exact {
                for part in parenthesis::parts(&written.text, language) {
                    let part = form(part.to_owned(), Some(Rule::Parenthesis));
                    found.parts.extend(part.inflected(language));
                    found.parts.push(part);
                }
                found.derived.extend(written.inflected(language));
            }
            found.written.push(written);
        }
        if policy.is_some() || !by_hand(document) {
            found.original.extend(of_original(lexicon, number, policy.unwrap_or(LinkPolicy::Linked)));
        }
        found
    }
}

/// Whether a translation has the name from its original alone: such a name is found unless another entry claims it.
fn is_inherited(document: &Document, text: &str, origin: Origin) -> bool {
    let Some(translation) = &document.translation else { return false };
    origin != Origin::Term && names(&translation.original).any(|(name, _)| name == text)
}

/// The names of the original of a translation, which texts in the other language often keep.
fn of_original(lexicon: Lexicon<'_>, number: EntryId, policy: LinkPolicy) -> Vec<Form> {
    let Some(translation) = &lexicon.documents[number].translation else { return Vec::new() };
    let (original, language) = (&translation.original, lexicon.texts.original);
    let matching = lexicon.matching.of(original.front.matching);
    let mut own = OwnWords::new(original, language);
    let mut found = Vec::new();
    for (text, origin) in names(original) {
        let Ok(text) = checked(text, original, origin) else { continue };
        let capitals = own.capitals(&text, matching);
        let form = Form { text, capitals, document: number, origin: Origin::Term, rule: Some(Rule::Original), policy };
        if matching != Matching::Exact {
            found.extend(form.inflected(language));
        }
        found.push(form);
    }
    found
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

pub(super) fn names(document: &Document) -> impl Iterator<Item = (&str, Origin)> {
    let front = &document.front;
    let aliases = front.aliases.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Alias(at)));
    let forms = front.forms.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Form(at)));
    let avoid = front.avoid.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Avoid(at)));
    let old = front.superseded.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Superseded(at)));
    std::iter::once((front.term.as_str(), Origin::Term)).chain(aliases).chain(avoid).chain(old).chain(forms)
}

/// The normalised text, or a problem if it cannot be matched.
fn checked(text: &str, document: &Document, origin: Origin) -> Result<String, Diagnostic> {
    let text = normal(text);
    if !text.chars().any(|c| c.is_alphanumeric() || !c.is_ascii()) {
        return Err(problems::no_word(location(document, origin), &text));
    }
    let length = text.chars().count();
    if length > MAX_CHARACTERS {
        return Err(problems::long_form(location(document, origin), length, MAX_CHARACTERS));
    }
    Ok(text)
}

/// The form folded for comparison, with its capitals kept.
#[must_use]
pub fn normal(text: &str) -> String {
    Folded::new(text).text.trim().to_owned()
}

/// Where the author wrote the form.
pub(super) fn location(document: &Document, origin: Origin) -> Location {
    let path: &[yaml::Step] = match origin {
        Origin::Term => yaml_path!["term"],
        Origin::Alias(at) => yaml_path!["aliases", at],
        Origin::Avoid(at) => yaml_path!["avoid", at],
        Origin::Superseded(at) => yaml_path!["superseded", at],
        Origin::Form(at) => yaml_path!["forms", at],
        Origin::Not(at) => yaml_path!["not", at],
    };
    document.location(path)
}
