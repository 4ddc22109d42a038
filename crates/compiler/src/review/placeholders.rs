//! Warns of settings that still have the example values that `init` or `import` wrote: address and author.

use rooflight_glossary::model::config::{Config, EXAMPLE_ADDRESS};
use rooflight_source::diagnostic::{Diagnostic, messages};
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
