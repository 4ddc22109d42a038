//! A term as a reader of any kind found it, before it has an address, a layer and a definition that fits.

use serde_json::{Map, Value};

/// Where something stands in the input.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The file's path.
    pub file: String,
    /// The line from 1, or a row of a table; 0 for the file as a whole.
    pub line: usize,
}

impl Origin {
    /// A line of a file.
    #[must_use]
    pub fn new(file: &str, line: usize) -> Self {
        Self { file: file.to_owned(), line }
    }
}

/// The lines of a text, for the place of each of many terms: counting from the text's start each time would take the
/// square of its length.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    /// The bytes at which lines end.
    ends: Vec<usize>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        Self { ends: text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect() }
    }

    /// The line from 1 in which a byte stands.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.ends.partition_point(|end| *end < byte) + 1
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

/// A source that the input names: a title, an address, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// The title; the host's name where the input gives an address alone.
    pub title: String,
    /// Its address.
    pub url: Option<String>,
}

impl Source {
    /// A source from the words of a cell or a key: an address is named after its host.
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

/// True for a whole address of the web.
#[must_use]
pub fn is_web(text: &str) -> bool {
    (text.starts_with("https://") || text.starts_with("http://")) && rooflight_source::url::is_address(text)
}

/// A term as the input has it, before it gets an address and a layer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// Where it stands.
    pub origin: Origin,
    /// The name as the input has it.
    pub term: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Names that should not be used.
    pub avoid: Vec<String>,
    /// Names that another one replaced.
    pub superseded: Vec<String>,
    /// The layer as the input calls it: a folder, a category, a heading.
    pub layer: Option<String>,
    /// Further layers in the input's words.
    pub also_in: Vec<String>,
    /// Tags in the input's words: layers where nothing else is.
    pub tags: Vec<String>,
    /// The definition, as Markdown.
    pub definition: String,
    /// The body, as Markdown.
    pub body: String,
    /// Titles and addresses that the input gives as sources of this term.
    pub sources: Vec<Source>,
    /// The day on which it appeared.
    pub published: Option<String>,
    /// The day on which it was last checked.
    pub reviewed: Option<String>,
    /// Terms or names of entries that belong to it.
    pub related: Vec<String>,
    /// Earlier addresses.
    pub former: Vec<String>,
    /// The name that its file or its address had.
    pub name: Option<String>,
    /// The names by which links of the input call it: a note's path, an anchor.
    pub targets: Vec<String>,
    /// True keeps it out of the built site.
    pub draft: bool,
    /// The author's other keys.
    pub extra: Map<String, Value>,
}

/// A folder or a group of the input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Group {
    /// The name that drafts use.
    pub name: String,
    /// The name that readers see.
    pub title: String,
    /// A sentence about it.
    pub summary: String,
}

/// Everything that a reader found.
#[derive(Debug, Default)]
pub struct ReaderOutput {
    /// The terms, in order.
    pub drafts: Vec<Draft>,
    /// The groups whose titles the input gives.
    pub groups: Vec<Group>,
    /// The title of the whole, if the input has one.
    pub title: Option<String>,
    /// Its language, if the input says it.
    pub language: Option<String>,
}
