//! Guesses the kind of an input: by the names of the files first, then by their contents.
//!
//! The guess is printed, so that a wrong one is noticed. It never depends on the order of the files.

use crate::input::{Input, InputFile};
use std::fmt;

rooflight_primitives::variants! {
    /// A kind of input.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum InputKind [
        /// The kind as a noun phrase for a sentence.
        pub words: &'static str,
    ] {
        /// A Markdown page with many terms.
        Page = "a Markdown page of many terms",
        /// A table of comma-separated values.
        Csv = "a CSV table",
        /// A table of tab-separated values.
        Tsv = "a TSV table",
        /// An Excel workbook.
        Xlsx = "an Excel workbook",
        /// reStructuredText, with `.. glossary::` or as a page.
        Sphinx = "a glossary in reStructuredText",
        /// Rooflight's `glossary.json`, a list of objects, or an object of terms, in JSON or YAML.
        Json = "JSON or YAML",
        /// SKOS in Turtle.
        Turtle = "SKOS in Turtle",
        /// SKOS in RDF/XML.
        RdfXml = "SKOS in RDF/XML",
        /// SKOS in JSON-LD.
        JsonLd = "SKOS in JSON-LD",
        /// TBX (ISO 30042).
        Tbx = "TBX",
        /// A folder of a Hugo site.
        Hugo = "a section of a Hugo site",
        /// A folder of a Docusaurus site.
        Docusaurus = "a folder of a Docusaurus site",
        /// A folder of a Jekyll site.
        Jekyll = "a folder of a Jekyll site",
        /// A folder of an `MkDocs` site.
        MkDocs = "a folder of an MkDocs site",
        /// An Obsidian vault, or a folder whose notes use wiki links.
        Obsidian = "an Obsidian vault",
        /// Any other folder of Markdown files.
        Folder = "a folder of Markdown files",
    }
}

impl fmt::Display for InputKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// Guesses the kind of an input.
///
/// # Errors
/// No file is of a known kind, or several files without Markdown are of different kinds.
pub fn guess(input: &Input) -> Result<InputKind, String> {
    let markdown: Vec<&InputFile> = input.files.iter().filter(|file| is_markdown(file)).collect();
    if let [one] = input.files.as_slice() {
        return file(one).ok_or_else(|| format!("`{}` is of no kind that can be imported; {}", one.path, way_out(one)));
    }
    if markdown.is_empty() {
        let known = input.files.iter().filter(|file| !is_settings(file)).filter_map(file);
        let kinds: Vec<InputKind> = known.collect();
        return match kinds.as_slice() {
            [] => {
                let foreign = || input.files.iter().filter(|file| converter(file).is_some());
                let named = foreign().find(|file| crate::headword::names_glossary(file.stem()));
                let way = named.or_else(|| foreign().next()).map_or(KNOWN.to_owned(), way_out);
                Err(format!("nothing in `{}` can be imported; {way}", input.name))
            }
            [one] => Ok(*one),
            [first, rest @ ..] if rest.iter().all(|other| other == first) => Ok(*first),
            _ => Err(format!("`{}` holds files of several kinds: import one of them", input.name)),
        };
    }
    Ok(folder(input, &markdown))
}

const KNOWN: &str = "known are Markdown, reStructuredText, CSV, TSV, XLSX, JSON, YAML, SKOS (.ttl, .rdf, .jsonld) and TBX, and \
    folders of Markdown";

/// Returns what to do with a file that cannot be read: the command that converts it, or the kinds that are read.
fn way_out(file: &InputFile) -> String {
    let Some(converter) = converter(file) else { return KNOWN.to_owned() };
    let path = &file.path;
    let name = path.rsplit_once('.').map_or(path.as_str(), |(name, _)| name);
    match converter {
        "asciidoctor" => format!(
            "convert it first: asciidoctor -b docbook5 -o - {path} | pandoc -f docbook -t markdown -o {name}.md"
        ),
        "save" => "save it as .xlsx or .csv first".to_owned(),
        "copy" => format!("copy its text into {name}.md first, one term a heading or a list item"),
        format => format!("convert it first: pandoc -f {format} -t markdown -o {name}.md {path}"),
    }
}

/// Returns the format of a file for pandoc, or another way to convert it; `None` if no way is known.
fn converter(file: &InputFile) -> Option<&'static str> {
    Some(match file.extension().as_str() {
        "adoc" | "asciidoc" | "asc" => "asciidoctor",
        "tex" | "latex" | "ltx" => "latex",
        "html" | "htm" | "xhtml" => "html",
        "docx" => "docx",
        "odt" => "odt",
        "org" => "org",
        "epub" => "epub",
        "rtf" => "rtf",
        "textile" => "textile",
        "wiki" | "mediawiki" => "mediawiki",
        "typ" => "typst",
        "opml" => "opml",
        "dbk" | "docbook" => "docbook",
        "ipynb" => "ipynb",
        "xls" | "ods" | "numbers" => "save",
        "pdf" | "txt" | "doc" => "copy",
        _ => return None,
    })
}

/// Returns true for a file that may hold terms, so that a folder's report names it.
#[must_use]
pub fn holds_text(one: &InputFile) -> bool {
    let is_document = |format| matches!(format, "asciidoctor" | "latex" | "docx" | "odt" | "org" | "save");
    !is_settings(one) && (file(one).is_some() || converter(one).is_some_and(is_document))
}

/// Returns true for the settings of a tool, which hold no terms.
#[must_use]
pub fn is_settings(file: &InputFile) -> bool {
    let is_tool = matches!(file.stem(), "mkdocs" | "hugo" | "config" | "book" | "conf" | "antora" | "package");
    let is_config = is_tool || file.name().contains(".config.") || file.name().starts_with('_');
    let is_hidden = file.path.split('/').any(|part| part.starts_with('.'));
    (is_hidden || is_config) && !is_markdown(file)
}

/// Returns true if the extension is one of Markdown's.
#[must_use]
pub fn is_markdown(file: &InputFile) -> bool {
    matches!(file.extension().as_str(), "md" | "markdown" | "mdx" | "mdown" | "qmd")
}

/// Returns true for a tool's settings in TOML.
#[must_use]
pub fn is_toml_settings(file: &InputFile) -> bool {
    matches!(file.name(), "hugo.toml" | "config.toml" | "book.toml" | "params.toml")
}

/// Returns the kind of a single file; `None` if it is not known.
#[must_use]
pub fn file(file: &InputFile) -> Option<InputKind> {
    Some(match file.extension().as_str() {
        _ if is_markdown(file) => InputKind::Page,
        "csv" => InputKind::Csv,
        "tsv" | "tab" => InputKind::Tsv,
        "xlsx" | "xlsm" => InputKind::Xlsx,
        "rst" | "rest" => InputKind::Sphinx,
        "txt" if file.text().contains(".. glossary::") => InputKind::Sphinx,
        "ttl" | "turtle" | "nt" => InputKind::Turtle,
        "jsonld" => InputKind::JsonLd,
        "json" if file.text().contains("\"@context\"") || file.text().contains("\"@graph\"") => InputKind::JsonLd,
        "json" | "yaml" | "yml" => InputKind::Json,
        "tbx" => InputKind::Tbx,
        "rdf" | "owl" | "skos" => InputKind::RdfXml,
        "xml" if file.text().contains("<rdf:RDF") => InputKind::RdfXml,
        "xml" if file.text().contains("<tbx") || file.text().contains("<martif") => InputKind::Tbx,
        _ => return None,
    })
}

fn folder(input: &Input, markdown: &[&InputFile]) -> InputKind {
    let has = |wanted: fn(&str) -> bool| input.files.iter().chain(&input.settings).any(|file| wanted(file.name()));
    let is_hugo = |name: &str| matches!(name, "hugo.toml" | "hugo.yaml" | "hugo.yml" | "hugo.json");
    let starts = |mark: &str| markdown.iter().any(|file| file.bytes.starts_with(mark.as_bytes()));
    let linked = || markdown.iter().filter(|file| file.text().contains("[[")).count();
    if input.files.iter().any(|file| file.path.split('/').any(|part| part == ".obsidian")) {
        InputKind::Obsidian
    } else if has(|name| name.starts_with("docusaurus.config.") || name == "_category_.json") {
        InputKind::Docusaurus
    } else if has(|name| matches!(name, "mkdocs.yml" | "mkdocs.yaml")) {
        InputKind::MkDocs
    } else if has(|name| name.starts_with("_index.")) || has(is_hugo) || starts("+++") {
        InputKind::Hugo
    } else if has(|name| name == "_config.yml") {
        InputKind::Jekyll
    } else if linked() * 4 >= markdown.len() {
        InputKind::Obsidian
    } else {
        InputKind::Folder
    }
}
