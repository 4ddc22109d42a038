//! Takes the settings of a new site from those of another tool: title, language, address, author, description.
//!
//! 1. `hugo.toml`, `mkdocs.yml`, `_config.yml` and similar files are parsed. `docusaurus.config.js` and `conf.py` are
//!    programs: their string literals are read, and nothing is run.
//! 2. Settings that no file states come from the input's title, or are guessed and reported.

use crate::draft::{Origin, ReaderOutput, is_web};
use crate::input::{Input, InputFile};
use crate::kind::is_toml_settings;
use crate::read::split_front_matter;
use crate::report::{Handling, Report};
use serde_json::{Map, Value};

/// The settings of a new site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteSettings {
    /// The site's title.
    pub title: String,
    /// The site's URL, with a slash at the end.
    pub base_url: String,
    /// The language as a BCP 47 tag.
    pub language: String,
    /// The author or publisher.
    pub author: String,
    /// A description; the title if no file states one.
    pub description: String,
}

/// The URL until the author sets one.
pub const PLACEHOLDER_ADDRESS: &str = "https://example.org/";

/// The author until one is set.
pub const PLACEHOLDER_AUTHOR: &str = "Your name";

/// Collects the settings of a new site.
pub(crate) fn site_settings(input: &Input, found: &mut ReaderOutput, report: &mut Report) -> SiteSettings {
    let mut settings = SiteSettings::default();
    let at_root = input.files.iter().filter(|file| !file.path.contains('/'));
    for file in input.settings.iter().chain(at_root) {
        let keys = keys(file);
        if !keys.is_empty() {
            fill(&mut settings, &keys);
            report.note(Handling::Mapped, format!("settings of `{}`", name(file)), &Origin::new(&file.path, 0));
        }
    }
    let place = Origin::new(&input.name, 0);
    if settings.title.is_empty() {
        let by_name =
            || input.name.rsplit('/').next().unwrap_or_default().split('.').next().unwrap_or_default().to_owned();
        settings.title = found.title.clone().filter(|title| !title.trim().is_empty()).unwrap_or_else(by_name);
        if settings.title.is_empty() {
            "Glossary".clone_into(&mut settings.title);
        }
    }
    if settings.language.is_empty() {
        settings.language = found.language.clone().filter(|tag| is_tag(tag)).unwrap_or_else(|| {
            let language = language(found);
            report.note(Handling::Guessed, format!("language `{language}`"), &place);
            language.to_owned()
        });
    }
    if settings.base_url.is_empty() {
        PLACEHOLDER_ADDRESS.clone_into(&mut settings.base_url);
        report.note(Handling::Guessed, "address `https://example.org/`: set `base_url`", &place);
    }
    if settings.author.is_empty() {
        PLACEHOLDER_AUTHOR.clone_into(&mut settings.author);
        report.note(Handling::Guessed, "author `Your name`: set `author`", &place);
    }
    if settings.description.is_empty() {
        settings.description.clone_from(&settings.title);
    }
    settings
}

fn name(file: &InputFile) -> &str {
    file.path.rsplit('/').next().unwrap_or(&file.path)
}

/// Returns the keys of a tool's settings file; empty for any other file.
fn keys(file: &InputFile) -> Map<String, Value> {
    let none = Map::new;
    let fenced = |fence: &str| split_front_matter(&format!("{fence}\n{}\n{fence}\n", file.text())).keys;
    match name(file) {
        _ if is_toml_settings(file) => fenced("+++"),
        "hugo.yaml" | "hugo.yml" | "config.yaml" | "mkdocs.yml" | "mkdocs.yaml" | "_config.yml" => fenced("---"),
        "hugo.json" | "config.json" | "book.json" => match serde_json::from_str(&file.text()) {
            Ok(Value::Object(keys)) => keys,
            _ => none(),
        },
        "conf.py" => literals(&file.text(), "="),
        config if config.starts_with("docusaurus.config.") => literals(&file.text(), ":"),
        _ => none(),
    }
}

/// Reads the string literals of a program: `title: 'A'`, `project = "A"`; the first for each name.
fn literals(text: &str, sign: &str) -> Map<String, Value> {
    let mut keys = Map::new();
    for line in text.lines() {
        let Some((key, value)) = line.split_once(sign) else { continue };
        let key = key.trim().trim_matches(['"', '\'']);
        let value = value.trim();
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) else { continue };
        let Some((value, _)) = value[1..].split_once(quote) else { continue };
        if !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_') && !value.contains("${") {
            keys.entry(key.to_owned()).or_insert_with(|| Value::String(value.to_owned()));
        }
    }
    keys
}

fn fill(settings: &mut SiteSettings, keys: &Map<String, Value>) {
    let text = |names: &[&str]| {
        let found = names.iter().find_map(|name| keys.get(*name).and_then(Value::as_str));
        found.map(str::trim).filter(|text| !text.is_empty() && !text.contains(['{', '\n'])).map(str::to_owned)
    };
    let set = |target: &mut String, value: Option<String>| {
        if target.is_empty() {
            *target = value.unwrap_or_default();
        }
    };
    set(&mut settings.title, text(&["site_name", "title", "project"]));
    set(&mut settings.description, text(&["site_description", "description", "tagline"]));
    let author = keys.get("author").and_then(|author| author.get("name")).and_then(Value::as_str).map(str::to_owned);
    set(&mut settings.author, text(&["site_author", "author", "organizationName"]).or(author));
    let language = text(&["languageCode", "defaultContentLanguage", "language", "lang", "defaultLocale", "locale"]);
    set(&mut settings.language, language.map(|tag| tag.replace('_', "-")).filter(|tag| is_tag(tag)));
    let address = text(&["site_url", "baseURL", "baseurl", "url", "html_baseurl"]).filter(|url| is_web(url));
    let folder = text(&["baseUrl"]).filter(|folder| folder.starts_with('/')).unwrap_or_default();
    set(
        &mut settings.base_url,
        address.map(|url| format!("{}/", format!("{}{folder}", url.trim_end_matches('/')).trim_end_matches('/'))),
    );
}

fn is_tag(tag: &str) -> bool {
    let first = tag.split('-').next().unwrap_or_default();
    matches!(first.len(), 2 | 3)
        && tag.len() <= 12
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Frequent words by language.
const FREQUENT: [(&str, &str); 7] = [
    ("en", "the of and is that with for which are"),
    ("de", "der die das und ist ein eine wird nicht mit"),
    ("fr", "le les des est une qui dans pour sur du"),
    ("es", "el los las una que por para se del como"),
    ("pt", "o os uma que para não do da em são"),
    ("it", "il gli una che per di della è sono con"),
    ("nl", "de het een van en dat voor met zijn wordt"),
];

/// Guesses the language of the terms and their texts, by script, then by frequent words.
fn language(found: &ReaderOutput) -> &'static str {
    let texts = found.drafts.iter().take(300).flat_map(|draft| [&draft.definition, &draft.body]);
    let text: String = texts.flat_map(|text| text.chars().take(400).chain([' '])).collect();
    let count = |is: fn(char) -> bool| text.chars().filter(|c| is(*c)).count();
    let letters = count(char::is_alphabetic).max(1);
    let many = |number: usize| number * 5 > letters;
    let kana = count(|c| matches!(c, '\u{3040}'..='\u{30ff}'));
    if many(kana) {
        return "ja";
    }
    for (is, language) in [
        ((|c| matches!(c, '\u{ac00}'..='\u{d7af}')) as fn(char) -> bool, "ko"),
        (|c| matches!(c, '\u{4e00}'..='\u{9fff}'), "zh"),
        (|c| matches!(c, '\u{0400}'..='\u{04ff}'), "ru"),
        (|c| matches!(c, '\u{0600}'..='\u{06ff}'), "ar"),
        (|c| matches!(c, '\u{0590}'..='\u{05ff}'), "he"),
        (|c| matches!(c, '\u{0370}'..='\u{03ff}'), "el"),
    ] {
        if many(count(is)) {
            return language;
        }
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let known = |list: &str| words.iter().filter(|word| list.split(' ').any(|known| known == *word)).count();
    let best = FREQUENT.iter().rev().max_by_key(|(_, list)| known(list));
    best.map_or("en", |(language, _)| *language)
}
