//! Sort keys by the collation rules of a language, from CLDR through ICU4X.
//!
//! Spaces, symbols and punctuation are ignored. Without the feature `languages` a key is the letters and digits of a
//! text in lower case, compared by code point.
//!
//! Keys are compared as bytes.

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
        pub(in crate::site) fn letters(&self, text: &str) -> Option<Vec<u8>> {
            self.letters.as_ref().map(|rules| written(rules, text))
        }
    }

    fn written(rules: &CollatorBorrowed<'_>, text: &str) -> Vec<u8> {
        let mut key = Vec::new();
        // Writing into memory cannot fail: the error type has no values.
        let Ok(()) = rules.write_sort_key_to(text, &mut key);
        key
    }
}

#[cfg(not(feature = "languages"))]
mod by_rules {
    use super::letters_and_digits;

    /// The order by code points, for builds without the feature `languages`.
    #[derive(Debug)]
    pub(in crate::site) struct Collation;

    impl Collation {
        /// Returns the same collation for each tag.
        #[must_use]
        pub(in crate::site) fn of(_tag: &str) -> Self {
            Self
        }

        /// Returns the sort key of a name.
        #[must_use]
        pub(in crate::site) fn key(&self, text: &str) -> Vec<u8> {
            letters_and_digits(text).into_bytes()
        }

        /// Returns `None`, since letters cannot be told from their variants without collation rules.
        #[must_use]
        pub(in crate::site) fn letters(&self, _text: &str) -> Option<Vec<u8>> {
            None
        }
    }
}
