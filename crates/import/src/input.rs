//! The input of an import: the files, the user's options, and the site that entries are added to.

use crate::draft::Origin;
use crate::mapping::Mapping;
use crate::shortcodes;
use jiff::civil::Date;

/// A file with its content.
#[derive(Debug, Clone)]
pub struct InputFile {
    /// The path below the imported folder, with `/` as separator; just the name of a single imported file.
    pub path: String,
    /// The content, in any encoding.
    pub bytes: Vec<u8>,
}

impl InputFile {
    /// Returns the name with its extension, without the folder.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Returns the extension in lower case; empty if there is none.
    #[must_use]
    pub fn extension(&self) -> String {
        self.name().rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default()
    }

    /// Returns the file's name up to its first point.
    #[must_use]
    pub fn stem(&self) -> &str {
        self.name().split('.').next().unwrap_or_default()
    }

    /// Returns the place of the whole file.
    #[must_use]
    pub fn place(&self) -> Origin {
        Origin::new(&self.path, 0)
    }

    /// Returns true if [`InputFile::text`] reads the encoding without loss: UTF-8, or UTF-16 with a byte order mark.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        let has_mark = matches!(self.bytes.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        has_mark || std::str::from_utf8(&self.bytes).is_ok()
    }

    /// Returns the text without a byte order mark and with `\n` line breaks; invalid characters are replaced.
    #[must_use]
    pub fn text(&self) -> String {
        let text = match self.bytes.as_slice() {
            [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
            [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
            bytes => String::from_utf8_lossy(bytes).into_owned(),
        };
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        if text.contains(|c| matches!(c, '\u{80}'..='\u{9f}')) { text.chars().map(typographic).collect() } else { text }
    }
}

/// The characters of Windows-1252 at U+0080 to U+009F, where text that was once read as Latin-1 has control characters.
const WINDOWS_1252: &str = "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ";

/// Returns what a control character above ASCII was before a wrong reading; others stay.
fn typographic(c: char) -> char {
    let place = u32::from(c).checked_sub(0x80).and_then(|place| usize::try_from(place).ok());
    place.and_then(|place| WINDOWS_1252.chars().nth(place)).unwrap_or(c)
}

pub(super) fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

/// The files to import, and the settings of another tool in the folders above them.
#[derive(Debug, Default)]
pub struct Input {
    /// The name of the imported file or folder.
    pub name: String,
    /// The files, sorted by path.
    pub files: Vec<InputFile>,
    /// Settings files in the folders above: `hugo.toml`, `mkdocs.yml`, `docusaurus.config.js`, `conf.py`,
    /// `_config.yml`.
    pub settings: Vec<InputFile>,
}

/// The user's options.
#[derive(Debug, Clone)]
pub struct Options {
    /// Fields of columns and keys; overrides the known names.
    pub mapping: Mapping,
    /// Rules that turn shortcodes into Markdown.
    pub shortcodes: Vec<shortcodes::ShortcodeRule>,
    /// The source of entries that have none.
    pub source: Option<String>,
    /// The layer of all entries; `None` takes the input's groups.
    pub layer: Option<String>,
    /// The date of entries that have none.
    pub today: Date,
    /// The site that entries are added to; `None` for a new site.
    pub site: Option<Existing>,
}

/// A site that entries are added to.
#[derive(Debug, Clone, Default)]
pub struct Existing {
    /// Ids of its layers.
    pub layers: Vec<String>,
    /// File names of its entries, without extension.
    pub slugs: Vec<String>,
    /// Terms and aliases of its entries.
    pub names: Vec<String>,
    /// Paths of the files below `static/root/`.
    pub pictures: Vec<String>,
}
