//! The order of names in lists, and the letters that group them, by the language of the site.
//!
//! 1. Names are sorted as in the language's dictionaries: Å comes last in Danish, and with A in German.
//! 2. If an entry has a `reading` of its term, that is sorted.
//! 3. Chinese names sorted by pinyin share headings with Latin names.
//!
//! All lists of names use this order.

use crate::site::collation::Collation;
use crate::site::letters::Letters;
use rooflight_glossary::model::front_matter::FrontMatter;

/// The sort key of a name in a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SortKey(Vec<u8>);

/// The order of names in a language.
#[derive(Debug)]
pub(crate) struct Order {
    collation: Collation,
    letters: Letters,
}

impl Order {
    /// Returns the order for a BCP 47 tag.
    #[must_use]
    pub(crate) fn of(tag: &str) -> Self {
        let collation = Collation::of(tag);
        Self { letters: Letters::of(tag, &collation), collation }
    }

    /// Returns the sort key of a name.
    #[must_use]
    pub(crate) fn key(&self, name: &str) -> SortKey {
        let key = self.collation.key(name);
        if !self.letters.are_latin {
            return SortKey(key);
        }
        let mut headed = self.heading(name).into_bytes();
        headed.push(0);
        headed.extend(key);
        SortKey(headed)
    }

    /// Returns the sort key of an entry's term.
    #[must_use]
    pub(crate) fn of_term(&self, front: &FrontMatter) -> SortKey {
        self.key(read(front))
    }

    /// Returns the letter of a name's group; `#` for digits and symbols.
    #[must_use]
    pub(crate) fn heading(&self, name: &str) -> String {
        self.letters.heading(name, &self.collation)
    }

    /// Returns the letter of an entry's group.
    #[must_use]
    pub(crate) fn heading_of_term(&self, front: &FrontMatter) -> String {
        self.heading(read(front))
    }
}

/// Returns the reading of a term, or else the term.
fn read(front: &FrontMatter) -> &str {
    front.reading.as_deref().unwrap_or(&front.term)
}

#[cfg(all(test, feature = "languages"))]
mod tests {
    use super::*;

    /// Sorts names, and returns them with their letters, as `A:Apfel`.
    fn listed(tag: &str, names: &str) -> String {
        let order = Order::of(tag);
        let mut names: Vec<&str> = names.split(' ').collect();
        names.sort_by_cached_key(|name| order.key(name));
        names.iter().map(|name| format!("{}:{name}", order.heading(name))).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_alphabet_has_its_own_order_and_letters() {
        for (tag, names, wanted) in [
            ("en", "zebra Éclair eclipse 4-bit Int8 int4", "#:4-bit E:Éclair E:eclipse I:int4 I:Int8 Z:zebra"),
            (
                "de",
                "Zebra Äpfel Apfel Straße Strasse Straßen öl",
                "A:Apfel A:Äpfel O:öl S:Strasse S:Straße S:Straßen Z:Zebra",
            ),
            ("fr", "zèbre école eau œuf ours étude", "E:eau E:école E:étude O:œuf O:ours Z:zèbre"),
            (
                "da",
                "Ål Zebra Ære Ø Aalborg Abe Ärlig Étude Ü",
                "A:Abe E:Étude Y:Ü Z:Zebra Æ:Ære Æ:Ärlig Ø:Ø Å:Ål Å:Aalborg",
            ),
            ("sv", "Öl Zebra Ål Ärta Ægir Apa", "A:Apa Z:Zebra Å:Ål Ä:Ægir Ä:Ärta Ö:Öl"),
            ("es", "nube ñu oso llama luz chico", "C:chico L:llama L:luz N:nube Ñ:ñu O:oso"),
            ("cs", "chata cesta čas hora ikona", "C:cesta Č:čas H:hora Ch:chata I:ikona"),
            ("hu", "cukor csak dzsem dz zsír zab", "C:cukor Cs:csak Dz:dz Dzs:dzsem Z:zab Zs:zsír"),
            ("tr", "ılık iğne ırmak izin hız çay cam", "C:cam Ç:çay H:hız I:ılık I:ırmak İ:iğne İ:izin"),
            ("pl", "łąka lato śnieg sen ćma cel", "C:cel Ć:ćma L:lato Ł:łąka S:sen Ś:śnieg"),
        ] {
            assert_eq!(listed(tag, names), wanted, "{tag}");
        }
    }

    #[test]
    fn other_scripts_have_theirs() {
        for (tag, names, wanted) in [
            ("ru", "ёлка йод ель ива жук", "Е:ёлка Е:ель Ж:жук И:ива Й:йод"),
            ("uk", "ґрунт гора їжак ива", "Г:гора Ґ:ґрунт И:ива Ї:їжак"),
            ("el", "ώρα άλφα βήτα αγάπη", "Α:αγάπη Α:άλφα Β:βήτα Ω:ώρα"),
            ("ar", "تعلم أنبوب باب آلة", "ا:آلة ا:أنبوب ب:باب ت:تعلم"),
            ("he", "בית אות גמל", "א:אות ב:בית ג:גמל"),
            ("th", "เกม ขา กา", "ก:กา ก:เกม ข:ขา"),
            (
                "ja",
                "モデル かな がく あい カタ わん んん GPU 漢",
                "G:GPU あ:あい か:がく か:カタ か:かな ま:モデル わ:わん わ:んん 漢字:漢",
            ),
            ("ko", "나무 까치 가지 하늘 아이 GPU 伽", "ㄱ:伽 ㄱ:가지 ㄱ:까치 ㄴ:나무 ㅇ:아이 ㅎ:하늘 G:GPU"),
            ("zh", "字 安 爸 KV 开 吃 4位", "#:4位 A:安 B:爸 C:吃 K:开 K:KV Z:字"),
            ("zh-Hant", "三 一 二 GPU", "1劃:一 2劃:二 3劃:三 G:GPU"),
            ("zh-u-co-stroke", "三 一 二 GPU", "1画:一 2画:二 3画:三 G:GPU"),
        ] {
            assert_eq!(listed(tag, names), wanted, "{tag}");
        }
    }
}
