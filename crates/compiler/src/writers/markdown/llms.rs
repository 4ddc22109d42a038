//! `llms.txt`: lists the site's Markdown pages for language models.
//!
//! 1. The site's title, description and author.
//! 2. The entries by layer, each with its definition; then the other pages by kind.
//! 3. Links are absolute and lead to the Markdown of a page.
//!
//! It is made from the inventory, so every listed page exists.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::kind::Outline;
use crate::site::paths::GLOSSARY_JSON;
use crate::writers::markdown::escape::plain;
use std::fmt::Write;

/// The path below the site's root.
pub(crate) const PATH: &str = "llms.txt";

/// Returns the text. `pages` is the inventory, with entries in the order of the glossary.
#[must_use]
pub(crate) fn text(inputs: &Inputs<'_>, pages: &[Listed]) -> String {
    let config = inputs.config;
    let count = inputs.glossary.entries.len();
    let (author, layers) = (plain(&config.author), plain(config.layers_name.after(config.layers.len())));
    let (layer_count, data) = (config.layers.len().to_string(), config.base_url.join(GLOSSARY_JSON));
    let values = [
        ("author", author.as_str()),
        ("layer_count", layer_count.as_str()),
        ("layers", layers.as_str()),
        ("data", data.as_str()),
    ];
    let about = config.strings.count("markdown.about", count, &values);
    let mut out = format!("# {}\n\n> {}\n\n{about}\n", plain(&config.title), plain(&config.description));
    let line = |out: &mut String, page: &Listed| {
        let address = config.base_url.join(&format!("{}index.md", page.path));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "- [{}]({address}): {}", plain(&page.title), plain(&page.description));
    };
    let entries: Vec<&Listed> = pages.iter().filter(|page| page.kind().outline() == Outline::Entries).collect();
    for (id, layer) in config.layers.iter_enumerated() {
        let here = inputs.glossary.entries.iter().zip(&entries).filter(|(entry, _)| entry.layer == id);
        let here: Vec<&&Listed> = here.map(|(_, listed)| listed).collect();
        if here.is_empty() {
            continue;
        }
        let _ = write!(out, "\n## {}\n\n{}\n\n", plain(&layer.title), plain(&layer.summary));
        for page in here {
            line(&mut out, page);
        }
    }
    let others = [
        ("lessons.title", Outline::Lessons),
        ("compare.title", Outline::Comparisons),
        ("markdown.pages", Outline::Pages),
    ];
    for (key, outline) in others {
        let here: Vec<&Listed> = pages.iter().filter(|page| page.kind().outline() == outline).collect();
        if !here.is_empty() {
            let _ = write!(out, "\n## {}\n\n", config.strings.get(key));
            for page in here {
                line(&mut out, page);
            }
        }
    }
    out
}
