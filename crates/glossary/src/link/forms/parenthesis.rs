//! Splits a name that ends in parentheses into the parts that are names by themselves.
//!
//! 1. The part outside is always a name: "Block (CSS)" is also called "Block". If several entries share it,
//!    [`crate::link::forms::surface_forms`] gives it to none. An ASCII name of one word right before its parenthesis is
//!    a function call (`calc(x)`), which has no parts.
//! 2. The part inside is a name if either part abbreviates the other: "Container Runtime Interface (CRI)", "SIG
//!    (special interest group)".
//! 3. It is a name too if it is in another script: "파드(Pod)", "容器（Container）", "클러스터 (Cluster)". After a space,
//!    all capitals are a subject instead ("ブロック (CSS)"); without a space they are an abbreviation ("Container
//!    Storage(CSI)", "継続的デリバリー(CD)").
//! 4. Outside English it is a name too if it may abbreviate the English name, with as many capitals as the name has
//!    words: "Entrega Continua (CD)", "持续交付 (CD)", where two characters count as a word.
//! 5. Any other part inside only disambiguates: it is the topic without which a single word outside means something
//!    else ([`crate::link::matching::topic`]). A name of several words is taken to have one meaning.
//!
//! An abbreviation is one word that begins with the first letter of a long form of several words, and whose letters all
//! occur in the long form in the same order (after Schwartz and Hearst). Parentheses may be full-width, and may follow
//! without a space.

use crate::link::forms::fold::is_latin;
use crate::link::forms::inflect::Language;

/// Opening parentheses, half and full width.
pub(in crate::link) const OPEN: [char; 2] = ['(', '（'];
/// Closing parentheses, half and full width.
pub(in crate::link) const CLOSE: [char; 2] = [')', '）'];

/// The names in a name like `Container Runtime Interface (CRI)`; empty if the name does not end in parentheses.
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
        || language != Language::English && abbreviates_english(inside, outside)
        || glued && is_latin(inside) && !has_lower_case(inside);
    std::iter::once(outside).chain(both.then_some(inside)).collect()
}

/// True for two to five capitals, as many as the words of `long`, or as its words of more than three letters. In
/// Chinese, two characters count as a word, and `long` may have more of them.
pub(in crate::link) fn abbreviates_english(short: &str, long: &str) -> bool {
    let letters = short.chars().count();
    let is_short = (2..=5).contains(&letters) && short.chars().all(|c| c.is_ascii_uppercase());
    let is_unspaced = long.chars().all(|c| !c.is_alphabetic() || ('\u{3400}'..='\u{9fff}').contains(&c));
    let long_words = long.split([' ', '-', '\'']).filter(|word| word.chars().count() > 3).count();
    let words = long.split([' ', '-', '\'']).filter(|word| !word.is_empty()).count();
    is_short
        && if is_unspaced { long.chars().count() >= 2 * letters } else { words == letters || long_words == letters }
}

/// The topic of a name such as `Port (networking)`; `None` if the part inside is a name too, or the part outside has
/// several words.
#[must_use]
pub fn topic(name: &str, language: Language) -> Option<&str> {
    let [outside] = parts(name, language)[..] else { return None };
    let inside = name.strip_suffix(CLOSE)?.rsplit_once(OPEN)?.1.trim();
    (!outside.contains(' ')).then_some(inside)
}

fn has_lower_case(text: &str) -> bool {
    text.chars().any(char::is_lowercase)
}

/// True if `short` is one word that begins with the first letter of `long`, and all its letters occur in `long` in the
/// same order. `long` must have several words.
pub(in crate::link) fn abbreviates(short: &str, long: &str) -> bool {
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
    use crate::link::forms::inflect::Language;

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
