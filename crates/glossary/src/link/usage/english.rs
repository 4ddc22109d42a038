//! Recognises ordinary English words that have only a grammatical function in a sentence.
//!
//! 1. A word that classifies the noun after it: "a type of certificate", "several kinds of pages". In "the type of the
//!    variable" it is a property of the variable, and does not count.
//! 2. A word for a collection, as a predicate or at the beginning of a text, as in definitions: "a workspace is a
//!    collection of modules", "A collection of modules".
//! 3. A word that introduces an activity: "the process of measuring", "a method for fitting a curve".
//! 4. "Mean" as a verb: "which means that". [`crate::link::usage::english_verbs`] recognises the other verbs and
//!    imperatives ("Note the change").
//! 5. A part of a fixed phrase: "for instance", "out of service", "a cloud service", "the service provider".
//!
//! Decides by closed lists of the word itself and the few words next to it. [`crate::link::usage::german`] is for
//! German, [`crate::link::usage::french`] for French, and [`crate::link::usage::east_asian`] for Chinese, Japanese and
//! Korean.

use crate::link::usage::english_verbs::{DETERMINERS, is_imperative, is_verb};

/// Nouns that classify or count the noun after them, in the singular.
const CLASSIFIERS: [&str; 10] =
    ["type", "kind", "sort", "form", "variety", "number", "amount", "piece", "quantity", "branch"];
/// Nouns for a collection.
const COLLECTIONS: [&str; 7] = ["collection", "set", "group", "series", "list", "family", "range"];
/// Nouns for a way of doing something.
const WAYS: [&str; 7] = ["process", "method", "procedure", "technique", "practice", "act", "way"];
/// Fixed phrases: the words before a noun, and the noun, which may be in the plural.
const PHRASES: [(&str, &str); 23] = [
    ("for", "instance"),
    ("by", "means"),
    ("in", "turn"),
    ("in", "fact"),
    ("in", "practice"),
    ("in", "question"),
    ("out of", "service"),
    ("in", "effect"),
    ("into", "effect"),
    ("take", "effect"),
    ("takes", "effect"),
    ("taking", "effect"),
    ("entry", "point"),
    ("starting", "point"),
    ("key", "point"),
    ("side", "effect"),
    ("following", "effect"),
    ("cloud", "service"),
    ("public", "service"),
    ("pull", "request"),
    ("merge", "request"),
    ("stack", "trace"),
    ("knowledge", "base"),
];
/// Fixed phrases: a noun, and what may follow it, separated by bars.
const BEGINNINGS: [(&str, &str); 7] = [
    ("service", "provider|providers|model|models|quality|level|levels"),
    ("points", "to|at|out|toward|towards|into|back"),
    ("point", "of view"),
    ("command", "line|lines"),
    ("event", "loop|loops"),
    ("variable", "number|amount|length"),
    ("body", "of research|of literature|of knowledge|of work|of evidence"),
];
const BE: [&str; 7] = ["is", "are", "was", "were", "be", "as", "called"];

/// True if a word between these texts has only a grammatical function.
pub(in crate::link) fn is_other_use(before: &str, word: &str, after: &str) -> bool {
    if word.contains([' ', '-']) {
        return false;
    }
    if !word.starts_with(char::is_lowercase) {
        return is_imperative(before, word, after);
    }
    let mut following = after.strip_prefix(' ').unwrap_or_default().split(' ').map(bare);
    let (next, second) = (following.next().unwrap_or_default(), following.next().unwrap_or_default());
    let mut preceding = before.strip_suffix(' ').unwrap_or_default().rsplit(' ');
    let previous = preceding.next().unwrap_or_default();
    if is_moment(before, word)
        || is_verb(before, word, after)
        || is_meaning(previous, word, after)
        || is_in_phrase(before, word, after)
    {
        return true;
    }
    let single = word.strip_suffix('s').unwrap_or(word);
    let is_way = WAYS.iter().any(|way| word.strip_prefix(way).is_some_and(|end| matches!(end, "" | "s" | "es")));
    if is_way && matches!(next, "of" | "for") && second.len() > 4 && second.ends_with("ing") {
        return true;
    }
    if next != "of" || DETERMINERS.contains(&second) {
        return false;
    }
    CLASSIFIERS.contains(&single)
        || (COLLECTIONS.contains(&single) || COLLECTIONS.contains(&word)) && is_predicate(before)
}

/// True for a text that ends in a form of "be" and an article ("is a"), or that is only "A" or "An". An adjective may
/// follow.
fn is_predicate(before: &str) -> bool {
    let mut preceding = before.trim_end().rsplit(' ');
    let nearest = [preceding.next().unwrap_or_default(), preceding.next().unwrap_or_default()];
    let is_article = |word: &&str| matches!(*word, "a" | "an" | "the" | "A" | "An");
    let Some(article) = nearest.iter().find(|word| is_article(word)) else { return false };
    let verb = if nearest.first() == Some(article) { nearest.get(1).copied() } else { preceding.next() };
    match verb.filter(|verb| !verb.is_empty()) {
        Some(verb) => BE.contains(&verb),
        None => matches!(*article, "A" | "An"),
    }
}

/// True for a point in time: "at this point", "after which point".
fn is_moment(before: &str, word: &str) -> bool {
    let mut preceding = before.strip_suffix(' ').unwrap_or_default().rsplit(' ');
    let mut previous = || preceding.next().unwrap_or_default().to_ascii_lowercase();
    let [which, preposition] = [previous(), previous()];
    word == "point"
        && matches!(&*which, "this" | "that" | "some" | "any" | "one" | "which")
        && matches!(&*preposition, "at" | "after" | "before" | "beyond" | "by" | "from" | "past" | "to" | "until")
}

/// True for "mean" as a verb: "which means that", "to mean “all of them”". "The mean", an average, is a noun.
fn is_meaning(previous: &str, word: &str, after: &str) -> bool {
    let is_verb = word == "means" && !DETERMINERS.contains(&previous) && previous != "of"
        || word == "mean" && matches!(previous, "to" | "not" | "may" | "can" | "would");
    let next = after.strip_prefix(' ').unwrap_or_default().split(' ').next().unwrap_or_default();
    is_verb && (next.starts_with(['"', '“', '\'', '‘']) || next == "that" || DETERMINERS.contains(&next))
}

fn is_in_phrase(before: &str, word: &str, after: &str) -> bool {
    let before = before.strip_suffix(' ').unwrap_or_default();
    let single = word.strip_suffix('s').unwrap_or(word);
    let rest = after.strip_prefix(' ').unwrap_or_default();
    let follows = |words: &str| rest.strip_prefix(words).is_some_and(|end| !end.starts_with(char::is_alphanumeric));
    PHRASES.iter().any(|(words, noun)| [word, single].contains(noun) && ends_with_words(before, words))
        || BEGINNINGS.iter().any(|(noun, ends)| *noun == word && ends.split('|').any(follows))
}

/// True if a text ends with these words as whole words; ASCII case is ignored.
pub(in crate::link) fn ends_with_words(text: &str, words: &str) -> bool {
    let split = text.len().checked_sub(words.len()).and_then(|at| text.split_at_checked(at));
    split.is_some_and(|(rest, end)| {
        end.eq_ignore_ascii_case(words) && !rest.ends_with(|c: char| c.is_alphanumeric() || c == '-')
    })
}

/// A word without the punctuation around it.
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
            ("the change takes ", "effect", " when"),
            ("At this ", "point", " the program"),
            ("the pointer ", "points", " to"),
            ("until some ", "point", " in the future"),
            ("the compiler's entry ", "points", " are"),
            ("A ", "collection", " of names"),
            ("A curated ", "list", " of questions"),
            ("The ", "process", " of identifying a pattern"),
            ("statistical ", "methods", " for estimating a variance"),
            ("limits the ", "quantity", " of objects"),
            ("code that is long, which ", "means", " that it is generated"),
            ("`BY` ", "means", " \"name the author\""),
            ("to ", "mean", " “all of them”"),
            ("For ", "instance", ", the second half"),
            ("Pods going out of ", "service", "."),
            ("a cloud ", "service", " that helps"),
            ("from the ", "command", " line"),
            ("from the ", "point", " of view of"),
            ("a large ", "body", " of research"),
            ("two pull ", "requests", " later"),
            ("", "Note", " the change from"),
            ("restarts. ", "Host", " all pages"),
            ("to the ", "service", " provider."),
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
            ("The ", "collection", " of names"),
            ("the fields of a ", "collection", " of names"),
            ("files. A ", "collection", " of names"),
            ("a ", "process", " of its own"),
            ("a function or ", "method", " to call"),
            ("a ", "process", " for each"),
            ("the ", "means", " of both groups"),
            ("the ", "mean", " that is expected"),
            ("a specific ", "instance", " of a class"),
            ("within a cloud, ", "services", " run"),
            ("a multi-cloud ", "cluster", " of services"),
            ("waits therefor ", "instance", ""),
            ("", "Type", " of page"),
            ("a ", "request", " for it"),
            ("", "Software", " that hosts pages"),
            ("the company's ", "Host", " the page"),
            ("calls the ", "point", " of"),
            ("the ", "body", " of a function"),
            ("with this ", "point", " as its origin"),
        ] {
            assert!(!is_other_use(before, word, after), "{before}|{word}|{after}");
        }
    }
}
