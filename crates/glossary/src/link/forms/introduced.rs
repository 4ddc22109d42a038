//! Decides whether a word in a Chinese, Japanese or Korean text is part of a longer name that a parenthesis abbreviates
//! or translates.
//!
//! 1. In "站点可靠性工程师（SRE）" and "클라우드 서비스 공급자(CSP)" the parenthesis has the name's abbreviation, or its English
//!    form: "开放容器倡议（Open Container Initiative）". A word inside the name has no meaning alone. The scripts differ, so
//!    initials cannot be compared as in [`crate::link::forms::expansion`].
//! 2. The word that ends right before the parenthesis is not decided here: it may be the name itself, "虚拟机（VM）".
//! 3. The characters between the word and the parenthesis are few, and none of them is a particle or conjunction. In
//!    Korean they are one or two words, separated by spaces.
//!
//! Looks only a few characters ahead.

use crate::link::forms::parenthesis::{CLOSE, OPEN};
use crate::link::usage::affixes::{is_followed_by_particle, is_han, is_hangul, is_katakana};

/// Maximum number of Chinese characters between the word and the parenthesis.
const MAX_HAN: usize = 4;
/// Number of characters after the word among which the parenthesis must open.
const MAX_REST: usize = 12;
/// Maximum length of a parenthesis, in characters.
const MAX_INSIDE: usize = 60;
/// Chinese particles, conjunctions, prepositions and auxiliaries.
const GRAMMAR: &str = "的和与與或及在是为為中有被将將把从從到对對以等之用上下内不可会會能了也并都这這该個个即称";

/// True if `word` is part of a longer name that goes on in `after` and has its abbreviation or English form in
/// parentheses.
pub(in crate::link) fn is_part_of_introduced(word: &str, after: &str) -> bool {
    let Some(last) = word.chars().next_back() else { return false };
    let rest = if is_hangul(last) {
        korean_rest(after)
    } else if is_han(last) || is_katakana(last) {
        unspaced_rest(after)
    } else {
        None
    };
    rest.and_then(|rest| after.get(rest..)).is_some_and(is_short_name)
}

/// The byte offset of a parenthesis that opens within [`MAX_REST`] characters.
fn opening(after: &str) -> Option<usize> {
    after.char_indices().take(MAX_REST).find(|(_, c)| OPEN.contains(c)).map(|(at, _)| at)
}

/// The length in bytes of one or two Korean words up to a parenthesis, if the first has no particle.
fn korean_rest(after: &str) -> Option<usize> {
    let end = opening(after)?;
    let mut words = after.get(..end)?.strip_prefix(' ')?.split(' ');
    let (first, second) = (words.next()?, words.next());
    let is_word = |word: &str| !word.is_empty() && word.chars().all(is_hangul);
    let has_particle = |word: &str| {
        let mut splits = word.char_indices().skip(2).map(|(at, _)| word.split_at(at));
        splits.any(|(name, particle)| is_followed_by_particle(name, particle))
    };
    let is_rest = is_word(first) && second.is_none_or(|word| is_word(word) && !has_particle(first));
    (is_rest && words.next().is_none()).then_some(end)
}

/// The length in bytes of the Chinese characters and katakana up to a parenthesis.
fn unspaced_rest(after: &str) -> Option<usize> {
    let end = opening(after)?;
    let rest = after.get(..end).filter(|rest| !rest.is_empty())?;
    let han = rest.chars().filter(|c| is_han(*c)).count();
    let is_name = rest.chars().all(|c| is_katakana(c) || is_han(c) && !GRAMMAR.contains(c));
    (is_name && han <= MAX_HAN).then_some(end)
}

/// True for a parenthesis that contains an abbreviation or several Capitalised Latin words.
fn is_short_name(text: &str) -> bool {
    let inside = text.char_indices().skip(1).take(MAX_INSIDE).find(|(_, c)| CLOSE.contains(c));
    let inside = inside.and_then(|(end, _)| text.get(..end)).unwrap_or_default().trim_start_matches(OPEN);
    inside.split([',', '，', '、', ';', '；']).map(str::trim).any(|piece| {
        let short = piece.strip_suffix('s').unwrap_or(piece);
        let is_abbreviation = short.chars().count() > 1 && short.chars().all(|c| c.is_ascii_uppercase());
        let mut words = piece.split(' ').filter(|word| word.chars().count() > 3);
        let capitals =
            words.clone().count() > 1 && words.all(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
        is_abbreviation || capitals
    })
}

#[cfg(test)]
mod tests {
    use super::is_part_of_introduced;

    #[test]
    fn parts_and_names() {
        for (word, after) in [
            ("可靠性", "工程师（SRE） 和"),
            ("容器", "倡议（Open Container Initiative；OCI）"),
            ("信頼性", "エンジニア(SRE)と"),
            ("서비스", " 공급자(CSP) 부르며"),
            ("컨테이너", " 런타임 인터페이스(CRI)는"),
        ] {
            assert!(is_part_of_introduced(word, after), "{word}|{after}");
        }
        for (word, after) in [
            ("虚拟机", "（VM）是"),
            ("服务", "的网格（Service Mesh）"),
            ("容器", "支持的倡议（OCI）"),
            ("节点", "运行多台虚拟机（VM）"),
            ("コンテナ", "を動かすエンジン(VM)"),
            ("서비스", "를 공급자(CSP)"),
            ("파드", " 집합을 관리자(CSP)"),
            ("서비스", " 메시(mesh)"),
            ("서비스", "(Service) 셀렉터(Selector)에"),
            ("服务", ""),
            ("Service", " Mesh (SM)"),
        ] {
            assert!(!is_part_of_introduced(word, after), "{word}|{after}");
        }
    }
}
