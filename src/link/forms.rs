//! The surface forms of all terms: what a mention may look like, and whose it is.
//!
//! 1. Each entry claims its term, its aliases and its `forms`; two entries that claim the same text are an error that names both files.
//! 2. Plurals and singulars are derived ([`crate::link::inflect`]), in English; a derived form never takes away one that another entry claims.
//! 3. `not` phrases become forms that belong to nobody: they consume their text. One that says the same as a derived form of its own
//!    entry takes that form away; it never takes away what another entry claims.
//! 4. A form without a capital also counts when it is Capitalised; any other counts exactly as it is written.
//!
//! The result is what [`crate::link::matcher`] searches for. Nothing is stemmed, and nothing matches that is not listed here.

use crate::diagnostic::{Diagnostic, Location, messages};
use crate::link::fold::{Folded, low};
use crate::link::inflect::{self, Rule};
use crate::link::problems;
use crate::model::config::Config;
use crate::model::document::{Document, Documents};
use crate::model::front_matter::Matching;
use crate::model::ids::EntryId;
use crate::syntax::yaml;
use crate::yaml_path;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The most characters a form may have: what keeps the search linear, whatever an author writes.
pub const LONGEST: usize = 100;

/// Where an author wrote a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The term itself.
    Term,
    /// One of `aliases`, by its position.
    Alias(usize),
    /// One of `forms`, by its position.
    Form(usize),
    /// A phrase of `not`, by its position.
    Not(usize),
}

/// The effect of finding a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The entry is meant.
    Linked,
    /// The entry is not meant, and no other inside the phrase.
    Vetoed,
    /// The entry is meant, but linked only by hand: `match: manual`.
    Manual,
    /// The entry is meant, but never linked: `match: never`.
    Never,
    /// The entry is a draft.
    Draft,
}

impl Standing {
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
    /// Whether another case than the text's is no match: the text has a capital, or the author asks for it.
    pub exact: bool,
    /// The document's position.
    pub document: EntryId,
    /// The text that the author wrote.
    pub origin: Origin,
    /// The rule, where the form is derived from that.
    pub rule: Option<Rule>,
    /// The effect of a find.
    pub standing: Standing,
}

impl Form {
    /// True if the text, which has the same letters, has capitals only where this form may.
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        self.text == text || !self.exact && is_capitalised(text)
    }

    /// True if some text is a match for both.
    fn meets(&self, other: &Self) -> bool {
        match (self.exact, other.exact) {
            (false, false) => true,
            (_, true) => self.accepts(&other.text),
            (true, false) => other.accepts(&self.text),
        }
    }

    fn claimed(&self) -> bool {
        self.standing == Standing::Linked && self.rule.is_none()
    }
}

/// True for `Capitalised words` and `Capitalised Words`: a word has a capital only at its beginning, and only if the first word has one.
fn is_capitalised(text: &str) -> bool {
    let mut at_start = true;
    let mut first = None;
    for c in text.chars() {
        let capital = low(c) != c;
        if at_start && c.is_alphanumeric() {
            first = first.or(Some(capital));
        }
        if capital && !(at_start && first == Some(true)) {
            return false;
        }
        at_start = matches!(c, ' ' | '-' | '/') || at_start && !c.is_alphanumeric();
    }
    true
}

/// All forms, by the text that is searched for: without capitals. Of several with the same text the first that accepts the find counts.
#[derive(Debug, Default)]
pub struct Forms(pub BTreeMap<String, Vec<Form>>);

/// The sources of forms.
#[derive(Debug, Clone, Copy)]
pub struct Lexicon<'a> {
    /// The documents, the published ones first.
    pub documents: &'a Documents,
    /// How many are published.
    pub published: usize,
    /// Whether English plurals are derived.
    pub english: bool,
    /// Whether to look for what is never linked too, to explain it.
    pub explain: bool,
}

impl<'a> Lexicon<'a> {
    /// The sources of forms in a build.
    #[must_use]
    pub fn new(documents: &'a Documents, published: usize, config: &Config) -> Self {
        Self { documents, published, english: config.derives_plurals(), explain: false }
    }
}

impl Forms {
    /// Collects the forms of all documents.
    #[must_use]
    pub fn collect(lexicon: Lexicon<'_>, problems: &mut Vec<Diagnostic>) -> Self {
        let mut forms = Self::default();
        let documents = lexicon.documents;
        let before = problems.len();
        for (number, document) in
            documents.iter_enumerated().take(lexicon.published).filter(|(_, document)| !by_hand(document))
        {
            for form in written(document, number, Standing::Linked, problems) {
                forms.claim(form, documents, problems);
            }
        }
        // Two entries that claim the same word also derive the same plural: once is enough.
        let quiet = problems.len() > before;
        let derived: Vec<Form> = documents
            .par_iter()
            .take(lexicon.published)
            .enumerate()
            .filter(|(_, document)| !by_hand(document))
            .flat_map_iter(|(number, document)| {
                derived(document, EntryId::new(number), Standing::Linked, lexicon.english)
            })
            .collect();
        for form in derived {
            let problem = forms.derive(form, documents);
            problems.extend(problem.filter(|_| !quiet));
        }
        for (number, document) in documents.iter_enumerated().take(lexicon.published) {
            for (at, phrase) in document.front.not.iter().enumerate() {
                let form = form(phrase, document, number, Origin::Not(at), Standing::Vetoed);
                match form {
                    Ok(form) => forms.veto(form),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        if lexicon.explain {
            forms.explain(lexicon);
        }
        forms
    }

    fn claim(&mut self, form: Form, documents: &Documents, problems: &mut Vec<Diagnostic>) {
        let same = self.0.entry(key(&form.text)).or_default();
        if let Some(other) = same.iter().find(|other| other.document != form.document && other.meets(&form)) {
            let place = |form: &Form| place(&documents[form.document], form.origin);
            problems.push(messages::ambiguous(&form.text, place(&form), place(other)));
        } else if !same.iter().any(|own| own.document == form.document && own.accepts(&form.text)) {
            // An entry may repeat itself, and say in lower case what it said with capitals.
            // A text that is asked for exactly comes before one that only allows it.
            same.insert(if form.exact { 0 } else { same.len() }, form);
        }
    }

    /// Adds a derived form where nobody has it; a problem if another entry derives it too.
    fn derive(&mut self, form: Form, documents: &Documents) -> Option<Diagnostic> {
        let same = self.0.entry(key(&form.text)).or_default();
        let other = same.iter().find(|other| other.meets(&form));
        match other {
            Some(other) if other.document != form.document && other.rule.is_some() => {
                let place = |form: &Form| place(&documents[form.document], form.origin);
                Some(messages::ambiguous(&form.text, place(&form), place(other)))
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

    /// Adds what is never linked, behind everything else.
    fn explain(&mut self, lexicon: Lexicon<'_>) {
        for (number, document) in lexicon.documents.iter_enumerated() {
            let standing = match document.front.matching {
                _ if number.index() >= lexicon.published => Standing::Draft,
                Matching::Manual => Standing::Manual,
                Matching::Never => Standing::Never,
                Matching::Auto | Matching::Case => continue,
            };
            let written = written(document, number, standing, &mut Vec::new());
            for form in written.into_iter().chain(derived(document, number, standing, lexicon.english)) {
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
        };
        all.sort_by_key(|form| (form.document, form.rule.is_some(), rank(form.origin)));
        all
    }
}

/// The text that is searched for.
fn key(text: &str) -> String {
    text.chars().map(low).collect()
}

fn by_hand(document: &Document) -> bool {
    matches!(document.front.matching, Matching::Manual | Matching::Never)
}

/// The forms that an entry's author wrote down.
fn written(document: &Document, number: EntryId, standing: Standing, problems: &mut Vec<Diagnostic>) -> Vec<Form> {
    let mut forms = Vec::new();
    for (text, origin) in names(document) {
        match form(text, document, number, origin, standing) {
            Ok(form) => forms.push(form),
            Err(problem) => problems.push(problem),
        }
    }
    forms
}

fn derived(document: &Document, number: EntryId, standing: Standing, english: bool) -> Vec<Form> {
    if !english || document.front.matching == Matching::Case {
        return Vec::new();
    }
    let mut forms = Vec::new();
    for (text, origin) in names(document) {
        let Ok(from) = form(text, document, number, origin, standing) else { continue };
        for made in inflect::derive(&from.text) {
            forms.push(Form { text: made.text, rule: Some(made.rule), ..from.clone() });
        }
    }
    forms
}

fn names(document: &Document) -> impl Iterator<Item = (&str, Origin)> {
    let front = &document.front;
    let aliases = front.aliases.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Alias(at)));
    let forms = front.forms.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Form(at)));
    std::iter::once((front.term.as_str(), Origin::Term)).chain(aliases).chain(forms)
}

fn form(
    text: &str,
    document: &Document,
    number: EntryId,
    origin: Origin,
    standing: Standing,
) -> Result<Form, Diagnostic> {
    let text = normal(text);
    if !text.chars().any(|c| c.is_alphanumeric() || !c.is_ascii()) {
        return Err(problems::no_word(place(document, origin), &text));
    }
    let length = text.chars().count();
    if length > LONGEST {
        return Err(problems::long_form(place(document, origin), length, LONGEST));
    }
    let exact = document.front.matching == Matching::Case || text.chars().any(|c| low(c) != c || c.is_uppercase());
    Ok(Form { text, exact, document: number, origin, rule: None, standing })
}

/// The form as it is compared, but for its capitals.
#[must_use]
pub fn normal(text: &str) -> String {
    Folded::new(text).text.trim().to_owned()
}

/// Where the author wrote the form.
fn place(document: &Document, origin: Origin) -> Location {
    let path: &[yaml::Step] = match origin {
        Origin::Term => yaml_path!["term"],
        Origin::Alias(at) => yaml_path!["aliases", at],
        Origin::Form(at) => yaml_path!["forms", at],
        Origin::Not(at) => yaml_path!["not", at],
    };
    document.place(path)
}
