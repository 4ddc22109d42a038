//! Readers, one for each kind of input, which turn files into drafts.
//!
//! 1. Tables (CSV, workbooks, tables of a page) become a header with rows, and `cells` finds what each column means.
//! 2. Maps (JSON, YAML, front matter) set a draft key by key: `crate::headers` names the field, `cells` sets it.
//! 3. Pages become plain Markdown (`crate::markup`) and its blocks, and `page` finds the terms in them.
//! 4. reStructuredText without a glossary becomes such a page first (`rst_page`).
//! 5. Sphinx, SKOS and TBX say themselves what is a term, so their readers make the drafts.
//!
//! A reader reports everything that it guesses, and ignores files of other kinds.

mod blocks;
mod cells;
mod csv;
mod definition_lists;
mod definitions;
mod front_matter;
mod json;
mod labels;
mod lead;
mod note_definitions;
mod notes;
mod page;
#[cfg(feature = "formats")]
mod rdf_xml;
mod rst_page;
mod skos;
mod sphinx;
mod statements;
#[cfg(feature = "formats")]
mod tbx;
mod tree_lines;
#[cfg(feature = "formats")]
mod xlsx;
#[cfg(feature = "formats")]
mod xml;

use crate::draft::ReaderOutput;
use crate::input::{Input, InputFile};
use crate::{Handling, InputKind, Mapping, Report, limits};

pub(crate) use front_matter::split as split_front_matter;

/// The terms of an input, or the reason why it cannot be read.
type ReadResult = Result<ReaderOutput, String>;

/// Reads every file of the input as this kind.
///
/// # Errors
/// A file that cannot be parsed, is neither UTF-8 nor UTF-16, or exceeds a limit.
pub(crate) fn read(kind: InputKind, input: &Input, mapping: &Mapping, report: &mut Report) -> ReadResult {
    let is_folder = matches!(
        kind,
        InputKind::Hugo
            | InputKind::Docusaurus
            | InputKind::Jekyll
            | InputKind::MkDocs
            | InputKind::Obsidian
            | InputKind::Folder
    );
    let is_text = |file: &&InputFile| match kind {
        InputKind::Xlsx => false,
        _ if is_folder => crate::kind::is_markdown(file),
        _ => crate::kind::file(file) == Some(kind),
    };
    // A larger file was cut, perhaps inside a character; it is refused below for its size.
    let whole = |file: &&InputFile| file.bytes.len() <= limits::MAX_TEXT_BYTES;
    if let Some(file) = input.files.iter().filter(is_text).filter(whole).find(|file| !file.is_readable()) {
        let path = &file.path;
        return Err(format!(
            "`{path}` is neither UTF-8 nor UTF-16: save it as UTF-8, if it is Latin-1 with `iconv -f latin1 -t utf-8 {path}`"
        ));
    }
    let is_toml = |file: &InputFile| {
        crate::kind::is_toml_settings(file) || crate::kind::is_markdown(file) && file.bytes.starts_with(b"+++")
    };
    if !cfg!(feature = "formats") && is_folder && input.files.iter().chain(&input.settings).any(is_toml) {
        return Err(format!("`{}` has settings in TOML, {LEFT_OUT}", input.name));
    }
    if is_folder {
        let all = notes::read(kind, input, mapping, report);
        return limits::check_terms(all.drafts.len()).map(|()| all);
    }
    let mut all = ReaderOutput::default();
    for file in input.files.iter().filter(|file| crate::kind::file(file) == Some(kind)) {
        if kind != InputKind::Xlsx && file.bytes.len() > limits::MAX_TEXT_BYTES {
            return Err(format!("`{}` is larger than 16 MiB", file.path));
        }
        let found = read_file(kind, file, mapping, report).map_err(|reason| format!("`{}`: {reason}", file.path))?;
        all.drafts.extend(found.drafts);
        all.groups.extend(found.groups);
        all.title = all.title.or(found.title);
        all.language = all.language.or(found.language);
        if all.description.is_none() {
            all.description = found.description;
        } else if let Some((text, place)) = found.description {
            report.name(Handling::Left, "text that belongs to no term", &text, &place);
        }
    }
    limits::check_terms(all.drafts.len()).map(|()| all)
}

/// The end of a message about a format that this program was compiled without.
const LEFT_OUT: &str = "which a program without the feature `import-formats` does not read: take that of a release, \
     or compile it with `--features import-formats`";

fn read_file(kind: InputKind, file: &InputFile, mapping: &Mapping, report: &mut Report) -> ReadResult {
    match kind {
        InputKind::Csv | InputKind::Tsv => csv::read(file, mapping, report),
        #[cfg(feature = "formats")]
        InputKind::Xlsx => xlsx::read(file, mapping, report),
        InputKind::Sphinx if sphinx::has_directive(file) => Ok(sphinx::read(file, report)),
        InputKind::Sphinx => {
            let page = rst_page::as_markdown(file, report);
            Ok(page::read(&page::MarkdownFile::new(&page, report), mapping, report))
        }
        InputKind::Json => json::read(file, mapping, report),
        #[cfg(feature = "formats")]
        InputKind::Turtle => skos::turtle(file, mapping, report),
        #[cfg(feature = "formats")]
        InputKind::RdfXml => skos::rdf_xml(file, mapping, report),
        InputKind::JsonLd => skos::json_ld(file, mapping, report),
        #[cfg(feature = "formats")]
        InputKind::Tbx => tbx::read(file, report),
        #[cfg(not(feature = "formats"))]
        InputKind::Xlsx | InputKind::Turtle | InputKind::RdfXml | InputKind::Tbx => {
            Err(format!("it is {}, {LEFT_OUT}", kind.words()))
        }
        _ => Ok(page::read(&page::MarkdownFile::new(file, report), mapping, report)),
    }
}
