//! The kinds of pages that a site has.

use serde::Serialize;

/// The kind of a page; templates see its name in lower case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is named like its page")]
pub enum PageKind {
    Anchors,
    Calculator,
    Calculators,
    Changes,
    Comparison,
    Comparisons,
    Device,
    Embed,
    Entry,
    Explore,
    Feeds,
    Hardware,
    #[default]
    Home,
    Index,
    Layer,
    Lesson,
    Links,
    Map,
    Measure,
    Model,
    Models,
    Moved,
    NotFound,
    Page,
    Print,
    Publication,
    Runtime,
    Runtimes,
    Search,
    Track,
    Tracks,
}
