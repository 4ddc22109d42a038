//! Suggests known names for misspelt ones, and shortens quotations of authors' text.
//!
//! Candidates are ranked by edit distance without regard to case. The best one is suggested if its distance is at most
//! a third of the name's length. Keys of other programs are recognised too.

pub use rooflight_primitives::names::nearest_text as nearest;
use rooflight_primitives::names::{MAX_COMPARED, distance};

/// Keys of other programs' front matter, each with its equivalents here.
const FOREIGN_KEYS: &[(&str, &[&str])] = &[
    ("title", &["term", "title"]),
    ("name", &["term", "title"]),
    ("label", &["term", "title"]),
    ("synonyms", &["aliases"]),
    ("aka", &["aliases"]),
    ("abbreviation", &["aliases"]),
    ("category", &["layer"]),
    ("categories", &["layer"]),
    ("section", &["layer"]),
    ("tags", &["also_in"]),
    ("description", &["definition", "description"]),
    ("summary", &["definition", "description"]),
    ("short_description", &["definition", "description"]),
    ("date", &["published"]),
    ("see_also", &["related"]),
    ("min", &["least"]),
    ("minimum", &["least"]),
    ("max", &["most"]),
    ("maximum", &["most"]),
    ("formula", &["expression"]),
    ("baseurl", &["base_url"]),
    ("url", &["base_url"]),
];

/// The known key closest to an unknown one: a likely typo, or another program's equivalent.
#[must_use]
pub fn nearest_key<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let low = name.to_lowercase();
    let elsewhere = || {
        let (_, here) = FOREIGN_KEYS.iter().find(|(key, _)| *key == low)?;
        here.iter().find_map(|key| known.iter().copied().find(|other| other == key))
    };
    nearest(name, known.iter().copied()).or_else(elsewhere)
}

/// A hint that suggests the nearest candidate, if one is near enough.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|found| format!("did you mean `{found}`?"))
}

/// The three nearest names, at most half of the name's length away.
pub fn nearest_few<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let letters = |name: &str| name.chars().take(MAX_COMPARED).collect::<Vec<char>>();
    let wanted = letters(name);
    let scored = known.into_iter().map(|known| (distance(&wanted, &letters(known)), known));
    let mut near: Vec<(usize, &str)> = scored.filter(|(score, _)| *score <= (wanted.len() / 2).max(1)).collect();
    near.sort_unstable();
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// Maximum number of characters of an author's text that a message quotes.
const MAX_QUOTED: usize = 160;

/// Shortens an author's text so that it fits on a line; an ellipsis marks the cut.
#[must_use]
pub fn short(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(MAX_QUOTED).collect();
    if letters.next().is_none() { start } else { format!("{start}…") }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_the_slip_and_refuses_the_guess() {
        let names = ["velocity", "definition", "kv-cache"];
        assert_eq!(nearest("velocty", names), Some("velocity"));
        assert_eq!(nearest("defintion", names), Some("definition"));
        assert_eq!(nearest("vk-cache", names), Some("kv-cache"));
        assert_eq!(nearest("throughput", names), None);
        assert_eq!(nearest("", names), None);
    }
}
