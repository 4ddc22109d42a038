//! Recognises English verbs that are spelled like nouns: "it points at the code", "able to host".
//!
//! 1. After a pronoun that is a subject, the form that agrees with it: "it points", "they host".
//! 2. After an auxiliary, or after one and an adverb: "can host", "does not point", "will then cache".
//! 3. After "to" where an infinitive follows ("able to host", "how to point") or where an object does ("to host an
//!    application"); "access to service" is a noun.
//! 4. After "that", "which" or "who" and in agreement with the noun before it, if words follow that no noun has there.
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
const ADVERBS: &str = "also always first just never not often only still then";
/// Words before "to" and an infinitive.
const BEFORE_INFINITIVE: &str = "used able unable enough how order want wants wanted need needs needed try tries tried trying attempt \
    attempts fail fails failed decide decides begin begins continue continues ability easy easier hard \
    harder possible impossible likely ready free going where";
/// Words that follow a verb and hardly ever a noun that ends a relative clause's subject.
const AFTER_VERB: &str = "at to into onto toward towards directly as all back";

/// True if a list has a word.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// True if a lower-case word between these texts is a verb.
pub(in crate::link) fn is_verb(before: &str, word: &str, after: &str) -> bool {
    let mut preceding = before.strip_suffix(' ').unwrap_or_default().rsplit(' ');
    let mut previous = || preceding.next().unwrap_or_default();
    let [mut first, mut second, third] = [previous(), previous(), previous()];
    let next = after.strip_prefix(' ').unwrap_or_default().split(' ').next().unwrap_or_default();
    let next = next.trim_matches(|c: char| !c.is_alphanumeric());
    let has_object = DETERMINERS.contains(&next);
    let is_base = !word.ends_with('s') || word.ends_with("ss");
    if matches!(first, "that" | "which" | "who") {
        let is_plural = second.len() > 3 && second.ends_with('s') && !second.ends_with("ss");
        let agrees = is_base == is_plural && !is_in(BEFORE_CLAUSE, second);
        return agrees && (has_object || is_in(AFTER_VERB, next));
    }
    let has_adverb = is_in(ADVERBS, first) || first.len() > 4 && first.ends_with("ly");
    if has_adverb {
        (first, second) = (second, third);
    }
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
        return has_object || is_in(BEFORE_INFINITIVE, second);
    }
    is_in(AUXILIARIES, first) || has_adverb && DO.contains(&first)
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
        ] {
            assert!(!is_verb(before, word, after), "{before}|{word}|{after}");
        }
    }
}
