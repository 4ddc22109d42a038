//! `llms.txt`: the site for language models, as a list of its Markdown pages.
//!
//! 1. Title, description and author of the site.
//! 2. The entries by layer, each with its definition; then the other pages by kind.
//! 3. Links lead to the Markdown of a page, and are absolute.
//!
//! Made from the inventory alone, so that it lists what is there.

use crate::site::inputs::Inputs;
use crate::site::inventory::Listed;
use crate::site::kind::Outline;
use crate::writers::data::glossary_json;
use crate::writers::markdown_text::plain;
use std::fmt::Write;

/// The file.
pub(crate) const PATH: &str = "llms.txt";

/// Its text.
#[must_use]
pub(crate) fn text(inputs: &Inputs<'_>, pages: &[Listed]) -> String {
    let config = inputs.config;
    let count = inputs.glossary.entries.len();
    let mut out = format!(
        "# {}\n\n> {}\n\nWritten by {}. {count} {} in {} {}. Each address below is the Markdown of a page; without `index.md` it is the page itself. All entries as data: {}\n",
        plain(&config.title),
        plain(&config.description),
        plain(&config.author),
        if count == 1 { "entry" } else { "entries" },
        config.layers.len(),
        plain(config.layers_name.after(config.layers.len())),
        config.base_url.join(glossary_json::PATH),
    );
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
    let others = [("Lessons", Outline::Lessons), ("Comparisons", Outline::Comparisons), ("Pages", Outline::Pages)];
    for (title, outline) in others {
        let here: Vec<&Listed> = pages.iter().filter(|page| page.kind().outline() == outline).collect();
        if !here.is_empty() {
            let _ = write!(out, "\n## {title}\n\n");
            for page in here {
                line(&mut out, page);
            }
        }
    }
    out
}
