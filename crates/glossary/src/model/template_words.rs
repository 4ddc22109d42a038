//! The words that `rooflight new` writes for authors to replace. They are found again if an author publishes them.

/// The definition of a new entry.
pub const DEFINITION: &str = "One or two plain sentences, at most 300 characters.";

/// The body of a new entry.
pub const BODY: &str =
    "Say what it is, then what bounds it, then how to use it, with a worked number. Terms link themselves.";

/// The keys of a new entry's source, each with its value.
pub const SOURCE: [&str; 3] =
    ["title: Title of the source", "publisher: Who published it", "supports: What this entry takes from it."];

/// Finds these words in a file where they are no comment; returns where each stands.
pub fn find(text: &str) -> impl Iterator<Item = (usize, &'static str)> + '_ {
    let is_read = |at: usize| !text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at].trim_start().starts_with('#');
    let all = [DEFINITION, BODY].into_iter().chain(SOURCE);
    all.filter_map(move |words| Some((text.match_indices(words).map(|(at, _)| at).find(|at| is_read(*at))?, words)))
}
