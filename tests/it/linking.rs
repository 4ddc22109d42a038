//! Linking, seen on the built page: what is linked, what is not, and that the text stays what the author wrote.

use crate::dom::{Element, page};
use crate::support::{fixture, site, text};
use rooflight::edge::load;
use rooflight_compiler::cache::BuildCache;
use rooflight_compiler::{Options, compile, prepare};
use rooflight_glossary::link::forms::lexicon::Lexicon;
use rooflight_glossary::link::matching::linker::{self, Subject};
use rooflight_glossary::link::{LinkIndex, subject};
use rooflight_glossary::model::document::Documents;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::model::{cache::FileCache, config::Config};
use rooflight_source::file::{SourceFile, Sources};

#[test]
fn the_body_of_a_page() {
    let site = site(&fixture("small"));
    insta::assert_snapshot!(page(&site, "glossary/velocity/index.html").one(".text").inner());
}

#[test]
fn plurals_vetoes_and_line_breaks() {
    let site = site(&fixture("small"));
    let links = |path: &str| -> (String, Vec<String>) {
        let page = page(&site, path);
        let link = |link: &Element<'_>| format!("{} {} {}", link.text(), link.attr("href"), link.attr("data-term"));
        (page.one(".text").text().trim().to_owned(), page.select(".text a.term").into_iter().map(link).collect())
    };
    let (text, linked) = links("glossary/sprint/index.html");
    assert_eq!(text, "A sprint lasts two weeks. Its story\npoints make the team velocity, not the velocity of light.");
    assert_eq!(
        linked,
        ["story\npoints ../../glossary/story-point/ story-point", "team velocity ../../glossary/velocity/ velocity"]
    );
    // A page never links to itself, and a sprinter is not a sprint.
    let (text, linked) = links("glossary/story-point/index.html");
    assert_eq!(text, "Two SPs are more than one SP. A sprinter is no sprint.");
    assert_eq!(linked, ["sprint ../../glossary/sprint/ sprint"]);
}

#[test]
fn drafts_are_left_out() {
    let site = site(&fixture("small"));
    assert!(!site.contains_key("glossary/spike/index.html"));
}

#[test]
fn backlinks_show_the_sentence() {
    let site = site(&fixture("small"));
    let page = page(&site, "glossary/story-point/index.html");
    assert_eq!(
        page.words_of(".mentions q"),
        [
            "Its story points make the team velocity, not the velocity of light.",
            "The story points that a team finishes in a sprint, on average."
        ]
    );
    assert_eq!(page.words_of(".mentions q mark"), ["story points", "story points"]);
}

#[test]
fn cards_hold_what_the_page_links_to() {
    let site = site(&fixture("small"));
    let cards: serde_json::Value =
        serde_json::from_str(text(&site, "glossary/velocity/cards.json")).expect("cards are JSON");
    let names: Vec<&String> = cards.as_object().expect("an object").keys().collect();
    assert_eq!(names, ["sprint", "story-point"]);
    assert_eq!(cards["sprint"]["layer"], "Work");
}

/// Regression: it counted as a mention of the page's own entry.
#[test]
fn a_link_that_could_mean_two_entries_decides_for_neither() {
    let settings = "title: W\nbase_url: https://w.example/\nauthor: A\ndescription: D.\nlayers: [{id: one, title: One, summary: S.}]\n";
    let entry = |name: &str, aliases: &str, body: &str| {
        let front =
            format!("term: {name}\nlayer: one\naliases: {aliases}\ndefinition: D.\ndraft: true\npublished: 2026-01-01");
        SourceFile::new(format!("content/glossary/{name}.md"), format!("---\n{front}\n---\n{body}\n"))
    };
    let content = vec![
        entry("runner", "[pace]", "Text."),
        entry("tempo", "[pace]", "Text."),
        entry("walker", "[]", "The [[pace]] of it."),
        SourceFile::new("content/site.yaml", settings),
    ];
    let sources = Sources { content, ..Sources::default() };
    let mut problems = Vec::new();
    let config = Config::read(&sources, &mut problems).expect("settings");
    let documents: Documents = FileCache::default().documents(&sources, &config, &mut problems).into();
    let lexicon = Lexicon { explain: true, ..Lexicon::new(&documents, documents.len(), &config) };
    let search = LinkIndex::new(lexicon, &config);
    let walker = Subject { explain: Some(&sources.content[2].text), ..subject(&documents, EntryId::new(2), &config) };
    let linked = linker::link(walker, &documents, &search, &mut problems);
    assert_eq!(linked.decisions, []);
    assert_eq!(problems.iter().map(|problem| problem.code.name()).collect::<Vec<_>>(), ["ambiguous-form"]);
}

/// What an entry is called depends on its text too, so a changed text may link other pages.
#[test]
fn a_rebuild_knows_what_a_changed_text_abbreviates() {
    let entry = |file: &str, term: &str, definition: &str, more: &str| {
        let front = format!("term: {term}\nlayer: work\ndefinition: {definition}\npublished: 2026-01-01\n{more}");
        let sources = "sources: [{key: guide, title: A guide, url: 'https://guide.example/'}]";
        let body = if file == "yak" { "In a BDC." } else { "Text." };
        let text = format!("---\n{front}{sources}\n---\n{body}\n");
        SourceFile::new(format!("content/glossary/{file}.md"), text)
    };
    let steps = [
        ("A chart.", "", None),
        ("A burn-down chart (BDC) shows work.", "", Some("chart")),
        ("A burn-down chart (BDC) shows work.", "aliases: [BDC]\n", Some("zebra")),
        ("A chart that is no BDC.", "", Some("chart")),
        ("A chart of work.", "", None),
    ];
    let mut cache = BuildCache::default();
    for (definition, of_other, expected) in steps {
        let mut sources = load::load(&fixture("small"));
        sources.content.push(entry("chart", "burn-down chart", definition, ""));
        sources.content.push(entry("yak", "yak", "An animal.", ""));
        sources.content.push(entry("zebra", "zebra", "Another animal.", of_other));
        sources.content.sort_by(|a, b| a.path.cmp(&b.path));
        let again = prepare(&sources, &Options::default(), &mut cache, &mut |_| {}).finish(&mut |_| {});
        let again = again.site.unwrap_or_else(|| panic!("{:?}", again.diagnostics));
        let clean = compile(&sources, &Options::default(), &mut |_| {}).site.expect("a site");
        assert!(again == clean, "{definition}");
        let page = page(&again, "glossary/yak/index.html");
        let linked: Vec<&str> = page.select(".text a.term").into_iter().map(|link| link.attr("data-term")).collect();
        assert_eq!(linked, Vec::from_iter(expected), "{definition} {of_other}");
        let data: serde_json::Value = serde_json::from_str(text(&again, "glossary.json")).expect("JSON");
        let chart = data["entries"].as_array().and_then(|all| all.iter().find(|entry| entry["id"] == "chart"));
        let is_told = chart.is_some_and(|chart| chart["abbreviations"] == serde_json::json!(["BDC"]));
        assert_eq!(is_told, definition.contains("BDC"), "{definition}");
    }
}
