//! Recognises ordinary Chinese, Japanese and Korean words in their everyday sense.
//!
//! 1. A noun that counts the noun next to it: "一定数量的对象", "オブジェクトの数量", "정의된 수량의 파드".
//! 2. A part of a fixed phrase: "提供服务", "云服务", "サービス品質", "서비스 공급자", "产品或服务".
//! 3. A part of a word for something else: "名前空間", "机器学习", "구성 요소", "包含".
//! 4. A verb: "名前空間を構成するライブラリ", "配置会应用到一个容器", "캔버스를 보기 위해".
//!
//! Decides by closed lists of the word itself and the few characters next to it, in a text of any language. Chinese and
//! Japanese write words without spaces, and so does Korean in compounds.

use crate::link::usage::affixes::is_hangul;

/// Nouns for a number or a kind, and the particle between them and the noun that they count.
const NUMBERS: [(&[&str], &str); 3] =
    [(&["数量", "数目", "种类"], "的"), (&["数量", "種類"], "の"), (&["수량", "개수", "종류"], "의")];

/// Fixed phrases with a noun. Each field lists alternatives, separated by bars.
struct Phrases {
    nouns: &'static str,
    /// Texts right before the noun; before a Korean noun a space may come between.
    before: &'static str,
    /// Texts right after the noun; a space may come between.
    after: &'static str,
}

const PHRASES: [Phrases; 13] = [
    Phrases {
        nouns: "服务|服務",
        before: "云|云计算|雲端|公共|公用|提供|维持|維持|恢复|恢復|即|产品或|产品和|产品与|产品及|平台或|\
            平台和",
        after: "质量|品质|品質|水平|等级|级别|模型|提供商|提供者|供应商|账户|帐户|账号|帐号|条款|于|端|\
            中断",
    },
    Phrases {
        nouns: "サービス",
        before: "公共|製品や|製品と|製品または|製品・|商品や",
        after: "品質|水準|を提供|の提供|提供者|を維持|の維持|を復旧|の復旧|の中断|としての|利用規約",
    },
    Phrases {
        nouns: "서비스",
        before: "클라우드|공공|제품 및|제품과|제품이나|제품 또는|상품과",
        after: "공급자|공급업체|제공자|제공업체|제공|사업자|품질|수준|모델|계정|어카운트|약관|중단|를 제공|\
            를 유지|를 복구|로서의",
    },
    Phrases { nouns: "名前|名称|命名", before: "", after: "空間|空间" },
    Phrases { nouns: "学习|学習|학습", before: "机器|機器|機械|기계|머신", after: "" },
    Phrases { nouns: "精度", before: "双|雙|单|單|倍", after: "" },
    Phrases { nouns: "应用|應用", before: "", after: "到|于|於" },
    Phrases { nouns: "包", before: "", after: "含|括|装|裝|裹|围|圍" },
    Phrases { nouns: "库|庫", before: "数据|數據|仓|倉", after: "存" },
    Phrases { nouns: "卷", before: "", after: "积|積|入|起" },
    Phrases { nouns: "구성", before: "", after: "요소|원" },
    Phrases { nouns: "변수", before: "매개", after: "" },
    // A suffix: "functional", "distributed".
    Phrases { nouns: "型", before: "関数|分散|駆動|集権|集中|対話|統合|自律|バランス", after: "" },
];

/// Japanese nouns of everyday actions, which become verbs with [`VERB_ENDINGS`].
const ACTIONS: [&str; 10] = ["構成", "動作", "作成", "機能", "処理", "実行", "操作", "要求", "対応", "制御"];
/// Endings that turn a Japanese noun of action into a verb.
const VERB_ENDINGS: [&str; 8] = ["する", "すれ", "した", "して", "します", "され", "させ", "でき"];

/// "Interruption", which makes no fixed phrase with a counted service: "某些服务中断时".
const INTERRUPTION: &str = "中断";
/// Characters before a counted noun.
const COUNTERS: [char; 5] = ['些', '个', '個', '项', '項'];
/// Words that begin like a phrase but are not part of it: a service's end point or port.
const OTHERS: [&str; 2] = ["端点", "端口"];

/// True if a word between these texts has its everyday sense.
pub(in crate::link) fn is_other_use(before: &str, word: &str, after: &str) -> bool {
    if word.is_ascii() {
        return false;
    }
    // Chinese authors set a space next to a word that they mean as a term.
    let near = before.strip_suffix(' ').filter(|_| word.starts_with(is_hangul)).unwrap_or(before);
    let next = after.strip_prefix(' ').unwrap_or(after);
    let is_counted = near.ends_with(COUNTERS);
    let is_number =
        |(nouns, joint): &(&[&str], &str)| nouns.contains(&word) && (near.ends_with(joint) || next.starts_with(joint));
    let is_phrase = |phrases: &Phrases| {
        each(phrases.nouns).any(|noun| noun == word)
            && (each(phrases.before).any(|words| near.ends_with(words))
                || each(phrases.after).any(|words| next.starts_with(words))
                    && !OTHERS.iter().any(|words| next.starts_with(words))
                    && !(is_counted && next.starts_with(INTERRUPTION)))
    };
    // "In order to see": a noun has a particle there.
    let is_purpose = || word.ends_with('기') && [" 위해", " 위한"].iter().any(|words| after.starts_with(words));
    let is_verb =
        || ACTIONS.contains(&word) && VERB_ENDINGS.iter().any(|ending| after.starts_with(ending)) || is_purpose();
    NUMBERS.iter().any(is_number) || PHRASES.iter().any(is_phrase) || is_verb()
}

fn each(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split('|').filter(|words| !words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::is_other_use;

    #[test]
    fn everyday_senses_and_things() {
        for (before, word, after) in [
            ("一定", "数量", "的 Pod"),
            ("オブジェクトの", "数量", ""),
            ("오브젝트의 ", "수량", "과"),
            ("정의된 ", "수량", "의 파드"),
            ("向消费者提供", "服务", "。"),
            ("各种云", "服务", "实现"),
            ("基础架构即", "服务", "的"),
            ("系统的", "服务", "质量"),
            ("会增加", "服务", "中断"),
            ("一种云计算 ", "服务", "模型"),
            ("", "服务", "于不同的目的"),
            ("", "服务", "端渲染"),
            ("配置会", "应用", "到一个 Pod"),
            ("テナントに", "サービス", "を提供します"),
            ("適切な", "サービス", "品質"),
            ("製品や", "サービス", "に"),
            ("클라우드 ", "서비스", " 제품군"),
            ("", "서비스", " 어카운트"),
            ("", "서비스", "를 제공한다"),
            ("カーネル", "名前", "空間"),
            ("一个", "包", "含两个文件的"),
            ("기계 ", "학습", " 모델"),
            ("관련 ", "구성", " 요소로"),
            ("부분을 ", "보기", " 위해"),
            ("要素で", "構成", "されます"),
            ("対話", "型", " AI を使った"),
        ] {
            assert!(is_other_use(before, word, after), "{before}|{word}|{after}");
        }
        for (before, word, after) in [
            ("多个较小的", "服务", "组成"),
            ("两个", "服务", "之间"),
            ("访问", "服务", "端点"),
            ("某些", "服务", "中断时"),
            ("提供 ", "服务", " 的集合"),
            ("所有 web ", "服务", "提供统一的入口"),
            ("複数の", "サービス", "で構成"),
            ("작은 ", "서비스", "로 나뉜다"),
            ("쿠버네티스 ", "서비스", " 개념"),
            ("", "수량", "은"),
            ("", "名前", "は"),
            ("一个 NuGet ", "包", "。"),
            ("관련 ", "구성", "을 생성"),
            ("付随する", "構成", "を生成"),
            ("プリミティブ", "型", "の変数"),
            ("a ", "service", " provider"),
        ] {
            assert!(!is_other_use(before, word, after), "{before}|{word}|{after}");
        }
    }
}
