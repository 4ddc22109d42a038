//! Inflection rules and lists for one lower-case English word.
//!
//! A word reads as a plural if it ends in `s` and is not a known kind of singular in `s`. The lists hold words that the
//! rules get wrong. They are short: a wrong form that nobody writes does no harm, and an entry can list a missing one
//! under `forms`.

use crate::link::forms::inflect::DerivationRule;

/// Words that no rule covers: the singular, then its plurals.
const IRREGULAR: &[(&str, &[&str])] = &[
    ("matrix", &["matrices", "matrixes"]),
    ("index", &["indices", "indexes"]),
    ("vertex", &["vertices", "vertexes"]),
    ("appendix", &["appendices", "appendixes"]),
    ("vortex", &["vortices"]),
    ("axis", &["axes"]),
    ("criterion", &["criteria"]),
    ("phenomenon", &["phenomena"]),
    ("automaton", &["automata", "automatons"]),
    ("medium", &["media", "mediums"]),
    ("stratum", &["strata"]),
    ("bacterium", &["bacteria"]),
    ("datum", &["data"]),
    ("schema", &["schemas", "schemata"]),
    ("lemma", &["lemmas", "lemmata"]),
    ("formula", &["formulas", "formulae"]),
    ("antenna", &["antennas", "antennae"]),
    ("alga", &["algae"]),
    ("larva", &["larvae"]),
    ("corpus", &["corpora"]),
    ("genus", &["genera"]),
    ("radius", &["radii", "radiuses"]),
    ("nucleus", &["nuclei"]),
    ("locus", &["loci"]),
    ("stimulus", &["stimuli"]),
    ("fungus", &["fungi"]),
    ("torus", &["tori"]),
    ("child", &["children"]),
    ("person", &["people", "persons"]),
    ("man", &["men"]),
    ("woman", &["women"]),
    ("foot", &["feet"]),
    ("tooth", &["teeth"]),
    ("mouse", &["mice"]),
    ("half", &["halves"]),
    ("shelf", &["shelves"]),
    ("leaf", &["leaves"]),
    ("knife", &["knives"]),
    ("life", &["lives"]),
    ("wolf", &["wolves"]),
    ("quiz", &["quizzes"]),
];

/// Words that have only one number.
const FIXED: &[&str] = &[
    "data",
    "software",
    "hardware",
    "firmware",
    "malware",
    "middleware",
    "information",
    "equipment",
    "furniture",
    "advice",
    "knowledge",
    "evidence",
    "progress",
    "weather",
    "aircraft",
    "sheep",
    "series",
    "species",
    "news",
    "physics",
    "mathematics",
    "analytics",
    "semantics",
    "logistics",
    "robotics",
    "mechanics",
    "dynamics",
    "economics",
    "electronics",
    "genetics",
    "graphics",
    "kudos",
    "means",
];

/// Last parts of hyphenated adjectives, which do not inflect: "memory-bound".
const ADJECTIVES: &[&str] =
    &["bound", "based", "aware", "free", "safe", "only", "like", "wide", "side", "first", "level", "wise"];

/// Singulars that end in `as`, `os`, `ns` or `es`.
const SINGULAR_IN_S: &[&str] = &[
    "bias",
    "alias",
    "canvas",
    "atlas",
    "gas",
    "pancreas",
    "lens",
    "chaos",
    "cosmos",
    "ethos",
    "pathos",
    "rhinoceros",
    "yes",
];

/// Singulars in `us` whose plural ends in `uses`, unlike "house" and "cause".
const IN_US: &[&str] =
    &["status", "virus", "bus", "bonus", "campus", "census", "consensus", "focus", "minus", "plus", "nexus"];

/// Plurals that end in `us` or `is`.
const PLURAL_IN_US: &[&str] =
    &["menus", "gurus", "cpus", "gpus", "tpus", "apis", "guis", "wikis", "taxis", "emojis", "skis"];

/// Singulars in `ie`, whose plural in `ies` is not that of a word in `y`.
const IE: &[&str] = &[
    "cookie", "movie", "zombie", "rookie", "calorie", "prairie", "hoodie", "selfie", "genie", "pie", "tie", "lie",
    "die",
];

/// Singulars in `che`, whose plural in `ches` is not that of a word in `ch`.
const CHE: &[&str] = &["cache", "niche", "ache", "headache", "avalanche", "psyche", "cliche"];

/// Words in `ch` that is pronounced `k`, whose plural takes `s`.
const HARD_CH: &[&str] = &["epoch", "stomach", "monarch", "patriarch", "matriarch", "tech", "eunuch", "loch"];

/// Words in `o` whose plural takes `es`.
const O_ES: &[&str] = &["hero", "echo", "potato", "tomato", "veto", "torpedo", "embargo", "mosquito", "volcano"];

/// The plurals of a singular, or the singular of a plural.
pub(super) fn number(word: &str) -> Vec<(String, DerivationRule)> {
    let foreign = word.chars().count() < 2 || !word.chars().all(char::is_alphabetic);
    if foreign || FIXED.contains(&word) || ADJECTIVES.contains(&word) {
        return Vec::new();
    }
    for (one, many) in IRREGULAR {
        if word == *one {
            return many.iter().map(|many| ((*many).to_owned(), DerivationRule::Irregular)).collect();
        }
        if many.contains(&word) {
            return vec![((*one).to_owned(), DerivationRule::Irregular)];
        }
    }
    if is_plural(word) { vec![(singular(word), DerivationRule::Singular)] } else { plural(word).into_iter().collect() }
}

fn ends(word: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| word.ends_with(end))
}

fn is_plural(word: &str) -> bool {
    let is_singular = SINGULAR_IN_S.contains(&word) || ends(word, &["ss", "us", "is"]) && !PLURAL_IN_US.contains(&word);
    word.ends_with('s') && word.len() > 2 && !is_singular
}

fn singular(word: &str) -> String {
    let without = |end: &str| word.strip_suffix(end);
    let plain = without("s").unwrap_or(word);
    if let Some(stem) = without("ies").filter(|stem| stem.len() > 1 && !IE.contains(&plain)) {
        return format!("{stem}y");
    }
    if let Some(stem) = without("es") {
        let sibilant = ends(stem, &["ss", "x", "ch", "sh", "zz"]) && !CHE.contains(&plain);
        let listed = [IN_US, SINGULAR_IN_S, O_ES].iter().any(|list| list.contains(&stem));
        if sibilant || listed {
            return stem.to_owned();
        }
        if ends(stem, &["lys", "thes", "cris", "gnos"]) {
            return format!("{stem}is");
        }
    }
    plain.to_owned()
}

fn plural(word: &str) -> Option<(String, DerivationRule)> {
    if let Some(stem) = word.strip_suffix("is") {
        return (stem.len() > 1 && stem.ends_with(['s', 'x']))
            .then(|| (format!("{stem}es"), DerivationRule::PluralSes));
    }
    if word.ends_with("ed") && !word.ends_with("eed") && word.len() > 3 {
        return None;
    }
    let hissing = ends(word, &["s", "x", "z", "sh"]) || word.ends_with("ch") && !HARD_CH.contains(&word);
    if hissing || O_ES.contains(&word) {
        return Some((format!("{word}es"), DerivationRule::PluralEs));
    }
    let before_last = word.chars().rev().nth(1)?;
    if let Some(stem) = word.strip_suffix('y').filter(|_| !"aeiou".contains(before_last)) {
        return Some((format!("{stem}ies"), DerivationRule::PluralIes));
    }
    Some((format!("{word}s"), DerivationRule::PluralS))
}
