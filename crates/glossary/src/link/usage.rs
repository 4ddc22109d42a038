//! Ordinary English words that a sentence uses for their grammar, not for a thing of their own.
//!
//! 1. A word that only classifies what follows: "a type of certificate", "several kinds of pages". In "the type of the
//!    variable" it is a thing that the variable has.
//! 2. A word that only gathers what follows, where the sentence says that something is it: "a workspace is a collection
//!    of modules".
//! 3. A verb: "an object that maps a path to a component".
//!
//! Closed lists decide, of a single word and the few words beside it. No other language has such rules here.

/// Nouns that classify or count what follows.
const CLASSIFIERS: [&str; 8] = ["type", "kind", "sort", "form", "variety", "number", "amount", "piece"];
/// Nouns that gather what follows.
const COLLECTIONS: [&str; 7] = ["collection", "set", "group", "series", "list", "family", "range"];
/// Words that begin a thing of its own.
const DETERMINERS: [&str; 14] =
    ["a", "an", "the", "this", "that", "these", "those", "its", "their", "your", "our", "his", "each", "every"];
const BE: [&str; 7] = ["is", "are", "was", "were", "be", "as", "called"];

/// True if a word between these texts is used for its grammar.
pub(super) fn is_other_use(before: &str, word: &str, after: &str) -> bool {
    if word.contains([' ', '-']) || !word.starts_with(char::is_lowercase) {
        return false;
    }
    let mut following = after.strip_prefix(' ').unwrap_or_default().split(' ').map(bare);
    let (next, second) = (following.next().unwrap_or_default(), following.next().unwrap_or_default());
    let mut preceding = before.strip_suffix(' ').unwrap_or_default().rsplit(' ');
    let previous = preceding.next().unwrap_or_default();
    if matches!(previous, "that" | "who") && word.ends_with('s') {
        return DETERMINERS.contains(&next) || matches!(next, "as" | "all" | "into");
    }
    let single = word.strip_suffix('s').unwrap_or(word);
    if next != "of" || DETERMINERS.contains(&second) {
        return false;
    }
    if CLASSIFIERS.contains(&single) {
        return true;
    }
    // Up to one adjective stands between the article and the word.
    let article = std::iter::once(previous).chain(preceding.next()).position(|word| matches!(word, "a" | "an" | "the"));
    let of_article = article.and_then(|at| before.trim_end().rsplit(' ').nth(at + 1));
    (COLLECTIONS.contains(&single) || COLLECTIONS.contains(&word)) && of_article.is_some_and(|word| BE.contains(&word))
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::is_other_use;

    #[test]
    fn grammar_and_things() {
        for (before, word, after) in [
            ("is a specific ", "type", " of template"),
            ("two ", "types", " of bundles"),
            ("A project is a ", "collection", " of components"),
            ("used as a small ", "set", " of rules"),
            ("an object that ", "maps", " a path"),
            ("a template that ", "functions", " as a wrapper"),
        ] {
            assert!(is_other_use(before, word, after), "{before}|{word}|{after}");
        }
        for (before, word, after) in [
            ("the ", "type", " of the variable"),
            ("the page ", "type", " is"),
            ("iterating over a ", "collection", " of pages"),
            ("ensures that ", "services", " remain"),
            ("that ", "certificate", " must"),
            ("a ", "batch", " of requests"),
            ("", "Type", " of page"),
        ] {
            assert!(!is_other_use(before, word, after), "{before}|{word}|{after}");
        }
    }
}
