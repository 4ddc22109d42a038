//! The language of a site, as a well-formed BCP 47 tag (RFC 5646).
//!
//! Feeds and pages with anything else are invalid, so a tag is checked by its grammar; whether its parts are registered
//! is not looked up.

use crate::model::config::Malformed;
use serde::Deserialize;
use std::ops::Deref;

/// The pattern of a [`Language`], for schemas: the grammar of RFC 5646 without its irregular tags.
pub(super) const LANGUAGE: &str = "^[A-Za-z]{2,8}(-[A-Za-z]{3}){0,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?\
    (-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(-[0-9A-WYZa-wyz](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?$";

/// A language tag: `en`, `pt-BR`, `zh-Hant-TW`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Language(String);

/// The names of languages in themselves, by tag.
const AUTONYMS: [(&str, &str); 42] = [
    ("ar", "العربية"),
    ("bg", "Български"),
    ("bn", "বাংলা"),
    ("ca", "Català"),
    ("cs", "Čeština"),
    ("da", "Dansk"),
    ("de", "Deutsch"),
    ("el", "Ελληνικά"),
    ("en", "English"),
    ("es", "Español"),
    ("et", "Eesti"),
    ("eu", "Euskara"),
    ("fa", "فارسی"),
    ("fi", "Suomi"),
    ("fr", "Français"),
    ("ga", "Gaeilge"),
    ("he", "עברית"),
    ("hi", "हिन्दी"),
    ("hr", "Hrvatski"),
    ("hu", "Magyar"),
    ("id", "Bahasa Indonesia"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("lt", "Lietuvių"),
    ("lv", "Latviešu"),
    ("nb", "Norsk bokmål"),
    ("nl", "Nederlands"),
    ("nn", "Norsk nynorsk"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("ro", "Română"),
    ("ru", "Русский"),
    ("sk", "Slovenčina"),
    ("sl", "Slovenščina"),
    ("sv", "Svenska"),
    ("th", "ไทย"),
    ("tr", "Türkçe"),
    ("uk", "Українська"),
    ("ur", "اردو"),
    ("vi", "Tiếng Việt"),
    ("zh", "中文"),
];

impl Language {
    /// Returns the language's name in itself, for a link to it; the tag, if the table lacks it or it has further parts.
    #[must_use]
    pub fn autonym(&self) -> &str {
        AUTONYMS.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(self)).map_or(self, |(_, name)| name)
    }

    pub(super) fn english() -> Self {
        Self("en".to_owned())
    }

    /// True for English of any country.
    #[must_use]
    pub fn is_english(&self) -> bool {
        self.split('-').next().is_some_and(|language| language.eq_ignore_ascii_case("en"))
    }

    /// True for a language that is written from right to left: in the script that the tag names, or else in the usual
    /// one of the language.
    #[must_use]
    pub fn is_right_to_left(&self) -> bool {
        const SCRIPTS: [&str; 8] = ["adlm", "arab", "hebr", "mand", "nkoo", "rohg", "syrc", "thaa"];
        const NAMED_LANGUAGES: [&str; 16] =
            ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "prs", "ps", "sd", "syr", "ug", "ur", "yi"];
        let tag = self.to_ascii_lowercase();
        let mut parts = tag.split('-');
        let language = parts.next().unwrap_or_default();
        match parts.find(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic())) {
            Some(script) => SCRIPTS.contains(&script),
            None => NAMED_LANGUAGES.contains(&language),
        }
    }
}

impl Deref for Language {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Language {
    type Error = Malformed;

    fn try_from(text: String) -> Result<Self, Malformed> {
        if is_tag(&text) {
            return Ok(Self(text));
        }
        Err(Malformed::new(text, "a language tag like en, de or pt-BR"))
    }
}

/// True for a well-formed tag, with its parts in this order: language, extended languages, script, region, variants,
/// extensions, private use.
fn is_tag(text: &str) -> bool {
    let letters = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = text.split('-').peekable();
    if !parts.next().is_some_and(|language| (2..=8).contains(&language.len()) && letters(language)) {
        return false;
    }
    for _ in 0..3 {
        parts.next_if(|part| part.len() == 3 && letters(part));
    }
    parts.next_if(|part| part.len() == 4 && letters(part));
    parts.next_if(|part| part.len() == 2 && letters(part) || part.len() == 3 && digits(part));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_variant = |part: &str| {
        let begins_with_digit = part.starts_with(|c: char| c.is_ascii_digit());
        plain(part) && ((5..=8).contains(&part.len()) || (part.len() == 4 && begins_with_digit))
    };
    while parts.next_if(|part| is_variant(part)).is_some() {}
    while let Some(singleton) = parts.next() {
        let is_private = singleton.eq_ignore_ascii_case("x");
        let shortest = if is_private { 1 } else { 2 };
        let mut count = 0;
        while parts.next_if(|part| plain(part) && (shortest..=8).contains(&part.len())).is_some() {
            count += 1;
        }
        let ends = parts.peek().is_none();
        if singleton.len() != 1 || !plain(singleton) || count == 0 || (is_private && !ends) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direction_follows_the_script() {
        for (tag, expected) in [
            ("ar", true),
            ("he-IL", true),
            ("fa", true),
            ("az-Arab", true),
            ("pa-Arab-PK", true),
            ("az", false),
            ("ar-Latn", false),
            ("de", false),
            ("en", false),
        ] {
            assert_eq!(Language::try_from(tag.to_owned()).unwrap().is_right_to_left(), expected, "{tag}");
        }
    }

    #[test]
    fn tags_of_the_standard_are_taken_and_other_texts_refused() {
        let pattern = regex_automata::nfa::thompson::pikevm::PikeVM::new(LANGUAGE).unwrap();
        let fits = |tag: &str| pattern.is_match(&mut pattern.create_cache(), tag);
        for tag in
            ["en", "de-CH-1901", "zh-Hant-TW", "es-419", "zh-cmn-Hans-CN", "sl-rozaj-biske", "hy-Latn-IT-arevela"]
        {
            assert!(is_tag(tag) && fits(tag), "{tag}");
        }
        for tag in ["en-a-myext-b-another", "de-CH-x-phonebk", "az-Arab-x-AZE-derbend", "und"] {
            assert!(is_tag(tag) && fits(tag), "{tag}");
        }
        for tag in
            ["", "e", "not a language!!", "en_US", "en-", "-en", "en--US", "en-a", "en-x", "de-419-DE", "a-DE", "Über"]
        {
            assert!(!is_tag(tag) && !fits(tag), "{tag}");
        }
    }
}
