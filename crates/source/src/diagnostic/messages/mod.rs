//! The wording of every content problem.
//!
//! 1. One constructor per problem: the problem (no full stop), a label for the marked bytes, a hint. Codes are
//!    permanent.
//! 2. Problems with values are in this file; those with files, addresses, quality, age and translations have files of
//!    their own.

mod addresses;
pub mod docs;
mod files;
mod quality;
mod stale;
mod translations;

use crate::diagnostic::Code;
use crate::diagnostic::nearest::{did_you_mean, nearest, nearest_few, nearest_key, short};
use crate::diagnostic::problem::{Diagnostic, Location};
pub use addresses::*;
pub use files::*;
pub use quality::*;
pub use stale::*;
pub use translations::*;

/// A key that the schema does not define.
#[must_use]
pub fn unknown_key(location: Location, key: &str, known: &[&str]) -> Diagnostic {
    let help = nearest_key(key, known)
        .map_or_else(|| format!("known keys: {}", known.join(", ")), |meant| format!("did you mean `{meant}`?"));
    Diagnostic::new(Code::UnknownKey, location, format!("there is no key `{}` here", short(key)))
        .label("unknown key")
        .help(help)
}

/// A key of an interface string that does not exist.
#[must_use]
pub fn unknown_string<'a>(location: Location, key: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let help = nearest(key, known).map_or_else(
        || "the guide's page on languages lists the keys".to_owned(),
        |meant| format!("did you mean `{meant}`?"),
    );
    Diagnostic::new(Code::UnknownKey, location, format!("the interface has no string `{}`", short(key)))
        .label("unknown key")
        .help(help)
}

/// A site's own interface string that cannot replace the built-in one.
#[must_use]
pub fn bad_string(location: Location, key: &str, problem: &str, english: &str) -> Diagnostic {
    Diagnostic::new(Code::BadValue, location, format!("the string `{}` {problem}", short(key)))
        .help(format!("in English it is: {english}"))
}

/// A language that lacks strings of the interface.
#[must_use]
pub fn untranslated(location: Location, tag: &str, missing: &[&str], all: usize, file: &str) -> Diagnostic {
    let count = missing.len();
    let named = missing.iter().take(3).map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    let more = if count > 3 { ", …" } else { "" };
    Diagnostic::new(
        Code::Untranslated,
        location,
        format!("{count} of {all} strings of the interface have no text in `{}` and stay English", short(tag)),
    )
    .help(format!("write them in `{file}`: {named}{more}"))
}

/// A required value that is empty.
#[must_use]
pub fn empty(location: Location, what: &str) -> Diagnostic {
    Diagnostic::new(Code::EmptyValue, location, format!("{what} is empty"))
}

/// A definition that is too long for a hover card.
#[must_use]
pub fn long_definition(location: Location, length: u64, limit: u64) -> Diagnostic {
    Diagnostic::new(
        Code::LongDefinition,
        location,
        format!("the definition has {length} characters, at most {limit} fit a card"),
    )
    .help("say it in one or two plain sentences; the body has room for the rest")
}

/// An entry without a definition whose body has no paragraph to take one from.
#[must_use]
pub fn no_definition(location: Location) -> Diagnostic {
    Diagnostic::new(
        Code::EmptyValue,
        location,
        "the entry has no definition, and its body has no paragraph to take one from",
    )
    .help("add `definition: …`, or begin the body with a paragraph")
}

/// A catalog record that names no source; `what` names the record.
#[must_use]
pub fn no_source(location: Location, what: &str) -> Diagnostic {
    Diagnostic::new(Code::NoSource, location, format!("{what} names no source"))
        .help("add `sources:` with at least a title and an address, a package or a locator")
}

/// An entry that names no source, on a site that requires one.
#[must_use]
pub fn no_entry_source(location: Location) -> Diagnostic {
    Diagnostic::new(Code::NoSource, location, "the entry names no source")
        .help("add `sources:` with at least a title: of a page, a book, a standard or your own definition")
        .help("where entries need none, drop `sources` from `require` in content/site.yaml")
}

/// A value of the right shape that cannot be used.
#[must_use]
pub fn bad_value(location: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::BadValue, location, message)
}

/// A text that is longer than its limit.
#[must_use]
pub fn too_long(location: Location, what: &str, length: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::BadValue, location, format!("`{what}` has {length} characters, at most {most} are possible"))
}

/// A list that is longer than its limit.
#[must_use]
pub fn too_many(location: Location, what: &str, count: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::BadValue, location, format!("`{what}` has {count} items, at most {most} are possible"))
}

/// A character that no page can show.
#[must_use]
pub fn control_character(location: Location, character: char) -> Diagnostic {
    let code = u32::from(character);
    Diagnostic::new(Code::BadValue, location, format!("the text holds a control character (U+{code:04X})"))
        .help("remove it: pages cannot show it, and a feed that contains it is invalid")
}

/// A name with an invisible character.
#[must_use]
pub fn invisible_character(location: Location, key: &str, character: char) -> Diagnostic {
    let code = u32::from(character);
    Diagnostic::new(Code::BadValue, location, format!("`{key}` holds an invisible character (U+{code:04X})"))
        .help("remove it: two names that differ in it alone look the same")
}

/// An id that is not among `known`, with the nearest one as a hint.
#[must_use]
pub fn unknown_id<'a>(
    location: Location,
    what: &str,
    id: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::new(Code::UnknownId, location, format!("there is no {what} `{}`", short(id)))
        .label(format!("not a known {what}"))
        .maybe_help(did_you_mean(id, known))
}

/// An identifier used twice.
#[must_use]
pub fn duplicate(location: Location, what: &str, id: &str, first: Location) -> Diagnostic {
    Diagnostic::new(Code::Duplicate, location, format!("the {what} `{}` appears twice", short(id)))
        .label("again")
        .related(first, "first here")
}

/// A link to a term that no entry defines.
#[must_use]
pub fn unknown_term<'a>(
    location: Location,
    target: &str,
    known: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Diagnostic {
    let known: Vec<(&str, &str)> = known.into_iter().collect();
    let near = nearest(target, known.iter().map(|(id, _)| *id));
    let file = near.and_then(|id| known.iter().find(|(other, _)| *other == id));
    Diagnostic::new(Code::UnknownTerm, location, format!("no entry defines `{}`", short(target)))
        .label("not a term or an alias")
        .maybe_help(file.map(|(id, file)| format!("did you mean `{id}` ({file})?")))
}

/// A form that two entries claim.
#[must_use]
pub fn ambiguous(form: &str, location: Location, first: Location) -> Diagnostic {
    Diagnostic::new(Code::AmbiguousForm, location, format!("`{}` could mean two entries", short(form)))
        .label("claimed here")
        .related(first, "and claimed here")
        .help("drop one of them, or give one entry `match: never` and link to it by hand")
}

/// Elements of a body that are nested too deep.
#[must_use]
pub fn too_deep(location: Location, deepest: usize) -> Diagnostic {
    Diagnostic::new(Code::BadValue, location, format!("more than {deepest} elements are nested here"))
        .help("look for an unclosed `*`, `>` or `[`")
}

/// Raw HTML where it is switched off.
#[must_use]
pub fn raw_html(location: Location) -> Diagnostic {
    Diagnostic::new(Code::RawHtml, location, "raw HTML is switched off")
        .label("HTML")
        .help("write it in Markdown, or set `raw_html: true` in content/site.yaml")
}

/// A citation without its source.
#[must_use]
pub fn unknown_source<'a>(location: Location, key: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownSource, location, format!("no source of this entry has the key `{}`", short(key)))
        .label("cited here")
        .maybe_help(did_you_mean(key, known))
        .help("give the source a `key:`, and cite it as `[^key]`; or write the footnote, `[^key]: …`")
}

/// A mistake in a drawing.
#[must_use]
pub fn drawing(location: Location, message: impl Into<String>, help: Option<String>) -> Diagnostic {
    Diagnostic::new(Code::Drawing, location, message).maybe_help(help)
}

/// A block that asks for measured runs and finds none.
#[must_use]
pub fn no_run(location: Location, has_catalog: bool) -> Diagnostic {
    let help = if has_catalog { "leave out a line, or ask for another machine or model" } else { "this site has none" };
    Diagnostic::new(Code::Run, location, "no measured run is what this block asks for").help(help)
}

/// A measured run that does not exist; `known` are the ids of all runs.
#[must_use]
pub fn unknown_run<'a>(location: Location, id: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let near = nearest_few(id, known);
    let help = match near.as_slice() {
        [] => "ids stand in the files of `content/anchors/`: `id: m00001`".to_owned(),
        near => format!("the nearest: {}", near.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")),
    };
    Diagnostic::new(Code::Run, location, format!("there is no measured run `{}`", short(id)))
        .label("not the id of a row")
        .help(help)
}

/// A figure that differs from that of the run it names.
#[must_use]
pub fn wrong_run(location: Location, id: &str, claimed: &str, printed: &str) -> Diagnostic {
    let message = format!("the run `{}` has {printed} tokens per second, not {}", short(id), short(claimed));
    Diagnostic::new(Code::Run, location, message)
        .label("differs from the row")
        .help("correct the figure and the sentence around it, or name the run that was meant")
}

/// A template that does not parse or render.
#[must_use]
pub fn template(location: Location, message: &str) -> Diagnostic {
    let message = message.trim().trim_end_matches('.');
    match message.split_once(". Available fields: ") {
        Some((first, known)) => Diagnostic::new(Code::Template, location, first).help(format!("known fields: {known}")),
        None => Diagnostic::new(Code::Template, location, message.lines().next().unwrap_or("the template is broken")),
    }
}

/// An impossible fact of the catalog.
#[must_use]
pub fn impossible(location: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleFact, location, message)
}

/// A mistake in an expression, a unit or a text with values of a calculator's file.
#[must_use]
pub fn expression(location: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Expression, location, message)
}

/// A calculator that cannot show what its entry asks for.
#[must_use]
pub fn calculator(location: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Calculator, location, message)
}

/// A comparison without rows, neither its own nor any in one of its entries.
#[must_use]
pub fn no_rows(location: Location) -> Diagnostic {
    Diagnostic::new(
        Code::MissingKey,
        location,
        "the comparison has no rows, and neither entry compares itself with the other",
    )
    .help("add `rows:`, each with `question`, `a` and `b`")
}

/// A lesson that names neither an entry nor a page, or both.
#[must_use]
pub fn bad_lesson(location: Location) -> Diagnostic {
    Diagnostic::new(Code::BadValue, location, "a lesson shows either an entry or a page")
        .help("write `entry:` with an id, or `page:` with the name of a file in the track's folder")
}

/// A lesson that presets a calculator which does not exist.
#[must_use]
pub fn no_calculator(location: Location, entry: Option<&str>) -> Diagnostic {
    let message = match entry {
        Some(entry) => format!("the entry `{entry}` has no calculator"),
        None => "a page has no calculator to set".to_owned(),
    };
    Diagnostic::new(Code::Calculator, location, message).help("name an entry that has one with `entry:`")
}
