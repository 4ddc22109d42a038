//! A surface form: one text that counts as a mention of an entry, and how a find is compared with it.
//!
//! Nothing here looks at a second entry: [`crate::link::forms`] decides who has a text.

use crate::link::capitals::Capitals;
use crate::link::fold::{Folded, low};
use crate::link::inflect::{self, Language, Rule};
use crate::link::origin::{LinkPolicy, Origin};
use crate::model::ids::EntryId;

/// The most characters a form may have: what keeps the search linear, whatever an author writes.
pub const MAX_CHARACTERS: usize = 100;

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
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.accepts(&other.text) || other.accepts(&self.text)
    }

    /// True for a stated name that is linked.
    pub(super) fn claimed(&self) -> bool {
        self.policy == LinkPolicy::Linked && self.rule.is_none()
    }

    /// The forms that the rules of a language derive from this one.
    pub(super) fn inflected(&self, language: Language) -> impl Iterator<Item = Self> + use<> {
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

/// The lower-case key of a form.
pub(super) fn key(text: &str) -> String {
    text.chars().map(low).collect()
}

/// The form folded for comparison, with its capitals kept.
#[must_use]
pub fn normal(text: &str) -> String {
    Folded::new(text).text.trim().to_owned()
}
