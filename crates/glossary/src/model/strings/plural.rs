//! Plural categories of whole numbers by language, after the cardinal rules of CLDR.
//!
//! Only the integer part of each rule is here, since every count in an interface is a whole number. The rules are
//! copied from the standard, because the library for them, `icu_plurals`, brings 23 packages.

use schemars::JsonSchema;
use serde::Deserialize;

rooflight_primitives::variants! {
    /// A plural category of CLDR.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Category [
        /// The name in a strings file and in `Intl.PluralRules`.
        pub name: &'static str,
    ] {
        /// Zero, in languages with a separate form for it; in Latvian also tens and teens.
        Zero = "zero",
        /// One, and in some languages numbers that end in it.
        One = "one",
        /// Two, and in some languages numbers that end in it.
        Two = "two",
        /// A small number.
        Few = "few",
        /// A larger number, in languages that distinguish it from a small one.
        Many = "many",
        /// Every other number.
        Other = "other",
    }
}

impl Category {
    /// Returns the category of a count in the language of a BCP 47 tag; a language that the table lacks follows the
    /// rule of English.
    #[must_use]
    pub fn of(tag: &str, count: u64) -> Self {
        let (tens, hundreds) = (count % 10, count % 100);
        let teens = (11..=19).contains(&hundreds);
        match tag.split('-').next().unwrap_or_default() {
            "is" | "mk" if tens == 1 && hundreds != 11 => Self::One,
            "id" | "is" | "ja" | "jv" | "km" | "ko" | "lo" | "mk" | "ms" | "my" | "th" | "vi" | "yo" | "yue" | "zh" => {
                Self::Other
            }
            "am" | "as" | "bn" | "fa" | "fr" | "gu" | "hi" | "hy" | "kn" | "pt" | "zu" if count < 2 => Self::One,
            "be" | "ru" | "uk" => slavic(count, tens == 1 && hundreds != 11, Self::Many),
            "bs" | "hr" | "sr" => slavic(count, tens == 1 && hundreds != 11, Self::Other),
            "pl" => slavic(count, count == 1, Self::Many),
            "cs" | "sk" if (2..=4).contains(&count) => Self::Few,
            "sl" => match hundreds {
                1 => Self::One,
                2 => Self::Two,
                3 | 4 => Self::Few,
                _ => Self::Other,
            },
            "lt" => match tens {
                _ if teens => Self::Other,
                1 => Self::One,
                0 => Self::Other,
                _ => Self::Few,
            },
            "lv" => match tens {
                1 if !teens => Self::One,
                0 => Self::Zero,
                _ if teens => Self::Zero,
                _ => Self::Other,
            },
            "ro" if count == 0 || count != 1 && (1..=19).contains(&hundreds) => Self::Few,
            "ar" => match (count, hundreds) {
                (0, _) => Self::Zero,
                (1, _) => Self::One,
                (2, _) => Self::Two,
                (_, 3..=10) => Self::Few,
                (_, 11..=99) => Self::Many,
                _ => Self::Other,
            },
            "ga" | "he" if count == 2 => Self::Two,
            "ga" if (3..=6).contains(&count) => Self::Few,
            "ga" if (7..=10).contains(&count) => Self::Many,
            _ if count == 1 => Self::One,
            _ => Self::Other,
        }
    }
}

/// Applies the rule that Slavic languages share: `few` ends in 2, 3 or 4, but not in 12, 13 or 14.
fn slavic(count: u64, is_one: bool, rest: Category) -> Category {
    match (count % 10, count % 100) {
        _ if is_one => Category::One,
        (2..=4, hundreds) if !(12..=14).contains(&hundreds) => Category::Few,
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A category with counts that have it.
    type Samples = (Category, &'static [u64]);

    /// The samples of whole numbers that CLDR prints next to its rules.
    #[test]
    fn categories_are_those_of_cldr() {
        let cases: [(&str, &[Samples]); 10] = [
            ("en", &[(Category::One, &[1]), (Category::Other, &[0, 2, 16, 100, 1000])]),
            ("pt-BR", &[(Category::One, &[0, 1]), (Category::Other, &[2, 17, 100])]),
            ("ja", &[(Category::Other, &[0, 1, 2, 15, 100])]),
            (
                "ru",
                &[
                    (Category::One, &[1, 21, 31, 101]),
                    (Category::Few, &[2, 4, 22, 24, 102]),
                    (Category::Many, &[0, 5, 11, 12, 19, 111, 112]),
                ],
            ),
            ("pl", &[(Category::One, &[1]), (Category::Few, &[2, 4, 22]), (Category::Many, &[0, 5, 19, 21, 31, 101])]),
            ("cs", &[(Category::One, &[1]), (Category::Few, &[2, 3, 4]), (Category::Other, &[0, 5, 19, 100])]),
            (
                "ar",
                &[
                    (Category::Zero, &[0]),
                    (Category::One, &[1]),
                    (Category::Two, &[2]),
                    (Category::Few, &[3, 10, 103, 110, 1003]),
                    (Category::Many, &[11, 26, 111, 1011]),
                    (Category::Other, &[100, 102, 200, 1000]),
                ],
            ),
            (
                "lv",
                &[
                    (Category::Zero, &[0, 10, 20, 11, 19]),
                    (Category::One, &[1, 21, 101]),
                    (Category::Other, &[2, 9, 22]),
                ],
            ),
            (
                "lt",
                &[(Category::One, &[1, 21, 101]), (Category::Few, &[2, 9, 22]), (Category::Other, &[0, 10, 20, 111])],
            ),
            (
                "ro",
                &[(Category::One, &[1]), (Category::Few, &[0, 2, 16, 101, 1001]), (Category::Other, &[20, 35, 100])],
            ),
        ];
        for (tag, categories) in cases {
            for (category, counts) in categories {
                for count in *counts {
                    assert_eq!(Category::of(tag, *count), *category, "{count} in {tag}");
                }
            }
        }
    }
}
