//! The wording of warnings about content that builds but deserves a look.

use crate::diagnostic::Code;
use crate::diagnostic::nearest::short;
use crate::diagnostic::problem::{Diagnostic, Location};

/// A setting that still has its initial value.
#[must_use]
pub fn placeholder(location: Location, key: &str, value: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::Placeholder, location, format!("`{key}` is still the placeholder `{value}`")).help(help)
}

/// Words of a template that are published.
#[must_use]
pub fn template_words(location: Location, words: &str) -> Diagnostic {
    Diagnostic::new(Code::Placeholder, location, format!("“{}” is still what the template says", short(words)))
        .help("write your own words, or take these out")
}

/// Two theme colours with too little contrast; `readable` is a colour near the first with enough.
#[must_use]
pub fn low_contrast(
    location: Location,
    names: [&str; 2],
    scheme: &str,
    contrast: f64,
    readable: Option<&str>,
) -> Diagnostic {
    let [text, background] = names;
    // Rounded down, so that 4.46 is not printed as enough.
    let contrast = (contrast * 10.0).floor() / 10.0;
    let message = format!("{text} on {background} has a contrast of {contrast}:1 in the {scheme} scheme, below 4.5:1");
    Diagnostic::new(Code::LowContrast, location, message)
        .label("hard to read")
        .maybe_help(readable.map(|colour| format!("`\"{colour}\"` is near it and readable")))
}

/// A theme file that is larger than its budget, in kB.
#[must_use]
pub fn large_file(location: Location, what: &str, kilobytes: usize, budget: usize, help: &str) -> Diagnostic {
    Diagnostic::new(
        Code::LargeFile,
        location,
        format!("the {what} has {kilobytes} kB, and readers load it with their first page: {budget} kB are enough"),
    )
    .help(help)
}

/// A formula that cannot be shown.
#[must_use]
pub fn formula(location: Location, message: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::Formula, location, format!("the formula cannot be shown: {message}")).help(help)
}

/// Markup of another program, named by `what`.
#[must_use]
pub fn leftover(location: Location, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::Leftover, location, format!("{what} is printed as it stands")).help(help)
}

/// Markup that is not shown where it is written, named by `what`.
#[must_use]
pub fn left_out(location: Location, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::Leftover, location, format!("{what} is left out")).help(help)
}

/// A universal statement that cites no source.
#[must_use]
pub fn universal(location: Location, word: &str) -> Diagnostic {
    Diagnostic::new(Code::Universal, location, format!("“{word}” claims every case, and the sentence cites no source"))
        .help("say in which cases it holds, or cite the source that says so: `[^key]`")
}

/// A measured speed that names no run and cites no source.
#[must_use]
pub fn unsourced_measurement(location: Location) -> Diagnostic {
    Diagnostic::new(Code::UnsourcedMeasurement, location, "a measured speed without its row or its source")
        .label("measured where, and by whom?")
        .help("write `[[run:ID]]`, which prints the figure of a row of `content/anchors` with its conditions, or cite the source: `[^key]`")
}

/// Wording or punctuation against the site's style rules.
#[must_use]
pub fn style(location: Location, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Style, location, message).help(help)
}

/// A definition nearly the same as another.
#[must_use]
pub fn similar_definition(location: Location, other: &str, first: Location) -> Diagnostic {
    let message = format!("the definition is nearly the same as that of `{}`", short(other));
    Diagnostic::new(Code::SimilarDefinition, location, message)
        .label("nearly the same words")
        .related(first, "as here")
        .help("say what sets the two apart, or make one an alias of the other")
}

/// An entry that rests on secondary sources alone.
#[must_use]
pub fn no_primary_source(location: Location) -> Diagnostic {
    Diagnostic::new(Code::NoPrimarySource, location, "the entry names no primary source")
        .label("all of them are secondary")
        .help("add the place where the thing was measured, decided or first said")
}

/// A source that is listed and never cited.
#[must_use]
pub fn unused_source(location: Location, key: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedSource, location, format!("the source `{}` is never cited", short(key)))
        .label("listed here")
        .help(format!("cite it as `[^{}]` where the body relies on it, or remove it", short(key)))
}

/// A link to another host without encryption.
#[must_use]
pub fn insecure_link(location: Location, address: &str) -> Diagnostic {
    Diagnostic::new(Code::InsecureLink, location, format!("`{}` is not encrypted", short(address)))
        .help("write https:// if the host answers there")
}

/// A review over a year older than the newest content.
#[must_use]
pub fn stale_review(location: Location, newest: &str) -> Diagnostic {
    Diagnostic::new(Code::StaleReview, location, "the last review is more than a year old")
        .label(format!("the newest content is from {newest}"))
        .help("read the entry against its sources again, then set `reviewed`")
}

/// A speed without its hardware or its model.
#[must_use]
pub fn bare_speed(location: Location) -> Diagnostic {
    Diagnostic::new(Code::BareSpeed, location, "a speed without its hardware or its model")
        .label("on which machine, of which model?")
        .help("name model, format, runtime, hardware and context in the same section, or leave the figure out")
}
