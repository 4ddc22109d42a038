//! Settings that still say what `init` or `import` wrote: an example address and an example author.

use rooflight_glossary::model::config::Config;
use rooflight_source::diagnostic::{Diagnostic, messages};
use rooflight_source::yaml_path;

/// The values, by key, with a line that mends each.
const PLACEHOLDERS: [(&str, &str, &str); 2] = [
    (
        "base_url",
        "https://example.org/",
        "write the address that readers use: `base_url: https://you.github.io/glossary/`",
    ),
    ("author", "Your name", "write who publishes the glossary: `author: …`"),
];

/// Warns of placeholders; an address from the command line does not count as one.
pub(crate) fn check(config: &Config, has_address: bool, problems: &mut Vec<Diagnostic>) {
    for (key, placeholder, help) in PLACEHOLDERS {
        let value = if key == "author" { config.author.as_str() } else { config.base_url.as_str() };
        if value == placeholder && !(has_address && key == "base_url") {
            problems.push(messages::placeholder(config.location(yaml_path![key]), key, placeholder, help));
        }
    }
}
