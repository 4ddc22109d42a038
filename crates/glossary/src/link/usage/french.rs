//! Recognises ordinary French words that have a grammatical function or their everyday sense.
//!
//! 1. A word that classifies or counts the noun after it: "un type de certificat", "le nombre d'objets". In "le type de
//!    la variable" it is a property of the variable, and does not count.
//! 2. A word that introduces an activity: "une méthode pour mesurer", "un processus permettant de".
//! 3. A part of a fixed phrase: "en fonction du contexte", "par défaut", "qualité de service", "services cloud".
//! 4. A word with a hyphenated prefix, which turns it into another word: "micro-services", "sous-ensemble".
//!
//! Decides by closed lists of the word itself and the few words next to it.

use crate::link::usage::english::ends_with_words;

/// Nouns that classify or count the noun after them, in the singular.
const CLASSIFIERS: [&str; 8] = ["type", "sorte", "forme", "genre", "espèce", "nombre", "quantité", "variété"];
/// Words that begin a noun phrase after "de".
const DETERMINERS: [&str; 14] =
    ["le", "la", "les", "ce", "cet", "cette", "ces", "son", "sa", "ses", "votre", "vos", "leur", "notre"];
/// Nouns for a way of doing something.
const WAYS: [&str; 6] = ["méthode", "processus", "procédé", "procédure", "technique", "pratique"];
/// Words after such a noun that introduce its purpose.
const PURPOSES: [&str; 6] =
    [" pour ", " permettant de ", " permettant d'", " consistant à ", " visant à ", " servant à "];
/// Fixed phrases: the words before a noun, and the noun.
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
/// Fixed phrases: a noun, and the words that may follow it.
const BEGINNINGS: [(&str, [&str; 2]); 1] = [("service", ["cloud", "Cloud"])];
/// Prefixes that turn the noun after their hyphen into another word.
const PREFIXES: [&str; 10] =
    ["micro-", "auto-", "sous-", "contre-", "méta-", "pseudo-", "hyper-", "anti-", "mini-", "rétro-"];

/// True if a word between these texts has a grammatical function or its everyday sense.
pub(in crate::link) fn is_other_use(before: &str, word: &str, after: &str) -> bool {
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

/// True if `after` begins with "de" and a bare noun ("de certificat", "d'objets"), not with a noun phrase ("de la
/// variable").
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
