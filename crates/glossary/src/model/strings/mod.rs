//! The strings of the interface in the language of a site.
//!
//! 1. The program has a file for each of [`LANGUAGES`]: flat keys, named after the place where a string appears.
//! 2. [`Strings::read`] merges three tables, each over the one before: English, which has every key; the site's
//!    language; and the site's own [`STRINGS_FILE`].
//! 3. Writers ask for a string by its key, with values for its placeholders.
//!
//! Never invents a text: a string that the language lacks is shown in English. `rooflight translations` lists it, and a
//! language without a file is reported once. Diagnostics, the command line and the answers of calculators are not
//! strings of the interface.

mod check;
pub mod plural;
mod script;
pub mod text;

use crate::syntax::highlight::escape;
use plural::Category;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::file::Sources;
use rooflight_source::yaml;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use text::{StringWriter, UiString};

/// Path of a site's own strings.
pub const STRINGS_FILE: &str = "content/strings.yaml";

/// The built-in strings: the tag of each language, and its file. English has every key.
pub const LANGUAGES: [(&str, &str); 10] = [
    ("en", include_str!("en.yaml")),
    ("ar", include_str!("ar.yaml")),
    ("de", include_str!("de.yaml")),
    ("es", include_str!("es.yaml")),
    ("fr", include_str!("fr.yaml")),
    ("it", include_str!("it.yaml")),
    ("ja", include_str!("ja.yaml")),
    ("ko", include_str!("ko.yaml")),
    ("pt", include_str!("pt.yaml")),
    ("zh", include_str!("zh.yaml")),
];

/// Strings by their keys.
pub type StringTable = BTreeMap<String, UiString>;

static ENGLISH: LazyLock<StringTable> = LazyLock::new(|| table(LANGUAGES[0].1));

/// Parses a built-in file. A test parses all of them, so none is empty for a mistake.
#[must_use]
pub fn table(file: &str) -> StringTable {
    yaml::read(file).unwrap_or_default()
}

/// Returns the built-in file for a tag: that of the tag itself, or else of the longest tag that it begins with.
#[must_use]
pub fn built_in(tag: &str) -> Option<&'static str> {
    let mut wanted = tag;
    loop {
        if let Some((_, file)) = LANGUAGES.iter().find(|(known, _)| known.eq_ignore_ascii_case(wanted)) {
            return Some(file);
        }
        wanted = &wanted[..wanted.rfind('-')?];
    }
}

/// The strings of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Strings {
    /// A BCP 47 tag in lower case.
    tag: String,
    texts: StringTable,
    /// The keys that are shown in English.
    missing: Vec<&'static str>,
}

impl Strings {
    /// Returns the strings in the language of a tag, with the site's own from the file at `path`. Reports mistakes in
    /// the latter, and once how many keys it lacks if the program has no file for the language. `place` is where the
    /// site names its language.
    #[must_use]
    pub fn read(
        sources: &Sources,
        path: &str,
        tag: &str,
        place: impl FnOnce() -> Location,
        problems: &mut Vec<Diagnostic>,
    ) -> Self {
        let tag = tag.to_ascii_lowercase();
        let mut texts = built_in(&tag).map(table).unwrap_or_default();
        if let Some(file) = sources.content.iter().find(|file| file.path == path) {
            let whole = 0..file.text.len();
            let own: Option<StringTable> =
                yaml::decode::<Option<StringTable>>(&file.path, &file.text, whole, problems).flatten();
            texts.extend(check::usable(file, own.unwrap_or_default(), &ENGLISH, problems));
        }
        let has_file = built_in(&tag).is_some();
        let strings = Self::with_english(tag, texts);
        if !has_file && !strings.missing.is_empty() {
            let place = place();
            problems.push(messages::untranslated(place, &strings.tag, &strings.missing, ENGLISH.len(), path));
        }
        strings
    }

    /// Returns the built-in strings in the language of a tag.
    #[must_use]
    pub fn of(tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        let texts = built_in(&tag).map(table).unwrap_or_default();
        Self::with_english(tag, texts)
    }

    /// Adds the English string for each key that is missing.
    fn with_english(tag: String, mut texts: StringTable) -> Self {
        let missing = ENGLISH.keys().filter(|key| !texts.contains_key(*key)).map(String::as_str).collect();
        for (key, text) in &*ENGLISH {
            texts.entry(key.clone()).or_insert_with(|| text.clone());
        }
        Self { tag, texts, missing }
    }

    /// Returns the English strings.
    #[must_use]
    pub fn english() -> Self {
        Self::of("en")
    }

    /// Returns the keys that are shown in English, since neither the program's file nor the site's has them.
    #[must_use]
    pub fn missing(&self) -> &[&'static str] {
        &self.missing
    }

    /// Returns a string without placeholders; the key itself, if there is no such string.
    #[must_use]
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, |text| text.form(None))
    }

    /// Returns a string with its values, as plain text; a link becomes a Markdown link.
    #[must_use]
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        plain_text(self.get(key), values)
    }

    /// Joins the items of a list with the language's separator.
    #[must_use]
    pub fn list(&self, items: &[String]) -> String {
        items.join(self.get("text.separator"))
    }

    /// Converts a number from English notation, `1,234.5`, to the language's.
    #[must_use]
    pub fn number(&self, english: &str) -> String {
        let local = |c: char| match c {
            '.' => self.get("number.decimal").to_owned(),
            ',' => self.get("number.group").to_owned(),
            other => other.to_string(),
        };
        english.chars().map(local).collect()
    }

    /// Returns a string in its form for a count, with its other values; `{count}` is the number.
    #[must_use]
    pub fn count(&self, key: &str, count: usize, values: &[(&str, &str)]) -> String {
        let number = count.to_string();
        let values: Vec<(&str, &str)> = values.iter().copied().chain([("count", number.as_str())]).collect();
        plain_text(self.form(key, Some(count as u64)).unwrap_or(key), &values)
    }

    /// Returns a string with its values as HTML; words and values are escaped.
    #[must_use]
    pub fn html(&self, key: &str, values: &[(&str, &str)]) -> String {
        let value = |wanted: &str| values.iter().find(|(name, _)| *name == wanted).map(|(_, value)| escape(value));
        self.html_with(key, None, &value).and_then(Result::ok).unwrap_or_default()
    }

    /// Returns a string as HTML, in its form for a count and with values that are already HTML; `None` if there is no
    /// such key, and an error with the first name that has no value.
    #[must_use]
    pub fn html_with(
        &self,
        key: &str,
        count: Option<u64>,
        value: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Result<String, String>> {
        let link = |words: &str, url: &str| format!("<a href=\"{url}\">{words}</a>");
        Some(StringWriter { words: &escape, value, link: &link }.write(self.form(key, count)?))
    }

    /// Returns the form of a string for a count; `None` if there is no such key.
    #[must_use]
    pub fn form(&self, key: &str, count: Option<u64>) -> Option<&str> {
        let category = count.map(|count| Category::of(&self.tag, count));
        Some(self.texts.get(key)?.form(category))
    }
}

/// Fills in the values of a text, as plain text; a missing value is empty.
fn plain_text(text: &str, values: &[(&str, &str)]) -> String {
    let value = |wanted: &str| values.iter().find(|(name, _)| *name == wanted).map(|(_, value)| (*value).to_owned());
    let format = StringWriter {
        words: &str::to_owned,
        value: &|name| value(name).or_else(|| Some(String::new())),
        link: &|words, url| format!("[{words}]({url})"),
    };
    format.write(text).unwrap_or_default()
}

#[cfg(test)]
mod tests;
