//! A source in an entry's front matter.
//!
//! Its address, if it has one, is checked with the other keys of the entry; whether the body cites it, when footnotes
//! are linked.

use jiff::civil::Date;
use rooflight_source::url;
use schemars::JsonSchema;
use serde::Deserialize;

/// A source of the entry's claims.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The name by which the body cites it: `[^key]`.
    pub key: Option<String>,
    /// The title of the work.
    pub title: String,
    /// Its web address; a book or a standard may lack one.
    #[schemars(regex(pattern = url::LINK))]
    pub url: Option<String>,
    /// The ISBN of a book.
    pub isbn: Option<String>,
    /// The page, section or clause in it.
    pub locator: Option<String>,
    /// The person or organisation that published it.
    pub publisher: Option<String>,
    /// When it was published.
    pub year: Option<u16>,
    /// The day on which it was read.
    pub accessed: Option<Date>,
    /// The claims that it supports.
    pub supports: Option<String>,
    /// Primary or secondary; primary by default.
    #[serde(default)]
    pub grade: Grade,
    /// True if it is cited without having been opened; the page says so.
    #[serde(default)]
    pub unopened: bool,
}

/// Primary or secondary source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// It measured, decided or first stated the thing.
    #[default]
    Primary,
    /// It reports what others measured, decided or stated.
    Secondary,
}
