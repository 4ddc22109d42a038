//! Maps the names of columns and keys, in ten languages and more, to fields.
//!
//! Names are compared in lower case, without surrounding marks. An unknown name becomes a key of `extra`.

use crate::mapping::{Field, Mapping};
use serde_json::Value;

/// Names of fields. Spaces, underscores and capitals inside a name count as hyphens, and a number at its end is
/// ignored.
const NAMES: [(Field, &str); 10] = [
    (Field::Expansion, EXPANSION),
    (Field::Term, TERM),
    (Field::Definition, DEFINITION),
    (Field::Alias, ALIAS),
    (Field::Layer, LAYER),
    (Field::Source, SOURCE),
    (Field::Body, REMARK),
    (Field::Related, RELATED),
    (Field::Published, "date datum fecha data 日付 日期 дата"),
    (Field::Tags, "tag tags"),
];

const TERM: &str = "term terms name names title titles word words keyword concept phrase entry headword label preflabel \
    acronym acronyms abbreviation abbreviations abbr initialism terminology begriff begriffe wort benennung benennungen \
    vorzugsbenennung hauptbenennung abkürzung fachbegriff bezeichnung terme termes mot mots sigle acronyme abréviation \
    notion término términos termino palabra acrónimo sigla concepto termo termos palavra conceito termine \
    termini parola voce acronimo sigla begrip woord afkorting pojem zkratka termin pojęcie skrót hasło 用語 単語 名称 \
    略語 言葉 キーワード 术语 術語 名词 名詞 词汇 缩写 中文 용어 단어 약어 термин термины слово понятие сокращение аббревиатура المصطلح مصطلح \
    الكلمة الاختصار terim kelime";

const DEFINITION: &str = "excerpt synopsis blurb tooltip hover-text short-desc shortdesc short-definition short-text kurztext résumé \
    resumen resumo riassunto samenvatting 概要 摘要 要約 요약 definition definitions description desc meaning meanings explanation explained details \
    detail gloss what def body text content short-description shortdescription oneliner one-liner summary tldr tl-dr \
    tl;dr abstract brief scopenote bedeutung beschreibung kurzdefinition kurzbeschreibung kurzfassung erklärung \
    erläuterung définition définitions description signification explication sens definición definiciones \
    descripción significado explicación definição descrição significado explicação definizione descrizione \
    significato spiegazione definitie betekenis omschrijving beschrijving definice význam popis definicja opis \
    znaczenie 定義 説明 意味 解説 定义 释义 解释 說明 说明 描述 含义 정의 설명 뜻 의미 определение описание значение пояснение التعريف تعريف \
    الوصف المعنى tanım açıklama";

const EXPANSION: &str = "expansion expanded full fullname full-name fullform full-form longform long-form \
    spelled stands-for standsfor langform vollform ausgeschrieben développé desarrollo 正式名称 全称 全名 расшифровка";

const ALIAS: &str = "alias aliases synonym synonyms aka also alsoknownas also-known-as altlabel alt-label \
    alternative alternatives variants variant forms short shortname plural synonyme synonymes kurzform \
    kurzbezeichnung synonymen sinónimo sinónimos sinônimo sinônimos sinonimo sinonimi synoniem synonymum synonim \
    別名 同義語 同义词 别名 동의어 синоним синонимы مرادف مرادفات eşanlamlı";

const LAYER: &str = "layer category categories type types topic topics subject group section domain domains area \
    field class theme chapter kategorie kategorien thema bereich fachgebiet sachgebiet themengebiet gruppe typ \
    catégorie catégories thème domaine categoría categorías categoria categorias tema área tipo argomento \
    categorie onderwerp kategoria カテゴリ カテゴリー 分類 種類 类别 分类 類別 카테고리 분류 категория раздел тема فئة التصنيف تصنيف \
    kategori";

const SOURCE: &str = "source sources reference references ref refs url urls link links citation cite origin \
    further read-more readmore quelle quellen fundstelle herkunft nachweis norm référence références lien \
    fuente fuentes referencia enlace fonte \
    fontes referência riferimento bron zdroj źródło 出典 参考 参照 リンク 来源 參考 链接 출처 참고 источник ссылка المصدر مصدر \
    المرجع kaynak";

/// Columns with remarks, which become paragraphs of the body with the column's name before them.
const REMARK: &str = "note notes note-to-entry remark remarks comment comments context usage example examples \
    anmerkung anmerkungen bemerkung bemerkungen hinweis hinweise kommentar kontext beispiel beispiele verwendung \
    remarque remarques exemple exemples contexte nota notas ejemplo ejemplos contexto exemplo exemplos esempio \
    esempi opmerking voorbeeld 備考 例 备注 示例 비고 예 примечание пример";

const RELATED: &str = "related related-terms see see-also seealso siehe siehe-auch querverweis querverweise \
    verwandte-begriffe oberbegriff oberbegriffe unterbegriff unterbegriffe nebenbegriff voir voir-aussi véase \
    véase-también broader narrower \
    abgrenzung abgrenzung-zu verwandt";

/// Beginnings of words that give the status of a name, as in "abgelehnte Benennung" and "deprecated term".
const STATUS: [(Field, &str); 3] = [
    (Field::Avoid, "avoid abgelehnt deprecat reject forbidden vermeid verboten unzulässig interdit éviter"),
    (Field::Superseded, "supersede obsolet veraltet ersetzt"),
    (Field::Alias, "zugelassen weiter admitted other further alternativ zweit"),
];

/// Keys of front matter that hold something else too often to be a term or a definition.
const VAGUE: &str =
    "what text content body details detail explained label concept notion entry word words keyword phrase";

/// Keys of front matter that mean something else than a column of their name, or that no column has.
const KEYS: [(Field, &str); 8] = [
    (Field::Published, "date published created pubdate publishdate"),
    (Field::Reviewed, "lastmod modified updated last_modified_at last_update reviewed"),
    (Field::Tags, "tags tag"),
    (Field::Related, "related see_also seealso see-also"),
    (Field::Name, "slug permalink id"),
    (Field::Former, "redirect_from former"),
    (Field::Draft, "draft"),
    (Field::Nothing, UNREAD),
];

/// Keys of front matter that say how a page is shown.
const UNREAD: &str = "keywords weight layout sidebar_position sidebar_label cssclass cssclasses publish toc hide nav_order \
    parent type";

/// Returns the field of a column; `None` if its name is not known.
#[must_use]
pub fn column(name: &str, mapping: &Mapping) -> Option<Field> {
    let plain = plain(name);
    mapping.field(name).or_else(|| mapping.field(&plain)).or_else(|| field_of(&plain, true))
}

/// Returns the field of a key of front matter; `None` if it is not known.
#[must_use]
pub fn key(name: &str, mapping: &Mapping) -> Option<Field> {
    let low = name.to_lowercase();
    let listed = || field_of(&plain(name), false).filter(|_| !has(VAGUE, &low)).or_else(|| first_word(&plain(name)));
    mapping.field(name).or_else(|| field_in(&KEYS, &low)).or_else(listed)
}

/// Returns the field of a key by its name and its value: `short` is another name or a definition.
#[must_use]
pub fn value_field(name: &str, value: &Value, mapping: &Mapping) -> Option<Field> {
    let found = key(name, mapping)?;
    if mapping.field(name).is_some() {
        return Some(found);
    }
    let is_sentence = |text: &str| text.split_whitespace().count() > 3 || text.chars().count() > 40;
    match found {
        Field::Alias if is_brief(name) && value.as_str().is_some_and(is_sentence) => Some(Field::Definition),
        Field::Definition | Field::Body if value.is_boolean() || value.is_number() => None,
        field => Some(field),
    }
}

/// Returns true for a name that a short name and a short definition may have.
#[must_use]
pub fn is_brief(name: &str) -> bool {
    matches!(plain(name).as_str(), "short" | "kurz")
}

/// Returns true for the name of a remark.
#[must_use]
pub fn is_remark(name: &str) -> bool {
    has(REMARK, &hyphened(&plain(name)))
}

/// Returns the key that holds the term: one of the user's mapping, one whose name means a term, or `title`.
#[must_use]
pub fn term_key<'a>(keys: impl Iterator<Item = &'a String>, mapping: &Mapping) -> Option<&'a str> {
    let keys: Vec<&str> = keys.map(String::as_str).filter(|name| key(name, mapping) == Some(Field::Term)).collect();
    let mapped = keys.iter().find(|name| mapping.field(name).is_some());
    let rank = |name: &str| match plain(name).as_str() {
        "term" | "headword" => 0,
        "acronym" | "abbreviation" | "abbr" | "abkürzung" => 3,
        "title" | "name" | "titel" => 2,
        _ => 1,
    };
    mapped.or_else(|| keys.iter().min_by_key(|name| rank(name))).copied()
}

fn field_in(lists: &[(Field, &str)], name: &str) -> Option<Field> {
    lists.iter().find(|(_, list)| has(list, name)).map(|(field, _)| *field)
}

fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|known| known == name)
}

/// Returns the field of a name; with `by_word`, a single known word suffices, as in "Term (English)".
fn field_of(plain: &str, by_word: bool) -> Option<Field> {
    let whole = hyphened(plain);
    let of = |name: &str| field_in(&NAMES, name);
    let numbered = whole.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
    let words = || whole.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let status = words().find_map(|word| {
        let is_start = |list: &&str| list.split(' ').any(|start| word.starts_with(start));
        STATUS.iter().find(|(_, list)| is_start(list)).map(|(field, _)| *field)
    });
    let is_about_a_name =
        words().count() == 1 || words().any(|word| matches!(of(word), Some(Field::Term | Field::Alias)));
    let exact = of(&whole).or_else(|| of(numbered));
    let status = status.filter(|field| is_about_a_name && (words().count() > 1 || *field != Field::Alias));
    exact.or(status).or_else(|| if by_word { words().find_map(of) } else { None })
}

/// Returns the field of the first word of a name if it is a source, as in `quellen_primär`.
fn first_word(plain: &str) -> Option<Field> {
    let (first, _) = plain.split_once([' ', '_', '-'])?;
    (first.len() > 4 && has(SOURCE, first)).then_some(Field::Source)
}

/// Returns a name in lower case, without surrounding marks and spaces; capitals inside begin a word.
fn plain(name: &str) -> String {
    let name = name.trim_matches(|c: char| c.is_whitespace() || "*_`#:：".contains(c));
    let mut out = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
        before = c;
    }
    out
}

fn hyphened(plain: &str) -> String {
    plain.replace([' ', '_'], "-")
}

#[cfg(test)]
mod tests {
    use super::{column, key};
    use crate::mapping::{Field, Mapping};

    #[test]
    fn columns_in_ten_languages() {
        let mapping = Mapping::default();
        for (term, definition) in [
            ("Term", "Definition"),
            ("**Begriff**", "Erklärung"),
            ("Terme", "Définition"),
            ("Término", "Definición"),
            ("Termo", "Definição"),
            ("Termine", "Significato"),
            ("用語", "説明"),
            ("术语", "定义"),
            ("용어", "설명"),
            ("Термин", "Определение"),
            ("المصطلح", "التعريف"),
        ] {
            assert_eq!(column(term, &mapping), Some(Field::Term), "{term}");
            assert_eq!(column(definition, &mapping), Some(Field::Definition), "{definition}");
        }
        assert_eq!(column("Full name", &mapping), Some(Field::Expansion));
        assert_eq!(column("Term (English)", &mapping), Some(Field::Term));
        assert_eq!(column("Zahl", &mapping), None);
        assert_eq!(column("Other names", &mapping), Some(Field::Alias));
        assert_eq!(column("hoverText", &mapping), Some(Field::Definition));
        assert_eq!(column("Theme3", &mapping), Some(Field::Layer));
        assert_eq!(column("abgelehnte Benennung", &mapping), Some(Field::Avoid));
        assert_eq!(column("Deprecated term", &mapping), Some(Field::Avoid));
    }

    #[test]
    fn keys_of_front_matter() {
        let mapping: Mapping = "kind=layer,weight=extra".parse().expect("a mapping");
        assert_eq!(key("lastmod", &mapping), Some(Field::Reviewed));
        assert_eq!(key("kind", &mapping), Some(Field::Layer));
        assert_eq!(key("weight", &mapping), Some(Field::Extra));
        assert_eq!(key("full_link", &mapping), None);
        assert_eq!(key("abgelehnteBenennung", &mapping), Some(Field::Avoid));
        assert_eq!(key("abgelehnte_benennungen", &mapping), Some(Field::Avoid));
        assert_eq!(key("oneliner", &mapping), Some(Field::Definition));
        assert_eq!(key("anmerkung", &mapping), Some(Field::Body));
        assert_eq!(key("text", &mapping), None);
        let keys = ["title", "benennung", "label"].map(str::to_owned);
        assert_eq!(super::term_key(keys.iter(), &mapping), Some("benennung"));
        assert!("a=b".parse::<Mapping>().expect_err("no such field").contains("term, aliases"));
    }
}
