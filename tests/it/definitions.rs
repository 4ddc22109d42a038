//! A definition is text like any other: its terms link on the entry's page, its Markdown is kept there, and it is shown
//! once, wherever it is written.

use crate::dom::page;
use crate::support::{fixture, text};
use rooflight::edge::load;
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_source::diagnostic::Code;
use rooflight_source::file::{SourceFile, Sources};

const SETTINGS: &str = "title: T\nbase_url: https://example.org/g/\nlanguage: en\nauthor: A\ndescription: D.\nrequire: []\n\
                        layers:\n- {id: l, title: L, summary: S.}\n";

fn built(entries: &[(&str, &str)]) -> Outcome {
    let mut content = vec![SourceFile::new("content/site.yaml", SETTINGS)];
    content.extend(
        entries.iter().map(|(name, text)| SourceFile::new(format!("content/glossary/{name}.md"), (*text).to_owned())),
    );
    let sources = Sources { content, problems: Vec::new(), ..load::load(&fixture("small")) };
    compile(&sources, &Options::default(), &mut |_| {})
}

/// The definition and the body of `crumb`, as HTML, in a glossary with `crust` and `loaf`.
fn crumb(entry: &str) -> (String, String) {
    let others = [("crust", "---\nterm: crust\n---\nAround it."), ("loaf", "---\nterm: loaf\n---\nBread.")];
    let outcome = built(&[&[("crumb", entry)][..], &others[..]].concat());
    let site = outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    let page = page(&site, "glossary/crumb/index.html");
    let inner = |selector: &str| page.select(selector).first().map(|part| part.inner().trim().to_owned());
    (inner(".definition").unwrap_or_default(), inner("div[class=\"flow text\"]").unwrap_or_default())
}

fn link(id: &str) -> String {
    format!("<a class=\"term\" href=\"../../glossary/{id}/\" data-term=\"{id}\">{id}</a>")
}

#[test]
fn its_terms_link_before_those_of_the_body() {
    let (crust, loaf) = (link("crust"), link("loaf"));
    let front = crumb("---\nterm: crumb\ndefinition: What the crust of a loaf encloses.\n---\nNo crust is a crumb.\n");
    assert_eq!(front, (format!("What the {crust} of a {loaf} encloses."), "<p>No crust is a crumb.</p>".to_owned()));
    let lead = crumb("---\nterm: crumb\n---\nWhat the crust of a loaf encloses.\n\nNo crust is a crumb.\n");
    assert_eq!(lead, front);
    let alone = crumb("---\nterm: crumb\n---\nWhat the crust of a loaf encloses.\n");
    assert_eq!(alone, (front.0, String::new()));
}

#[test]
fn its_markdown_is_kept_however_yaml_writes_it() {
    let (crust, loaf) = (link("crust"), link("loaf"));
    let wanted =
        format!("The {crust}'s \"<em>soft</em>\"\n<code>inside</code> of a {loaf}, <a href=\"../loaf/\">baked</a>.");
    for definition in [
        "'The [[crust]]''s \"*soft*\" `inside` of a loaf, [baked](../loaf/).'",
        "\"The [[crust]]'s \\\"*soft*\\\"\\u0020`inside` of a loaf, [baked](../loaf/).\"",
        "The [[crust]]'s \"*soft*\"\n  `inside` of a loaf, [baked](../loaf/).",
        ">-\n    The [[crust]]'s \"*soft*\"\n    `inside` of a loaf, [baked](../loaf/).",
        "|\n  The [[crust]]'s \"*soft*\"\n  `inside` of a loaf, [baked](../loaf/).\n",
    ] {
        let (shown, _) =
            crumb(&format!("---\nterm: crumb\ndefinition: {definition}\nlinks: all\n---\n## More\n\nText.\n"));
        assert_eq!(shown.replace('\n', " "), wanted.replace('\n', " "), "{definition}");
    }
}

#[test]
fn a_body_that_begins_with_it_does_not_say_it_again() {
    let paragraph = "The [soft](../loaf/) *inside*, below the [[crust]].";
    let rest = "It is white.";
    let wanted = crumb(&format!("---\nterm: crumb\n---\n{paragraph}\n\n{rest}\n"));
    assert!(wanted.0.contains("inside</em>") && wanted.1 == "<p>It is white.</p>", "{wanted:?}");
    for (definition, body) in [
        ("The soft inside, below the crust.", paragraph),
        (paragraph, paragraph),
        (paragraph, "The soft inside, below the crust."),
        ("The soft …", paragraph),
    ] {
        let shown = crumb(&format!("---\nterm: crumb\ndefinition: '{definition}'\n---\n{body}\n\n{rest}\n"));
        assert_eq!(shown, wanted, "{definition} / {body}");
    }
    // A text longer than a card is shown whole, and once.
    let long = "The inside of it is soft and white, and it keeps for days. ".repeat(8);
    let (definition, body) = crumb(&format!("---\nterm: crumb\n---\n{long}\n\n{rest}\n"));
    assert_eq!((definition.as_str(), body.as_str()), (long.trim(), "<p>It is white.</p>"));
    // What is no paragraph at the beginning stays where its author put it.
    let (definition, body) = crumb("---\nterm: crumb\n---\n## Inside\n\nBelow the crust.\n");
    assert_eq!((definition.as_str(), body.matches("Below the").count()), ("", 1));
}

#[test]
fn a_note_and_a_reference_of_the_body_count_in_it() {
    let (definition, body) = crumb(
        "---\nterm: crumb\nsources: [{key: k, title: K}]\n---\nThe inside,[^1] [baked][b].[^k]\n\n\
         Then.[^1]\n\n[^1]: A *note*.\n\n[b]: ../loaf/\n",
    );
    assert!(definition.contains("href=\"../loaf/\"") && definition.contains("#source-k"), "{definition}");
    assert!(definition.contains(">a</a>") && body.contains("note</em>."), "{definition} {body}");
}

#[test]
fn a_number_or_a_name_tells_two_apart() {
    let similar = |one: &str, other: &str| {
        let entry = |term: &str, text: &str| format!("---\nterm: {term}\ndefinition: {text}\n---\nB.\n");
        let (one, other) = (entry("one", one), entry("Two", other));
        let outcome = built(&[("one", &one), ("two", &other)]);
        outcome.diagnostics.iter().any(|problem| problem.code == Code::SimilarDefinition)
    };
    let with = |word: &str| format!("The fastest bus of {word} that a small card of today can have.");
    assert!(!similar(&with("version 4"), &with("version 5")), "numbers");
    assert!(!similar(&with("an Intel board"), &with("an Arm board")), "names");
    assert!(!similar(&with("PCIe"), &with("NVLink")), "names with capitals inside");
    assert!(similar(&with("version 4"), &with("any version")), "one has no number");
    assert!(similar(&with("cheap boards"), &with("large boards")), "words");
    assert!(similar(&with("an old One"), &with("an old Two")), "each has its own name alone");
    assert!(similar("Small cards of today have one bus each.", "Most cards of today have one bus each."), "beginnings");
}

#[test]
fn elsewhere_it_is_plain_text() {
    let entry = "---\nterm: crumb\ndefinition: 'Below the [[crust|crusty part]], *soft* as [bread](../loaf/).[^k]'\n\
                 sources: [{key: k, title: K}]\npublished: 2026-01-01\n---\nMore.\n";
    let other = "---\nterm: crust\n---\nAround the crumb.\n";
    let site = built(&[("crumb", entry), ("crust", other), ("loaf", other.replace("crust", "loaf").as_str())]).site;
    let site = site.expect("a site");
    let plain = "Below the crusty part, soft as bread.";
    for path in ["glossary.json", "feed.json", "glossary/crust/cards.json", "glossary/crumb/index.html"] {
        assert!(text(&site, path).contains(plain), "{path}");
    }
    assert!(page(&site, "glossary/index.html").has("a") && !text(&site, "glossary/index.html").contains("[["));
    assert_eq!(
        page(&site, "glossary/crumb/index.html").words_of(".mentions q"),
        ["Around the crumb.", "Around the crumb."]
    );
}

#[test]
fn a_mistake_in_it_has_a_place() {
    let front = "---\nterm: crumb\ndefinition: \"The \\\"soft\\\" [[crusst]] and <b>more</b>.\"\n---\nText.\n";
    let outcome = built(&[("crumb", front), ("crust", "---\nterm: crust\n---\nAround it.\n")]);
    let found = |code| {
        let problem = outcome.diagnostics.iter().find(|problem| problem.code == code).expect("a problem");
        &front[problem.location.span.clone()]
    };
    assert_eq!((found(Code::UnknownTerm), found(Code::Leftover)), ("[[crusst]]", "<b>"));
}
