//! A surface form: one text that counts as a mention of an entry, and how a match is compared with it.
//!
//! Looks at one entry only: [`crate::link::forms::surface_forms`] decides which entry gets a text.

use crate::link::forms::capitals::Capitals;
use crate::link::forms::fold::{Folded, low};
use crate::link::forms::inflect::{self, DerivationRule, Language};
use crate::link::forms::origin::{LinkPolicy, Origin};
use crate::model::ids::EntryId;

/// Maximum length of a form, in characters; keeps the search linear.
pub const MAX_CHARACTERS: usize = 100;

/// A surface form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The folded text, with its capitals.
    pub text: String,
    /// How the capitals of a match are compared.
    pub capitals: Capitals,
    /// The document that is mentioned.
    pub document: EntryId,
    /// The name in the front matter that it is or is derived from.
    pub origin: Origin,
    /// The rule that derived it; `None` for the stated name itself.
    pub rule: Option<DerivationRule>,
    /// The effect of a match.
    pub policy: LinkPolicy,
    /// The topic that a page needs for a link; `None` for most forms.
    pub topic: Option<Box<str>>,
}

impl Form {
    /// True if `text`, which has the same letters, has acceptable capitals.
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        self.capitals.accept(&self.text, text)
    }

    /// True if one of the two forms accepts the other's text.
    pub(in crate::link) fn meets(&self, other: &Self) -> bool {
        self.accepts(&other.text) || other.accepts(&self.text)
    }

    /// True for a stated name (not a derived one) that is linked.
    pub(in crate::link) fn claimed(&self) -> bool {
        self.policy == LinkPolicy::Linked && self.rule.is_none()
    }

    /// The forms that the rules of a language derive from this one.
    pub(in crate::link) fn inflected(&self, language: Language) -> impl Iterator<Item = Self> + use<> {
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

/// A text in lower case as [`Folded::key`] has it.
pub(in crate::link) fn key(text: &str) -> String {
    text.chars().map(low).collect()
}

/// A text folded for comparison and trimmed, with its capitals.
#[must_use]
pub fn normal(text: &str) -> String {
    Folded::new(text).text.trim().to_owned()
}
