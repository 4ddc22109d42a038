//! Takes the settings of a new site from those of another tool: title, language, address, author, description.
//!
//! 1. `hugo.toml`, `book.toml`, `mkdocs.yml`, `_config.yml` and similar files are parsed. `docusaurus.config.js` and
//!    `conf.py` are programs: their string literals are read, and nothing is run. `package.json` comes last.
//! 2. Settings that no file states come from the input's title and first paragraph, or are guessed and reported.

use crate::draft::{Origin, ReaderOutput, is_web};
use crate::input::{Input, InputFile};
use crate::kind::is_toml_settings;
use crate::read::split_front_matter;
use crate::report::{Handling, Report};
use crate::sentence::shortened;
use rooflight_glossary::model::strings::Strings;
use rooflight_glossary::syntax::inline::sentence_case;
use rooflight_glossary::syntax::lead::words;
use serde::Serialize;
use serde_json::{Map, Value};

/// The settings of a new site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SiteSettings {
    /// The site's title.
    pub title: String,
    /// The site's URL, with a slash at the end.
    pub base_url: String,
    /// The language as a BCP 47 tag.
    pub language: String,
    /// The author or publisher.
    pub author: String,
    /// A description; empty if the input has none.
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
    let (packages, files): (Vec<&InputFile>, Vec<&InputFile>) =
        input.settings.iter().chain(at_root).partition(|file| file.name() == "package.json");
    for file in files {
        take(file, &mut settings, report);
    }
    let place = Origin::new(&input.name, 0);
    if settings.title.is_empty() {
        settings.title = found.title.as_deref().map(words).unwrap_or_default();
    }
    if let Some((text, place)) = found.description.take() {
        let text = words(&text);
        if settings.description.is_empty() && text != settings.title {
            report.name(Handling::Mapped, "first text to the description of the site", &text, &place);
            settings.description = shortened(&text, MAX_DESCRIPTION);
        } else {
            report.name(Handling::Left, "text that belongs to no term", &text, &place);
        }
    }
    // The package of a repository may be about more than the glossary.
    for file in packages {
        take(file, &mut settings, report);
    }
    if settings.language.is_empty() {
        settings.language = found.language.clone().filter(|tag| is_tag(tag)).unwrap_or_else(|| {
            let language = language(found);
            report.note(Handling::Guessed, format!("language `{language}`"), &place);
            language.to_owned()
        });
    }
    if settings.title.is_empty() {
        settings.title = title_of_name(&input.name).unwrap_or_else(|| glossary(&settings.language));
    }
    if settings.description.eq_ignore_ascii_case(&settings.title) {
        settings.description.clear();
    }
    if settings.base_url.is_empty() {
        PLACEHOLDER_ADDRESS.clone_into(&mut settings.base_url);
        report.note(Handling::Guessed, "address `https://example.org/`: set `base_url`", &place);
    }
    if settings.author.is_empty() {
        PLACEHOLDER_AUTHOR.clone_into(&mut settings.author);
        report.note(Handling::Guessed, "author `Your name`: set `author`", &place);
    }
    settings
}

/// Maximum length of a site's description, characters.
const MAX_DESCRIPTION: usize = 300;

/// Returns the word for a glossary in a language.
pub(crate) fn glossary(language: &str) -> String {
    Strings::of(language).get("menu.glossary").to_owned()
}

/// Names of files and folders that say nothing about their content.
const GENERIC: &str = "content docs doc src source data pages public site website www static assets master main index readme posts \
    notes vault import input export download downloads wiki book words";

/// Returns a title for the name of a file or folder; `None` if the name says nothing.
fn title_of_name(name: &str) -> Option<String> {
    let stem = name.rsplit('/').next().unwrap_or_default().trim_start_matches(['_', '.']).split('.').next()?;
    let is_generic = stem.len() < 3 || GENERIC.split_whitespace().any(|generic| generic.eq_ignore_ascii_case(stem));
    let text = stem.replace(['-', '_'], " ");
    (!is_generic).then(|| sentence_case(text.trim())).filter(|title| !title.is_empty())
}

/// Takes the settings that a file has and that none before it had.
fn take(file: &InputFile, settings: &mut SiteSettings, report: &mut Report) {
    if is_toml_settings(file) && cfg!(not(feature = "formats")) {
        report.note(Handling::Left, "settings in TOML, which this program does not read", &Origin::new(&file.path, 0));
        return;
    }
    let keys = keys(file);
    if !keys.is_empty() {
        fill(settings, &keys);
        report.note(Handling::Mapped, format!("settings of `{}`", file.name()), &Origin::new(&file.path, 0));
    }
}

/// Returns the keys of a tool's settings file; empty for any other file.
fn keys(file: &InputFile) -> Map<String, Value> {
    let none = Map::new;
    let fenced = |fence: &str| flat(split_front_matter(&format!("{fence}\n{}\n{fence}\n", file.text())).keys);
    match file.name() {
        _ if is_toml_settings(file) => fenced("+++"),
        "hugo.yaml" | "hugo.yml" | "config.yaml" | "mkdocs.yml" | "mkdocs.yaml" | "_config.yml" | "_quarto.yml"
        | "antora.yml" => fenced("---"),
        "hugo.json" | "config.json" | "book.json" | "mint.json" | "package.json" => {
            match serde_json::from_str(&file.text()) {
                Ok(Value::Object(keys)) => flat(keys),
                _ => none(),
            }
        }
        "conf.py" => literals(&file.text(), "="),
        "config.js" | "config.ts" | "config.mts" | "config.mjs" => literals(&file.text(), ":"),
        config if config.contains(".config.") => literals(&file.text(), ":"),
        _ => none(),
    }
}

/// Tables inside settings files that hold the settings of the site.
const TABLES: [&str; 5] = ["book", "website", "params", "extra", "site"];

/// Adds the keys of inner tables to those of the file, which take precedence.
fn flat(mut keys: Map<String, Value>) -> Map<String, Value> {
    // Of several languages, the first one.
    let languages = keys.get("languages").and_then(|all| all.as_object()?.values().next()).cloned();
    let inner = TABLES.iter().filter_map(|table| keys.get(*table).cloned()).chain(languages);
    for table in inner.collect::<Vec<_>>() {
        let Value::Object(table) = table else { continue };
        for (key, value) in table {
            keys.entry(key).or_insert(value);
        }
    }
    keys
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
    let text = |names: &str| {
        let found = names.split(' ').find_map(|name| keys.get(name).and_then(Value::as_str));
        found.map(str::trim).filter(|text| !text.is_empty() && !text.contains(['{', '\n'])).map(str::to_owned)
    };
    let set = |target: &mut String, value: Option<String>| {
        if target.is_empty() {
            *target = value.unwrap_or_default();
        }
    };
    // A package or a component of a manual has a name of its own only if it has no title.
    let named = text("displayName name").and_then(|name| title_of_name(&name));
    set(&mut settings.title, text("site_name title project").or(named));
    set(&mut settings.description, text("site_description description tagline"));
    let author = keys.get("author").and_then(|author| author.get("name")).and_then(Value::as_str).map(str::to_owned);
    let first = keys.get("authors").and_then(|all| all.get(0)).and_then(Value::as_str).map(str::to_owned);
    set(&mut settings.author, text("site_author author organizationName").or(author).or(first));
    let language = text("languageCode defaultContentLanguage language default_language lang defaultLocale locale");
    set(&mut settings.language, language.map(|tag| tag.replace('_', "-")).filter(|tag| is_tag(tag)));
    // The homepage of a package is often a fragment of its page on a code host.
    let is_site = |url: &String| is_web(url) && !url.contains(['?', '#']);
    let address = text("site_url baseURL baseurl base_url url html_baseurl homepage").filter(is_site);
    let folder = text("baseUrl").filter(|folder| folder.starts_with('/')).unwrap_or_default();
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
const FREQUENT: [(&str, &str); 9] = [
    ("en", "the of and is that with for which are"),
    ("de", "der die das und ist ein eine wird nicht mit"),
    ("fr", "le les des est une qui dans pour sur du"),
    ("es", "el los las una que por para se del como"),
    ("pt", "o os uma que para não do da em são"),
    ("it", "il gli una che per di della è sono con"),
    ("nl", "de het een van en dat voor met zijn wordt"),
    ("pl", "i w na z się jest nie do przez który"),
    ("sv", "och att det som ett är på för av med"),
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
            // Letters that Russian lacks.
            let is_ukrainian = language == "ru" && count(|c| matches!(c, 'і' | 'ї' | 'є' | 'ґ')) * 50 > letters;
            return if is_ukrainian { "uk" } else { language };
        }
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let known = |list: &str| words.iter().filter(|word| list.split(' ').any(|known| known == *word)).count();
    let best = FREQUENT.iter().rev().max_by_key(|(_, list)| known(list));
    best.map_or("en", |(language, _)| *language)
}
