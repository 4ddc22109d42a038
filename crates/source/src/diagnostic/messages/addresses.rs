//! The wording of problems with addresses: those of pages, those that links lead to, and moved ones.

use crate::diagnostic::Code;
use crate::diagnostic::nearest::{nearest, short};
use crate::diagnostic::problem::{Diagnostic, Location};
use crate::slug::{MAX_BYTES, is_reserved, slug_of};

/// A name that cannot be part of an address, for the given reason or because of its characters.
#[must_use]
pub fn bad_address(location: Location, name: &str, reason: Option<&str>) -> Diagnostic {
    let problem = match reason {
        Some(reason) => Diagnostic::new(Code::BadAddress, location, format!("`/{name}/` cannot be an address: {reason}")),
        None => Diagnostic::new(Code::BadAddress, location, format!("`{}` cannot be part of an address", short(name)))
            .help("use lower-case letters, digits, `-`, `_` and `.`; begin with a letter or a digit, and do not end with `.`"),
    };
    if name.split('/').any(|part| part.len() > MAX_BYTES) {
        return problem.help(format!("a file or folder has a name of at most {MAX_BYTES} characters"));
    }
    let device = name.split('/').find(|part| is_reserved(part));
    if let Some(device) = device {
        return problem.help(format!("Windows has no files called `{device}`; write for example `{device}-device`"));
    }
    let better: Vec<String> = name.split('/').map(slug_of).collect();
    let usable = reason.is_none() && better.iter().all(|part| !part.is_empty());
    problem.maybe_help(usable.then(|| format!("for example `{}`", short(&better.join("/")))))
}

/// Two pages with the same address.
#[must_use]
pub fn address_taken(location: Location, address: &str, first: Location) -> Diagnostic {
    Diagnostic::new(Code::AddressTaken, location, format!("the address `{}` is used twice", short(address)))
        .label("used here")
        .related(first, "and here")
}

/// Two files of the site with the same path. `related` is the source of the other one if an author wrote it.
#[must_use]
pub fn place_taken(location: Location, path: &str, other: &str, related: Option<Location>) -> Diagnostic {
    let (path, other) = (short(path), short(other));
    let message = if path == other {
        format!("two sources produce the file `{path}`")
    } else if path.starts_with(&format!("{other}/")) {
        format!("`{path}` needs a folder `{other}`, but that is a file of the site")
    } else {
        format!("`{path}` and `{other}` are one file on disks that ignore case")
    };
    let found = Diagnostic::new(Code::AddressTaken, location, message).label("used here");
    match related {
        Some(related) => found.related(related, "and here"),
        None => found.help("the site generates the other one; choose another name"),
    }
}

/// A former address that is still in use.
#[must_use]
pub fn former_in_use(location: Location, address: &str, owner: Location) -> Diagnostic {
    Diagnostic::new(
        Code::AddressTaken,
        location,
        format!("`{}` is still in use, so it cannot be a former address", short(address)),
    )
    .label("listed as former here")
    .related(owner, "in use here")
    .help("a former address redirects to its entry, so no other page can use it")
}

/// A link with a scheme that pages must not use.
#[must_use]
pub fn bad_link(location: Location, address: &str) -> Diagnostic {
    Diagnostic::new(Code::BadLink, location, format!("`{}` is not an allowed link", short(address)))
        .help("use http, https, mailto or a relative address")
}

/// An image on another host.
#[must_use]
pub fn foreign_image(location: Location, address: &str) -> Diagnostic {
    Diagnostic::new(Code::BadLink, location, format!("the image `{}` is on another host", short(address)))
        .help("put it below `static/root/` and use its address there: pages load nothing from other hosts")
        .help("or name the host under `remote_pictures` in content/site.yaml, and begin the address with `https://`")
}

/// A link within the site without a target.
#[must_use]
pub fn dead_link<'a>(
    location: Location,
    address: &str,
    path: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let label = match path.strip_prefix("..") {
        Some(_) => "points outside the site".to_owned(),
        None => format!("there is no `/{}`", short(path)),
    };
    Diagnostic::new(Code::DeadLink, location, format!("`{}` leads to no page or file of this site", short(address)))
        .label(label)
        .maybe_help(nearest(path, known).map(|near| format!("did you mean `/{near}`?")))
}

/// A link to an anchor that the page does not have.
#[must_use]
pub fn dead_anchor<'a>(location: Location, anchor: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::DeadLink, location, format!("the page has no heading or anchor `#{}`", short(anchor)))
        .label("goes to the top of the page")
        .maybe_help(nearest(anchor, known).map(|near| format!("did you mean `#{near}`?")))
}

/// An address that was published before and leads nowhere now.
#[must_use]
pub fn lost_address<'a>(location: Location, address: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let path = address.trim_start_matches('/');
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let help = match path.strip_prefix("glossary/").or_else(|| path.strip_prefix("entries/")) {
        Some(_) => format!("add `former: [{}]` to the entry that replaces it", short(name)),
        None => {
            format!("redirect it in content/site.yaml: `moved: {{{}: …}}`", short(path.trim_end_matches('/')))
        }
    };
    Diagnostic::new(Code::LostAddress, location, format!("`{}` was published and no longer exists", short(address)))
        .label("published before")
        .maybe_help(nearest(path, known).map(|near| format!("the nearest address is `/{near}`")))
        .help(help)
        .help("delete the line only to give up the address for good")
}

/// An entry that was renamed and has no permanent name.
#[must_use]
pub fn renamed(location: Location, former: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NoId,
        location,
        "the entry was renamed and has no `id`: feeds will deliver it again as a new one",
    )
    .label("its earlier name")
    .help(format!("add `id: {}`, the name under which feeds know it", short(former)))
}

/// A body that has changed by this share since the newest note of its entry.
#[must_use]
pub fn no_note(location: Location, day: jiff::civil::Date, share: f64) -> Diagnostic {
    let percent = 100.0 * share;
    Diagnostic::new(
        Code::NoNote,
        location,
        format!("some {percent:.0} % of the body has changed since the newest note, of {day}: readers of feeds do not hear of it"),
    )
    .help("add the day and one sentence to `changes`, then run `rooflight urls --update`")
}

/// An address listed as moved that is in use or redirects elsewhere.
#[must_use]
pub fn moved_in_use(location: Location, address: &str) -> Diagnostic {
    let message = format!("`/{}` is in use or already redirects, so it cannot be listed under `moved`", short(address));
    Diagnostic::new(Code::AddressTaken, location, message).label("listed as moved")
}

/// An address listed as moved to one that does not exist.
#[must_use]
pub fn moved_nowhere<'a>(location: Location, target: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::DeadLink, location, format!("the target `/{}` does not exist", short(target)))
        .maybe_help(nearest(target, known).map(|near| format!("did you mean `/{near}`?")))
}

/// An address listed as moved to one that has moved too, which may be a loop.
#[must_use]
pub fn moved_on(location: Location, from: &str, to: &str) -> Diagnostic {
    let message = format!("`/{}/` leads to `/{}/`, which has moved too", short(from), short(to));
    Diagnostic::new(Code::AddressTaken, location, message).help("redirect to the final address")
}
