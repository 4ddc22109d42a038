//! Comparison pages: from a file, from an entry's own table, or from both; and the ways to them.

use crate::dom::{Element, page};
use crate::support::{fixture, reference_site, site};
use rooflight::edge::load;
use rooflight_compiler::{Options, compile};

#[test]
fn a_file_sets_two_entries_side_by_side() {
    let site = site(&fixture("ways"));
    let page = page(&site, "compare/backlog-vs-sprint/index.html");
    let main = page.one("main");
    insta::assert_snapshot!(main.inner());
}

/// The cells of the table, each with the name that a narrow screen shows.
fn cells(page: &Element<'_>) -> Vec<String> {
    let cell = |cell: &Element<'_>| format!("{}: {}", cell.attr("data-l"), cell.words());
    page.select(".versus tbody td").into_iter().map(cell).collect()
}

#[test]
fn a_file_without_rows_takes_an_entry_s_table_the_other_way_round() {
    let site = site(&fixture("ways"));
    let page = page(&site, "compare/velocity-vs-sprint/index.html");
    assert_eq!(cells(&page), ["velocity: points a sprint", "sprint: weeks"]);
    assert!(page.one(".takeaway .big").text().starts_with("Plan with the first"));
    assert_eq!(page.one(".takeaway em").text(), "first");
    assert_eq!(page.one(".text [data-term=story-point]").text(), "story points", "its text is linked like any other");
    assert!(site.contains_key("compare/velocity-vs-sprint/cards.json"));
    assert!(!site.contains_key("compare/sprint-vs-velocity/index.html"), "a pair has one page");
}

#[test]
fn an_entry_s_table_makes_a_page_alone() {
    let site = site(&fixture("ways"));
    let page = page(&site, "compare/story-point-vs-velocity/index.html");
    assert_eq!(page.one("h1").text(), "Story point vs velocity");
    assert_eq!(cells(&page), ["story point: a story", "velocity: a team"]);
    assert_eq!(page.one("td em").text(), "story");
    assert!(!page.text().contains("Which one matters when"));
}

#[test]
fn the_entries_and_the_list_lead_there() {
    let site = site(&fixture("ways"));
    let sprint = page(&site, "glossary/sprint/index.html");
    let compared = sprint.one("[href$=/compare/velocity-vs-sprint/]");
    assert_eq!(compared.attr("href"), "../../compare/velocity-vs-sprint/");
    assert_eq!(sprint.one("h2 [href=../../compare/velocity-vs-sprint/]").text(), "Compared with velocity");
    assert_eq!(sprint.one("[href=../../compare/backlog-vs-sprint/]").text(), "vs backlog");
    let velocity = page(&site, "glossary/velocity/index.html");
    assert_eq!(velocity.one("[href=../../compare/story-point-vs-velocity/]").text(), "vs story point");
    let list = page(&site, "compare/index.html");
    for name in ["backlog-vs-sprint", "story-point-vs-velocity", "velocity-vs-sprint"] {
        assert!(list.has(&format!("a[href=../compare/{name}/]")), "{name}");
        assert!(site.contains_key(&format!("compare/{name}/index.html")), "{name}");
    }
    assert_eq!(page(&site, "index.html").one("[href=./compare/]").text(), "Comparisons");
}

#[test]
fn drafts_wait_and_a_site_without_pairs_has_no_list() {
    let drafted = "compare/backlog-vs-velocity/index.html";
    assert!(!site(&fixture("ways")).contains_key(drafted));
    let options = Options { drafts: true, ..Options::default() };
    let outcome = compile(&load::load(&fixture("ways")), &options, &mut |_| {});
    assert!(outcome.site.expect("a site").contains_key(drafted));
    let small = site(&fixture("small"));
    assert!(!small.keys().any(|path| path.starts_with("compare/")));
    assert!(!page(&small, "index.html").text().contains("Comparisons"));
}

#[test]
fn the_reference_site_compares_what_readers_mix_up() {
    let site = reference_site();
    let pages: Vec<&String> = site
        .keys()
        .filter(|path| path.starts_with("compare/") && path.ends_with("index.html") && path.matches('/').count() == 2)
        .collect();
    assert!(!pages.is_empty());
    for path in pages {
        let page = page(site, path);
        assert!(page.text().contains("Which one matters when"), "{path} does not say which one matters when");
        assert!(page.select("th[scope=row]").len() >= 2, "{path} has hardly a table");
    }
}
