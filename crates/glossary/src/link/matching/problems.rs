//! Diagnostics that only linking issues; the others are in `diagnostic::messages`.

use rooflight_source::diagnostic::{Code, Diagnostic, Location};

/// A name without a letter or digit, which cannot be searched for.
#[must_use]
pub fn no_word(location: Location, text: &str) -> Diagnostic {
    Diagnostic::new(Code::EmptyValue, location, format!("`{text}` has no letter or figure to look for"))
}

/// A name that exceeds the maximum length of a form.
#[must_use]
pub fn long_form(location: Location, length: usize, limit: usize) -> Diagnostic {
    Diagnostic::new(
        Code::BadValue,
        location,
        format!("a name of {length} characters is too long, at most {limit} are searched for"),
    )
}

/// An explicit link by a name that several entries have; `owners` are the ids and locations of two of them.
#[must_use]
pub fn ambiguous_link(location: Location, name: &str, owners: [(&str, Location); 2]) -> Diagnostic {
    let [(one, first), (two, second)] = owners;
    Diagnostic::new(Code::AmbiguousForm, location, format!("`{name}` could mean two entries"))
        .label("linked here")
        .related(first, "one entry")
        .related(second, "the other")
        .help(format!("link by id: `{one}` or `{two}`"))
}

/// An entry that nothing links to, although it has `mentions` mentions.
#[must_use]
pub fn orphan(location: Location, term: &str, mentions: usize) -> Diagnostic {
    let message = match mentions {
        0 => format!("no other page mentions `{term}`"),
        _ => format!("no other entry links to `{term}`"),
    };
    let help = match mentions {
        0 => "mention it where it belongs, or add the words by which others call it to `aliases` or `forms`".to_owned(),
        1 => "it is mentioned once, where it is not linked: `rooflight links` says why".to_owned(),
        _ => format!("it is mentioned {mentions} times, where it is not linked: `rooflight links` says why"),
    };
    Diagnostic::new(Code::Orphan, location, message).help(help)
}

/// A mention by a name that its entry lists under `avoid` or, if `is_old`, under `superseded`.
#[must_use]
pub fn avoided(location: Location, words: &str, is_old: bool, term: &str, entry: Location) -> Diagnostic {
    let status = if is_old { "an old name, which another one superseded" } else { "a name to avoid" };
    Diagnostic::new(Code::AvoidedName, location, format!("`{words}` is {status}"))
        .related(entry, "listed here")
        .help(format!("write `{term}`"))
}

/// A name that counts as a proper name although other texts write it in lower case.
#[must_use]
pub fn lower_case(location: Location, name: &str, mentions: usize) -> Diagnostic {
    let times = if mentions == 1 { "once".to_owned() } else { format!("{mentions} times") };
    Diagnostic::new(
        Code::LowerCase,
        location,
        format!("`{name}` is mentioned {times} in lower case, where it is not linked"),
    )
    .help("`match: any` links those too; `match: exact` says that the capital belongs to the name")
}
