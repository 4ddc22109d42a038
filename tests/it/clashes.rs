//! Two files with the same path are reported at their sources; nothing is written twice or lost silently.

use crate::support::fixture;
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{SourceFile, Sources};

/// A fixture with additional files below `content/` or `static/`.
fn built(name: &str, files: &[(&str, &str)]) -> Outcome {
    let mut sources: Sources = rooflight::edge::load::load(&fixture(name));
    for (path, text) in files {
        if let Some(name) = path.strip_prefix("static/") {
            sources.statics.insert(name.to_owned(), text.as_bytes().to_vec());
        } else {
            sources.content.retain(|file| file.path != *path);
            sources.content.push(SourceFile::new(*path, *text));
        }
    }
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    compile(&sources, &Options::default(), &mut |_| {})
}

/// The only error, with the files of its two places.
fn only(outcome: &Outcome) -> (&Diagnostic, Vec<&str>) {
    assert!(outcome.site.is_none());
    assert_eq!(outcome.diagnostics.len(), 1, "{:#?}", outcome.diagnostics);
    let found = &outcome.diagnostics[0];
    let places = [&found.location].into_iter().chain(found.related.iter().map(|(place, _)| place));
    (found, places.map(|place| place.file.as_str()).collect())
}

fn sorted(mut places: Vec<&str>) -> Vec<&str> {
    places.sort_unstable();
    places
}

fn entry(id: &str, more: &str) -> (String, String) {
    let text = format!(
        "---\nterm: {id}\nlayer: work\ndefinition: The thing {id}.\nsources: [{{title: S, url: https://example.org/}}]\npublished: 2026-01-01\n{more}---\n"
    );
    (format!("content/glossary/{id}.md"), text)
}

fn comparison(a: &str, b: &str) -> (String, String) {
    let text = format!("---\na: {a}\nb: {b}\ntakeaway: One.\nrows: [{{question: Q, a: A, b: B}}]\n---\n");
    (format!("content/compare/{a}-vs-{b}.md"), text)
}

fn borrowed(files: &[(String, String)]) -> Vec<(&str, &str)> {
    files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect()
}

const TABLE: &str = "compare: [{with: WITH, rows: [{question: Q, this: A, other: B}]}]\n";

#[test]
fn two_tables_whose_names_join_to_one_address() {
    let files = [
        entry("left", &TABLE.replace("WITH", "middle-vs-right")),
        entry("left-vs-middle", &TABLE.replace("WITH", "right")),
        entry("middle-vs-right", ""),
        entry("right", ""),
    ];
    let outcome = built("small", &borrowed(&files));
    let (found, places) = only(&outcome);
    assert_eq!(found.code.name(), "address-taken");
    assert!(found.message.contains("/compare/left-vs-middle-vs-right/"), "{}", found.message);
    assert_eq!(sorted(places), ["content/glossary/left-vs-middle.md", "content/glossary/left.md"]);
    assert!(
        !found.location.span.is_empty() && found.related.iter().all(|(place, _)| !place.span.is_empty()),
        "{found:?}"
    );
}

#[test]
fn a_file_and_a_table_whose_names_join_to_one_address() {
    let files = [
        entry("left", &TABLE.replace("WITH", "middle-vs-right")),
        entry("left-vs-middle", ""),
        entry("middle-vs-right", ""),
        entry("right", ""),
        comparison("left-vs-middle", "right"),
    ];
    let outcome = built("small", &borrowed(&files));
    let (found, places) = only(&outcome);
    assert_eq!(found.code.name(), "address-taken");
    assert_eq!(sorted(places), ["content/compare/left-vs-middle-vs-right.md", "content/glossary/left.md"]);
    // The same names, but no second pair.
    let single = built("small", &borrowed(&files[1..]));
    assert!(single.site.is_some_and(|site| site.contains_key("compare/left-vs-middle-vs-right/index.html")));
}

#[test]
fn two_pages_of_a_track_have_two_names() {
    let page = "---\ntitle: T\n---\nText.\n";
    let track = "title: T\nsummary: S.\nlessons: [{page: one, why: W.}]\n";
    let outcome = built(
        "small",
        &[
            ("content/tracks/first.yaml", track),
            ("content/tracks/first/one.md", page),
            ("content/tracks/first/deep/one.md", page),
        ],
    );
    let (found, places) = only(&outcome);
    assert_eq!(found.code.name(), "duplicate");
    assert_eq!(places, ["content/tracks/first/one.md", "content/tracks/first/deep/one.md"]);
}

const PAGE: &str = "---\ntitle: Page\ndescription: A page.\n---\nText.\n";

#[test]
fn a_file_of_the_site_s_own_does_not_take_the_place_of_one_that_is_made() {
    for (path, wanted) in [
        ("static/root/robots.txt", vec!["static/root/robots.txt"]),
        ("static/root/index.html", vec!["static/root/index.html"]),
        (
            "static/root/glossary/velocity/index.html",
            vec!["static/root/glossary/velocity/index.html", "content/glossary/velocity.md"],
        ),
        ("static/root/plan/index.html", vec!["static/root/plan/index.html", "content/pages/plan.md"]),
        ("static/root/plan", vec!["static/root/plan", "content/pages/plan.md"]),
        ("static/root/PLAN/INDEX.HTML", vec!["static/root/PLAN/INDEX.HTML", "content/pages/plan.md"]),
        ("static/root/feed.xml/old", vec!["static/root/feed.xml/old"]),
    ] {
        let outcome = built("small", &[(path, "Own."), ("content/pages/plan.md", PAGE)]);
        let (found, places) = only(&outcome);
        assert_eq!(found.code.name(), "address-taken");
        assert_eq!(places, wanted);
        assert_eq!(found.help.is_empty(), places.len() > 1, "{found:?}");
    }
}

#[test]
fn a_page_is_not_called_like_a_file() {
    for name in ["404.html", "feed.xml", "robots.txt"] {
        let path = format!("content/pages/{name}.md");
        let outcome = built("small", &[(&path, PAGE)]);
        let (found, places) = only(&outcome);
        assert_eq!((found.code.name(), places), ("address-taken", vec![path.as_str()]));
        assert!(found.message.contains(name), "{}", found.message);
        let former = PAGE.replace("---\nText", &format!("former: [{name}]\n---\nText"));
        let outcome = built("small", &[("content/pages/plan.md", &former)]);
        assert_eq!(only(&outcome).1, ["content/pages/plan.md"]);
        let settings = std::fs::read_to_string(fixture("small").join("content/site.yaml")).expect("settings");
        let settings = format!("{settings}moved: {{{name}: layers/work}}\n");
        let outcome = built("small", &[("content/site.yaml", &settings)]);
        let (found, places) = only(&outcome);
        assert_eq!(places, ["content/site.yaml"]);
        assert!(settings[found.location.span.clone()].contains("layers/work"), "{found:?}");
    }
}
