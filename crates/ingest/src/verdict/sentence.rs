//! Finds the records' names in a sentence: "my 2x 3090 do 71 tok/s with Qwen3 8B".
//!
//! 1. At each word, the longest sequence of words that is a name is taken, and the search continues after it.
//! 2. A count before or after a name repeats it.
//!
//! Returns names, not records: `names` refuses one that several records share.

use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::records::benchmarks::CatalogNames;
use rooflight_primitives::names::{Named, with_name};

/// Maximum number of words in a name.
const MAX_WORDS: usize = 6;

/// Maximum number of words of a sentence; later ones are ignored, since each is compared with every name.
const MAX_SENTENCE_WORDS: usize = 60;

/// Returns the names of all models, also of those that are not covered.
pub(super) fn models(names: &CatalogNames) -> Vec<Named<'_>> {
    let gaps = names.not_covered.iter().flat_map(|gap| &gap.names).map(|name| Named { id: name, name, aliases: &[] });
    names.models.iter().map(|known| known.naming.named()).chain(gaps).collect()
}

/// Returns the names in a sentence, each as often as the sentence counts it. No name extends across an empty word.
pub(super) fn named(words: &[String], known: &[Named<'_>]) -> Vec<String> {
    let mut rest = words.get(..MAX_SENTENCE_WORDS).unwrap_or(words);
    let (mut found, mut before) = (Vec::new(), "");
    while let [word, others @ ..] = rest {
        if let Some((name, behind)) = longest(rest, known) {
            let next = behind.first().map_or("", String::as_str);
            for _ in 0..count(before).max(count(next)) {
                found.push(name.clone());
            }
            (before, rest) = ("", behind);
        } else {
            (before, rest) = (word, others);
        }
    }
    found
}

/// Returns the longest name that begins with the first word, and the words after it.
fn longest<'a>(words: &'a [String], known: &[Named<'_>]) -> Option<(String, &'a [String])> {
    let (mut name, mut found, mut rest) = (String::new(), None, words);
    while let [word, others @ ..] = rest
        && !word.is_empty()
        && words.len() - others.len() <= MAX_WORDS
    {
        name.push_str(word);
        if !with_name(&name, known).is_empty() {
            found = Some((name.clone(), others));
        }
        name.push(' ');
        rest = others;
    }
    found
}

/// Returns the number of a word such as `2x` or `two`, else one.
fn count(word: &str) -> usize {
    COUNTS.iter().position(|names| names.split(' ').any(|name| name == word)).unwrap_or_default() + 1
}

/// Words for the numbers from one to four.
const COUNTS: [&str; 4] = ["", "2x x2 two dual", "3x x3 three", "4x x4 four quad"];

/// Returns the GGUF format that a sentence without one most likely means: `Q4_K_M`, or the one that gpt-oss is
/// published in.
pub(super) fn usual_gguf(words: &[String]) -> &'static str {
    let is_gpt_oss = |word: &String| word.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("gpt-oss"));
    if words.iter().any(is_gpt_oss) { "gguf-mxfp4-moe" } else { "gguf-q4_k_m" }
}
