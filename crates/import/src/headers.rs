//! Maps the names of columns and keys, in ten languages and more, to fields.
//!
//! Names are compared in lower case, without surrounding marks. An unknown name becomes a key of `extra`.

use crate::mapping::{Field, Mapping};

const TERM: &str = "term terms name title word words keyword concept phrase entry headword label preflabel acronym acronyms abbreviation \
    abbreviations abbr initialism terminology begriff begriffe wort benennung abkürzung fachbegriff terme termes mot mots sigle acronyme \
    abréviation notion término términos termino palabra acrónimo sigla concepto termo termos palavra conceito termine termini parola voce \
    acronimo sigla begrip woord afkorting pojem zkratka termin pojęcie skrót hasło 用語 単語 名称 略語 言葉 キーワード 术语 術語 名词 名詞 词汇 \
    缩写 中文 용어 단어 약어 термин термины слово понятие сокращение аббревиатура المصطلح مصطلح الكلمة الاختصار terim kelime";

const DEFINITION: &str = "definition definitions description desc meaning meanings explanation explained details detail summary gloss \
    what body text content short_description short-description shortdescription scopenote bedeutung beschreibung erklärung erläuterung \
    définition définitions description signification explication sens definición definiciones descripción significado explicación \
    definição descrição significado explicação definizione descrizione significato spiegazione definitie betekenis omschrijving \
    beschrijving definice význam popis definicja opis znaczenie 定義 説明 意味 解説 定义 释义 解释 說明 说明 描述 含义 정의 설명 뜻 의미 \
    определение описание значение пояснение التعريف تعريف الوصف المعنى tanım açıklama";

const EXPANSION: &str = "expansion expanded full fullname full-name full_name fullform full-form longform long-form spelled stands-for \
    standsfor stands_for langform vollform ausgeschrieben développé desarrollo 正式名称 全称 全名 расшифровка";

const ALIAS: &str = "alias aliases synonym synonyms aka also alsoknownas also-known-as also_known_as altlabel alternative alternatives \
    variants variant forms short shortname plural synonyme synonymes synonymen sinónimo sinónimos sinônimo sinônimos sinonimo sinonimi \
    synoniem synonymum synonim 別名 同義語 同义词 别名 동의어 синоним синонимы مرادف مرادفات eşanlamlı";

const LAYER: &str = "layer category categories type types topic topics subject group section domain domains area field class theme \
    chapter kategorie kategorien thema bereich gruppe typ catégorie catégories thème domaine categoría categorías categoria categorias \
    tema área tipo argomento categorie onderwerp kategoria カテゴリ カテゴリー 分類 種類 类别 分类 類別 카테고리 분류 категория раздел тема فئة \
    التصنيف تصنيف kategori";

const SOURCE: &str = "source sources reference references ref refs url urls link links citation cite origin further read more readmore \
    quelle quellen référence références lien fuente fuentes referencia enlace fonte fontes referência riferimento bron zdroj źródło \
    出典 参考 参照 リンク 来源 參考 链接 출처 참고 источник ссылка المصدر مصدر المرجع kaynak";

/// Keys of front matter and the fields that they map to.
const KEYS: &str = "date=published published=published created=published pubdate=published publishdate=published lastmod=reviewed \
    modified=reviewed updated=reviewed last_modified_at=reviewed last_update=reviewed reviewed=reviewed tags=tags tag=tags \
    keywords=nothing related=related see_also=related seealso=related see-also=related slug=name permalink=name id=name \
    redirect_from=former former=former draft=draft weight=nothing layout=nothing sidebar_position=nothing sidebar_label=nothing \
    cssclass=nothing cssclasses=nothing publish=nothing toc=nothing hide=nothing nav_order=nothing parent=nothing type=nothing";

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
    let pair = KEYS.split_whitespace().filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == low);
    let own = pair.and_then(|(_, field)| {
        Some(match field {
            "published" => Field::Published,
            "reviewed" => Field::Reviewed,
            "tags" => Field::Tags,
            "related" => Field::Related,
            "name" => Field::Name,
            "former" => Field::Former,
            "draft" => Field::Draft,
            "nothing" => Field::Nothing,
            _ => return None,
        })
    });
    let text = ["title", "term", "name", "definition", "description", "short_description", "summary"];
    let listed = || {
        let field = field_of(&low, false)?;
        let is_text = matches!(field, Field::Term | Field::Definition);
        (!is_text || text.contains(&low.as_str())).then_some(field)
    };
    mapping.field(name).or(own).or_else(listed)
}

/// Returns the field of a name; with `by_word`, a single known word suffices, as in "Term (English)".
fn field_of(plain: &str, by_word: bool) -> Option<Field> {
    let lists = [
        (EXPANSION, Field::Expansion),
        (TERM, Field::Term),
        (DEFINITION, Field::Definition),
        (ALIAS, Field::Alias),
        (LAYER, Field::Layer),
        (SOURCE, Field::Source),
    ];
    let is_in = |list: &str, name: &str| list.split_whitespace().any(|known| known == name);
    if matches!(plain, "date" | "datum" | "fecha" | "data" | "日付" | "日期" | "дата") {
        return Some(Field::Published);
    }
    if let Some((_, field)) =
        [("avoid", Field::Avoid), ("superseded", Field::Superseded)].iter().find(|(name, _)| *name == plain)
    {
        return Some(*field);
    }
    if matches!(plain, "tag" | "tags") {
        return Some(Field::Tags);
    }
    if matches!(plain, "see also" | "siehe auch" | "voir aussi" | "véase también" | "related" | "related terms") {
        return Some(Field::Related);
    }
    let whole = plain.replace(' ', "-");
    let found = lists.iter().find(|(list, _)| is_in(list, plain) || is_in(list, &whole));
    let words = || {
        let mut words = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.find_map(|word| lists.iter().find(|(list, _)| is_in(list, word)))
    };
    found.or_else(|| if by_word { words() } else { None }).map(|(_, field)| *field)
}

/// Returns a name in lower case, without surrounding marks and spaces.
fn plain(name: &str) -> String {
    name.trim_matches(|c: char| c.is_whitespace() || "*_`#:：".contains(c)).to_lowercase()
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
    }

    #[test]
    fn keys_of_front_matter() {
        let mapping: Mapping = "kind=layer,weight=extra".parse().expect("a mapping");
        assert_eq!(key("lastmod", &mapping), Some(Field::Reviewed));
        assert_eq!(key("kind", &mapping), Some(Field::Layer));
        assert_eq!(key("weight", &mapping), Some(Field::Extra));
        assert_eq!(key("full_link", &mapping), None);
        assert!("a=b".parse::<Mapping>().expect_err("no such field").contains("term, aliases"));
    }
}
