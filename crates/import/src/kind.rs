//! Kinds of input, and the guess: by the names of the files first, then by what stands in them.
//!
//! The guess is printed, so a wrong one is seen. It never depends on the order of the files.

use crate::input::{Input, InputFile};
use std::fmt;

/// A kind of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One Markdown page that holds many terms.
    Page,
    /// A table of comma-separated values.
    Csv,
    /// A table of tab-separated values.
    Tsv,
    /// A workbook of Excel.
    Xlsx,
    /// reStructuredText with `.. glossary::`.
    Sphinx,
    /// `glossary.json` as Rooflight publishes it, or a list of objects.
    Json,
    /// SKOS in Turtle.
    Turtle,
    /// SKOS in JSON-LD.
    JsonLd,
    /// TBX, ISO 30042.
    Tbx,
    /// Folders of Markdown with front matter.
    Hugo,
    /// Folders of Markdown with front matter, as Docusaurus keeps them.
    Docusaurus,
    /// Folders of Markdown with front matter, as Jekyll keeps them.
    Jekyll,
    /// Folders of Markdown with front matter, as `MkDocs` keeps them.
    MkDocs,
    /// A vault of Obsidian.
    Obsidian,
    /// Any other folder of Markdown.
    Folder,
}

impl Kind {
    /// The kind in a sentence.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Page => "a Markdown page of many terms",
            Self::Csv => "a CSV table",
            Self::Tsv => "a TSV table",
            Self::Xlsx => "an Excel workbook",
            Self::Sphinx => "a Sphinx glossary",
            Self::Json => "JSON",
            Self::Turtle => "SKOS in Turtle",
            Self::JsonLd => "SKOS in JSON-LD",
            Self::Tbx => "TBX",
            Self::Hugo => "a section of a Hugo site",
            Self::Docusaurus => "a folder of a Docusaurus site",
            Self::Jekyll => "a folder of a Jekyll site",
            Self::MkDocs => "a folder of an MkDocs site",
            Self::Obsidian => "an Obsidian vault",
            Self::Folder => "a folder of Markdown files",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// The kind of the input.
///
/// # Errors
/// No file of a known kind.
pub fn guess(input: &Input) -> Result<Kind, String> {
    let markdown: Vec<&InputFile> = input.files.iter().filter(|file| is_markdown(file)).collect();
    if let [one] = input.files.as_slice() {
        return file(one).ok_or_else(|| format!("`{}` is of no kind that can be imported; {KNOWN}", one.path));
    }
    if markdown.is_empty() {
        let known = input.files.iter().filter_map(file);
        let kinds: Vec<Kind> = known.collect();
        return match kinds.as_slice() {
            [] => Err(format!("nothing in `{}` can be imported; {KNOWN}", input.name)),
            [one] => Ok(*one),
            [first, rest @ ..] if rest.iter().all(|other| other == first) => Ok(*first),
            _ => Err(format!("`{}` holds files of several kinds: import one of them", input.name)),
        };
    }
    Ok(folder(input, &markdown))
}

const KNOWN: &str =
    "known are Markdown, reStructuredText, CSV, TSV, XLSX, JSON, SKOS (.ttl, .jsonld) and TBX, and folders of Markdown";

/// True for Markdown.
#[must_use]
pub fn is_markdown(file: &InputFile) -> bool {
    matches!(file.extension().as_str(), "md" | "markdown" | "mdx" | "mdown" | "qmd")
}

/// The kind of one file; `None` for a file of no known kind.
#[must_use]
pub fn file(file: &InputFile) -> Option<Kind> {
    Some(match file.extension().as_str() {
        _ if is_markdown(file) => Kind::Page,
        "csv" => Kind::Csv,
        "tsv" | "tab" => Kind::Tsv,
        "xlsx" | "xlsm" => Kind::Xlsx,
        "rst" | "rest" => Kind::Sphinx,
        "txt" if file.text().contains(".. glossary::") => Kind::Sphinx,
        "ttl" | "turtle" | "nt" => Kind::Turtle,
        "jsonld" => Kind::JsonLd,
        "json" if file.text().contains("\"@context\"") || file.text().contains("\"@graph\"") => Kind::JsonLd,
        "json" => Kind::Json,
        "tbx" => Kind::Tbx,
        "xml" if file.text().contains("<tbx") || file.text().contains("<martif") => Kind::Tbx,
        _ => return None,
    })
}

fn folder(input: &Input, markdown: &[&InputFile]) -> Kind {
    let has = |wanted: fn(&str) -> bool| {
        input.files.iter().chain(&input.settings).any(|file| wanted(file.path.rsplit('/').next().unwrap_or_default()))
    };
    let starts = |mark: &str| markdown.iter().any(|file| file.bytes.starts_with(mark.as_bytes()));
    if input.files.iter().any(|file| file.path.split('/').any(|part| part == ".obsidian")) {
        return Kind::Obsidian;
    }
    if has(|name| name.starts_with("docusaurus.config.")) || has(|name| name == "_category_.json") {
        return Kind::Docusaurus;
    }
    if has(|name| matches!(name, "mkdocs.yml" | "mkdocs.yaml")) {
        return Kind::MkDocs;
    }
    if has(|name| matches!(name, "hugo.toml" | "hugo.yaml" | "hugo.yml" | "hugo.json")) || starts("+++") {
        return Kind::Hugo;
    }
    if has(|name| name.starts_with("_index.")) {
        return Kind::Hugo;
    }
    if has(|name| name == "_config.yml") {
        return Kind::Jekyll;
    }
    let linked = markdown.iter().filter(|file| file.text().contains("[[")).count();
    if linked * 4 >= markdown.len() { Kind::Obsidian } else { Kind::Folder }
}
