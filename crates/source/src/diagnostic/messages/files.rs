//! The wording of problems with files: unreadable ones, ones without front matter, and unused ones.

use crate::diagnostic::Code;
use crate::diagnostic::nearest::{did_you_mean, short};
use crate::diagnostic::problem::{Diagnostic, Location};

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

/// A fit of measurements that does not parse.
#[must_use]
pub fn broken_fit(location: Location, reason: &str) -> Diagnostic {
    Diagnostic::new(Code::BrokenFit, location, format!("the fit cannot be read: {reason}")).help(REFIT)
}

/// A fit that was made from other measurements than the site has.
#[must_use]
pub fn outdated_fit(location: Location) -> Diagnostic {
    let what = "catalog or measurements have changed since this fit; its ranges know nothing of that";
    Diagnostic::new(Code::OutdatedFit, location, what).help(REFIT)
}

/// How a fit is made.
const REFIT: &str =
    "run `cargo run --release -p rooflight-fit` in Rooflight's repository, with `--root` for another site";

/// A Markdown file without front matter; `first` is its first character.
#[must_use]
pub fn no_front_matter(file: &str, first: Option<char>) -> Diagnostic {
    let first = first.map_or(0, char::len_utf8);
    Diagnostic::new(Code::NoFrontMatter, Location::new(file, 0..first), "the file does not begin with front matter")
        .help("begin the file with a line `---`, the keys, and another line `---`")
}

/// Front matter that never ends.
#[must_use]
pub fn open_front_matter(file: &str) -> Diagnostic {
    Diagnostic::new(Code::NoFrontMatter, Location::new(file, 0..3), "the front matter is not closed")
        .label("opened here")
        .help("end the front matter with a line `---`")
}

/// A file that the settings name and the site does not have.
#[must_use]
pub fn no_file<'a>(location: Location, path: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(Code::DeadLink, location, format!("there is no file `{}`", short(path)))
        .label("not a file of the site")
        .maybe_help(did_you_mean(path, known))
}

/// A comparison whose file name does not match its entries.
#[must_use]
pub fn misnamed(location: Location, file: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(
        Code::BadValue,
        location,
        format!("the name of `{file}` does not match the entries that it compares"),
    )
    .help(format!("rename it to {wanted}"))
}

/// A lesson's page that belongs to no track.
#[must_use]
pub fn no_track(file: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedPage, Location::whole(file), "this folder belongs to no track")
        .help("a track and the folder of its pages have the same name: content/tracks/x.yaml, content/tracks/x/")
}

/// A lesson's page that its track does not name.
#[must_use]
pub fn unused_page(file: &str, track: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedPage, Location::whole(file), format!("no lesson of `{track}` shows this page"))
        .help("name it in a lesson with `page:`, or delete the file")
}

/// A file that the build does not use, or a folder of `count` such files.
#[must_use]
pub fn unused_file(path: &str, count: usize, help: String) -> Diagnostic {
    let message = match count {
        1 => format!("`{path}` is not used"),
        _ => format!("nothing in `{path}/` is used ({count} files)"),
    };
    Diagnostic::new(Code::UnusedFile, Location::whole(path), message).help(help)
}
