//! Whether a word of a Chinese, Japanese or Korean text is a part of a longer name that its abbreviation follows.
//!
//! 1. In "站点可靠性工程师（SRE）" and "클라우드 서비스 공급자(CSP)" the parenthesis says what the name is called for short, or in
//!    English: "开放容器倡议（Open Container Initiative）". A word inside the name is not meant alone. Its letters are in
//!    another script, so that, unlike in [`crate::link::expansion`], they prove nothing.
//! 2. The word that ends right before the parenthesis is left to others: it may be the name itself, "虚拟机（VM）".
//! 3. A name has no particles: the characters up to the parenthesis are few, and none joins or governs words. In Korean
//!    they are at most two words, written apart.
//!
//! Looks a few characters on and never searches further.

use crate::link::affixes::{is_followed_by_particle, is_han, is_hangul, is_katakana};
use crate::link::parenthesis::{CLOSE, OPEN};

/// Chinese characters of the rest of a name at most.
const HAN: usize = 4;
/// Characters of any other rest.
const OTHER: usize = 12;
/// Characters of a parenthesis that is looked at.
const INSIDE: usize = 60;
/// Chinese characters that join words or govern them.
const GRAMMAR: &str = "的和与與或及在是为為中有被将將把从從到对對以等之用上下内不可会會能了也并都这這该個个即称";

/// True if the word before this text is a part of a longer name, with its abbreviation in parentheses.
pub(super) fn is_part_of_introduced(word: &str, after: &str) -> bool {
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

/// The bytes of one or two words up to a parenthesis, without a particle between them.
fn korean_rest(after: &str) -> Option<usize> {
    let end = after.char_indices().take(OTHER).find(|(_, c)| OPEN.contains(c)).map(|(at, _)| at)?;
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

/// The bytes of a run of Chinese characters or katakana up to a parenthesis.
fn unspaced_rest(after: &str) -> Option<usize> {
    let end = after.char_indices().take(OTHER).find(|(_, c)| OPEN.contains(c)).map(|(at, _)| at)?;
    let rest = after.get(..end).filter(|rest| !rest.is_empty())?;
    let han = rest.chars().filter(|c| is_han(*c)).count();
    let is_name = rest.chars().all(|c| is_katakana(c) || is_han(c) && !GRAMMAR.contains(c));
    (is_name && han <= HAN).then_some(end)
}

/// True for a parenthesis with an abbreviation in it, or with several Capitalised Latin words.
fn is_short_name(text: &str) -> bool {
    let inside = text.char_indices().skip(1).take(INSIDE).find(|(_, c)| CLOSE.contains(c));
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
