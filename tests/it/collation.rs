//! Order and letters of lists by the language of a site: in the index, on paper, in Markdown and below a layer; and the
//! pictures of a site that runs from right to left.

use crate::dom::{self, Element};
use crate::support::{fixture, text};
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_source::file::SourceFile;
use std::fmt::Write;

fn built(folder: &str) -> Site {
    let outcome = compile(&load::load(&fixture(folder)), &Options::default(), &mut |_| {});
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    outcome.site.expect("a site")
}

/// A site with these terms alone, in the alphabet's last order.
fn of_terms(language: &str, terms: &[&str]) -> Site {
    let mut sources = load::load(&fixture("speaking/de"));
    sources.content.retain(|file| !file.path.starts_with("content/glossary/"));
    for file in &mut sources.content {
        if file.path == "content/site.yaml" {
            let settings = file.text.replace("language: de", &format!("language: {language}"));
            *file = SourceFile::new(file.path.clone(), settings);
        }
    }
    for (at, term) in terms.iter().enumerate() {
        let mut text = String::new();
        write!(text, "---\nterm: {term}\nlayer: teig\ndefinition: …\npublished: 2026-01-02\n---\n…\n")
            .expect("a string");
        sources.content.push(SourceFile::new(format!("content/glossary/t{at}.md"), text));
    }
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics))
}

fn inner(found: Vec<&Element<'_>>) -> Vec<String> {
    found.into_iter().map(|element| element.inner().to_owned()).collect()
}

/// The letters of the list of all terms, and the terms.
fn index(site: &Site) -> (Vec<String>, Vec<String>) {
    let page = dom::page(site, "glossary/index.html");
    (inner(page.select(".az h2")), inner(page.select(".az dt a")))
}

#[test]
fn each_language_has_its_order_and_letters() {
    for (language, terms, letters, order) in [
        ("de", ["Zopf", "Öl", "Ofen", "Ähre"], ["A", "O", "Z"].as_slice(), ["Ähre", "Ofen", "Öl", "Zopf"]),
        ("da", ["Ål", "Øre", "Ære", "Zebra"], &["Z", "Æ", "Ø", "Å"], ["Zebra", "Ære", "Øre", "Ål"]),
        ("fr", ["zone", "école", "eau", "étude"], &["E", "Z"], ["eau", "école", "étude", "zone"]),
        ("zh", ["字", "KV", "开", "爸"], &["B", "K", "Z"], ["爸", "开", "KV", "字"]),
        ("ko", ["하늘", "나무", "까치", "가지"], &["ㄱ", "ㄴ", "ㅎ"], ["가지", "까치", "나무", "하늘"]),
    ] {
        let site = of_terms(language, &terms);
        let (found_letters, found) = index(&site);
        assert_eq!(found_letters, letters, "{language}");
        assert_eq!(found, order, "{language}");
        let printed = dom::page(&site, "print/index.html");
        let on_paper = text(&site, "print/index.html");
        let places: Vec<Option<usize>> = order.iter().map(|term| on_paper.find(&format!(">{term}<"))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{language}: {places:?}");
        assert_eq!(printed.one("html").attr("lang"), language);
        let markdown = text(&site, "glossary/index.md");
        let places: Vec<Option<usize>> = order.iter().map(|term| markdown.find(&format!("[{term}]"))).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{language}: {places:?}");
    }
}

#[test]
fn a_reading_says_where_a_term_stands() {
    let (letters, terms) = index(&built("speaking/ja"));
    assert_eq!(letters, ["か", "は", "漢字"]);
    assert_eq!(terms, ["ガス", "窯", "生地", "発酵", "塩"], "塩 has no reading");
}

#[test]
fn items_of_a_list_are_separated_as_the_language_does() {
    let japanese = built("speaking/ja");
    assert!(text(&japanese, "glossary/kiji/index.md").contains("パン生地、ドウ"));
    assert!(dom::page(&japanese, "glossary/kiji/index.html").words().contains("パン生地、ドウ"));
    assert!(text(&japanese, "print/index.html").contains("パン生地、ドウ"));
    assert!(text(&built("speaking/ar"), "glossary/khamira/index.md").contains("خمير، خميرة طبيعية"));
    assert!(text(&built("speaking/de"), "glossary/oel/index.md").contains("Speiseöl, Fett"));
}

#[test]
fn labels_of_pictures_say_which_end_they_mean_where_text_runs_from_the_right() {
    let arabic = built("speaking/ar");
    let page = dom::page(&arabic, "glossary/khamira/index.html");
    let [_, left, right] = page.select("svg.around g")[..] else { panic!("captions and two columns") };
    let ends = |column: &Element<'_>| -> Vec<String> {
        column.select("text").into_iter().map(|label| label.attr("text-anchor").to_owned()).collect()
    };
    assert!(!ends(left).is_empty() && ends(left).iter().all(|end| end == "start"), "{:?}", ends(left));
    assert!(!ends(right).is_empty() && ends(right).iter().all(|end| end == "end"), "{:?}", ends(right));
    let head = |column: &Element<'_>| column.select("text")[0].inner().to_owned();
    assert_eq!((head(left), head(right)), ("يقود إلى".to_owned(), "يقود إلى هنا".to_owned()));
    let german = built("speaking/de");
    assert!(!text(&german, "glossary/sauerteig/index.html").contains("text-anchor"));
    assert!(text(&arabic, "map/index.html").contains("text-anchor=\"end\">العجين<"));
}

#[test]
fn direction_marks_around_a_latin_name_do_not_hide_it() {
    let site = built("speaking/ar");
    let page = dom::page(&site, "glossary/steam/index.html");
    assert!(page.one("h1").inner().contains("Steam"));
    // Neither the marks of the name nor those of a text keep the two apart.
    for mention in ["Steam", "\u{200e}Steam\u{200e}", "\u{200f}Steam"] {
        let mut sources = load::load(&fixture("speaking/ar"));
        for file in &mut sources.content {
            if file.path.ends_with("ibriq.md") {
                *file =
                    SourceFile::new(file.path.clone(), file.text.replace("من إبريق", &format!("من {mention} إبريق")));
            }
        }
        let site = compile(&sources, &Options::default(), &mut |_| {}).site.expect("a site");
        let page = dom::page(&site, "glossary/ibriq/index.html");
        assert_eq!(page.select(".text a[data-term=steam]").len(), 1, "{mention:?}");
    }
}
