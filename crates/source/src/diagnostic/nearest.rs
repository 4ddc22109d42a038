//! The nearest known name to a misspelt one, and short quotations of an author's text.
//!
//! Counts the insertions, deletions, substitutions and swaps of neighbours between two names, ignoring case, and offers
//! the best candidate when it is near enough to be a slip of the hand. Never guesses beyond a third of the name's
//! length. Keys that other programs use for the same are known too.

pub use rooflight_primitives::names::nearest_text as nearest;
use rooflight_primitives::names::{MAX_COMPARED, distance};

/// Keys of other programs' front matter, each with the ones that say the same here.
const KEYS_ELSEWHERE: [(&str, &[&str]); 17] = [
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
    ("baseurl", &["base_url"]),
    ("url", &["base_url"]),
];

/// The known key that an unknown one is meant for: a slip of the hand, or another program's word for it.
#[must_use]
pub fn nearest_key<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let low = name.to_lowercase();
    let elsewhere = || {
        let (_, here) = KEYS_ELSEWHERE.iter().find(|(key, _)| *key == low)?;
        here.iter().find_map(|key| known.iter().copied().find(|other| other == key))
    };
    nearest(name, known.iter().copied()).or_else(elsewhere)
}

/// The hint that offers the nearest candidate.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|found| format!("did you mean `{found}`?"))
}

/// The three nearest names, none of them further away than half of the name's length.
pub fn nearest_few<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let letters = |name: &str| name.chars().take(MAX_COMPARED).collect::<Vec<char>>();
    let wanted = letters(name);
    let scored = known.into_iter().map(|known| (distance(&wanted, &letters(known)), known));
    let mut near: Vec<(usize, &str)> = scored.filter(|(score, _)| *score <= (wanted.len() / 2).max(1)).collect();
    near.sort_unstable();
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// The most characters of an author's text that a message repeats.
const SHORT: usize = 160;

/// The beginning of an author's text, short enough for a line.
#[must_use]
pub fn short(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(SHORT).collect();
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
