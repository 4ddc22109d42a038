//! The wording of `check --stale`: reviews that are due, past years, and sources that may have changed since they were
//! read.

use crate::diagnostic::Code;
use crate::diagnostic::nearest::short;
use crate::diagnostic::problem::{Diagnostic, Location};

/// An entry last `checked` ("reviewed" or "changed") in a month that is more than six months ago.
#[must_use]
pub fn review_due(location: Location, checked: &str, month: &str) -> Diagnostic {
    Diagnostic::new(Code::StaleReview, location, format!("the entry was last {checked} in {month}"))
        .label("more than six months ago")
        .help("read the entry against its sources again, then set `reviewed`")
}

/// An entry without any date.
#[must_use]
pub fn never_reviewed(location: Location) -> Diagnostic {
    Diagnostic::new(Code::StaleReview, location, "no date says when the entry was last checked")
        .help("read the entry against its sources, then set `reviewed` to the month")
}

/// "As of" a year that is over.
#[must_use]
pub fn past_present(location: Location, year: i16) -> Diagnostic {
    Diagnostic::new(Code::PastYear, location, format!("“as of {year}” takes a past year for the present"))
        .help("read the sources again and say what holds now")
}

/// An old year in a sentence that cites nothing.
#[must_use]
pub fn past_year(location: Location, year: i16) -> Diagnostic {
    Diagnostic::new(Code::PastYear, location, format!("the sentence names {year} and cites no source"))
        .help("cite the source if it tells history; otherwise say what holds now")
}

/// A measured run of a past year.
#[must_use]
pub fn past_run(location: Location, year: i16) -> Diagnostic {
    Diagnostic::new(Code::PastYear, location, format!("the run was measured in {year}"))
        .help("name a newer run of the catalog, or say why this one is named")
}

/// A source without the day on which it was read.
#[must_use]
pub fn undated_source(location: Location, title: &str) -> Diagnostic {
    Diagnostic::new(Code::UndatedSource, location, format!("no day says when “{}” was read", short(title)))
        .help("open it, compare what it says with the entry, and set `accessed`")
}

/// A source whose address is the front page of a site or of a repository.
#[must_use]
pub fn front_page(location: Location, what: &str) -> Diagnostic {
    Diagnostic::new(Code::VagueSource, location, format!("the source is the front page of a {what}"))
        .help("give the address of the page, the file or the version that was read")
}

/// A source whose address follows a branch.
#[must_use]
pub fn moving_source(location: Location, branch: &str) -> Diagnostic {
    Diagnostic::new(Code::VagueSource, location, format!("the source follows the branch `{}`", short(branch)))
        .help("pin the address to the commit or the release that was read")
}

/// A source of an older version than another source of the site.
#[must_use]
pub fn old_version(location: Location, version: &str, newest: &str) -> Diagnostic {
    let message = format!("version {} is behind {}, which another source names", short(version), short(newest));
    Diagnostic::new(Code::OldVersion, location, message)
        .help("read the newer one and name it, or say in the text why the older one is meant")
}
