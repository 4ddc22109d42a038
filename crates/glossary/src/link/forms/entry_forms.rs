//! Collects the forms of one entry, before they are compared with those of others.
//!
//! 1. Stated names and `not` phrases, the parts of names, and the inflected forms of names and parts.
//! 2. For a translation, the names of the original and their inflected forms.

use crate::link::forms::capitals::OwnWords;
use crate::link::forms::form::Form;
use crate::link::forms::inflect::DerivationRule;
use crate::link::forms::lexicon::Lexicon;
use crate::link::forms::origin::{LinkPolicy, Origin};
use crate::link::forms::parenthesis;
use crate::link::forms::stated_names::{checked, is_linked_by_hand, names};
use crate::model::document::Document;
use crate::model::ids::EntryId;
use crate::model::matching::Matching;
use rooflight_source::diagnostic::Diagnostic;

/// The forms of one entry, by how they were made.
#[derive(Default)]
pub(in crate::link) struct EntryForms {
    /// Names that the author wrote down, and `not` phrases.
    pub(in crate::link) written: Vec<Form>,
    /// Parts of names with parentheses, and their inflected forms.
    pub(in crate::link) parts: Vec<Form>,
    /// Inflected forms of the names.
    pub(in crate::link) derived: Vec<Form>,
    /// Names of the original of a translation, and their inflected forms.
    pub(in crate::link) original: Vec<Form>,
    /// Names that cannot be matched, as diagnostics.
    pub(in crate::link) problems: Vec<Diagnostic>,
}

impl EntryForms {
    /// Collects an entry's forms under the given policy. `None` collects the forms that are linked, which are only the
    /// `not` phrases of an entry with `match: manual` or `match: never`.
    pub(in crate::link) fn collect(lexicon: Lexicon<'_>, number: EntryId, policy: Option<LinkPolicy>) -> Self {
        let document = &lexicon.documents[number];
        let matching = lexicon.matching.of(document.front.matching);
        let language = lexicon.texts.of_entry(document);
        let mut own = OwnWords::new(document, language, lexicon.headwords.of_entry(document));
        let mut found = Self::default();
        let phrases = document.front.not.iter().enumerate();
        let phrases = phrases.map(|(at, text)| (text.as_str(), Origin::Not(at), LinkPolicy::Vetoed));
        let names = names(document).map(|(text, origin)| (text, origin, policy.unwrap_or(LinkPolicy::Linked)));
        let names = names.filter(|_| policy.is_some() || !is_linked_by_hand(document));
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
                Form { text, capitals, document: number, origin, rule, policy, topic: None }
            };
            let written = form(text, None);
            if origin.is_name() && matching != Matching::Exact {
                let topic = parenthesis::topic(&written.text, language);
                for part in parenthesis::parts(&written.text, language) {
                    let part = form(part.to_owned(), Some(DerivationRule::Parenthesis));
                    let part = Form { topic: topic.map(Box::from), ..part };
                    found.parts.extend(part.inflected(language));
                    found.parts.push(part);
                }
                found.derived.extend(written.inflected(language));
            }
            found.written.push(written);
        }
        if policy.is_some() || !is_linked_by_hand(document) {
            found.original.extend(of_original(lexicon, number, policy.unwrap_or(LinkPolicy::Linked)));
        }
        found
    }
}

/// True if a translation's alias or form is also a name of its original. Such a name is added with the original's
/// names, unless another entry has it.
fn is_inherited(document: &Document, text: &str, origin: Origin) -> bool {
    let Some(translation) = &document.translation else { return false };
    origin != Origin::Term && names(&translation.original).any(|(name, _)| name == text)
}

/// The forms of a translation's original, since texts in the other language often keep its names.
fn of_original(lexicon: Lexicon<'_>, number: EntryId, policy: LinkPolicy) -> Vec<Form> {
    let Some(translation) = &lexicon.documents[number].translation else { return Vec::new() };
    let (original, language) = (&translation.original, lexicon.texts.original);
    let matching = lexicon.matching.of(original.front.matching);
    let mut own = OwnWords::new(original, language, lexicon.headwords.of_entry(original));
    let mut found = Vec::new();
    for (text, origin) in names(original) {
        let Ok(text) = checked(text, original, origin) else { continue };
        let capitals = own.capitals(&text, matching);
        let form = Form {
            text,
            capitals,
            document: number,
            origin: Origin::Term,
            rule: Some(DerivationRule::Original),
            policy,
            topic: None,
        };
        if matching != Matching::Exact {
            found.extend(form.inflected(language));
        }
        found.push(form);
    }
    found
}
