//! Affixes that some languages write together with a word: Korean particles behind it, the Arabic article and
//! prepositions before it, and Chinese characters that make another word of it.
//!
//! 1. A Korean particle counts if it reaches up to the end of the word and agrees with the sound before it: `파드를`,
//!    `컨테이너가`, `Pod에서는`. The plural `들` may stand between.
//! 2. An Arabic prefix counts if nothing but it stands before the name: `الشبكة`, `بالشبكة`, `وللشبكة`.
//!
//! 3. A few Chinese characters behind a name, or before it, make it another word: `服务器` is not `服务`, nor `开发者` `开发`.
//!    Other characters say nothing, since Chinese and Japanese write words without spaces. In Japanese they are the
//!    middle of a compound between two words in katakana (`サイト信頼性エンジニア`), and two of them are one word, so that `形式`
//!    is not `式`.
//!
//! All are closed lists, recognised by their script, in a text of any language. No name of one letter takes an affix.
//! Nothing is stemmed.

/// Particles in the shape that follows a consonant and the one that follows a vowel.
const BY_SOUND: [(&str, &str); 16] = [
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
];

/// Particles of one shape.
const FIXED: [&str; 44] = [
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
];

/// The Korean plural.
const PLURAL: &str = "들";

/// Arabic prefixes: conjunctions, prepositions, the article, and what they become together.
const ARABIC: [&str; 16] =
    ["ال", "وال", "بال", "كال", "فال", "لل", "ولل", "وبال", "فلل", "فبال", "و", "ب", "ل", "ك", "ف", "وب"];

/// Characters that form another word with the one before them, and begin hardly any: a device, a person, a trader, a
/// member, a master, a rate.
const HAN_SUFFIXES: [char; 10] = ['器', '者', '商', '员', '員', '师', '師', '率', '厂', '廠'];
/// Characters that form another word with the one after them: tiny, beyond, false.
const HAN_PREFIXES: [char; 4] = ['微', '超', '伪', '偽'];

/// True if a Chinese character before or behind a name in such characters makes it another word.
pub(super) fn is_part_of_han_word(before: &str, name: &str, after: &str) -> bool {
    let beside = |own: Option<char>, next: Option<char>, list: &[char]| {
        own.is_some_and(is_han) && next.is_some_and(|next| list.contains(&next))
    };
    beside(name.chars().next_back(), after.chars().next(), &HAN_SUFFIXES)
        || beside(name.chars().next(), before.chars().next_back(), &HAN_PREFIXES)
        || name.chars().all(is_han) && before.ends_with(is_katakana) && after.starts_with(is_katakana)
        || is_half_of_japanese_word(before, name, after)
}

/// True for one of two Chinese characters that stand by themselves in a Japanese text.
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

/// True for katakana and its long vowel.
pub(super) fn is_katakana(c: char) -> bool {
    ('\u{30a1}'..='\u{30fa}').contains(&c) || c == 'ー'
}

pub(super) fn is_han(c: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&c)
}

/// True if a Korean particle goes on from a name of at least two characters up to the end of the word.
pub(super) fn is_followed_by_particle(name: &str, after: &str) -> bool {
    let rest = after.find(|c| !is_hangul(c)).map_or(after, |end| &after[..end]);
    let goes_on = after[rest.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let Some(last) = name.chars().next_back().filter(|_| name.chars().nth(1).is_some() && !goes_on) else {
        return false;
    };
    rest.strip_prefix(PLURAL).is_some_and(|rest| rest.is_empty() || is_particle('들', rest)) || is_particle(last, rest)
}

/// True if a text is a particle that may follow this character.
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

/// How a syllable ends.
enum Final {
    None,
    Rieul,
    Other,
}

/// The end of a Hangul syllable, by its place in Unicode's table of 28 finals each; `None` for other characters, whose
/// sound is unknown.
fn final_consonant(c: char) -> Option<Final> {
    is_hangul(c).then(|| match (u32::from(c) - 0xAC00) % 28 {
        0 => Final::None,
        8 => Final::Rieul,
        _ => Final::Other,
    })
}

pub(super) fn is_hangul(c: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&c)
}

/// True if nothing but an Arabic prefix stands between the beginning of the word and a name of at least two letters.
pub(super) fn is_preceded_by_prefix(before: &str, name: &str) -> bool {
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
