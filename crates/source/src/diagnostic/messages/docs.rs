//! The wording of `check --docs` and `export`: how documentation outside the site uses the glossary's terms, and which
//! names other tools cannot hold.

use crate::diagnostic::Code;
use crate::diagnostic::problem::{Diagnostic, Location};

/// A first mention without a link.
#[must_use]
pub fn unlinked_mention(location: Location, words: &str, term: &str, url: &str) -> Diagnostic {
    let of = if words == term { String::new() } else { format!(" (`{term}`)") };
    Diagnostic::new(Code::UnlinkedMention, location, format!("`{words}`{of} is mentioned first here, without a link"))
        .help(format!("link it to {url}"))
}

/// A mention by a name that the glossary says to avoid.
#[must_use]
pub fn avoided_in_docs(location: Location, words: &str, term: &str, url: &str) -> Diagnostic {
    Diagnostic::new(Code::AvoidedName, location, format!("`{words}` is a name that the glossary says to avoid"))
        .help(format!("write `{term}`: {url}"))
}

/// A name that the format of an export cannot hold.
#[must_use]
pub fn unexported_name(location: Location, name: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::UnexportedName, location, format!("the export lacks the name `{name}`: {reason}"))
}

/// An entry that no page of the documentation mentions.
#[must_use]
pub fn unused_term(location: Location, term: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedTerm, location, format!("no page mentions `{term}`"))
}
