//! Terms that are called like a page of the site, or like a device, get their page and take nothing else down.

use crate::link_cases::cases;
use crate::support::text;
use rooflight::diagnostic::any_error;
use rooflight::{Options, compile};

#[test]
fn index_search_404_feed_and_con_have_pages_of_their_own() {
    let case = cases().into_iter().find(|case| case.name == "names/index-search-404-feed-con.md").expect("the case");
    let outcome = compile(&case.sources(case.input(), false), &Options::default(), &mut |_| {});
    assert!(!any_error(&outcome.diagnostics), "{:?}", outcome.diagnostics);
    let site = outcome.site.expect("a site");
    for (name, term) in [("index", "Index"), ("search", "Search"), ("404", "404"), ("feed", "Feed"), ("con", "CON")] {
        let page = text(&site, &format!("glossary/{name}/index.html"));
        assert!(page.contains(&format!("<title>{term} ")) && page.contains("<dfn"), "{name} has its own page");
    }
    assert!(text(&site, "404.html").contains("Page not found"));
    assert!(text(&site, "glossary/index.html").contains("Glossary, A to Z"));
    assert!(text(&site, "feed.xml").contains("<rss"));
    assert!(!text(&site, "index.html").contains("<dfn"));

    // On disk too: nothing overwrites anything where case does not matter.
    let mut paths: Vec<String> = site.keys().map(|path| path.to_lowercase()).collect();
    paths.dedup();
    assert_eq!(paths.len(), site.len());
    let folder = tempfile::tempdir().expect("a folder");
    rooflight::edge::write::write(&site, folder.path()).expect("a write");
    for path in site.keys() {
        assert!(folder.path().join(path).is_file(), "{path}");
    }
}
