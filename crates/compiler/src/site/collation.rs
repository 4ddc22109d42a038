//! Sort keys by the collation rules of a language, from CLDR through ICU4X.
//!
//! Spaces, symbols and punctuation are ignored. Without the feature `languages` letters are compared without their
//! marks first and by code point, which is right for most of the languages that the interface has.
//!
//! Keys are compared as bytes.

#[cfg(not(feature = "languages"))]
pub(super) use by_letters::Collation;
#[cfg(feature = "languages")]
pub(super) use by_rules::Collation;

/// Returns the letters and digits of a text, in lower case.
#[must_use]
pub(crate) fn letters_and_digits(text: &str) -> String {
    if text.is_ascii() {
        let kept = text.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase()));
        return kept.collect();
    }
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(feature = "languages")]
mod by_rules {
    use super::letters_and_digits;
    use icu_collator::options::{AlternateHandling, CollatorOptions, MaxVariable, Strength};
    use icu_collator::{Collator, CollatorBorrowed};
    use icu_locale_core::Locale;

    /// The collation rules of a language.
    #[derive(Debug)]
    pub(in crate::site) struct Collation {
        /// Collator for the order of names: letters, then accents, then case.
        names: Option<CollatorBorrowed<'static>>,
        /// Collator for the letters that names are listed under: base letters only.
        letters: Option<CollatorBorrowed<'static>>,
    }

    impl Collation {
        /// Returns the collation of a BCP 47 tag; the root collation for a language that has none.
        #[must_use]
        pub(in crate::site) fn of(tag: &str) -> Self {
            let language = tag.split('-').next().unwrap_or_default();
            let locale =
                Locale::try_from_str(tag).or_else(|_| Locale::try_from_str(language)).unwrap_or(Locale::UNKNOWN);
            let with = |strength| {
                let mut options = CollatorOptions::default();
                options.strength = Some(strength);
                options.alternate_handling = Some(AlternateHandling::Shifted);
                options.max_variable = Some(MaxVariable::Currency);
                Collator::try_new((&locale).into(), options).ok()
            };
            Self { names: with(Strength::Tertiary), letters: with(Strength::Primary) }
        }

        /// Returns the sort key of a name.
        #[must_use]
        pub(in crate::site) fn key(&self, text: &str) -> Vec<u8> {
            self.names.as_ref().map_or_else(|| letters_and_digits(text).into_bytes(), |rules| written(rules, text))
        }

        /// Returns the key of the base letters; a letter's key is a prefix of the key of each name under that letter.
        #[must_use]
        pub(in crate::site) fn letters(&self, text: &str) -> Vec<u8> {
            self.letters.as_ref().map(|rules| written(rules, text)).unwrap_or_default()
        }
    }

    fn written(rules: &CollatorBorrowed<'_>, text: &str) -> Vec<u8> {
        let mut key = Vec::new();
        // Writing into memory cannot fail: the error type has no values.
        let Ok(()) = rules.write_sort_key_to(text, &mut key);
        key
    }
}

#[cfg(any(test, not(feature = "languages")))]
mod by_letters {
    use super::letters_and_digits;
    use unicode_normalization::UnicodeNormalization;

    /// The order of letters without their marks, then of the marks.
    #[derive(Debug)]
    pub(in crate::site) struct Collation {
        /// True if Ñ is a letter of its own, behind N.
        has_enye: bool,
    }

    impl Collation {
        /// Returns the collation of a BCP 47 tag.
        #[must_use]
        pub(in crate::site) fn of(tag: &str) -> Self {
            Self { has_enye: tag.split('-').next().is_some_and(|language| language.eq_ignore_ascii_case("es")) }
        }

        /// Returns the sort key of a name.
        #[must_use]
        pub(in crate::site) fn key(&self, text: &str) -> Vec<u8> {
            let mut key = self.letters(text);
            key.extend([0; 3]);
            key.extend(letters_and_digits(text).bytes());
            key
        }

        /// Returns the key of the base letters; a letter's key is a prefix of the key of each name under that letter.
        #[must_use]
        pub(in crate::site) fn letters(&self, text: &str) -> Vec<u8> {
            // Three bytes a letter, which leave a place behind each.
            let mut key = Vec::new();
            for letter in letters_and_digits(&text.nfc().collect::<String>()).chars() {
                let has_place = self.has_enye && letter == 'ñ';
                let mut push = |letter: char| {
                    key.extend(&(u32::from(letter) * 2 + u32::from(has_place)).to_be_bytes()[1..]);
                };
                match letter {
                    'ß' => ['s', 's'].into_iter().for_each(push),
                    'æ' => ['a', 'e'].into_iter().for_each(push),
                    'œ' => ['o', 'e'].into_iter().for_each(push),
                    // Katakana are sorted as hiragana.
                    '\u{30a1}'..='\u{30f6}' => push(char::from_u32(u32::from(letter) - 0x60).unwrap_or(letter)),
                    _ => push(without_marks(letter)),
                }
            }
            key
        }
    }

    /// Of Latin, Greek and Arabic letters the one below the marks; a mark makes another letter in most scripts.
    fn without_marks(letter: char) -> char {
        let base = std::iter::once(letter).nfd().next().unwrap_or(letter);
        if matches!(base, 'a'..='z' | '\u{3b1}'..='\u{3c9}' | '\u{621}'..='\u{64a}') { base } else { letter }
    }

    #[cfg(test)]
    mod tests {
        use super::Collation;

        #[test]
        fn letters_come_before_their_marks() {
            for (tag, names) in [
                ("de", "Apfel Äpfel öl Strasse Straße Straßen Zebra"),
                ("fr", "eau école étude œuf ours zèbre"),
                ("es", "luz nube nuez ñu oso"),
                ("ar", "أنبوب باب تعلم"),
                ("ja", "あい カタ かな がく モデル わん"),
                ("ko", "가지 까치 나무 아이 하늘"),
            ] {
                let collation = Collation::of(tag);
                let names: Vec<&str> = names.split(' ').collect();
                let mut sorted = names.clone();
                sorted.sort_by_cached_key(|name| collation.key(name));
                assert_eq!(sorted, names, "{tag}");
            }
            let spanish = Collation::of("es-MX");
            assert_ne!(spanish.letters("ñ"), spanish.letters("n"));
            assert_eq!(Collation::of("pt").letters("É"), Collation::of("pt").letters("e"));
        }
    }
}
