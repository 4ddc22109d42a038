//! A term as a reader found it, before it has an address, a layer and a definition of the right length.

use serde::Serialize;
use serde_json::{Map, Value};

/// A place in the input.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The file's path below the imported folder.
    pub file: String,
    /// The line or row, from 1; 0 for the whole file.
    pub line: usize,
}

impl Origin {
    /// Creates the place of a line.
    #[must_use]
    pub fn new(file: &str, line: usize) -> Self {
        Self { file: file.to_owned(), line }
    }
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// A source in the input: a title, a URL, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DraftSource {
    /// The title; the host if the input has only a URL.
    pub title: String,
    /// The URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

impl DraftSource {
    /// Makes a source of the text of a cell or key; a URL gets its host as title. `None` for an empty text.
    #[must_use]
    pub fn from_words(words: &str) -> Option<Self> {
        let words = words.trim();
        let host = words.split_once("://").map(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(rest));
        match host {
            _ if words.is_empty() => None,
            Some(host) if is_web(words) => Some(Self { title: host.to_owned(), url: Some(words.to_owned()) }),
            _ => Some(Self { title: words.to_owned(), url: None }),
        }
    }
}

/// Returns true if a text is a complete HTTP or HTTPS URL.
#[must_use]
pub fn is_web(text: &str) -> bool {
    (text.starts_with("https://") || text.starts_with("http://")) && rooflight_source::url::is_address(text)
}

/// Signs in the input of how many names a term has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TermSigns {
    /// True if a comma or slash in it separates no names, as in a line of code or the name of a note.
    pub is_one_name: bool,
    /// True if it is the name of a file or stands in the first column, since no field names it.
    pub is_guessed: bool,
    /// True if the input has a field for other names, so that none stand in it.
    pub has_alias_field: bool,
}

/// A term as the input has it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// Its place in the input.
    pub origin: Origin,
    /// The main name.
    pub term: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// The words in parentheses after the term.
    pub aside: Option<String>,
    /// Signs in the input of how many names the term has.
    pub signs: TermSigns,
    /// Names that should not be used.
    pub avoid: Vec<String>,
    /// Outdated names.
    pub superseded: Vec<String>,
    /// The name of the group that becomes the layer: a folder, a category, a heading.
    pub layer: Option<String>,
    /// Names of further groups.
    pub also_in: Vec<String>,
    /// Tags; they become layers if no draft has a group.
    pub tags: Vec<String>,
    /// The definition as Markdown; empty if the input does not set it apart.
    pub definition: String,
    /// The body as Markdown.
    pub body: String,
    /// The term's sources.
    pub sources: Vec<DraftSource>,
    /// The date of publication as written.
    pub published: Option<String>,
    /// The date of the last review as written.
    pub reviewed: Option<String>,
    /// Terms or names of related entries.
    pub related: Vec<String>,
    /// Former paths.
    pub former: Vec<String>,
    /// The name of its file or in its URL, from which its address follows.
    pub name: Option<String>,
    /// Names by which links of the input refer to it: a note's path, an anchor.
    pub targets: Vec<String>,
    /// Whether it stays out of the built site.
    pub draft: bool,
    /// Keys of the input that are no fields.
    pub extra: Map<String, Value>,
}

/// A folder or other group of the input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DraftGroup {
    /// The name by which drafts refer to it.
    pub name: String,
    /// The title that readers see.
    pub title: String,
    /// A description; empty if the input has none.
    pub summary: String,
}

/// The result of a reader.
#[derive(Debug, Default)]
pub struct ReaderOutput {
    /// The terms in the input's order.
    pub drafts: Vec<Draft>,
    /// The groups for which the input has a title.
    pub groups: Vec<DraftGroup>,
    /// The glossary's title; `None` if the input has none.
    pub title: Option<String>,
    /// The glossary's language; `None` if the input states none.
    pub language: Option<String>,
    /// A description of the glossary, and its place.
    pub description: Option<(String, Origin)>,
}
