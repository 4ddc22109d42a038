//! Recognises English verbs that are spelled like nouns: "it points at the code", "able to host".
//!
//! 1. After a pronoun that is a subject, the form that agrees with it: "it points", "they host".
//! 2. After an auxiliary, or after one and an adverb: "can host", "does not point", "will then cache".
//! 3. After "to" where an infinitive follows ("able to host", "how to point") or where an object does ("to host an
//!    application"), and after "To" at the beginning of a sentence ("To search for notes"); "access to service" is a
//!    noun.
//! 4. After "that", "which" or "who" and in agreement with the noun before it, if words follow that no noun has there.
//!    The form in -s also counts after a noun in the singular with its determiner, if an object may follow ("a
//!    technology that overlays images"), and so does a second one ("that stores and hosts pages"). The other form
//!    counts after a plural, unless a verb in -s follows ("tools that host web pages"; not "errors that inference
//!    produces").
//! 5. At the beginning of a sentence before an object: "Note the change".
//!
//! Decides by closed lists of the few words next to the mention, so that it is wrong in the direction of a noun: a link
//! too many is seen and taken away, one too few is not.

/// Words that begin a noun phrase.
pub(in crate::link) const DETERMINERS: [&str; 14] =
    ["a", "an", "the", "this", "that", "these", "those", "its", "their", "your", "our", "his", "each", "every"];

/// Subjects of verbs in the third person singular.
const SINGULAR: [&str; 3] = ["it", "he", "she"];
/// Subjects of verbs without an ending.
const PLURAL: [&str; 4] = ["they", "we", "you", "i"];
/// Verbs with two objects: "gives it weights", "offers you service".
const GIVING: &str = "give offer send show tell grant sell buy cost assign bring make";
const AUXILIARIES: &str = "can cannot could may might must shall should will would don't doesn't didn't can't couldn't won't \
    wouldn't shouldn't let's";
/// Auxiliaries only before an adverb: "do not batch", but "do inference".
const DO: [&str; 3] = ["do", "does", "did"];
/// Verbs before "that" and a clause: "ensures that traffic to the pod arrives".
const BEFORE_CLAUSE: &str = "ensures means says requires guarantees assumes shows indicates specifies implies suggests states \
    checks knows";
/// Further verbs, nouns and adjectives there, which are no objects of a relative clause.
const BEFORE_THAT: &str = "ensure mean say require guarantee assume show indicate specify imply suggest state check know note remember see \
    suppose believe think find so such fact idea assumption claim belief notion view chance sure clear important likely true \
    possible now given provided";
const ADVERBS: &str = "also always first just never not often only still then";
/// Words before "to" and an infinitive.
const BEFORE_INFINITIVE: &str = "used able unable enough how order want wants wanted need needs needed try tries tried trying attempt \
    attempts fail fails failed decide decides begin begins continue continues ability easy easier hard \
    harder possible impossible likely ready free going where";
/// Words that begin a noun phrase in the singular.
const SINGULAR_DETERMINERS: &str = "a an the any each every one no another this its their";
/// Words that follow a noun in the plural: finite verbs, prepositions and conjunctions.
const AFTER_NOUN: &str = "is are was were has have had do does did can cannot could may might must shall should will would and or \
    of in on for from with by through that which who when where if than need needs use uses call see run share want expect send \
    read write make get take give require depend expose provide receive return create remain become contain support follow belong \
    happen exist work go come say show begin start stop end fail";
/// Number of words before a mention that are looked at.
const MAX_WORDS: usize = 8;
/// Words that follow a verb and hardly ever a noun that ends a relative clause's subject.
const AFTER_VERB: &str = "at to into onto toward towards directly as all back";

/// Words that begin the object of an imperative; a noun has none of them right after it. "Software that" is a noun.
const AFTER_IMPERATIVE: &str = "a an the this these those its your our any all each every how whether people";

/// True if a list has a word.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// True if a lower-case word between these texts is a verb.
pub(in crate::link) fn is_verb(before: &str, word: &str, after: &str) -> bool {
    let preceding: Vec<&str> = before.strip_suffix(' ').unwrap_or_default().rsplit(' ').take(MAX_WORDS).collect();
    let next = after.strip_prefix(' ').unwrap_or_default().split(' ').next().unwrap_or_default();
    let next = next.trim_matches(|c: char| !c.is_alphanumeric());
    let has_object = DETERMINERS.contains(&next);
    let is_base = is_base(word);
    let has_adverb =
        is_in(ADVERBS, at(&preceding, 0)) || at(&preceding, 0).len() > 4 && at(&preceding, 0).ends_with("ly");
    let nearest = if has_adverb { preceding.get(1..).unwrap_or_default() } else { &preceding };
    if is_relative(at(nearest, 0)) {
        let is_object = has_object || is_base && !next.ends_with('s') && has_plain_object(next);
        return agrees(nearest, is_base) && (is_object || is_in(AFTER_VERB, next))
            || !is_base && is_relative_clause(nearest) && has_plain_object(next);
    }
    // "that stores and hosts pages"
    if !is_base
        && matches!(at(nearest, 0), "and" | "or")
        && at(nearest, 1).ends_with('s')
        && is_relative(at(nearest, 2))
    {
        return is_relative_clause(&nearest[2..]) && (has_object || has_plain_object(next));
    }
    let (first, second) = (at(nearest, 0), at(nearest, 1));
    let subject = first.to_ascii_lowercase();
    let agrees = if is_base { PLURAL.contains(&&*subject) } else { SINGULAR.contains(&&*subject) };
    let is_object = GIVING.split(' ').any(|verb| second.strip_prefix(verb).is_some_and(|end| matches!(end, "" | "s")));
    if agrees && !is_object {
        return true;
    }
    if !is_base {
        return false;
    }
    if first == "to" {
        return has_object || next == "to" || is_in(BEFORE_INFINITIVE, second);
    }
    first == "To" || is_in(AUXILIARIES, first) || has_adverb && DO.contains(&first)
}

/// True for a word without the ending -s.
fn is_base(word: &str) -> bool {
    !word.ends_with('s') || word.ends_with("ss")
}

/// True if a Capitalised word between these texts is an imperative: it begins a sentence, and its object follows.
pub(in crate::link) fn is_imperative(before: &str, word: &str, after: &str) -> bool {
    let begins = before.trim_end().is_empty() || before.ends_with(". ") || before.ends_with(": ");
    let next = after.strip_prefix(' ').unwrap_or_default().split(' ').next().unwrap_or_default();
    begins && is_base(word) && is_in(AFTER_IMPERATIVE, next)
}

/// A word by its distance to the mention; empty beyond the beginning of the text.
fn at<'a>(preceding: &[&'a str], distance: usize) -> &'a str {
    preceding.get(distance).copied().unwrap_or_default()
}

fn is_relative(word: &str) -> bool {
    matches!(word, "that" | "which" | "who")
}

/// True if the noun before a relative pronoun agrees with the word after it.
fn agrees(nearest: &[&str], is_base: bool) -> bool {
    is_base == is_plural(at(nearest, 1)) && !is_in(BEFORE_CLAUSE, at(nearest, 1))
}

fn is_plural(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
}

/// True if the relative pronoun follows a noun in the singular: one with a determiner at most three words before it, or
/// one of the first two words of a text, as definitions begin. "Ensures that" and "the fact that" begin another clause.
fn is_relative_clause(nearest: &[&str]) -> bool {
    let noun = at(nearest, 1).strip_suffix(',').unwrap_or(at(nearest, 1));
    let goes_on = |word: &&&str| word.ends_with(|c: char| c.is_alphanumeric());
    let mut determiners = nearest.iter().skip(2).take_while(goes_on).take(3);
    let begins_text = nearest.len() == 2 || nearest.len() == 3 && nearest.last().is_some_and(|word| goes_on(&word));
    let is_determined = determiners.any(|word| is_in(SINGULAR_DETERMINERS, &word.to_ascii_lowercase()));
    !noun.is_empty()
        && noun.chars().all(|c| c.is_alphanumeric() || c == '-')
        && !is_plural(noun)
        && !is_in(BEFORE_CLAUSE, noun)
        && !is_in(BEFORE_THAT, &noun.to_ascii_lowercase())
        && (is_determined || begins_text)
}

/// True if a word may begin the object of a verb: it is no finite verb, preposition or conjunction, which would follow
/// a noun: "the function that services call".
fn has_plain_object(next: &str) -> bool {
    let is_adverb = next.len() > 4 && next.ends_with("ly");
    !(next.is_empty() || is_in(AFTER_NOUN, next) || next.ends_with("ed") || is_adverb)
}

#[cfg(test)]
mod tests {
    use super::is_verb;

    #[test]
    fn verbs_and_nouns() {
        for (before, word, after) in [
            ("and it ", "points", " at the code"),
            ("It ", "caches", " answers"),
            ("where they ", "host", " the site"),
            ("a machine that can ", "host", " it"),
            ("which does not ", "point", " anywhere"),
            ("you can also ", "queue", " them"),
            ("will automatically ", "cache", " it"),
            ("powerful enough to ", "host", "."),
            ("how to ", "benchmark", " kernels"),
            ("is used to ", "host", " an application"),
            ("for pages that ", "point", " directly"),
            ("an index that ", "points", " to it"),
            ("It is a technology that ", "overlays", " images"),
            ("An open source program which ", "hosts", " web pages"),
            ("Software that ", "hosts", " pages"),
            ("a machine, which ", "caches", " pages"),
            ("the service that automatically ", "scales", " clusters"),
            ("the server that stores and ", "hosts", " pages"),
            ("a person who ", "models", " data"),
            ("tools that ", "host", " web pages"),
            ("To ", "search", " for notes"),
            ("have something to ", "point", " to"),
        ] {
            assert!(is_verb(before, word, after), "{before}|{word}|{after}");
        }
        for (before, word, after) in [
            ("access to ", "service", " and storage"),
            ("gives it ", "weights", " of its own"),
            ("from host to ", "host", "."),
            ("ensures that ", "services", " remain"),
            ("at that ", "point", " the program"),
            ("that ", "cluster", " as a whole"),
            ("the ", "host", " is"),
            ("makes it ", "services", ""),
            ("points to ", "hosts", " that"),
            ("compared to ", "weights", ""),
            ("engines that do ", "inference", " on"),
            ("ensures that ", "traffic", " to the pod"),
            ("not ", "host", " but guest"),
            ("this is not ", "point", ""),
            ("the function that ", "services", " call"),
            ("errors that ", "inference", " produces"),
            ("errors that ", "inference", " can have"),
            ("access to ", "search", " for notes"),
            ("a port that ", "services", " of this kind"),
            ("the fact that ", "services", " fail"),
            ("Make sure that ", "hosts", " agree"),
            ("the protocol, so that ", "services", " restart"),
            ("shows which ", "services", " restart"),
            ("the guarantee that ", "services", " restart"),
            ("the load that ", "hosts", " can carry"),
            ("the port which ", "hosts", " expose"),
            ("the server and the ", "hosts", " behind it"),
        ] {
            assert!(!is_verb(before, word, after), "{before}|{word}|{after}");
        }
    }
}
