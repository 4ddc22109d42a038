//! Comparison pages: from a file, from an entry's own table, or from both; and the ways to them.

use crate::support::{between, fixture, reference_site, site, text};
use rooflight::edge::load;
use rooflight::{Options, compile};

#[test]
fn a_file_sets_two_entries_side_by_side() {
    let site = site(&fixture("ways"));
    let page = text(&site, "compare/backlog-vs-sprint/index.html");
    insta::assert_snapshot!(between(page, "<main", "</main>"));
}

#[test]
fn a_file_without_rows_takes_an_entry_s_table_the_other_way_round() {
    let site = site(&fixture("ways"));
    let page = text(&site, "compare/velocity-vs-sprint/index.html");
    let row = between(page, "<tbody>", "</tbody>");
    assert!(row.contains(r#"<td data-l="velocity">points a sprint</td><td data-l="sprint">weeks</td>"#), "{row}");
    assert!(page.contains("Plan with the <em>first</em>"));
    assert!(page.contains(r#"data-term="story-point">story points</a>"#), "its text is linked like any other");
    assert!(site.contains_key("compare/velocity-vs-sprint/cards.json"));
    assert!(!site.contains_key("compare/sprint-vs-velocity/index.html"), "a pair has one page");
}

#[test]
fn an_entry_s_table_makes_a_page_alone() {
    let site = site(&fixture("ways"));
    let page = text(&site, "compare/story-point-vs-velocity/index.html");
    assert!(page.contains("<h1>Story point vs velocity</h1>"));
    assert!(page.contains(r#"<td data-l="story point">a <em>story</em></td><td data-l="velocity">a team</td>"#));
    assert!(!page.contains("Which one matters when"));
}

#[test]
fn the_entries_and_the_list_lead_there() {
    let site = site(&fixture("ways"));
    let link = |name: &str| format!("<a href=\"../../compare/{name}/\">");
    let sprint = text(&site, "glossary/sprint/index.html");
    assert!(sprint.contains(&format!("{}Compared with velocity</a></h2>", link("velocity-vs-sprint"))));
    assert!(sprint.contains(&format!("{}vs backlog</a>", link("backlog-vs-sprint"))));
    assert_eq!(sprint.matches("/compare/velocity-vs-sprint/").count(), 1, "not twice");
    let velocity = text(&site, "glossary/velocity/index.html");
    assert!(velocity.contains(&format!("{}vs story point</a>", link("story-point-vs-velocity"))));
    let list = text(&site, "compare/index.html");
    for name in ["backlog-vs-sprint", "story-point-vs-velocity", "velocity-vs-sprint"] {
        assert!(list.contains(&format!("<a href=\"../compare/{name}/\">")), "{name}");
        assert!(site.contains_key(&format!("compare/{name}/index.html")), "{name}");
    }
    assert!(text(&site, "index.html").contains("<a href=\"./compare/\">Comparisons</a>"));
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
    assert!(!text(&small, "index.html").contains("Comparisons"));
}

#[test]
fn the_reference_site_compares_what_readers_mix_up() {
    let site = reference_site();
    let pages: Vec<&String> = site
        .keys()
        .filter(|path| path.starts_with("compare/") && path.ends_with("index.html") && path.matches('/').count() == 2)
        .collect();
    assert!(pages.len() >= 15, "{pages:?}");
    for path in pages {
        let page = text(site, path);
        assert!(page.contains("Which one matters when"), "{path} does not say which one matters when");
        assert!(page.matches("<th scope=\"row\">").count() >= 2, "{path} has hardly a table");
    }
}
