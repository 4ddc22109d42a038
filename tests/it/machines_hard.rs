//! Files for machines where titles hold markup, control characters are refused, and a site's address has a port or a
//! path.

use crate::dom;
use crate::feed_reader;
use crate::machines::{base, built, elements, good, json_ld, pages, words};
use crate::support::{fixture, text};
use rooflight_compiler::{Options, compile};
use serde_json::Value;

/// Titles that break what is written carelessly.
const HARD: [&str; 9] = [
    "A & B",
    "<b>bold</b>",
    "a ]]> b",
    "</script><script>alert(1)</script>",
    "\"quoted\" and 'quoted'",
    "emoji 👩🏽‍💻",
    "مرحبا بالعالم",
    "back\\slash {{ braces }} {% tag %}",
    "[link](https://x.example) *stars* | bar",
];

#[test]
fn hard_titles_come_out_whole_everywhere() {
    for title in HARD {
        let site = good("https://t.example/sub", title, &[(title, "former: [old-name]\n")]);
        // Reading the page ends the test if the title opens or closes an element of it.
        let page = dom::page(&site, "glossary/entry-0/index.html");
        assert_eq!(page.one("dfn").text(), title);
        let data = json_ld(&page).expect("structured data");
        assert_eq!(data["about"]["name"], title);
        assert_eq!(data["mainEntity"][0]["name"], title);
        for script in page.select("script") {
            let is_data = script.attr("type") == "application/ld+json";
            assert!(is_data || (script.text().is_empty() && !script.attr("src").is_empty()), "{title}");
        }
        let glossary: Value = serde_json::from_str(text(&site, "glossary.json")).expect("JSON");
        assert_eq!(glossary["entries"][0]["term"], title);
        assert_eq!(glossary["title"], title);
        let markdown = words(text(&site, "glossary/entry-0/index.md"));
        assert!(markdown.starts_with(title), "{markdown}");
        assert!(words(text(&site, "llms.txt")).starts_with(title));
        assert_eq!(
            elements(text(&site, "sitemap.xml"), "loc").len(),
            10,
            "home, A to Z, layer, map, search, changes, feeds, both pages of sources, entry"
        );
        let feed = feed_reader::read(text(&site, "feed.xml"));
        assert_eq!(feed.entries[0].title, title);
        let moved = dom::page(&site, "glossary/old-name/index.html");
        assert_eq!(moved.one("h1").text(), title);
        assert!(moved.has("a[href=../../glossary/entry-0/]"), "{}", moved.inner());
        assert_eq!(text(&site, "_redirects"), "/sub/glossary/old-name/ /sub/glossary/entry-0/ 301\n");
    }
}

#[test]
fn control_characters_are_refused_where_they_stand() {
    for hard in ["a\u{1}b", "a\u{1b}[31mb", "a\u{7f}b"] {
        let outcome = built("https://t.example/", hard, &[(hard, "")]);
        assert!(outcome.site.is_none());
        for file in ["content/site.yaml", "content/glossary/entry-0.md"] {
            let found = outcome.diagnostics.iter().find(|d| d.location.file == file).expect("a diagnostic");
            assert!(found.message.contains("control character") && found.code.name() == "bad-value", "{found:?}");
            assert!(!found.location.span.is_empty(), "{found:?}");
        }
    }
    let mut sources = rooflight::edge::load::load(&fixture("small"));
    let file = sources.content.iter_mut().find(|file| file.path.ends_with("velocity.md")).expect("the file");
    file.text = format!("{}\nA &#1; and a \u{2}.\n", file.text).into();
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let found: Vec<&str> = outcome.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(found, ["the text holds a control character (U+0001)", "the text holds a control character (U+0002)"]);
}

#[test]
fn a_base_address_without_slash_with_port_or_path() {
    for (written, whole, path) in [
        ("https://t.example", "https://t.example/", "/"),
        ("http://t.example:8080", "http://t.example:8080/", "/"),
        ("https://t.example:8443/a/b", "https://t.example:8443/a/b/", "/a/b/"),
        ("http://[::1]:4000/x/", "http://[::1]:4000/x/", "/x/"),
    ] {
        let site = good(written, "T", &[("one", "former: [zero]\n")]);
        assert_eq!(base(&site), whole);
        assert_eq!(text(&site, "_redirects"), format!("{path}glossary/zero/ {path}glossary/entry-0/ 301\n"));
        assert!(text(&site, "_headers").starts_with(&format!("{path}*\n")));
        assert!(text(&site, "_server/nginx.conf").contains(&format!("error_page 404 {path}404.html;")));
        assert!(elements(text(&site, "sitemap.xml"), "loc").iter().all(|address| address.starts_with(whole)));
        assert!(!text(&site, "feed.xml").contains("tag:[,"), "an address of version 6 is whole");
        for (file, page) in pages(&site).filter(|(file, _)| *file != "404.html") {
            assert!(!page.has("[href^=/]"), "{file} would break below a path");
        }
    }
    for bad in [
        "t.example",
        "ftp://t.example/",
        "https://",
        "https://t.example/{x}",
        "https://t.example/a;b",
        "https://t.example/a\nb",
    ] {
        assert!(built(bad, "T", &[("one", "")]).site.is_none(), "{bad:?}");
    }
}
