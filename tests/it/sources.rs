//! The pages of sources: each source once with the entries that cite it, each entry with its sources, and nothing where
//! there are none.

use crate::dom::page;
use crate::support::{fixture, reference_site, site, text};
use rooflight::edge::load;
use rooflight_compiler::{Options, compile};
use rooflight_source::file::SourceFile;
use std::collections::BTreeSet;

#[test]
fn sources_with_the_entries_that_cite_them() {
    let site = site(&fixture("sourced"));
    insta::assert_snapshot!("sources_by_title", page(&site, "sources/index.html").one("main").inner());
    insta::assert_snapshot!("sources_by_title_as_markdown", text(&site, "sources/index.md"));
}

#[test]
fn entries_with_their_sources() {
    let site = site(&fixture("sourced"));
    insta::assert_snapshot!("sources_by_entry", page(&site, "sources/by-entry/index.html").one("main").inner());
    insta::assert_snapshot!("sources_by_entry_as_markdown", text(&site, "sources/by-entry/index.md"));
}

#[test]
fn the_pages_are_linked_and_listed() {
    let small = site(&fixture("sourced"));
    assert!(page(&small, "glossary/train/index.html").has("footer a[href=../../sources/]"));
    for path in ["sources/", "sources/by-entry/"] {
        for list in ["sitemap.xml", "llms.txt"] {
            assert!(text(&small, list).contains(&format!("https://clocks.example/{path}")), "{path} in {list}");
        }
    }
    let records = reference_site().iter().filter(|(path, _)| path.starts_with("data/search/pages."));
    let records: String = records.map(|(path, _)| text(reference_site(), path)).collect();
    assert!(records.contains("\"sources/\"") && records.contains("\"sources/by-entry/\""));
}

#[test]
fn a_glossary_without_sources_has_no_pages_of_them() {
    let mut sources = load::load(&fixture("sourced"));
    sources.content.retain(|file| file.path == "content/site.yaml");
    for file in &mut sources.content {
        *file = SourceFile::new(file.path.clone(), file.text.replace(", sources]", "]"));
    }
    let entry = "---\nterm: hand\nlayer: works\ndefinition: What points at the hour.\n---\nIt points.\n";
    sources.content.push(SourceFile::new("content/glossary/hand.md", entry));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    assert!(!site.keys().any(|path| path.starts_with("sources/")));
    assert!(!text(&site, "glossary/hand/index.html").contains("sources/"));
}

/// Whatever entries list is on both pages, and each link to an entry leads to the source's own line.
#[test]
fn every_source_of_the_reference_site_is_on_both_pages() {
    let site = reference_site();
    let (by_title, by_entry) = (page(site, "sources/index.html"), page(site, "sources/by-entry/index.html"));
    let addresses = |page: &crate::dom::Element<'_>, part: &str| -> BTreeSet<String> {
        let all = page.attrs(&format!("{part} a"), "href").into_iter();
        all.filter(|address| address.starts_with("http")).map(str::to_owned).collect()
    };
    let (mut listed, mut anchors) = (BTreeSet::new(), BTreeSet::new());
    let entries = site.keys().filter(|path| path.starts_with("glossary/") && path.matches('/').count() == 2);
    for path in entries.filter(|path| path.ends_with("/index.html")) {
        let entry = page(site, path);
        listed.extend(addresses(&entry, "ol.sources"));
        let folder = path.trim_end_matches("index.html");
        anchors.extend(entry.attrs("ol.sources li", "id").into_iter().map(|id| format!("../{folder}#{id}")));
    }
    assert!(!listed.is_empty());
    assert_eq!(addresses(&by_title, "dt"), listed);
    assert_eq!(addresses(&by_entry, "ol.sources"), listed);
    let citations: BTreeSet<String> = by_title.attrs("dd a", "href").into_iter().map(str::to_owned).collect();
    assert_eq!(citations, anchors);
    let markdown = text(site, "sources/index.md");
    for address in listed {
        assert!(markdown.contains(&format!("](<{address}>)")), "{address}");
    }
}
