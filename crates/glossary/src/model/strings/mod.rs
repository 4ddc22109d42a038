//! The strings of the interface in the language of a site.
//!
//! 1. The program has a file for each of [`LANGUAGES`]: flat keys that say where a string stands.
//! 2. [`Strings::read`] lays three tables over each other: English, which has every key; the site's language; and the
//!    site's own [`STRINGS_FILE`].
//! 3. Writers ask for a string by its key, with values for its placeholders.
//!
//! Never invents a text: what a language lacks is said in English and reported once. Diagnostics, the command line and
//! what calculators answer are no strings of the interface.

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
use text::{Format, Text};

/// Path of a site's own strings.
pub const STRINGS_FILE: &str = "content/strings.yaml";

/// The strings that the program carries: the tag of each language, and its file. English has every key.
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
pub type Table = BTreeMap<String, Text>;

static ENGLISH: LazyLock<Table> = LazyLock::new(|| table(LANGUAGES[0].1));

/// The strings of a built-in file; a test reads all of them.
#[must_use]
pub fn table(file: &str) -> Table {
    yaml_serde::from_str(file).unwrap_or_default()
}

/// The built-in file for a tag: that of the tag itself, or else of the longest tag that it begins with.
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
    texts: Table,
}

impl Strings {
    /// The strings in the language of a tag, with the site's own from the file at `path`; reports what is wrong with
    /// these, and once how many keys neither has. `place` is where the site names its language.
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
            let own: Option<Table> = yaml::decode::<Option<Table>>(&file.path, &file.text, whole, problems).flatten();
            texts.extend(check::known(file, own.unwrap_or_default(), &ENGLISH, problems));
        }
        let missing: Vec<&str> = ENGLISH.keys().filter(|key| !texts.contains_key(*key)).map(String::as_str).collect();
        if !missing.is_empty() && !tag.starts_with("en") {
            problems.push(messages::untranslated(place(), &tag, &missing, ENGLISH.len(), path));
        }
        Self { tag, texts }.or_english()
    }

    /// The built-in strings in the language of a tag.
    #[must_use]
    pub fn of(tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        let texts = built_in(&tag).map(table).unwrap_or_default();
        Self { tag, texts }.or_english()
    }

    /// The same, in English where a string is missing.
    fn or_english(mut self) -> Self {
        for (key, text) in &*ENGLISH {
            self.texts.entry(key.clone()).or_insert_with(|| text.clone());
        }
        self
    }

    /// English alone.
    #[must_use]
    pub fn english() -> Self {
        Self { tag: "en".to_owned(), texts: ENGLISH.clone() }
    }

    /// A string without placeholders; its key, if there is none.
    #[must_use]
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.get(key).map_or(key, |text| text.form(None))
    }

    /// A string with its values, as plain text; a link becomes one of Markdown.
    #[must_use]
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        written(self.get(key), values)
    }

    /// Items of a list as the language separates them.
    #[must_use]
    pub fn list(&self, items: &[String]) -> String {
        items.join(self.get("text.separator"))
    }

    /// A number that is written as English writes it, as the language does.
    #[must_use]
    pub fn number(&self, english: &str) -> String {
        let own = |sign: char| match sign {
            '.' => self.get("number.decimal").to_owned(),
            ',' => self.get("number.group").to_owned(),
            other => other.to_string(),
        };
        english.chars().map(own).collect()
    }

    /// A string that counts, with its other values; `{count}` is the number.
    #[must_use]
    pub fn count(&self, key: &str, count: usize, values: &[(&str, &str)]) -> String {
        let number = count.to_string();
        let values: Vec<(&str, &str)> = values.iter().copied().chain([("count", number.as_str())]).collect();
        written(self.form(key, Some(count as u64)).unwrap_or(key), &values)
    }

    /// A string with its values as HTML; words and values are escaped.
    #[must_use]
    pub fn html(&self, key: &str, values: &[(&str, &str)]) -> String {
        let value = |wanted: &str| values.iter().find(|(name, _)| *name == wanted).map(|(_, value)| escape(value));
        self.html_with(key, None, &value).and_then(Result::ok).unwrap_or_default()
    }

    /// A string as HTML, with its form for a count and with values that are HTML themselves; `None` if there is no such
    /// key, and an error with the name of a value that is missing.
    #[must_use]
    pub fn html_with(
        &self,
        key: &str,
        count: Option<u64>,
        value: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Result<String, String>> {
        let link = |words: &str, url: &str| format!("<a href=\"{url}\">{words}</a>");
        Some(Format { words: &escape, value, link: &link }.write(self.form(key, count)?))
    }

    /// The form of a string for a count; `None` if there is no such key.
    #[must_use]
    pub fn form(&self, key: &str, count: Option<u64>) -> Option<&str> {
        let category = count.map(|count| Category::of(&self.tag, count));
        Some(self.texts.get(key)?.form(category))
    }
}

/// A text with its values, as plain text.
fn written(text: &str, values: &[(&str, &str)]) -> String {
    let value = |wanted: &str| values.iter().find(|(name, _)| *name == wanted).map(|(_, value)| (*value).to_owned());
    let format = Format {
        words: &str::to_owned,
        value: &|name| value(name).or_else(|| Some(String::new())),
        link: &|words, url| format!("[{words}]({url})"),
    };
    format.write(text).unwrap_or_default()
}

#[cfg(test)]
mod tests;
