//! The cases and numbers of a Russian term.
//!
//! 1. Adjectives at the beginning agree with the head, the first word that is not an adjective
//!    (`Распределенная система`, `распределенными системами`). Words after the head do not change
//!    (`оркестрации контейнеров`).
//! 2. The head's last letters select its table of twelve endings: six cases in two numbers. A head that reads as a
//!    plural uses the tables of its possible singulars.
//! 3. Letters after which Russian never writes `ы` take `и`, and sibilants take `е` for an unstressed `о`.
//!
//! Only the last part of a hyphenated head changes. A word in another script, or with a capital after its first letter,
//! does not change. Fleeting vowels are known for a few endings (`узла`, `ядер`, `оценок`); an entry lists other forms
//! under `forms`.

use crate::link::forms::inflect::{DerivationRule, Derived};

/// Nominative, genitive, dative, accusative, instrumental and prepositional: singular, then plural. A slash separates
/// alternatives; the second accusative is that of animate nouns, in nouns and adjectives alike. `-` is the empty
/// ending.
type Endings = [&'static str; 12];

/// The declension of nouns that end in `last`, which the endings replace.
struct Declension {
    last: &'static str,
    gender: Gender,
    endings: Endings,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gender {
    Masculine,
    Feminine,
    Neuter,
}

use Gender::{Feminine, Masculine, Neuter};

const CONSONANT: Declension = Declension {
    last: "",
    gender: Masculine,
    endings: ["-", "а", "у", "-/а", "ом", "е", "ы", "ов", "ам", "ы/ов", "ами", "ах"],
};

/// Declensions by last letters, longer ones first.
const NOUNS: [Declension; 10] = [
    Declension {
        last: "ия",
        gender: Feminine,
        endings: ["ия", "ии", "ии", "ию", "ией", "ии", "ии", "ий", "иям", "ии", "иями", "иях"],
    },
    Declension {
        last: "ие",
        gender: Neuter,
        endings: ["ие", "ия", "ию", "ие", "ием", "ии", "ия", "ий", "иям", "ия", "иями", "иях"],
    },
    Declension {
        last: "ка",
        gender: Feminine,
        endings: ["ка", "ки", "ке", "ку", "кой", "ке", "ки", "ок/ек", "кам", "ки", "ками", "ках"],
    },
    Declension {
        last: "й",
        gender: Masculine,
        endings: ["й", "я", "ю", "й/я", "ем", "е/и", "и", "ев", "ям", "и/ев", "ями", "ях"],
    },
    Declension {
        last: "ь",
        gender: Feminine,
        endings: ["ь", "и", "и", "ь", "ью", "и", "и", "ей", "ям", "и", "ями", "ях"],
    },
    Declension {
        last: "ь",
        gender: Masculine,
        endings: ["ь", "я", "ю", "ь/я", "ем", "е", "и", "ей", "ям", "и/ей", "ями", "ях"],
    },
    Declension {
        last: "а",
        gender: Feminine,
        endings: ["а", "ы", "е", "у", "ой", "е", "ы", "-", "ам", "ы", "ами", "ах"],
    },
    Declension {
        last: "я",
        gender: Feminine,
        endings: ["я", "и", "е", "ю", "ей", "е", "и", "ь", "ям", "и", "ями", "ях"],
    },
    Declension {
        last: "о",
        gender: Neuter,
        endings: ["о", "а", "у", "о", "ом", "е", "а", "-", "ам", "а", "ами", "ах"],
    },
    Declension {
        last: "е",
        gender: Neuter,
        endings: ["е", "я", "ю", "е", "ем", "е", "я", "ей", "ям", "я", "ями", "ях"],
    },
];

/// Stem endings that lose their vowel before an ending (`узел`, `узла`; `уровень`, `уровня`), each with the shorter
/// stem and the last letter of its table. Some words keep it, so both stems are used.
const FLEETING: [(&str, &str, &str); 4] = [("зел", "зл", ""), ("ец", "ц", ""), ("ок", "к", ""), ("ен", "н", "ь")];

const VOWELS: [char; 10] = ['а', 'е', 'ё', 'и', 'о', 'у', 'ы', 'э', 'ю', 'я'];

/// Last letters of a plural, and those of its possible singulars.
const PLURALS: [(&str, &[&str]); 6] =
    [("ии", &["ия"]), ("ия", &["ие"]), ("ы", &["", "а"]), ("и", &["", "ь", "й"]), ("а", &["о"]), ("я", &["е"])];

/// Endings of hard adjectives, by case: masculine, feminine, neuter, plural.
const HARD: [[&str; 6]; 4] = [
    ["ый", "ого", "ому", "ый/ого", "ым", "ом"],
    ["ая", "ой", "ой", "ую", "ой", "ой"],
    ["ое", "ого", "ому", "ое", "ым", "ом"],
    ["ые", "ых", "ым", "ые/ых", "ыми", "ых"],
];
/// Endings of soft adjectives, in the same order.
const SOFT: [[&str; 6]; 4] = [
    ["ий", "его", "ему", "ий/его", "им", "ем"],
    ["яя", "ей", "ей", "юю", "ей", "ей"],
    ["ее", "его", "ему", "ее", "им", "ем"],
    ["ие", "их", "им", "ие/их", "ими", "их"],
];
/// Nominative endings of adjectives, each with whether it is soft and whether it is plural.
const ADJECTIVES: [(&str, bool, bool); 9] = [
    ("ый", false, false),
    ("ой", false, false),
    ("ая", false, false),
    ("ое", false, false),
    ("ые", false, true),
    ("ий", true, false),
    ("яя", true, false),
    ("ее", true, false),
    ("ие", true, true),
];

/// All forms of a term other than the term itself.
pub(super) fn derive(term: &str) -> Vec<Derived> {
    let words: Vec<&str> = term.split(' ').collect();
    // A last word that reads as an adjective is a noun: `данные`, `значение`.
    let adjectives: Vec<Adjective<'_>> =
        words[..words.len() - 1].iter().map_while(|word| Adjective::read(word)).collect();
    let (head, rest) = (words[adjectives.len()], words[adjectives.len() + 1..].join(" "));
    let reads_as_plural = adjectives.first().map(|adjective| adjective.is_plural);
    let mut found: Vec<String> = Vec::new();
    for (stem, declension) in declensions(head, reads_as_plural) {
        for case in 0..12 {
            for alternative in 0..2 {
                let noun = spelled(&stem, nth(declension.endings[case], alternative));
                let others = if noun == stem && declension.gender == Neuter { with_vowel(&stem) } else { Vec::new() };
                for noun in others.into_iter().chain([noun]) {
                    let agreeing = adjectives.iter().map(|word| word.in_case(declension.gender, case, alternative));
                    let rest = (!rest.is_empty()).then(|| rest.clone());
                    let form = agreeing.chain([noun]).chain(rest).collect::<Vec<_>>().join(" ");
                    if form != term && !found.contains(&form) {
                        found.push(form);
                    }
                }
            }
        }
    }
    if let (true, Some(head)) = (words.len() == 1, Adjective::read(head).filter(|head| head.is_plural)) {
        found.extend((6..12).map(|case| head.in_case(Masculine, case, 0)).filter(|form| form != term));
    }
    found.into_iter().map(|text| Derived { text, rule: DerivationRule::Inflected }).collect()
}

/// The possible stems of a noun, each with its table. `reads_as_plural` is the number of the adjective before it.
fn declensions(head: &str, reads_as_plural: Option<bool>) -> Vec<(String, &'static Declension)> {
    let last_part = head.rsplit('-').next().unwrap_or(head);
    let is_plain = last_part.chars().count() > 2
        && last_part.chars().all(is_cyrillic)
        && !last_part.chars().skip(1).any(char::is_uppercase);
    if !is_plain {
        return Vec::new();
    }
    let plural = PLURALS.iter().find(|(ending, _)| head.ends_with(ending) && reads_as_plural != Some(false));
    let singulars: Vec<(&str, &str)> = match plural {
        Some((ending, singulars)) if reads_as_plural == Some(true) || head.ends_with(['ы', 'и']) => {
            singulars.iter().map(|single| (&head[..head.len() - ending.len()], *single)).collect()
        }
        // `вычисления` is a plural, `компания` is a singular.
        Some(("ия", _)) if head.ends_with("ния") => {
            ["ия", "ие"].map(|last| (&head[..head.len() - "ия".len()], last)).to_vec()
        }
        _ => own_ending(head).map(|last| (&head[..head.len() - last.len()], last)).into_iter().collect(),
    };
    let mut found: Vec<(String, &Declension)> = Vec::new();
    for (stem, last) in singulars {
        let tables = || NOUNS.iter().chain([&CONSONANT]).filter(|table| table.last == last);
        found.extend(tables().map(|table| (stem.to_owned(), table)));
        let fleeting = FLEETING.iter().filter(|(.., of)| *of == last);
        let shorter = fleeting.filter_map(|(long, short, _)| Some(format!("{}{short}", stem.strip_suffix(long)?)));
        let masculine = || tables().filter(|table| table.gender == Masculine);
        found.extend(shorter.flat_map(|stem| masculine().map(move |table| (stem.clone(), table))));
    }
    found
}

/// The last letters that select the table of a singular; `None` for a word in `-и`, `-у`, `-ю`, `-э`, `-ы` or `-ё`.
fn own_ending(head: &str) -> Option<&'static str> {
    let vowel = head.ends_with(['и', 'у', 'ю', 'э', 'ы', 'ё']);
    // Between consonants a vowel appears (`оценка`, `оценок`), but `строка` and `библиотека` have one.
    let has_vowel = head.strip_suffix("ка").is_some_and(|stem| stem.ends_with(VOWELS));
    let is_own = |last: &&str| head.ends_with(last) && !(has_vowel && *last == "ка");
    let listed = NOUNS.iter().map(|table| table.last).find(is_own);
    if vowel { None } else { listed.or(Some("")) }
}

/// An adjective, split into stem and ending.
struct Adjective<'a> {
    stem: &'a str,
    ending: &'a str,
    is_soft: bool,
    is_plural: bool,
}

impl<'a> Adjective<'a> {
    fn read(word: &'a str) -> Option<Self> {
        let (ending, is_soft, is_plural) = ADJECTIVES.into_iter().find(|(ending, ..)| word.ends_with(ending))?;
        let (stem, ending) = word.split_at(word.len() - ending.len());
        // `облачные` and `широкие` are hard, `синие` is soft.
        let is_soft = is_soft && !stem.ends_with(['г', 'к', 'х']);
        (stem.chars().count() > 1 && stem.chars().all(|c| is_cyrillic(c) || c == '-')).then_some(Self {
            stem,
            ending,
            is_soft,
            is_plural,
        })
    }

    fn in_case(&self, gender: Gender, case: usize, alternative: usize) -> String {
        let endings = match (case < 6, gender) {
            (false, _) => 3,
            (true, Masculine) => 0,
            (true, Feminine) => 1,
            (true, Neuter) => 2,
        };
        let table = if self.is_soft { SOFT } else { HARD }[endings];
        let ending = nth(table[case % 6], alternative);
        // A stressed ending is written with `о`.
        if ending == "ый" && self.ending == "ой" {
            return format!("{}ой", self.stem);
        }
        let ending = match ending {
            "яя" if ends_in_sibilant(self.stem) => "ая",
            "юю" if ends_in_sibilant(self.stem) => "ую",
            _ => ending,
        };
        spelled(self.stem, ending)
    }
}

/// A stem without an ending, with a vowel between its last two consonants: `ядер` of `ядро`, `окон` of `окно`.
fn with_vowel(stem: &str) -> Vec<String> {
    let mut letters = stem.chars();
    let (Some(last), before) = (letters.next_back(), letters.as_str()) else { return Vec::new() };
    if last == 'т' || last == 'в' || before.ends_with(VOWELS) {
        return Vec::new();
    }
    ['е', 'о'].map(|vowel| format!("{before}{vowel}{last}")).to_vec()
}

/// One alternative of an ending, or the last one if there are fewer.
fn nth(endings: &'static str, alternative: usize) -> &'static str {
    let ending = endings.split('/').nth(alternative).or(endings.split('/').next_back()).unwrap_or_default();
    if ending == "-" { "" } else { ending }
}

/// Joins a stem and an ending by the spelling rules.
fn spelled(stem: &str, ending: &str) -> String {
    let takes_i = stem.ends_with(['г', 'к', 'х']) || ends_in_sibilant(stem);
    if let Some(rest) = ending.strip_prefix('ы').filter(|_| takes_i) {
        return format!("{stem}и{rest}");
    }
    match ending {
        "ов" if ends_in_sibilant(stem) => format!("{stem}ей"),
        "ом" | "ой" | "ов" if ends_in_sibilant(stem) || stem.ends_with('ц') => {
            format!("{stem}е{}", &ending["о".len()..])
        }
        _ => format!("{stem}{ending}"),
    }
}

fn ends_in_sibilant(stem: &str) -> bool {
    stem.ends_with(['ж', 'ч', 'ш', 'щ'])
}

pub(super) fn is_cyrillic(c: char) -> bool {
    ('\u{400}'..='\u{45f}').contains(&c)
}
