//! Warns of words that `init`, `import` or `new` wrote for authors to replace: the address and the author in the
//! settings, and those of a new entry or page that is published with them.

use rooflight_glossary::model::config::{Config, EXAMPLE_ADDRESS};
use rooflight_glossary::model::template_words;
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use rooflight_source::yaml_path;

/// The placeholders: key of the setting, its example value, and a hint.
const PLACEHOLDERS: [(&str, &str, &str); 2] = [
    ("base_url", EXAMPLE_ADDRESS, "write the address that readers use: `base_url: https://you.github.io/glossary/`"),
    ("author", "Your name", "write who publishes the glossary: `author: …`"),
];

/// Warns of placeholders; `has_address` is true if the command line replaces the address.
pub(crate) fn check(config: &Config, has_address: bool, problems: &mut Vec<Diagnostic>) {
    for (key, placeholder, help) in PLACEHOLDERS {
        let value = if key == "author" { config.author.as_str() } else { config.base_url.as_str() };
        if value == placeholder && !(has_address && key == "base_url") {
            problems.push(messages::placeholder(config.location(yaml_path![key]), key, placeholder, help));
        }
    }
}

/// Warns of words in a published text that are still those of the template.
pub(super) fn check_text(path: &str, text: &str, problems: &mut Vec<Diagnostic>) {
    for (at, words) in template_words::find(text) {
        problems.push(messages::template_words(Location::new(path, at..at + words.len()), words));
    }
}
