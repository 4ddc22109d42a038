//! The reference site: it builds without diagnostics, and every entry has the parts that readers are promised.

use crate::dom::{Element, page};
use crate::support::{reference, reference_site, repository, site, whole_reference_site};
use rooflight_compiler::sink::Site;
use rooflight_source::diagnostic::{Diagnostic, Severity};
use std::collections::{BTreeMap, BTreeSet};

fn entries(site: &Site) -> Vec<&String> {
    site.keys()
        .filter(|path| path.starts_with("glossary/") && path.ends_with("/index.html") && path.matches('/').count() == 2)
        .collect()
}

#[test]
fn it_has_no_errors() {
    let (outcome, sources) = reference();
    let errors: Vec<Diagnostic> =
        outcome.diagnostics.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
    let report = rooflight::edge::report::text(&errors, sources, rooflight::edge::report::MessageFormat::Human, false);
    assert_eq!(report, "");
    assert!(!entries(reference_site()).is_empty());
}

#[test]
fn every_option_of_a_long_list_has_a_line_of_facts() {
    let site = reference_site();
    let text = |name: &str| {
        let found = site.iter().find(|(path, _)| path.ends_with(&format!("/choices/{name}.txt")));
        String::from_utf8(found.unwrap_or_else(|| panic!("no list {name}")).1.clone()).unwrap()
    };
    for (list, fact) in [
        ("hardware", "24\u{a0}GiB, 1,008\u{a0}GB/s\t"),
        ("models", "30.5\u{a0}B, 3.04\u{a0}B active\t"),
        ("formats", "4.5 bits"),
    ] {
        let (options, facts) = (text(list), text(&format!("{list}-facts")));
        assert_eq!(crate::dom::parse(&options).select("option").len(), facts.lines().count(), "{list}");
        assert!(facts.lines().any(|line| line.starts_with(fact)), "{list}: {fact}");
    }
}

/// Builds the reference site once more.
mod slow {
    use super::*;

    #[test]
    fn two_builds_are_the_same_bytes() {
        assert!(site(repository()) == *whole_reference_site());
    }
}

#[test]
fn every_entry_has_its_parts() {
    let site = reference_site();
    let mut calculators = 0;
    for path in entries(site) {
        let page = page(site, path);
        for part in ["dfn", ".definition", "#h-sources", "a.term", "[href$=feed.xml]"] {
            assert!(page.has(part), "{path} lacks {part}");
        }
        let calculator = page.has("#calculator");
        assert_eq!(calculator, page.has("svg.chart"), "{path} has a calculator without its chart");
        calculators += usize::from(calculator);
        for wrong in ["[style]", "style", "[onclick]", "[href^=javascript:]"] {
            assert!(!page.has(wrong), "{path} has {wrong}");
        }
    }
    assert_ne!(calculators, 0, "no entry has a calculator");
}

#[test]
fn all_measurements_and_the_catalog_are_there() {
    let sources = rooflight::edge::load::load(repository());
    let mut problems = Vec::new();
    let catalog = rooflight_glossary::model::catalog::read(&sources, None, &mut problems).expect("a catalog");
    assert_eq!(problems, Vec::new());
    // Each entry of a list, and each measurement, starts with its id.
    let ids = |path: &str| {
        let file = sources.content.iter().find(|file| file.path == path).expect(path);
        file.text
            .lines()
            .filter(|line| line.trim_start().trim_start_matches("- ").trim_start_matches('{').starts_with("id:"))
            .count()
    };
    let list = |name: &str| ids(&format!("content/catalog/{name}.yaml"));
    assert_eq!(
        [
            catalog.hardware.len(),
            catalog.models.len(),
            catalog.formats.len(),
            catalog.runtimes.len(),
            catalog.backends.len()
        ],
        ["hardware", "models", "quantizations", "runtimes", "backends"].map(list),
    );
    let anchors: Vec<&str> = sources
        .content
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| path.starts_with("content/anchors/"))
        .collect();
    assert!(!anchors.is_empty());
    assert_eq!(catalog.publications.len(), anchors.len());
    assert_eq!(catalog.anchors.len(), anchors.iter().map(|path| ids(path)).sum::<usize>());
}

#[test]
fn no_page_points_to_nothing() {
    let site = whole_reference_site();
    let pages: BTreeMap<&str, Element<'_>> =
        site.keys().filter(|path| path.ends_with(".html")).map(|path| (path.as_str(), page(site, path))).collect();
    let ids =
        |page: &Element<'_>| -> BTreeSet<String> { page.attrs("[id]", "id").into_iter().map(str::to_owned).collect() };
    let ids: BTreeMap<&str, BTreeSet<String>> = pages.iter().map(|(path, page)| (*path, ids(page))).collect();
    let mut parts_checked = 0;
    for (path, page) in pages.iter().filter(|(path, _)| !path.ends_with("404.html")) {
        let folder: Vec<&str> = path.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect();
        let targets: BTreeSet<&str> =
            page.attrs("[href]", "href").into_iter().chain(page.attrs("[src]", "src")).collect();
        for target in targets
            .into_iter()
            .filter(|target| !target.contains("://") && !target.starts_with('?') && !target.starts_with("data:"))
        {
            if let Some(fragment) = target.strip_prefix('#') {
                assert!(ids[path].contains(fragment), "{path}: {target} has no such part");
                continue;
            }
            let file = target.split(['#', '?']).next().unwrap_or_default();
            let mut parts = folder.clone();
            for part in file.split('/') {
                match part {
                    ".." => drop(parts.pop().unwrap_or_else(|| panic!("{path}: {target} leaves the site"))),
                    "." | "" => {}
                    part => parts.push(part),
                }
            }
            let found = parts.join("/");
            let index = if found.is_empty() { "index.html".to_owned() } else { format!("{found}/index.html") };
            assert!(site.contains_key(&found) || site.contains_key(&index), "{path}: {target} leads nowhere");
            let Some((_, fragment)) = target.split_once('#').filter(|(_, id)| !id.is_empty()) else { continue };
            if let Some(ids) = ids.get(index.as_str()).filter(|_| !fragment.contains('%')) {
                assert!(ids.contains(fragment), "{path}: {target} has no such part");
                parts_checked += 1;
            }
        }
    }
    assert_ne!(parts_checked, 0, "no link leads to a part of a page");
}

#[test]
fn the_data_page_names_the_versions_that_facts_are_looked_up_in() {
    let list = std::fs::read_to_string(repository().join("xtask/facts.txt")).expect("the list of facts");
    let page = std::fs::read_to_string(repository().join("content/pages/data.md")).expect("the page");
    let packages = list.lines().filter_map(|line| line.strip_prefix("package "));
    let rows: Vec<String> = packages
        .map(|package| {
            let words: Vec<&str> = package.split_whitespace().collect();
            format!("| {} | {} |", words[1], words[2])
        })
        .collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| page.contains(row)), "{rows:?}");
    for path in list.lines().filter_map(|line| line.strip_prefix("fact ")?.split(" | ").next()) {
        assert!(repository().join(path.trim()).is_file(), "{path} states a fact and does not exist");
    }
}
