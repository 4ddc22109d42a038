//! The wording of every content problem, in one place.
//!
//! One constructor per problem: the problem (no full stop), a label for the marked bytes, a hint. Codes are permanent.

pub mod docs;
mod stale;

use crate::diagnostic::nearest::{did_you_mean, nearest, nearest_few, nearest_key, short};
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::slug::{LONGEST, is_device, slug_of};
pub use stale::{
    front_page, moving_source, never_reviewed, old_version, past_present, past_run, past_year, review_due,
    undated_source,
};

/// The content folder is missing or empty.
#[must_use]
pub fn no_content(folder: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::NoContent, Location::whole(folder), format!("there is nothing to build in `{folder}`"))
        .help(help)
}

/// A file or folder that cannot be read.
#[must_use]
pub fn unreadable(file: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::Unreadable, Location::whole(file), format!("`{file}` cannot be read: {reason}"))
}

/// A file whose bytes are not UTF-8.
#[must_use]
pub fn not_utf8(file: &str, line: usize, column: usize) -> Diagnostic {
    Diagnostic::new(
        Code::NotUtf8,
        Location::whole(file),
        format!("`{file}` is not UTF-8 (line {line}, column {column})"),
    )
    .help("save the file as UTF-8")
}

/// A key that the schema does not have.
#[must_use]
pub fn unknown_key(place: Location, key: &str, known: &[&str]) -> Diagnostic {
    let help = nearest_key(key, known)
        .map_or_else(|| format!("known keys: {}", known.join(", ")), |meant| format!("did you mean `{meant}`?"));
    Diagnostic::new(Code::UnknownKey, place, format!("there is no key `{}` here", short(key)))
        .label("unknown key")
        .help(help)
}

/// A Markdown file without front matter; `first` is its first character.
#[must_use]
pub(crate) fn no_front_matter(file: &str, first: Option<char>) -> Diagnostic {
    let first = first.map_or(0, char::len_utf8);
    Diagnostic::new(Code::NoFrontMatter, Location::new(file, 0..first), "the file does not begin with front matter")
        .help("begin the file with a line `---`, the keys, and another line `---`")
}

/// Front matter that never ends.
#[must_use]
pub(crate) fn open_front_matter(file: &str) -> Diagnostic {
    Diagnostic::new(Code::NoFrontMatter, Location::new(file, 0..3), "the front matter is not closed")
        .label("opened here")
        .help("end the front matter with a line `---`")
}

/// A value that must not be empty.
#[must_use]
pub fn empty(place: Location, what: &str) -> Diagnostic {
    Diagnostic::new(Code::EmptyValue, place, format!("{what} is empty"))
}

/// A definition that is too long for a card.
#[must_use]
pub(crate) fn long_definition(place: Location, length: u64, limit: u64) -> Diagnostic {
    Diagnostic::new(
        Code::LongDefinition,
        place,
        format!("the definition has {length} characters, at most {limit} fit a card"),
    )
    .help("say it in one or two plain sentences; the body has room for the rest")
}

/// An entry without a definition whose body has no words for one.
#[must_use]
pub(crate) fn no_definition(place: Location) -> Diagnostic {
    Diagnostic::new(
        Code::EmptyValue,
        place,
        "the entry has no definition, and its body has no paragraph to take one from",
    )
    .help("add `definition: …`, or begin the body with a paragraph")
}

/// An entry that names no source.
#[must_use]
pub(crate) fn no_source(place: Location, what: &str) -> Diagnostic {
    Diagnostic::new(Code::NoSource, place, format!("{what} names no source"))
        .help("add `sources:` with at least a title and an address, a package or a locator")
}

/// An entry that names no source, on a site whose entries need one.
#[must_use]
pub(crate) fn no_entry_source(place: Location) -> Diagnostic {
    Diagnostic::new(Code::NoSource, place, "the entry names no source")
        .help("add `sources:` with at least a title: of a page, a book, a standard or your own definition")
        .help("where entries need none, drop `sources` from `require` in content/site.yaml")
}

/// A value of the right shape that cannot be used.
#[must_use]
pub fn bad_value(place: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::BadValue, place, message)
}

/// A text that is longer than its limit.
#[must_use]
pub(crate) fn too_long(place: Location, what: &str, length: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::BadValue, place, format!("`{what}` has {length} characters, at most {most} are possible"))
}

/// A list that is longer than its limit.
#[must_use]
pub(crate) fn too_many(place: Location, what: &str, count: usize, most: usize) -> Diagnostic {
    Diagnostic::new(Code::BadValue, place, format!("`{what}` has {count} items, at most {most} are possible"))
}

/// A character that no page can show.
#[must_use]
pub(crate) fn control_character(place: Location, character: char) -> Diagnostic {
    let code = u32::from(character);
    Diagnostic::new(Code::BadValue, place, format!("the text holds a control character (U+{code:04X})"))
        .help("remove it: pages cannot show it, and a feed that contains it is invalid")
}

/// A name with a character that nobody sees.
#[must_use]
pub(crate) fn invisible_character(place: Location, key: &str, character: char) -> Diagnostic {
    let code = u32::from(character);
    Diagnostic::new(Code::BadValue, place, format!("`{key}` holds an invisible character (U+{code:04X})"))
        .help("remove it: two names that differ in it alone look the same")
}

/// A name that cannot be part of an address, for this reason or because of its characters.
#[must_use]
pub(crate) fn bad_address(place: Location, name: &str, reason: Option<&str>) -> Diagnostic {
    let problem = match reason {
        Some(reason) => Diagnostic::new(Code::BadAddress, place, format!("`/{name}/` cannot be an address: {reason}")),
        None => Diagnostic::new(Code::BadAddress, place, format!("`{}` cannot be part of an address", short(name)))
            .help("use lower-case letters, digits, `-`, `_` and `.`; begin with a letter or a digit, and do not end with `.`"),
    };
    if name.split('/').any(|part| part.len() > LONGEST) {
        return problem.help(format!("a file or folder has a name of at most {LONGEST} characters"));
    }
    let device = name.split('/').find(|part| is_device(part));
    if let Some(device) = device {
        return problem.help(format!("Windows has no files called `{device}`; write for example `{device}-device`"));
    }
    let better: Vec<String> = name.split('/').map(slug_of).collect();
    let usable = reason.is_none() && better.iter().all(|part| !part.is_empty());
    problem.maybe_help(usable.then(|| format!("for example `{}`", short(&better.join("/")))))
}

/// Two things with one address.
#[must_use]
pub fn address_taken(place: Location, address: &str, first: Location) -> Diagnostic {
    Diagnostic::new(Code::AddressTaken, place, format!("the address `{}` is used twice", short(address)))
        .label("used here")
        .related(first, "and here")
}

/// Two files of the site with one path. `related` is the source of the other one, if an author wrote it.
#[must_use]
pub fn place_taken(place: Location, path: &str, other: &str, related: Option<Location>) -> Diagnostic {
    let (path, other) = (short(path), short(other));
    let message = if path == other {
        format!("two sources produce the file `{path}`")
    } else if path.starts_with(&format!("{other}/")) {
        format!("`{path}` needs a folder `{other}`, but that is a file of the site")
    } else {
        format!("`{path}` and `{other}` are one file on disks that ignore case")
    };
    let found = Diagnostic::new(Code::AddressTaken, place, message).label("used here");
    match related {
        Some(related) => found.related(related, "and here"),
        None => found.help("the site generates the other one; choose another name"),
    }
}

/// A former address that is still in use.
#[must_use]
pub fn former_in_use(place: Location, address: &str, owner: Location) -> Diagnostic {
    Diagnostic::new(
        Code::AddressTaken,
        place,
        format!("`{}` is still in use, so it cannot be a former address", short(address)),
    )
    .label("listed as former here")
    .related(owner, "in use here")
    .help("a former address redirects to its entry, so no other page can use it")
}

/// An unknown identifier.
#[must_use]
pub fn unknown_id<'a>(place: Location, what: &str, id: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownId, place, format!("there is no {what} `{}`", short(id)))
        .label(format!("not a known {what}"))
        .maybe_help(did_you_mean(id, known))
}

/// An identifier used twice.
#[must_use]
pub fn duplicate(place: Location, what: &str, id: &str, first: Location) -> Diagnostic {
    Diagnostic::new(Code::Duplicate, place, format!("the {what} `{}` appears twice", short(id)))
        .label("again")
        .related(first, "first here")
}

/// A link to a term that no entry defines.
#[must_use]
pub(crate) fn unknown_term<'a>(
    place: Location,
    target: &str,
    known: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Diagnostic {
    let known: Vec<(&str, &str)> = known.into_iter().collect();
    let near = nearest(target, known.iter().map(|(id, _)| *id));
    let file = near.and_then(|id| known.iter().find(|(other, _)| *other == id));
    Diagnostic::new(Code::UnknownTerm, place, format!("no entry defines `{}`", short(target)))
        .label("not a term or an alias")
        .maybe_help(file.map(|(id, file)| format!("did you mean `{id}` ({file})?")))
}

/// A surface form that two entries claim.
#[must_use]
pub fn ambiguous(form: &str, place: Location, first: Location) -> Diagnostic {
    Diagnostic::new(Code::AmbiguousForm, place, format!("`{}` could mean two entries", short(form)))
        .label("claimed here")
        .related(first, "and claimed here")
        .help("drop one of them, or give one entry `match: never` and link to it by hand")
}

/// A link with a scheme that pages must not use.
#[must_use]
pub(crate) fn bad_link(place: Location, address: &str) -> Diagnostic {
    Diagnostic::new(Code::BadLink, place, format!("`{}` is not an allowed link", short(address)))
        .help("use http, https, mailto or a relative address")
}

/// Elements of a body that are nested too deep.
#[must_use]
pub(crate) fn too_deep(place: Location, deepest: usize) -> Diagnostic {
    Diagnostic::new(Code::BadValue, place, format!("more than {deepest} elements are nested here"))
        .help("look for an unclosed `*`, `>` or `[`")
}

/// An image on another host.
#[must_use]
pub(crate) fn foreign_image(place: Location, address: &str) -> Diagnostic {
    Diagnostic::new(Code::BadLink, place, format!("the image `{}` is on another host", short(address)))
        .help("put it below `static/root/` and use its address there: pages load nothing from other hosts")
}

/// A link within the site without a target.
#[must_use]
pub fn dead_link<'a>(
    place: Location,
    address: &str,
    path: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let label = match path.strip_prefix("..") {
        Some(_) => "points outside the site".to_owned(),
        None => format!("there is no `/{}`", short(path)),
    };
    Diagnostic::new(Code::DeadLink, place, format!("`{}` leads to no page or file of this site", short(address)))
        .label(label)
        .maybe_help(nearest(path, known).map(|near| format!("did you mean `/{near}`?")))
}

/// A link to an anchor that the page does not have.
#[must_use]
pub fn dead_anchor<'a>(place: Location, anchor: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::DeadLink, place, format!("the page has no heading or anchor `#{}`", short(anchor)))
        .label("goes to the top of the page")
        .maybe_help(nearest(anchor, known).map(|near| format!("did you mean `#{near}`?")))
}

/// An address that was published before and leads to nothing now.
#[must_use]
pub fn lost_address<'a>(place: Location, address: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let path = address.trim_start_matches('/');
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let help = match path.strip_prefix("glossary/").or_else(|| path.strip_prefix("entries/")) {
        Some(_) => format!("add `former: [{}]` to the entry that replaces it", short(name)),
        None => {
            format!("redirect it in content/site.yaml: `moved: {{{}: …}}`", short(path.trim_end_matches('/')))
        }
    };
    Diagnostic::new(Code::LostAddress, place, format!("`{}` was published and no longer exists", short(address)))
        .label("published before")
        .maybe_help(nearest(path, known).map(|near| format!("the nearest address is `/{near}`")))
        .help(help)
        .help("delete the line only to give up the address for good")
}

/// An entry that was renamed and has no permanent name.
#[must_use]
pub fn renamed(place: Location, former: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NoId,
        place,
        "the entry was renamed and has no `id`: feeds will deliver it again as a new one",
    )
    .label("its earlier name")
    .help(format!("add `id: {}`, the name under which feeds know it", short(former)))
}

/// An address that is listed as moved, and is in use or leads elsewhere.
#[must_use]
pub fn moved_in_use(place: Location, address: &str) -> Diagnostic {
    let message = format!("`/{}` is in use or already redirects, so it cannot be listed under `moved`", short(address));
    Diagnostic::new(Code::AddressTaken, place, message).label("listed as moved")
}

/// An address that is listed as moved to where nothing stands.
#[must_use]
pub fn moved_nowhere<'a>(place: Location, target: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::DeadLink, place, format!("the target `/{}` does not exist", short(target)))
        .maybe_help(nearest(target, known).map(|near| format!("did you mean `/{near}`?")))
}

/// An address that is listed as moved to one that has moved itself: the way may be a circle.
#[must_use]
pub(crate) fn moved_on(place: Location, from: &str, to: &str) -> Diagnostic {
    let message = format!("`/{}/` leads to `/{}/`, which has moved too", short(from), short(to));
    Diagnostic::new(Code::AddressTaken, place, message).help("redirect to the final address")
}

/// Raw HTML where it is switched off.
#[must_use]
pub fn raw_html(place: Location) -> Diagnostic {
    Diagnostic::new(Code::RawHtml, place, "raw HTML is switched off")
        .label("HTML")
        .help("write it in Markdown, or set `raw_html: true` in content/site.yaml")
}

/// A setting that still has the value it was created with.
#[must_use]
pub fn placeholder(place: Location, key: &str, value: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::Placeholder, place, format!("`{key}` is still the placeholder `{value}`")).help(help)
}

/// Two colours of the theme whose contrast is below the least; `readable` is a colour near the first that is above it.
#[must_use]
pub fn low_contrast(
    place: Location,
    names: [&str; 2],
    scheme: &str,
    contrast: f64,
    readable: Option<&str>,
) -> Diagnostic {
    let [text, background] = names;
    // Rounded down, so that 4.46 is not printed as enough.
    let contrast = (contrast * 10.0).floor() / 10.0;
    let message = format!("{text} on {background} has a contrast of {contrast}:1 in the {scheme} scheme, below 4.5:1");
    Diagnostic::new(Code::LowContrast, place, message)
        .label("hard to read")
        .maybe_help(readable.map(|colour| format!("`\"{colour}\"` is near it and readable")))
}

/// A file of the theme that is larger than its budget, in kilobytes.
#[must_use]
pub fn large_file(place: Location, what: &str, kilobytes: usize, budget: usize, help: &str) -> Diagnostic {
    Diagnostic::new(
        Code::LargeFile,
        place,
        format!("the {what} has {kilobytes} kB, and readers load it with their first page: {budget} kB are enough"),
    )
    .help(help)
}

/// A file of the settings that the site does not have.
#[must_use]
pub fn no_file<'a>(place: Location, path: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::DeadLink, place, format!("there is no file `{}`", short(path)))
        .label("not a file of the site")
        .maybe_help(did_you_mean(path, known))
}

/// Markup of another program; `what` names it.
#[must_use]
pub fn leftover(place: Location, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::Leftover, place, format!("{what} is printed as it stands")).help(help)
}

/// A citation without its source.
#[must_use]
pub(crate) fn unknown_source<'a>(place: Location, key: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::UnknownSource, place, format!("no source of this entry has the key `{}`", short(key)))
        .label("cited here")
        .maybe_help(did_you_mean(key, known))
        .help("give the source a `key:`, and cite it as `[^key]`; or write the footnote, `[^key]: …`")
}

/// A mistake in a drawing.
#[must_use]
pub(crate) fn drawing(place: Location, message: impl Into<String>, help: Option<String>) -> Diagnostic {
    Diagnostic::new(Code::Drawing, place, message).maybe_help(help)
}

/// A measured run that no file of measurements has; `known` are the ids of all rows.
#[must_use]
pub fn unknown_run<'a>(place: Location, id: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let near = nearest_few(id, known);
    let help = match near.as_slice() {
        [] => "ids stand in the files of `content/anchors/`: `id: m00001`".to_owned(),
        near => format!("the nearest: {}", near.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")),
    };
    Diagnostic::new(Code::Run, place, format!("there is no measured run `{}`", short(id)))
        .label("not the id of a row")
        .help(help)
}

/// A figure that differs from that of the run which it names.
#[must_use]
pub fn wrong_run(place: Location, id: &str, claimed: &str, printed: &str) -> Diagnostic {
    let message = format!("the run `{}` has {printed} tokens per second, not {}", short(id), short(claimed));
    Diagnostic::new(Code::Run, place, message)
        .label("differs from the row")
        .help("correct the figure and the sentence around it, or name the run that was meant")
}

/// A universal statement without the source that says so.
#[must_use]
pub fn universal(place: Location, word: &str) -> Diagnostic {
    Diagnostic::new(Code::Universal, place, format!("“{word}” claims every case, and the sentence cites no source"))
        .help("say in which cases it holds, or cite the source that says so: `[^key]`")
}

/// Wording or punctuation against the rules of style.
#[must_use]
pub fn style(place: Location, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Style, place, message).help(help)
}

/// A template that does not parse or render.
#[must_use]
pub fn template(place: Location, message: &str) -> Diagnostic {
    let message = message.trim().trim_end_matches('.');
    match message.split_once(". Available fields: ") {
        Some((first, known)) => Diagnostic::new(Code::Template, place, first).help(format!("known fields: {known}")),
        None => Diagnostic::new(Code::Template, place, message.lines().next().unwrap_or("the template is broken")),
    }
}

/// An impossible fact of the catalog.
#[must_use]
pub fn impossible(place: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::ImpossibleFact, place, message)
}

/// A mistake in an expression, a unit or a text with values of a calculator's file.
#[must_use]
pub fn expression(place: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Expression, place, message)
}

/// A calculator that cannot show what its entry asks for.
#[must_use]
pub fn calculator(place: Location, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Calculator, place, message)
}

/// A definition nearly the same as another.
#[must_use]
pub fn similar_definition(place: Location, other: &str, first: Location) -> Diagnostic {
    let message = format!("the definition is nearly the same as that of `{}`", short(other));
    Diagnostic::new(Code::SimilarDefinition, place, message)
        .label("nearly the same words")
        .related(first, "as here")
        .help("say what sets the two apart, or make one an alias of the other")
}

/// An entry that rests on secondary sources alone.
#[must_use]
pub fn no_primary_source(place: Location) -> Diagnostic {
    Diagnostic::new(Code::NoPrimarySource, place, "the entry names no primary source")
        .label("all of them are secondary")
        .help("add the place where the thing was measured, decided or first said")
}

/// A source that is listed and never cited.
#[must_use]
pub fn unused_source(place: Location, key: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedSource, place, format!("the source `{}` is never cited", short(key)))
        .label("listed here")
        .help(format!("cite it as `[^{}]` where the body relies on it, or remove it", short(key)))
}

/// A link to another host without encryption.
#[must_use]
pub fn insecure_link(place: Location, address: &str) -> Diagnostic {
    Diagnostic::new(Code::InsecureLink, place, format!("`{}` is not encrypted", short(address)))
        .help("write https:// if the host answers there")
}

/// A review over a year older than the newest content.
#[must_use]
pub fn stale_review(place: Location, newest: &str) -> Diagnostic {
    Diagnostic::new(Code::StaleReview, place, "the last review is more than a year old")
        .label(format!("the newest content is from {newest}"))
        .help("read the entry against its sources again, then set `reviewed`")
}

/// A speed without its hardware or its model.
#[must_use]
pub fn bare_speed(place: Location) -> Diagnostic {
    Diagnostic::new(Code::BareSpeed, place, "a speed without its hardware or its model")
        .label("on which machine, of which model?")
        .help("name model, format, runtime, hardware and context in the same section, or leave the figure out")
}

/// A comparison whose file name does not match its entries.
#[must_use]
pub(crate) fn misnamed(place: Location, file: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::BadValue, place, format!("the name of `{file}` does not match the entries that it compares"))
        .help(format!("rename it to {wanted}"))
}

/// A comparison that has no table, and whose entries have none either.
#[must_use]
pub(crate) fn no_rows(place: Location) -> Diagnostic {
    Diagnostic::new(
        Code::MissingKey,
        place,
        "the comparison has no rows, and neither entry compares itself with the other",
    )
    .help("add `rows:`, each with `question`, `a` and `b`")
}

/// A lesson that shows nothing, or two things.
#[must_use]
pub(crate) fn shows_what(place: Location) -> Diagnostic {
    Diagnostic::new(Code::BadValue, place, "a lesson shows either an entry or a page")
        .help("write `entry:` with an id, or `page:` with the name of a file in the track's folder")
}

/// A lesson's page that belongs to no track.
#[must_use]
pub(crate) fn no_track(file: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedPage, Location::whole(file), "this folder belongs to no track")
        .help("a track and the folder of its pages have the same name: content/tracks/x.yaml, content/tracks/x/")
}

/// A lesson's page that its track does not name.
#[must_use]
pub(crate) fn unused_page(file: &str, track: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedPage, Location::whole(file), format!("no lesson of `{track}` shows this page"))
        .help("name it in a lesson with `page:`, or delete the file")
}

/// A file that the build does not use, or a folder of so many files.
#[must_use]
pub fn unused_file(path: &str, count: usize, help: String) -> Diagnostic {
    let message = match count {
        1 => format!("`{path}` is not used"),
        _ => format!("nothing in `{path}/` is used ({count} files)"),
    };
    Diagnostic::new(Code::UnusedFile, Location::whole(path), message).help(help)
}

/// A suggested setting of a calculator that does not exist.
#[must_use]
pub(crate) fn no_calculator(place: Location, entry: Option<&str>) -> Diagnostic {
    let message = match entry {
        Some(entry) => format!("the entry `{entry}` has no calculator"),
        None => "a page has no calculator to set".to_owned(),
    };
    Diagnostic::new(Code::Calculator, place, message).help("name an entry that has one with `entry:`")
}
