//! Affixes that some languages write without a space: Korean particles after a word, the Arabic article and
//! prepositions before it, and Chinese characters that turn it into another word.
//!
//! 1. A Korean particle counts if it ends the word and agrees with the sound before it: `파드를`, `컨테이너가`, `Pod에서는`.
//!    The plural `들` may come between the name and the particle.
//! 2. An Arabic prefix counts if it is all that precedes the name in its word: `الشبكة`, `بالشبكة`, `وللشبكة`.
//! 3. A few Chinese characters after or before a name turn it into another word: `服务器` is not `服务`, and `开发者` is not
//!    `开发`. Other neighbours are no evidence, since Chinese and Japanese write words without spaces. In Japanese, a
//!    name in Chinese characters between two katakana words is the middle of a compound (`サイト信頼性エンジニア`), and two
//!    Chinese characters are one word, so `形式` does not contain `式`.
//!
//! All affixes are closed lists, recognised by their script, in a text of any language. A name of one letter takes no
//! affix. Nothing is stemmed.

/// Particles with two shapes: after a consonant, and after a vowel.
const BY_SOUND: [(&str, &str); 22] = [
    ("은", "는"),
    ("이", "가"),
    ("을", "를"),
    ("과", "와"),
    ("으로", "로"),
    ("으로는", "로는"),
    ("으로도", "로도"),
    ("으로의", "로의"),
    ("으로서", "로서"),
    ("으로써", "로써"),
    ("으로부터", "로부터"),
    ("이나", "나"),
    ("이란", "란"),
    ("이라는", "라는"),
    ("이라고", "라고"),
    ("이며", "며"),
    ("과는", "와는"),
    ("과도", "와도"),
    ("과의", "와의"),
    ("으로만", "로만"),
    ("이라면", "라면"),
    ("이라도", "라도"),
];

/// Particles with one shape.
const FIXED: [&str; 53] = [
    "의",
    "에",
    "도",
    "만",
    "에서",
    "에는",
    "에도",
    "에만",
    "에의",
    "에서는",
    "에서도",
    "에서만",
    "에서의",
    "에게",
    "에게는",
    "에게서",
    "까지",
    "까지의",
    "부터",
    "부터는",
    "보다",
    "처럼",
    "마다",
    "만을",
    "만이",
    "만의",
    "만으로",
    "뿐",
    "뿐만",
    "밖에",
    "조차",
    "이다",
    "이고",
    "이지만",
    "이면",
    "입니다",
    "인",
    "일",
    "하고",
    "한테",
    "대로",
    "마저",
    "에선",
    "이자",
    "이며",
    "이므로",
    "만큼",
    "별",
    "별로",
    "까지도",
    "보다는",
    "에게도",
    "에서부터",
];

/// The Korean plural suffix.
const PLURAL: &str = "들";

/// Arabic prefixes: conjunctions, prepositions, the article, and their contractions.
const ARABIC: [&str; 16] =
    ["ال", "وال", "بال", "كال", "فال", "لل", "ولل", "وبال", "فلل", "فبال", "و", "ب", "ل", "ك", "ف", "وب"];

/// Characters that form another word with the character before them and rarely begin a word: device, merchant, person,
/// member, master, rate, factory.
const HAN_SUFFIXES: [char; 10] = ['器', '者', '商', '员', '員', '师', '師', '率', '厂', '廠'];
/// Characters that form another word with the character after them: micro, super, pseudo.
const HAN_PREFIXES: [char; 4] = ['微', '超', '伪', '偽'];

/// True if the characters around a name in Chinese characters make it part of another word.
pub(in crate::link) fn is_part_of_han_word(before: &str, name: &str, after: &str) -> bool {
    let beside = |own: Option<char>, next: Option<char>, list: &[char]| {
        own.is_some_and(is_han) && next.is_some_and(|next| list.contains(&next))
    };
    beside(name.chars().next_back(), after.chars().next(), &HAN_SUFFIXES)
        || beside(name.chars().next(), before.chars().next_back(), &HAN_PREFIXES)
        || name.chars().all(is_han) && before.ends_with(is_katakana) && after.starts_with(is_katakana)
        || is_half_of_japanese_word(before, name, after)
}

/// True for a name that is one of exactly two adjacent Chinese characters, in a text with kana.
fn is_half_of_japanese_word(before: &str, name: &str, after: &str) -> bool {
    let mut own = name.chars();
    if !own.next().is_some_and(is_han) || own.next().is_some() {
        return false;
    }
    let left = before.chars().rev().take(2).take_while(|c| is_han(*c)).count();
    let right = after.chars().take(2).take_while(|c| is_han(*c)).count();
    left + right == 1 && (before.contains(is_kana) || after.contains(is_kana))
}

/// True for hiragana and katakana.
fn is_kana(c: char) -> bool {
    ('\u{3041}'..='\u{3096}').contains(&c) || is_katakana(c)
}

/// True for katakana and the long-vowel mark `ー`.
pub(in crate::link) fn is_katakana(c: char) -> bool {
    ('\u{30a1}'..='\u{30fa}').contains(&c) || c == 'ー'
}

pub(in crate::link) fn is_han(c: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&c)
}

/// True if a name of at least two characters is followed by a Korean particle that ends the word.
pub(in crate::link) fn is_followed_by_particle(name: &str, after: &str) -> bool {
    let rest = after.find(|c| !is_hangul(c)).map_or(after, |end| &after[..end]);
    let goes_on = after[rest.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let Some(last) = name.chars().next_back().filter(|_| name.chars().nth(1).is_some() && !goes_on) else {
        return false;
    };
    rest.strip_prefix(PLURAL).is_some_and(|rest| rest.is_empty() || is_particle('들', rest)) || is_particle(last, rest)
}

/// True if the text is a particle that may follow `last`.
fn is_particle(last: char, text: &str) -> bool {
    let of_sound = |(consonant, vowel): &(&str, &str)| match final_consonant(last) {
        Some(Final::None) => text == *vowel,
        // `으로` loses its vowel after ㄹ as well: 모델로.
        Some(Final::Rieul) if consonant.starts_with('으') => text == *vowel,
        Some(_) => text == *consonant,
        None => text == *consonant || text == *vowel,
    };
    FIXED.contains(&text) || BY_SOUND.iter().any(of_sound)
}

/// The final consonant of a Hangul syllable.
enum Final {
    None,
    Rieul,
    Other,
}

/// The final consonant of a Hangul syllable, from its index in Unicode's table, which has 28 finals for each initial
/// and vowel. `None` for other characters, whose sound is unknown.
fn final_consonant(c: char) -> Option<Final> {
    is_hangul(c).then(|| match (u32::from(c) - 0xAC00) % 28 {
        0 => Final::None,
        8 => Final::Rieul,
        _ => Final::Other,
    })
}

pub(in crate::link) fn is_hangul(c: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&c)
}

/// True if a name of at least two letters is preceded in its word by an Arabic prefix and nothing else.
pub(in crate::link) fn is_preceded_by_prefix(before: &str, name: &str) -> bool {
    let (Some(first), Some(_)) = (name.chars().next(), name.chars().nth(1)) else { return false };
    let start =
        before.rfind(|c| !is_arabic(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let begins = !before[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    is_arabic(first) && begins && ARABIC.contains(&&before[start..])
}

fn is_arabic(c: char) -> bool {
    ('\u{620}'..='\u{64a}').contains(&c) || ('\u{66e}'..='\u{6d3}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::{is_followed_by_particle, is_part_of_han_word, is_preceded_by_prefix};

    #[test]
    fn particles_agree_with_the_sound_before_them() {
        for (name, after) in [
            ("파드", "를 만든다"),
            ("컨테이너", "가 있다"),
            ("컨테이너", "들은"),
            ("파드", "들이"),
            ("모델", "로"),
            ("노드", "에서는"),
            ("클러스터", "와"),
            ("볼륨", "과"),
            ("볼륨", "으로"),
            ("Pod", "를"),
            ("Pod", "을"),
            ("노드", "입니다."),
            ("노드", "이며"),
            ("볼륨", "이라면 "),
            ("노드", "라면 "),
            ("테이블", "별로"),
        ] {
            assert!(is_followed_by_particle(name, after), "{name}|{after}");
        }
        for (name, after) in [
            ("파드", "을"),
            ("볼륨", "를"),
            ("볼륨", "로"),
            ("노드", "셀렉터"),
            ("키", "가"),
            ("파드", "를x"),
            ("파드", ""),
            ("서버", "리스"),
        ] {
            assert!(!is_followed_by_particle(name, after), "{name}|{after}");
        }
    }

    #[test]
    fn characters_that_make_another_word() {
        for (before, name, after) in [
            ("", "服务", "器（如"),
            ("轻", "开发", "者"),
            ("是微", "服务", "。"),
            ("サイト", "信頼性", "エンジニア"),
            ("メッセージの形", "式", "があります"),
        ] {
            assert!(is_part_of_han_word(before, name, after), "{before}|{name}|{after}");
        }
        for (before, name, after) in [
            ("", "服务", "的"),
            ("多个", "容器", "化"),
            ("", "コンテナ", "器"),
            ("", "API", "商"),
            ("サーバーの", "信頼性", "テスト"),
            ("サーバー", "証明書", "の"),
            ("条件", "式", "を"),
            ("この", "式", "は"),
            ("数据", "卷", "的"),
            ("静态", "库", "和"),
        ] {
            assert!(!is_part_of_han_word(before, name, after), "{before}|{name}|{after}");
        }
    }

    #[test]
    fn prefixes_reach_back_to_the_beginning_of_the_word() {
        for before in ["ال", "في ال", "بال", "وال", "و", "(ال"] {
            assert!(is_preceded_by_prefix(before, "شبكة"), "{before}");
        }
        for before in ["", "من", "xال", "شال"] {
            assert!(!is_preceded_by_prefix(before, "شبكة"), "{before}");
        }
    }
}
