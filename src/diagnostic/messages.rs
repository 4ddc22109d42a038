//! The wording of every content problem, in one place.
//!
//! One constructor a problem: what is wrong (no full stop), what the marked bytes are, what would help. Codes are permanent.

use super::nearest::nearest;
use super::{Diagnostic, Place};

fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|found| format!("did you mean `{found}`?"))
}

/// The folder that holds the content is not there, or holds nothing.
#[must_use]
pub fn no_content(folder: &str, help: &str) -> Diagnostic {
    Diagnostic::error("no-content", Place::whole(folder), format!("there is nothing to build in `{folder}`")).help(help)
}

/// A file or folder that cannot be read.
#[must_use]
pub fn unreadable(file: &str, reason: &str) -> Diagnostic {
    Diagnostic::error("unreadable", Place::whole(file), format!("`{file}` cannot be read: {reason}"))
}

/// A file whose bytes are not UTF-8.
#[must_use]
pub fn not_utf8(file: &str, line: usize, column: usize) -> Diagnostic {
    Diagnostic::error("not-utf8", Place::whole(file), format!("`{file}` is not UTF-8 (line {line}, column {column})"))
        .help("save the file as UTF-8")
}

/// YAML that does not parse, or does not have the shape that is wanted here.
#[must_use]
pub fn yaml(place: Place, message: &str) -> Diagnostic {
    let message = message.rsplit_once(" at line ").map_or(message, |(before, _)| before);
    let missing = message.split_once("missing field `").and_then(|(_, rest)| rest.split_once('`'));
    match missing {
        Some((field, _)) => Diagnostic::error("missing-key", place, format!("the key `{field}` is missing"))
            .help(format!("add `{field}: …`")),
        None => Diagnostic::error("yaml", place, message),
    }
}

/// A key that the schema does not have.
#[must_use]
pub fn unknown_key(place: Place, key: &str, known: &[&str]) -> Diagnostic {
    let help = did_you_mean(key, known.iter().copied()).unwrap_or_else(|| format!("known keys: {}", known.join(", ")));
    Diagnostic::error("unknown-key", place, format!("there is no key `{key}` here")).label("unknown key").help(help)
}

/// A Markdown file without front matter.
#[must_use]
pub fn no_front_matter(file: &str) -> Diagnostic {
    Diagnostic::error("no-front-matter", Place::new(file, 0..1), "the file does not begin with front matter")
        .help("begin the file with a line `---`, the keys, and another line `---`")
}

/// Front matter that never ends.
#[must_use]
pub fn open_front_matter(file: &str) -> Diagnostic {
    Diagnostic::error("no-front-matter", Place::new(file, 0..3), "the front matter is not closed")
        .label("opened here")
        .help("end the front matter with a line `---`")
}

/// A value that must not be empty.
#[must_use]
pub fn empty(place: Place, what: &str) -> Diagnostic {
    Diagnostic::error("empty-value", place, format!("{what} is empty"))
}

/// A definition that is too long for a card.
#[must_use]
pub fn long_definition(place: Place, length: usize, limit: usize) -> Diagnostic {
    Diagnostic::error(
        "long-definition",
        place,
        format!("the definition has {length} characters, at most {limit} fit a card"),
    )
    .help("say it in one or two plain sentences; the body has room for the rest")
}

/// An entry that names no source.
#[must_use]
pub fn no_source(place: Place, what: &str) -> Diagnostic {
    Diagnostic::error("no-source", place, format!("{what} names no source"))
        .help("add `sources:` with at least a title and an address, a package or a locator")
}

/// A value that is not of the kind that is wanted.
#[must_use]
pub fn bad_value(place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("bad-value", place, message)
}

/// An identifier that nothing has.
#[must_use]
pub fn unknown_id<'a>(place: Place, what: &str, id: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::error("unknown-id", place, format!("there is no {what} `{id}`"))
        .label(format!("not a known {what}"))
        .maybe_help(did_you_mean(id, known))
}

/// An identifier used twice.
#[must_use]
pub fn duplicate(place: Place, what: &str, id: &str, first: Place) -> Diagnostic {
    Diagnostic::error("duplicate", place, format!("the {what} `{id}` is there twice"))
        .label("again")
        .related(first, "first here")
}

/// A link to a term that no entry defines.
#[must_use]
pub fn unknown_term<'a>(place: Place, target: &str, known: impl IntoIterator<Item = (&'a str, &'a str)>) -> Diagnostic {
    let known: Vec<(&str, &str)> = known.into_iter().collect();
    let near = nearest(target, known.iter().map(|(id, _)| *id));
    let file = near.and_then(|id| known.iter().find(|(other, _)| *other == id));
    Diagnostic::error("unknown-term", place, format!("no entry defines `{target}`"))
        .label("not a term or an alias")
        .maybe_help(file.map(|(id, file)| format!("did you mean `{id}` ({file})?")))
}

/// A surface form that two entries claim.
#[must_use]
pub fn ambiguous(form: &str, place: Place, first: Place) -> Diagnostic {
    Diagnostic::error("ambiguous-form", place, format!("`{form}` could mean two entries"))
        .label("claimed here")
        .related(first, "and claimed here")
        .help("drop one of them, or give one entry `match: never` and link to it by hand")
}

/// A link whose scheme a page must not have.
#[must_use]
pub fn bad_link(place: Place, address: &str) -> Diagnostic {
    Diagnostic::error("bad-link", place, format!("`{address}` is not a link that a page may have"))
        .help("use http, https, mailto or a relative address")
}

/// Raw HTML where it is switched off.
#[must_use]
pub fn raw_html(place: Place) -> Diagnostic {
    Diagnostic::error("raw-html", place, "raw HTML is switched off")
        .label("HTML")
        .help("write it in Markdown, or set `raw_html: true` in content/site.yaml")
}

/// A citation without its source.
#[must_use]
pub fn unknown_source<'a>(place: Place, key: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::error("unknown-source", place, format!("no source of this entry has the key `{key}`"))
        .label("cited here")
        .maybe_help(did_you_mean(key, known))
        .help("give the source a `key:`, and cite it as `[^key]`")
}

/// A template that does not parse or render.
#[must_use]
pub fn template(place: Place, message: &str) -> Diagnostic {
    let message = message.trim().trim_end_matches('.');
    match message.split_once(". Available fields: ") {
        Some((first, known)) => Diagnostic::error("template", place, first).help(format!("known fields: {known}")),
        None => Diagnostic::error("template", place, message.lines().next().unwrap_or("the template is broken")),
    }
}

/// A fact of the catalog that cannot be.
#[must_use]
pub fn impossible(place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("impossible-fact", place, message)
}

/// A calculator that cannot show what its entry asks for.
#[must_use]
pub fn calculator(place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("calculator", place, message)
}

/// A file whose name does not say what it holds.
#[must_use]
pub fn misnamed(place: Place, file: &str, wanted: &str) -> Diagnostic {
    Diagnostic::error("bad-value", place, format!("the name of `{file}` does not say what it compares"))
        .help(format!("call it {wanted}"))
}

/// A comparison that has no table, and whose entries have none either.
#[must_use]
pub fn no_rows(place: Place) -> Diagnostic {
    Diagnostic::error(
        "missing-key",
        place,
        "the comparison has no rows, and neither entry compares itself with the other",
    )
    .help("add `rows:`, each with `question`, `a` and `b`")
}

/// A lesson that shows nothing, or two things.
#[must_use]
pub fn shows_what(place: Place) -> Diagnostic {
    Diagnostic::error("bad-value", place, "a lesson shows either an entry or a page")
        .help("write `entry:` with an id, or `page:` with the name of a file in the track's folder")
}

/// A lesson's page that belongs to no track.
#[must_use]
pub fn no_track(file: &str) -> Diagnostic {
    Diagnostic::error("unused-page", Place::whole(file), "no track has this folder")
        .help("a track and the folder of its pages have the same name: content/tracks/x.yaml, content/tracks/x/")
}

/// A lesson's page that its track does not name.
#[must_use]
pub fn unused_page(file: &str, track: &str) -> Diagnostic {
    Diagnostic::error("unused-page", Place::whole(file), format!("no lesson of `{track}` shows this page"))
        .help("name it in a lesson with `page:`, or delete the file")
}

/// Something to try in a calculator that is not there.
#[must_use]
pub fn no_calculator(place: Place, entry: Option<&str>) -> Diagnostic {
    let message = match entry {
        Some(entry) => format!("the entry `{entry}` has no calculator"),
        None => "a page has no calculator to set".to_owned(),
    };
    Diagnostic::error("calculator", place, message).help("name an entry that has one with `entry:`")
}
