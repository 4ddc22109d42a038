//! A site about something else: it has no word, file or address of the reference site, and leftovers of other tools in
//! its texts are reported.

use crate::dom::{Element, Node, page, parse};
use crate::feed_reader;
use crate::support::{fixture, text};
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_source::diagnostic::Diagnostic;
use rooflight_source::file::{SourceFile, Sources};

const LAYER: &str = "layers: [{id: bakery, title: Bakery, summary: All of it.}]";

/// Builds a glossary of bread with these settings and this body.
fn bakery(settings: &str, body: &str) -> Outcome {
    let site = format!("title: Bread\nauthor: A baker\ndescription: Words of bakers.\n{LAYER}\n{settings}\n");
    let entry = |name: &str, body: &str| {
        let front = format!(
            "term: {name}\nlayer: bakery\ndefinition: What bakers call {name}.\npublished: 2026-01-01\n\
             sources: [{{title: A book, url: 'https://books.example/{name}'}}]"
        );
        SourceFile::new(format!("content/glossary/{name}.md"), format!("---\n{front}\n---\n{body}\n"))
    };
    let content = vec![entry("crumb", "The inside."), entry("dough", body), SourceFile::new("content/site.yaml", site)];
    compile(&Sources { content, ..load::load(&fixture("small")) }, &Options::default(), &mut |_| {})
}

fn built(settings: &str) -> Site {
    let outcome = bakery(settings, "It becomes crumb.");
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    outcome.site.expect("a site")
}

const ADDRESS: &str = "base_url: https://bread.example/";

/// The text of a page without tags, as readers see it, and its descriptions, as machines read it.
fn words(element: &Element<'_>) -> String {
    let mut out = String::new();
    if element.attr("name") != "viewport" {
        for name in ["content", "aria-label", "title"] {
            out.extend([element.attr(name), " "]);
        }
    }
    for node in &element.children {
        match node {
            Node::Element(inside) => out.push_str(&words(inside)),
            Node::Text(text) => out.extend([text, " "]),
        }
    }
    out.to_lowercase()
}

#[test]
fn no_page_speaks_of_another_subject() {
    let site = built(ADDRESS);
    let ours = [
        "stack",
        "layer",
        "storey",
        "model",
        "gpu",
        "calculator",
        "measurement",
        "device",
        "catalog",
        "benchmark",
        "inference",
    ];
    let mut pages = 0;
    for (path, bytes) in &site {
        if !path.ends_with(".html") && !path.ends_with(".md") && !path.ends_with(".txt") && !path.ends_with(".xml") {
            continue;
        }
        // The folder of the layers is an address, and the id of a feed a permanent name: no setting changes them.
        let page = std::str::from_utf8(bytes).expect("UTF-8").replace("/layers/", "/").replace("layer:bakery", "");
        let page_words = if path.ends_with(".html") { words(&parse(&page)) } else { page.to_lowercase() };
        for word in ours {
            let found =
                page_words.split(|c: char| !c.is_alphabetic()).find(|other| other.trim_end_matches('s') == word);
            assert_eq!(found, None, "{path}: {page_words}");
        }
        pages += 1;
    }
    assert!(pages > 15, "{pages}");
}

#[test]
fn layers_are_called_what_the_site_calls_them() {
    let neutral = built(ADDRESS);
    for path in ["glossary/index.html", "map/index.html"] {
        assert!(
            text(&neutral, path).contains("2 terms, in 1 topic.")
                || text(&neutral, path).contains("2 terms in 1 topic."),
            "{path}"
        );
    }
    let own = built(&format!("{ADDRESS}\nlayers_name: {{one: craft, many: crafts}}"));
    assert!(text(&own, "map/index.html").contains("2 terms in 1 craft."));
    assert!(page(&own, "glossary/index.html").words_of("h2").contains(&"Crafts".to_owned()));
    assert!(text(&own, "layers/bakery/index.html").contains("Follow this craft:"));
    assert!(text(&own, "glossary/dough/index.md").contains("- Craft: [Bakery]"));
}

#[test]
fn no_calculator_is_published_that_nobody_uses() {
    let site = built(ADDRESS);
    let unused: Vec<&String> = site
        .keys()
        .filter(|path| {
            ["estimator", "calculator", "reply", "wasm", "catalog", "anchors", "embed"]
                .iter()
                .any(|part| path.contains(part))
        })
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn an_address_says_glossary_once() {
    let site = built("base_url: https://bread.example/glossary/");
    assert!(page(&site, "entries/dough/index.html").has("a.term[href=../../entries/crumb/]"));
    assert!(text(&site, "entries/dough/index.html").contains("https://bread.example/glossary/entries/dough/"));
    assert!(page(&site, "index.html").has("a[href=./entries/]"));
    for (path, bytes) in &site {
        assert!(!path.starts_with("glossary/"), "{path}");
        assert!(!String::from_utf8_lossy(bytes).contains("glossary/glossary/"), "{path}");
    }
}

#[test]
fn a_link_in_a_table_needs_no_backslash() {
    let table = "| a | b |\n|---|---|\n| the [[crumb|inside]] | x |\n| [[crumb\\|*soft*]] | `[[a]]` |\n";
    let outcome = bakery(ADDRESS, &format!("{table}\n```text\n{table}```\n"));
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    let site = outcome.site.expect("a site");
    let page = page(&site, "glossary/dough/index.html");
    assert_eq!(page.words_of("td"), ["the inside", "x", "soft", "[[a]]"]);
    assert_eq!(page.words_of("td a[data-term=crumb]"), ["inside", "soft"]);
    assert_eq!(page.one("td a[data-term=crumb] em").text(), "soft");
    assert!(page.one("pre").text().contains("| the [[crumb|inside]] | x |"), "code stays as it is");
}

fn messages(problems: &[Diagnostic]) -> Vec<String> {
    problems.iter().map(|problem| format!("{}: {}", problem.code, problem.message)).collect()
}

#[test]
fn markup_of_other_programs_is_told() {
    let body = "See {{< note >}} and {{Glossary(\"API\")}}, {% include a.html %}.\n\n> [!NOTE]\n> Text.\n\n::: tip\n\n\
                *[HTML]: Hypertext\n\nAn [[open link.\n\n`{{< shown >}}` and\n\n```text\n::: shown\n[[ shown\n```\n";
    let outcome = bakery(ADDRESS, body);
    let expected = [
        "a shortcode",
        "a macro",
        "a template's tag",
        "a definition of an abbreviation",
        "a `[[` without `]]` on its line",
    ];
    let expected: Vec<String> =
        expected.iter().map(|what| format!("leftover: {what} is printed as it stands")).collect();
    assert_eq!(messages(&outcome.diagnostics), expected);
}

#[test]
fn a_key_of_another_program_is_understood() {
    for (key, meant) in
        [("title", "term"), ("category", "layer"), ("synonyms", "aliases"), ("description", "definition")]
    {
        let file = SourceFile::new("content/glossary/crumb.md", format!("---\n{key}: x\n---\nThe inside.\n"));
        let site =
            SourceFile::new("content/site.yaml", format!("title: B\nauthor: A\ndescription: D.\n{LAYER}\n{ADDRESS}\n"));
        let sources = Sources { content: vec![file, site], ..Sources::default() };
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        let unknown = outcome.diagnostics.iter().find(|problem| problem.code.name() == "unknown-key").expect("unknown");
        assert_eq!(unknown.help, [format!("did you mean `{meant}`?")]);
        assert!(
            !messages(&outcome.diagnostics)
                .iter()
                .any(|problem| problem.contains(&format!("the key `{meant}` is missing")))
        );
    }
}

#[test]
fn marks_and_notes_are_rendered_with_their_links() {
    let body = "A ==mark on crumb== and a note^[The *crumb* is inside,\nas told.] here.[^long] Not `==a==`, a==b or c == d.\n\n\
                [^long]: First.\n\n    Second, with crumb.\n\n    - item\n\nThe end.";
    let outcome = bakery(&format!("{ADDRESS}\nlinks: all"), body);
    assert_eq!(messages(&outcome.diagnostics), Vec::<String>::new());
    let site = outcome.site.expect("a site");
    let entry = page(&site, "glossary/dough/index.html");
    assert_eq!(entry.words_of(".text mark"), ["mark on crumb"]);
    assert_eq!(entry.words_of(".text mark a[data-term=crumb]"), ["crumb"]);
    assert_eq!(
        entry.words_of(".notes p"),
        ["The crumb is inside, as told.", "↩", "First.", "Second, with crumb.", "↩"]
    );
    assert_eq!(entry.words_of(".notes a[data-term=crumb]"), ["crumb", "crumb"]);
    assert_eq!(entry.words_of(".notes li li"), ["item"]);
    assert_eq!(entry.words_of(".text .cite a"), ["a", "b"]);
    assert!(entry.words_of(".text p").iter().any(|words| words == "The end."), "what follows is no note");
    let markdown = text(&site, "glossary/dough/index.md");
    assert!(
        markdown.contains("A <mark>mark on [crumb](https://bread.example/glossary/crumb/)</mark> and"),
        "{markdown}"
    );
    assert!(markdown.contains("[^long]: First.\n\n    Second, with "), "{markdown}");
    assert!(markdown.contains("[^note-1]: The *[crumb]("), "{markdown}");
    let feed = feed_reader::read(text(&site, "feed.xml"));
    let content = feed.entries.into_iter().find(|entry| entry.title == "dough").and_then(|entry| entry.content);
    assert!(parse(&content.expect("content")).has("mark"), "feeds have it too");
}

#[test]
fn pictures_of_other_hosts_need_the_setting() {
    let body = "It becomes crumb.\n\n![A loaf](https://pictures.example/loaf.png)";
    let outcome = bakery(ADDRESS, body);
    assert_eq!(
        messages(&outcome.diagnostics),
        ["bad-link: the image `https://pictures.example/loaf.png` is on another host"]
    );
    assert!(outcome.diagnostics[0].help.iter().any(|help| help.contains("`remote_pictures`")));
    for setting in ["true", "[pictures.example]"] {
        let outcome = bakery(&format!("{ADDRESS}\nremote_pictures: {setting}"), body);
        assert_eq!(messages(&outcome.diagnostics), Vec::<String>::new());
        let site = outcome.site.expect("a site");
        let source = if setting == "true" { "https:" } else { "https://pictures.example" };
        let policy = format!("img-src 'self' data: {source};");
        let entry = page(&site, "glossary/dough/index.html");
        assert_eq!(entry.attrs(".text img", "referrerpolicy"), ["no-referrer"]);
        let html = text(&site, "glossary/dough/index.html");
        let stated = entry.attrs("meta[http-equiv=Content-Security-Policy]", "content");
        assert!(stated.iter().all(|stated| stated.contains(&policy)) && !stated.is_empty(), "{html}");
        assert!(text(&site, "_headers").contains(&policy));
        assert!(!html.contains("another host") && !html.contains("sets a cookie"), "its foot would not be true");
        assert!(text(&site, "glossary/dough/index.md").contains("![A loaf](https://pictures.example/loaf.png)"));
        assert!(text(&site, "feed.xml").contains("https://pictures.example/loaf.png"));
    }
    for (setting, picture) in [
        ("[other.example]", "![A loaf](https://pictures.example/loaf.png)"),
        ("true", "![A loaf](http://pictures.example/loaf.png)"),
        ("true", "![](https://pictures.example/loaf.png)"),
        ("['pictures.example; script-src *']", "A picture."),
    ] {
        let outcome = bakery(&format!("{ADDRESS}\nremote_pictures: {setting}"), picture);
        assert!(outcome.site.is_none(), "{setting} {picture}");
    }
}

#[test]
fn names_of_emoji_are_characters_where_the_site_says_so() {
    let body = "It becomes :bread: crumb at 10:30:15, `:bread:`.";
    let found = bakery(ADDRESS, body).diagnostics;
    assert_eq!(messages(&found), ["leftover: the name of an emoji or a role is printed as it stands"]);
    assert!(found[0].help.iter().any(|help| help.contains("`emoji: true`")));
    let outcome = bakery(&format!("{ADDRESS}\nemoji: true"), body);
    assert_eq!(messages(&outcome.diagnostics), Vec::<String>::new());
    let site = outcome.site.expect("a site");
    let entry = page(&site, "glossary/dough/index.html");
    assert_eq!(entry.one(".text p").words(), "It becomes 🍞 crumb at 10:30:15, :bread:.");
    assert_eq!(entry.words_of(".text a[data-term=crumb]"), ["crumb"]);
    assert!(text(&site, "glossary/dough/index.md").contains("It becomes 🍞 [crumb]("), "the twin has it too");
}
