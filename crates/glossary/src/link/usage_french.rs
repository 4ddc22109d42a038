//! Ordinary French words that a sentence uses for their grammar or their everyday sense.
//!
//! 1. A word that only classifies or counts what follows: "un type de certificat", "le nombre d'objets". In "le type de
//!    la variable" it is a thing that the variable has.
//! 2. A word that only announces what is done: "une méthode pour mesurer", "un processus permettant de".
//! 3. A part of a fixed phrase: "en fonction du contexte", "par défaut", "qualité de service", "services cloud".
//! 4. A word behind a prefix with a hyphen, which makes another word of it: "micro-services", "sous-ensemble".
//!
//! Closed lists decide, of a single word and the few words beside it.

use crate::link::usage::ends_with_words;

/// Nouns that classify or count what follows.
const CLASSIFIERS: [&str; 8] = ["type", "sorte", "forme", "genre", "espèce", "nombre", "quantité", "variété"];
/// Words that begin a thing of its own behind "de".
const DETERMINERS: [&str; 14] =
    ["le", "la", "les", "ce", "cet", "cette", "ces", "son", "sa", "ses", "votre", "vos", "leur", "notre"];
/// Nouns for a way of doing what follows.
const WAYS: [&str; 6] = ["méthode", "processus", "procédé", "procédure", "technique", "pratique"];
/// Words that say what such a way is for.
const PURPOSES: [&str; 6] =
    [" pour ", " permettant de ", " permettant d'", " consistant à ", " visant à ", " servant à "];
/// Words with which a noun makes a fixed phrase, and the noun.
const PHRASES: [(&str, &str); 46] = [
    ("en", "fonction"),
    ("par", "défaut"),
    ("par", "exemple"),
    ("en", "cas"),
    ("dans ce", "cas"),
    ("dans le", "cadre"),
    ("en", "cours"),
    ("au", "cours"),
    ("mise à", "jour"),
    ("mises à", "jour"),
    ("en", "effet"),
    ("en", "règle"),
    ("par", "rapport"),
    ("sous", "forme"),
    ("sous la", "forme"),
    ("en", "question"),
    ("en", "place"),
    ("en", "pratique"),
    ("à l'", "aide"),
    ("hors", "service"),
    ("en", "service"),
    ("qualité de", "service"),
    ("niveau de", "service"),
    ("niveaux de", "service"),
    ("modèle de", "service"),
    ("modèles de", "service"),
    ("interruption de", "service"),
    ("interruptions de", "service"),
    ("compte de", "service"),
    ("comptes de", "service"),
    ("fournisseur de", "service"),
    ("fournisseurs de", "service"),
    ("prestataire de", "service"),
    ("prestataires de", "service"),
    ("produit ou", "service"),
    ("produits ou", "service"),
    ("produits et", "service"),
    ("en tant que", "service"),
    ("offrir des", "service"),
    ("offre des", "service"),
    ("offrent des", "service"),
    ("fournir des", "service"),
    ("fournit des", "service"),
    ("proposer des", "service"),
    ("maintenir le", "service"),
    ("rétablir le", "service"),
];
/// A noun, and words behind it with which it makes a fixed phrase.
const BEGINNINGS: [(&str, [&str; 2]); 1] = [("service", ["cloud", "Cloud"])];
/// Prefixes that make another word of the noun behind their hyphen.
const PREFIXES: [&str; 10] =
    ["micro-", "auto-", "sous-", "contre-", "méta-", "pseudo-", "hyper-", "anti-", "mini-", "rétro-"];

/// True if a word between these texts is used for its grammar or in its everyday sense.
pub(super) fn is_other_use(before: &str, word: &str, after: &str) -> bool {
    if word.contains(' ') {
        return false;
    }
    if PREFIXES.iter().any(|prefix| ends_with_words(before, prefix)) {
        return true;
    }
    let low = word.to_lowercase();
    let single = low.strip_suffix('s').unwrap_or(&low);
    let is = |noun: &str| noun == low || noun == single;
    let text = before.strip_suffix(' ').unwrap_or(before);
    let next = after.strip_prefix(' ').unwrap_or_default();
    let next = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    PHRASES.iter().any(|(words, noun)| is(noun) && ends_with_words(text, words))
        || BEGINNINGS.iter().any(|(noun, ends)| is(noun) && ends.contains(&next))
        || WAYS.iter().any(|way| is(way)) && PURPOSES.iter().any(|purpose| after.starts_with(purpose))
        || CLASSIFIERS.iter().any(|classifier| is(classifier)) && classifies(after)
}

/// True for "de certificat" and "d'objets", but not for "de la variable".
fn classifies(after: &str) -> bool {
    if let Some(next) = after.strip_prefix(" d'") {
        return !next.starts_with("un ") && !next.starts_with("une ");
    }
    let next = after.strip_prefix(" de ").and_then(|rest| rest.split(|c: char| !c.is_alphanumeric()).next());
    next.is_some_and(|next| !next.is_empty() && next != "l" && !DETERMINERS.contains(&next))
}

#[cfg(test)]
mod tests {
    use super::is_other_use;

    #[test]
    fn grammar_and_things() {
        for (before, word, after) in [
            ("un ", "type", " de certificat"),
            ("le ", "nombre", " d'objets"),
            ("une ", "méthode", " pour mesurer"),
            ("un ", "processus", " permettant de lire"),
            ("choisi en ", "fonction", " du contexte"),
            ("à l'", "aide", " d'un outil"),
            ("une qualité de ", "service", " adéquate"),
            ("leur produit ou ", "service", " sans"),
            ("des ", "services", " Cloud"),
            ("une Infrastructure en tant que ", "Service", " (IaaS)"),
            ("autres micro-", "services", "."),
        ] {
            assert!(is_other_use(before, word, after), "{before}|{word}|{after}");
        }
        for (before, word, after) in [
            ("le ", "type", " de la variable"),
            ("le ", "type", " de l'objet"),
            ("le ", "nombre", " d'un jour"),
            ("le ", "type", " du champ"),
            ("une ", "fonction", " du langage"),
            ("entre deux ", "services", ". Le"),
            ("les terminaux de ", "services", " par"),
            ("la ", "méthode", " de l'objet"),
            ("concept de ", "Service", "."),
            ("un ", "service", " donné"),
        ] {
            assert!(!is_other_use(before, word, after), "{before}|{word}|{after}");
        }
    }
}
