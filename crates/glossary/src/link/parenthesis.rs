//! The parts of a name that ends in parentheses, as far as each is a name by itself.
//!
//! 1. The part outside always is: "Block (CSS)" is also called "Block". Where several entries would be,
//!    [`crate::link::forms`] gives it to none. A single word of ASCII letters right before its parenthesis is a call
//!    (`calc(x)`), which has no parts.
//! 2. The part inside is one if either abbreviates the other: "Container Runtime Interface (CRI)", "SIG (special
//!    interest group)".
//! 3. It also is one where it gives the name in another script: "파드(Pod)", "容器（Container）", "클러스터 (Cluster)". After a
//!    space, capitals alone tell a subject ("ブロック (CSS)"); without one, they are an abbreviation ("Container
//!    Storage(CSI)", "継続的デリバリー(CD)").
//! 4. Outside English it also is one where it abbreviates the English name, as capitals for as many words as the name
//!    has: "Entrega Continua (CD)", "持续交付 (CD)", where two characters are a word.
//! 5. Any other part inside only disambiguates.
//!
//! An abbreviation is one word that begins like the long form, whose letters occur in it in the same order (after
//! Schwartz and Hearst); the long form has several words. Parentheses may be full-width, and the space before them may
//! lack.

use crate::link::fold::is_latin;
use crate::link::inflect::Language;

/// The opening and closing parentheses, half and full width.
pub(super) const OPEN: [char; 2] = ['(', '（'];
pub(super) const CLOSE: [char; 2] = [')', '）'];

/// The names in a name like `Container Runtime Interface (CRI)`; none in one without parentheses at its end.
#[must_use]
pub fn parts(name: &str, language: Language) -> Vec<&str> {
    let Some((before, inside)) = name.strip_suffix(CLOSE).and_then(|name| name.rsplit_once(OPEN)) else {
        return Vec::new();
    };
    let (outside, inside, glued) = (before.trim(), inside.trim(), !before.ends_with(' '));
    let nested = |part: &str| part.contains(OPEN) || part.contains(CLOSE);
    let is_call = glued && name.is_ascii() && !outside.contains(' ');
    if outside.is_empty() || inside.is_empty() || nested(outside) || nested(inside) || is_call {
        return Vec::new();
    }
    let translates = is_latin(outside) != is_latin(inside) && (glued || has_lower_case(inside) || !is_latin(inside));
    let both = abbreviates(inside, outside)
        || abbreviates(outside, inside)
        || translates
        || language != Language::English && stands_for_english(inside, outside)
        || glued && is_latin(inside) && !has_lower_case(inside);
    std::iter::once(outside).chain(both.then_some(inside)).collect()
}

/// True for capitals as many as the words of a long form. A Chinese word has two characters; words of at most three
/// letters do not count if the others are as many.
pub(super) fn stands_for_english(short: &str, long: &str) -> bool {
    let letters = short.chars().count();
    let is_short = (2..=5).contains(&letters) && short.chars().all(|c| c.is_ascii_uppercase());
    let is_unspaced = long.chars().all(|c| !c.is_alphabetic() || ('\u{3400}'..='\u{9fff}').contains(&c));
    let long_words = long.split([' ', '-', '\'']).filter(|word| word.chars().count() > 3).count();
    let words = long.split([' ', '-', '\'']).filter(|word| !word.is_empty()).count();
    is_short
        && if is_unspaced { long.chars().count() >= 2 * letters } else { words == letters || long_words == letters }
}

fn has_lower_case(text: &str) -> bool {
    text.chars().any(char::is_lowercase)
}

/// True for one word whose letters occur in a long form of several words, in the same order and from its first.
pub(super) fn abbreviates(short: &str, long: &str) -> bool {
    if short.contains(' ') || !long.contains([' ', '-']) {
        return false;
    }
    let low =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (short, long) = (low(short), low(long));
    let mut letters = long.iter();
    short.len() > 1 && short.first() == long.first() && short.iter().all(|c| letters.any(|other| other == c))
}

#[cfg(test)]
mod tests {
    use super::parts;
    use crate::link::inflect::Language;

    #[test]
    fn abbreviations_and_distinctions() {
        let cases = [
            ("Container Runtime Interface (CRI)", "Container Runtime Interface+CRI"),
            ("Mutual Transport Layer Security (mTLS)", "Mutual Transport Layer Security+mTLS"),
            ("SIG (special interest group)", "SIG+special interest group"),
            ("Block (CSS)", "Block"),
            ("Class (CSS)", "Class"),
            ("Downstream (disambiguation)", "Downstream"),
            ("파드(Pod)", "파드+Pod"),
            ("容器（Container）", "容器+Container"),
            ("클러스터 (Cluster)", "클러스터+Cluster"),
            ("継続的デプロイメント(CD)", "継続的デプロイメント+CD"),
            ("Container Storage(CSI)", "Container Storage+CSI"),
            ("Pod (容器组)", "Pod+容器组"),
            ("ブロック (CSS)", "ブロック"),
            ("容器（数据结构）", "容器"),
            ("f(x)", ""),
            ("calc(CSS)", ""),
            ("a (b) (c)", ""),
            ("(only)", ""),
            ("token", ""),
        ];
        for (name, expected) in cases {
            assert_eq!(parts(name, Language::English).join("+"), expected, "{name}");
        }
    }

    #[test]
    fn abbreviations_of_the_english_name() {
        let cases = [
            ("Entrega Continua (CD)", "Entrega Continua+CD"),
            ("Interfaz de programación de aplicaciones (API)", "Interfaz de programación de aplicaciones+API"),
            ("Программный интерфейс приложения (API)", "Программный интерфейс приложения+API"),
            ("持续交付 (CD)", "持续交付+CD"),
            ("应用程序接口 (API)", "应用程序接口+API"),
            ("Clase (CSS)", "Clase"),
            ("层 (CSS)", "层"),
        ];
        for (name, expected) in cases {
            assert_eq!(parts(name, Language::Other).join("+"), expected, "{name}");
        }
    }
}
