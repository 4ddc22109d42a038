//! Linking malformed text: nothing panics, time grows no faster than the length, and the text stays what it was.

use crate::support::explain;
use proptest::prelude::*;
use rooflight_glossary::link::{self, Entry, Linked, Reference};
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::document::Document;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::tree::{Block, Inline, NodeKind, Refers, Tree, WalkEvent};
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{SourceFile, Sources};

const SITE: &str = "title: Cases\nbase_url: https://cases.example/\nauthor: Nobody\ndescription: Cases.\nraw_html: true\n\
                    layers: [{id: one, title: One, summary: All.}]\n";

/// Links sources whose links are all valid.
fn linked_sources(sources: &Sources) -> link::Glossary {
    let config = Config::read(sources, &mut Vec::new()).expect("settings");
    let documents = rooflight_glossary::model::cache::FileCache::default().documents(sources, &config, &mut Vec::new());
    let (glossary, problems) = linked(documents, &config);
    assert_eq!(problems, Vec::new());
    glossary
}

fn linked(documents: Vec<Document>, config: &Config) -> (link::Glossary, Vec<Diagnostic>) {
    let (mut memory, mut problems) = (link::cache::LinkCache::default(), Vec::new());
    let glossary =
        link::glossary(documents, Vec::new(), link::inputs::LinkInputs::default(), config, &mut memory, &mut problems);
    (glossary, problems)
}

fn entry(front: &str, body: &str) -> String {
    format!(
        "---\n{front}\nlayer: one\ndefinition: Thing.\npublished: 2026-01-01\nsources: [{{title: A, url: 'https://a.example'}}]\n---\n{body}"
    )
}

fn sources(entries: &[(String, String)]) -> Sources {
    let mut content = vec![SourceFile::new("content/site.yaml", SITE)];
    let file = |(name, text): &(String, String)| SourceFile::new(format!("content/glossary/{name}.md"), text.as_str());
    content.extend(entries.iter().map(file));
    Sources { content, ..Sources::default() }
}

fn words<R: Refers>(body: &Tree<'_, R>) -> String {
    let mut out = String::new();
    for node in body.nodes() {
        match &node.kind {
            NodeKind::Inline(Inline::Text(text) | Inline::Code(text) | Inline::Html(text))
            | NodeKind::Block(Block::Html(text)) => out.push_str(text),
            NodeKind::Block(Block::Code(code)) => out.push_str(&code.text),
            NodeKind::Inline(Inline::SoftBreak | Inline::HardBreak) => out.push('\n'),
            _ => {}
        }
    }
    out
}

/// Links a body with these terms, checks that elements nest and the text is unchanged; returns the number of links.
fn link_text(terms: &[&str], options: &str, body: &str) -> usize {
    let mut entries: Vec<(String, String)> = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        let quoted = serde_json::to_string(term).expect("JSON is YAML");
        entries.push((format!("term-{number}"), entry(&format!("term: {quoted}"), "Nothing.")));
    }
    entries.push(("zzz".to_owned(), entry(&format!("term: zzzz{options}"), body)));
    let sources = sources(&entries);
    let mut problems = Vec::new();
    let config = Config::read(&sources, &mut problems).expect("settings");
    let documents =
        rooflight_glossary::model::cache::FileCache::default().documents(&sources, &config, &mut Vec::new());
    let texts: Vec<String> = documents.iter().map(|document: &Document| words(&document.body.tree())).collect();
    let glossary = linked(documents, &config).0;
    for (entry, text) in glossary.entries.iter().zip(&texts) {
        assert_eq!(words(&entry.body.tree()), *text);
    }
    // Explaining looks at places that linking passes over.
    let _ = explain(&sources);
    let last = glossary.entries.last().expect("the body");
    nests(&last.body.tree());
    count(last)
}

/// The number of links to entries.
fn count(entry: &Entry) -> usize {
    let tree = entry.body.tree();
    tree.nodes().iter().filter(|node| matches!(node.kind, NodeKind::Reference(Reference::Entry(_)))).count()
}

/// Checks that elements nest and that no link is inside another.
fn nests(body: &Linked<'_>) {
    let is_link = |kind: &NodeKind<'_, Reference>| {
        matches!(kind, NodeKind::Reference(Reference::Entry(_)) | NodeKind::Inline(Inline::Link(..)))
    };
    let mut open: Vec<(usize, bool)> = Vec::new();
    for event in body.walk() {
        match event {
            WalkEvent::Enter(number, node) if node.kind.holds_others() => {
                assert!(!is_link(&node.kind) || open.iter().all(|(_, link)| !link), "a link in a link");
                open.push((number, is_link(&node.kind)));
            }
            WalkEvent::Enter(..) => {}
            WalkEvent::Leave(number, _) => assert_eq!(open.pop().map(|(number, _)| number), Some(number)),
        }
    }
    assert!(open.is_empty(), "{open:?} stays open");
}

const PARTS: [&str; 58] = [
    "memory",
    "Memory",
    "bandwidth",
    "memory bandwidth",
    "MEMORY",
    "token",
    "tokens",
    "GPU",
    "GPUs",
    "C++",
    ".NET",
    "🚀",
    "👩‍🚀",
    "é",
    "e\u{301}",
    "\u{301}",
    "\u{ad}",
    "\u{200f}",
    "\u{200d}",
    "带宽",
    "🇩🇪",
    " ",
    " ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\t",
    "*",
    "**",
    "_",
    "~~",
    "`",
    "```\n",
    "[",
    "]",
    "[[",
    "]]",
    "|",
    "()",
    "(x)",
    "[^a]",
    "![",
    "> ",
    "- ",
    "# ",
    "## ",
    "### T {links=off}\n",
    "\\",
    "&amp;",
    "<kbd>",
    "</kbd>",
    "<a>",
    "</a>",
    "'s",
    "’",
    "\u{0}",
    "| a | b |\n|---|---|\n| ",
];

const TERMS: [&str; 14] = [
    "memory",
    "memory bandwidth",
    "bandwidth memory",
    "token",
    "GPU",
    "C++",
    ".NET",
    "🚀",
    "é",
    "带宽",
    "🇩🇪",
    "C",
    "a*b",
    "'s",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_stays_what_it_is(
        parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..40),
        terms in prop::sample::subsequence(&TERMS[..], 0..=TERMS.len()),
        density in prop::sample::select(&["", "\nlinks: all", "\nlinks: page", "\nlinks: off"][..]),
    ) {
        link_text(&terms, density, &parts.concat());
    }

    #[test]
    fn any_characters_stay_what_they_are(body in "\\PC{0,80}", term in "\\PC{1,12}") {
        link_text(&[&term], "\nlinks: all", &format!("{body} {term} {body}{term}"));
    }
}

/// A line of a megabyte from a pattern.
fn megabyte(pattern: &str) -> String {
    pattern.repeat(1_000_000 / pattern.len())
}

#[test]
fn a_megabyte_in_one_line() {
    let count = link_text(&["memory", "memory bandwidth"], "\nlinks: all", &megabyte("memory band memory bandwidth, "));
    assert_eq!(count, 2 * (1_000_000 / 30));
    assert_eq!(link_text(&["memory"], "", &megabyte("memory")), 0);
    assert_eq!(link_text(&["a"], "\nlinks: all", &megabyte("é ")), 0);
    assert_eq!(link_text(&["🇩🇪"], "\nlinks: all", &megabyte("🇩🇪")), 1_000_000 / "🇩🇪".len());
    assert_eq!(link_text(&["e"], "\nlinks: all", &format!("e{}", megabyte("\u{301}"))), 0);
    link_text(&["token"], "\nlinks: all", &megabyte("https://token/"));
    link_text(&["token"], "\nlinks: all", &megabyte("*token* "));
    link_text(&["token token"], "\nlinks: all", &megabyte("*token* "));
}

#[test]
fn names_that_are_prefixes_of_each_other() {
    let aliases: Vec<String> = (1..=50).map(|length| format!("\"{}\"", vec!["a"; length].join(" "))).collect();
    let options = format!("\naliases: [{}]", aliases.join(", "));
    let sources = sources(&[
        ("many".to_owned(), entry(&format!("term: many{options}"), "Nothing.")),
        ("zzz".to_owned(), entry("term: zzzz\nlinks: all", &megabyte("a "))),
    ]);
    let glossary = linked_sources(&sources);
    let links = count(&glossary.entries[EntryId::new(1)]);
    assert_eq!(links, 500_000 / 50, "the longest one each time");
}

#[test]
fn ten_thousand_aliases() {
    let aliases: Vec<String> = (0..10_000).map(|number| format!("name{number} of it")).collect();
    let body = aliases.join(", ");
    let sources = sources(&[
        ("many".to_owned(), entry(&format!("term: many\naliases: [{body}]"), "Nothing.")),
        ("zzz".to_owned(), entry("term: zzzz\nlinks: all", &body)),
    ]);
    let glossary = linked_sources(&sources);
    let links = count(&glossary.entries[EntryId::new(1)]);
    assert_eq!(links, 10_000);
}

#[test]
fn a_long_sentence_with_many_mentions_is_not_kept_many_times() {
    let names: Vec<String> = (0..2_000).map(|number| format!("name{number}")).collect();
    let terms: Vec<&str> = names.iter().map(String::as_str).collect();
    let body = format!("{} {}", names.join(" "), megabyte("word "));
    assert_eq!(link_text(&terms, "", &body), 2_000);
}

#[test]
fn deep_and_broken_markup() {
    for pattern in [
        "*", "**a", "[", "[[", "![", "> ", "`", "<a>", "</b>", "<b></c>", "- ", "~~", "*token ", "[token](",
        "[[token|", "]()",
    ] {
        for end in ["", " token"] {
            link_text(&["token"], "\nlinks: all", &format!("{}{end}", pattern.repeat(3_000)));
        }
    }
    let deep: Vec<String> = (1..200).map(|depth| format!("{}- token\n", "  ".repeat(depth))).collect();
    assert!(link_text(&["token"], "\nlinks: all", &format!("- token\n{}", deep.concat())) > 1);
}
