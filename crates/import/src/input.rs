//! The input of an import: files as the edge read them, the options of the user, and the site that they are added to.

use crate::mapping::Mapping;
use crate::shortcodes;
use jiff::civil::Date;

/// A file as the edge read it.
#[derive(Debug, Clone)]
pub struct InputFile {
    /// Its path below what is imported, with `/` between its parts; the name alone where one file is imported.
    pub path: String,
    /// The content, not yet examined.
    pub bytes: Vec<u8>,
}

impl InputFile {
    /// The file's extension in lower case.
    #[must_use]
    pub fn extension(&self) -> String {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default()
    }

    /// True for a text in an encoding that [`InputFile::text`] reads without loss.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        let has_mark = matches!(self.bytes.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        has_mark || std::str::from_utf8(&self.bytes).is_ok()
    }

    /// Its text without a byte order mark; characters that are not UTF-8 are replaced.
    #[must_use]
    pub fn text(&self) -> String {
        let text = match self.bytes.as_slice() {
            [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
            [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
            bytes => String::from_utf8_lossy(bytes).into_owned(),
        };
        text.trim_start_matches('\u{feff}').replace("\r\n", "\n")
    }
}

pub(super) fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

/// Files that are imported, and the settings of another tool that lie above them.
#[derive(Debug, Default)]
pub struct Input {
    /// The name of what is imported: a file's or a folder's.
    pub name: String,
    /// The files, in the order of their paths.
    pub files: Vec<InputFile>,
    /// Settings found in the folders above: `hugo.toml`, `mkdocs.yml`, `docusaurus.config.js`, `conf.py`,
    /// `_config.yml`.
    pub settings: Vec<InputFile>,
}

/// The choices of the person who imports.
#[derive(Debug, Clone)]
pub struct Options {
    /// Columns and keys by the fields that they are.
    pub mapping: Mapping,
    /// The Markdown of shortcodes.
    pub shortcodes: Vec<shortcodes::Rule>,
    /// The source of every entry without one of its own.
    pub source: Option<String>,
    /// The layer of every entry.
    pub layer: Option<String>,
    /// The date of entries without one of their own.
    pub today: Date,
    /// The site that entries are added to, if there is one.
    pub site: Option<Existing>,
}

/// A site that entries are added to.
#[derive(Debug, Clone, Default)]
pub struct Existing {
    /// Its layers, by id.
    pub layers: Vec<String>,
    /// The file names of its entries, without extension.
    pub slugs: Vec<String>,
    /// The names of its entries: terms and aliases.
    pub names: Vec<String>,
    /// The files below its `static/root/`, by path there.
    pub pictures: Vec<String>,
}
