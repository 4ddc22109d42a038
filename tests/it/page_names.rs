//! Terms named like a page of the site get their page and overwrite no other; a file that Windows cannot have is
//! refused.

use crate::dom;
use crate::feed_reader;
use crate::link_cases::cases;
use crate::support::text;
use rooflight_compiler::{Options, compile};
use rooflight_source::diagnostic::any_error;
use std::collections::BTreeSet;

/// Paths, in lower case, that several files of a site share where case does not matter, as on macOS and Windows.
fn case_collisions<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    paths.map(str::to_lowercase).filter(|path| !seen.insert(path.clone())).collect()
}

#[test]
fn paths_that_differ_only_in_case_collide() {
    // Sorted by bytes, as a site keeps them, the two are not neighbours.
    let paths = ["glossary/CON/index.html", "glossary/Zero/index.html", "glossary/con/index.html"];
    assert_eq!(case_collisions(paths.into_iter()), ["glossary/con/index.html"]);
    assert_eq!(case_collisions(paths[..2].iter().copied()), Vec::<String>::new());
}

#[test]
fn index_search_404_and_feed_have_pages_of_their_own() {
    let case = cases().into_iter().find(|case| case.name == "names/index-search-404-feed.md").expect("the case");
    let outcome = compile(&case.sources(case.input(), false), &Options::default(), &mut |_| {});
    assert!(!any_error(&outcome.diagnostics), "{:?}", outcome.diagnostics);
    let site = outcome.site.expect("a site");
    for (name, term) in [("index", "Index"), ("search", "Search"), ("404", "404"), ("feed", "Feed")] {
        let page = dom::page(&site, &format!("glossary/{name}/index.html"));
        let title = page.one("title").text();
        assert!(title.starts_with(&format!("{term} ")) && page.has("dfn"), "{name} has its own page, not {title}");
    }
    assert!(text(&site, "404.html").contains("Page not found"));
    assert!(text(&site, "glossary/index.html").contains("Glossary, A to Z"));
    assert!(feed_reader::read(text(&site, "feed.xml")).entries.iter().any(|entry| entry.title == "Feed"));
    assert!(!dom::page(&site, "index.html").has("dfn"));

    assert_eq!(case_collisions(site.keys().map(String::as_str)), Vec::<String>::new());
    let folder = tempfile::tempdir().expect("a folder");
    rooflight::edge::write::write(&site, folder.path()).expect("a write");
    for path in site.keys() {
        assert!(folder.path().join(path).is_file(), "{path}");
    }
}

#[test]
fn names_that_windows_cannot_check_out_are_refused_everywhere() {
    let mut sources = rooflight::edge::load::load(&crate::support::fixture("small"));
    let entry = sources.content.iter().find(|file| file.path.ends_with("/velocity.md")).expect("an entry").clone();
    for name in ["con", "aux", "nul", "prn", "com1", "lpt9", "aux.x", "word."] {
        for path in [format!("content/glossary/{name}.md"), format!("content/pages/a/{name}.md")] {
            let text = if path.contains("pages") {
                "---\ntitle: T\ndescription: D.\n---\nText.\n".into()
            } else {
                entry.text.replace("term: velocity", "term: other")
            };
            sources.content.push(rooflight_source::file::SourceFile::new(path.as_str(), text));
            let outcome = compile(&sources, &Options::default(), &mut |_| {});
            sources.content.pop();
            let found: Vec<_> = outcome.diagnostics.iter().filter(|d| d.code.name() == "bad-address").collect();
            assert!(outcome.site.is_none() && found.len() == 1, "{path}: {:?}", outcome.diagnostics);
            let says_why =
                found[0].help.iter().any(|help| help.contains("Windows") || help.contains("do not end with"));
            assert!(says_why, "{path}: {:?}", found[0].help);
        }
    }
    for name in ["console", "com10", "com", "auxiliary", "com0"] {
        assert!(rooflight_source::slug::is_address(name), "{name}");
    }
}
