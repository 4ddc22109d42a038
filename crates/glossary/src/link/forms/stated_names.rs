//! The names that an author states in an entry's front matter, each with its location.

use crate::link::forms::form::{MAX_CHARACTERS, normal};
use crate::link::forms::origin::Origin;
use crate::link::matching::problems;
use crate::model::document::Parsed;
use crate::model::matching::Matching;
use rooflight_source::diagnostic::{Diagnostic, Location};
use rooflight_source::yaml;
use rooflight_source::yaml_path;

/// The names of an entry in the order in which they are claimed: the term first.
pub(in crate::link) fn names(document: &Parsed) -> impl Iterator<Item = (&str, Origin)> {
    let front = &document.front;
    let aliases = front.aliases.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Alias(at)));
    let forms = front.forms.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Form(at)));
    let avoid = front.avoid.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Avoid(at)));
    let old = front.superseded.iter().enumerate().map(|(at, text)| (text.as_str(), Origin::Superseded(at)));
    std::iter::once((front.term.as_str(), Origin::Term)).chain(aliases).chain(avoid).chain(old).chain(forms)
}

/// Folds a name and checks that it can be matched.
///
/// # Errors
/// A problem if it has no letter or digit, or is too long.
pub(in crate::link) fn checked(text: &str, document: &Parsed, origin: Origin) -> Result<String, Diagnostic> {
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

/// True for an entry that is never linked automatically: `match: manual` or `match: never`.
pub(in crate::link) fn is_linked_by_hand(document: &Parsed) -> bool {
    matches!(document.front.matching, Matching::Manual | Matching::Never)
}

/// The location of a name in the entry's front matter.
pub(in crate::link) fn location(document: &Parsed, origin: Origin) -> Location {
    let path: &[yaml::PathSegment] = match origin {
        Origin::Term => yaml_path!["term"],
        Origin::Alias(at) => yaml_path!["aliases", at],
        Origin::Avoid(at) => yaml_path!["avoid", at],
        Origin::Superseded(at) => yaml_path!["superseded", at],
        Origin::Form(at) => yaml_path!["forms", at],
        Origin::Not(at) => yaml_path!["not", at],
    };
    document.location(path)
}
