//! The links to feeds: every page names its own, and the page of feeds names all.

use crate::dom;
use crate::support::reference_sites;
use rooflight_compiler::sink::Site;
use rooflight_compiler::site::feeds::format::FORMATS;
use std::collections::BTreeSet;

#[test]
fn every_page_leads_to_feeds_and_the_page_of_feeds_to_all() {
    for site in reference_sites() {
        leads_to_all_feeds(site);
    }
}

fn leads_to_all_feeds(site: &Site) {
    let pages = site.keys().filter(|path| path.ends_with("index.html"));
    let alternates = |path: &str| -> Vec<String> {
        let folder = path.trim_end_matches("index.html");
        let page = dom::page(site, path);
        page.attrs("link[rel=alternate][type]", "href").into_iter().map(|href| resolved(folder, href)).collect()
    };
    let leads_on = |path: &str| dom::page(site, path).has("[http-equiv=refresh]");
    for path in pages.filter(|path| !path.starts_with("embed/") && !leads_on(path)) {
        let found = alternates(path);
        assert!(FORMATS.iter().all(|format| found.iter().any(|found| found == format.file)), "{path}: {found:?}");
        assert!(found.iter().all(|file| site.contains_key(file)), "{path}: {found:?}");
    }
    assert!(alternates("layers/silicon/index.html").contains(&"layers/silicon/atom.xml".to_owned()));
    let all: BTreeSet<String> = site
        .keys()
        .filter(|path| FORMATS.iter().any(|format| path.rsplit('/').next() == Some(format.file)))
        .cloned()
        .collect();
    let named: BTreeSet<String> =
        alternates("feeds/index.html").into_iter().filter(|file| !file.ends_with(".md")).collect();
    assert_eq!(named, all);
    let page = dom::page(site, "feeds/index.html");
    for file in &all {
        assert!(page.has(&format!("main [href=../{file}]")), "{file} is not listed");
    }
}

/// A relative address of the site as a path.
fn resolved(folder: &str, href: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in href.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}
