//! Plural and singular of a term's last word, by rule.
//!
//! English only, nouns only: verbs are never stemmed, and whatever the rules miss stands in an entry's `forms`. `rooflight terms`
//! prints every form that comes from here, so that an author can veto it.

/// Words whose plural no rule gives, singular first.
const IRREGULAR: &[(&str, &str)] = &[
    ("matrix", "matrices"),
    ("index", "indices"),
    ("vertex", "vertices"),
    ("axis", "axes"),
    ("basis", "bases"),
    ("analysis", "analyses"),
    ("hypothesis", "hypotheses"),
    ("criterion", "criteria"),
    ("datum", "data"),
    ("child", "children"),
    ("person", "people"),
    ("half", "halves"),
    ("shelf", "shelves"),
];

/// Words that have no plural, or whose `s` is not one.
const FIXED: &[&str] =
    &["data", "software", "hardware", "firmware", "information", "inference", "series", "species", "bias", "mixture"];

/// The other number of the term: its plural if it reads as a singular, its singular if it reads as a plural.
/// `None` where the rules do not apply.
#[must_use]
pub fn other_number(term: &str) -> Option<String> {
    let start = term.rfind([' ', '-', '/']).map_or(0, |at| at + 1);
    let (rest, word) = term.split_at(start);
    inflect(word).map(|inflected| format!("{rest}{inflected}"))
}

fn inflect(word: &str) -> Option<String> {
    let last = word.chars().last()?;
    if word.chars().any(char::is_uppercase) {
        return acronym(word, last);
    }
    if !word.bytes().all(|byte| byte.is_ascii_alphabetic())
        || word.len() < 3
        || FIXED.contains(&word)
        || word.ends_with("ing")
        || word.ends_with("ed")
    {
        return None;
    }
    for (one, many) in IRREGULAR {
        if word == *one {
            return Some((*many).to_owned());
        }
        if word == *many {
            return Some((*one).to_owned());
        }
    }
    singular(word).or_else(|| plural(word))
}

/// GPU takes `s` and nothing else; a name that ends otherwise (`llama.cpp`, `FlashAttention`, `Q4_K_M`) has no plural.
fn acronym(word: &str, last: char) -> Option<String> {
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let is_acronym = capitals >= 2 && last.is_uppercase() && word.chars().all(char::is_alphabetic);
    is_acronym.then(|| format!("{word}s"))
}

fn singular(word: &str) -> Option<String> {
    if !word.ends_with('s') || ["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        return None;
    }
    let stem = &word[..word.len() - 1];
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return Some(format!("{stem}y"));
    }
    for end in ["sses", "xes", "ches", "shes"] {
        if word.ends_with(end) {
            return Some(word[..word.len() - 2].to_owned());
        }
    }
    Some(stem.to_owned())
}

fn plural(word: &str) -> Option<String> {
    let ends = |list: &[&str]| list.iter().any(|end| word.ends_with(end));
    if ends(&["s", "x", "z", "ch", "sh"]) {
        return (!word.ends_with("us") && !word.ends_with("is")).then(|| format!("{word}es"));
    }
    let before_last = word.chars().rev().nth(1)?;
    if word.ends_with('y') && !"aeiou".contains(before_last) {
        return Some(format!("{}ies", &word[..word.len() - 1]));
    }
    Some(format!("{word}s"))
}

#[cfg(test)]
mod tests {
    use super::other_number;

    #[test]
    fn plurals_and_singulars() {
        let cases = [
            ("memory bandwidth", Some("memory bandwidths")),
            ("time to first token", Some("time to first tokens")),
            ("weights", Some("weight")),
            ("batch", Some("batches")),
            ("batch size", Some("batch sizes")),
            ("importance matrix", Some("importance matrices")),
            ("latency", Some("latencies")),
            ("array", Some("arrays")),
            ("GPU", Some("GPUs")),
            ("KV cache", Some("KV caches")),
            ("GGUF", Some("GGUFs")),
            ("llama.cpp", None),
            ("Q4_K_M", None),
            ("FlashAttention", None),
            ("speculative decoding", None),
            ("memory-bound", Some("memory-bounds")),
            ("loss", Some("losses")),
            ("MoE", Some("MoEs")),
        ];
        for (term, expected) in cases {
            assert_eq!(other_number(term).as_deref(), expected, "{term}");
        }
    }
}
