//! Interface strings by language: none of ours is left in a site whose language has only "ⓧ", a site in German or
//! Arabic has its words, its dates and its direction, and the guide's table says how complete each language is.

use crate::dom::{self, Element, Node};
use crate::support::{fixture, repository, text};
use rooflight::edge::load;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_glossary::model::strings::text::{StringPart, UiString, parts};
use rooflight_glossary::model::strings::{LANGUAGES, STRINGS_FILE, table};
use rooflight_source::file::SourceFile;
use std::fmt::Write;
use std::fs;

const MARK: &str = "ⓧ";

/// The fixture in another language, with these strings of its own; warnings are those of the language.
fn built(language: &str, own: Option<String>) -> Site {
    let mut sources = load::load(&fixture("languages"));
    for file in &mut sources.content {
        if file.path == "content/site.yaml" {
            let settings = file.text.replace("language: qaa", &format!("language: {language}"));
            *file = SourceFile::new(file.path.clone(), settings);
        }
    }
    sources.content.extend(own.map(|own| SourceFile::new(STRINGS_FILE, own)));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let untranslated: Vec<_> = outcome.diagnostics.iter().filter(|one| one.code.name() == "untranslated").collect();
    assert!(untranslated.is_empty(), "{untranslated:?}");
    outcome.site.unwrap_or_else(|| panic!("{:?}", outcome.diagnostics))
}

/// A string without words: its values and links stay.
fn marked(text: &str) -> String {
    let part = |part: StringPart<'_>| match part {
        StringPart::Words(_) => MARK.to_owned(),
        StringPart::Value(name) => format!("{{{name}}}"),
        StringPart::Link(words, name) => format!("[{}]({name})", marked(words)),
    };
    parts(text).into_iter().map(part).collect()
}

/// Every string of the interface without words.
fn all_marked() -> String {
    let mut out = String::new();
    for (key, text) in table(LANGUAGES[0].1) {
        let text = match (&text, key.as_str()) {
            (_, "date.months") => [MARK; 12].join(" "),
            (text, _) => marked(text.form(None)),
        };
        writeln!(out, "{key}: {}", serde_json::to_string(&text).expect("JSON")).expect("a string");
    }
    out
}

/// Elements with Latin letters on a page of the fixture, by selector, each with the reason.
const EXCEPTIONS: [(&str, &str); 10] = [
    ("sup.cite", "the letters of notes"),
    ("ol.notes a", "the letters of notes, in the links back"),
    ("td a[type]", "the names of feed formats, in the table of feeds"),
    ("p.note a[href$=.xml]", "the names of feed formats, below a layer"),
    ("p.note a[href$=.json]", "the names of feed formats, below a layer"),
    (".text p a[href$=.xml]", "the names of feed formats, above the changes"),
    (".text p a[href$=.json]", "the names of feed formats, above the changes"),
    ("[data-part=printed]", "the page's own address"),
    ("dd .print-only", "an entry's address on paper"),
    ("script", "linked data, read below"),
];

/// Attributes that readers see or hear.
const SPOKEN: [&str; 5] = ["aria-label", "title", "alt", "placeholder", "aria-valuetext"];

/// The words of an element without those of the excepted ones.
fn words(element: &Element<'_>, excepted: &[&Element<'_>], out: &mut Vec<String>) {
    if excepted.iter().any(|one| std::ptr::eq(*one, element)) {
        return;
    }
    for name in SPOKEN {
        out.push(element.attr(name).to_owned());
    }
    let named =
        element.attr("name") == "description" || matches!(element.attr("property"), "og:title" | "og:description");
    if named || element.attr("property") == "og:image:alt" {
        out.push(element.attr("content").to_owned());
    }
    for node in &element.children {
        match node {
            Node::Element(inside) => words(inside, excepted, out),
            Node::Text(text) => out.push(text.clone()),
        }
    }
}

fn latin(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_alphabetic())
}

#[test]
fn no_page_has_a_word_of_ours() {
    let site = built("qaa", Some(all_marked()));
    let mut checked = 0;
    for (path, _) in site.iter().filter(|(path, _)| path.ends_with(".html")) {
        let page = dom::page(&site, path);
        let excepted: Vec<&Element<'_>> = EXCEPTIONS.iter().flat_map(|(selector, _)| page.select(selector)).collect();
        let mut found = Vec::new();
        words(&page, &excepted, &mut found);
        let left: Vec<&String> = found.iter().filter(|text| latin(text)).collect();
        assert!(left.is_empty(), "{path}: {left:?}");
        assert!(found.iter().any(|text| text.contains(MARK)), "{path} shows no string at all");
        checked += 1;
    }
    assert!(checked > 15, "{checked} pages");
}

/// Every text of a JSON value below one of these keys.
fn texts<'a>(value: &'a serde_json::Value, keys: &[&str], wanted: bool, out: &mut Vec<&'a str>) {
    match value {
        serde_json::Value::String(text) if wanted => out.push(text),
        serde_json::Value::Array(items) => items.iter().for_each(|item| texts(item, keys, wanted, out)),
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| texts(value, keys, keys.contains(&key.as_str()), out));
        }
        _ => {}
    }
}

#[test]
fn no_feed_and_no_data_has_a_word_of_ours() {
    let site = built("qaa", Some(all_marked()));
    let mut checked = 0;
    for path in site.keys().filter(|path| path.ends_with("feed.json")) {
        let feed: serde_json::Value = serde_json::from_str(text(&site, path)).expect("JSON");
        let mut found = Vec::new();
        texts(&feed, &["title", "summary", "description"], false, &mut found);
        let mut spoken: Vec<String> = found.into_iter().map(str::to_owned).collect();
        let mut bodies = Vec::new();
        texts(&feed, &["content_html"], false, &mut bodies);
        for body in bodies {
            let body = dom::parse(body);
            // The letters of notes.
            words(&body, &body.select("sup"), &mut spoken);
        }
        // The name of a feed may be that of the site or of a layer, which are Greek.
        let left: Vec<&String> = spoken.iter().filter(|text| latin(text)).collect();
        assert!(left.is_empty(), "{path}: {left:?}");
        checked += 1;
    }
    for path in site.keys().filter(|path| path.ends_with(".html")) {
        for script in dom::page(&site, path).select("script[type=application/ld+json]") {
            let data: serde_json::Value = serde_json::from_str(script.inner()).expect("JSON");
            let mut found = Vec::new();
            texts(&data, &["name", "headline", "description", "text"], false, &mut found);
            let left: Vec<&&str> = found.iter().filter(|text| latin(text)).collect();
            assert!(left.is_empty(), "{path}: {left:?}");
            checked += 1;
        }
    }
    let directory = site.keys().find(|path| text_of(&site, path).contains("\"kinds\"")).expect("a search index");
    let directory: serde_json::Value = serde_json::from_str(text(&site, directory)).expect("JSON");
    let mut kinds = Vec::new();
    texts(&directory, &["kinds"], false, &mut kinds);
    assert!(!kinds.is_empty() && kinds.iter().all(|kind| *kind == MARK), "{kinds:?}");
    assert!(checked > 5, "{checked} files");
}

fn text_of<'a>(site: &'a Site, path: &str) -> &'a str {
    site.get(path).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
}

/// A line of Markdown without addresses, code and the names of notes.
fn without_addresses(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['<', '(', '`', '^']) {
        out.push_str(&rest[..at]);
        let (open, inside) = rest[at..].split_at(1);
        let end = match open {
            "<" => '>',
            "(" => ')',
            "^" => ']',
            _ => '`',
        };
        rest = inside.split_once(end).map_or("", |(_, after)| after);
    }
    out + rest
}

#[test]
fn no_markdown_has_a_word_of_ours() {
    let site = built("qaa", Some(all_marked()));
    let mut checked = 0;
    for path in site.keys().filter(|path| path.ends_with(".md") || *path == "llms.txt") {
        for line in text(&site, path).lines().filter(|line| !line.starts_with("```")) {
            // Feed formats have names; llms.txt ends its first lines with the address of the data.
            let line = without_addresses(line).replace("https://psomi.example/glossary.json", "");
            let line = line.replace("[RSS]", "").replace("[Atom]", "").replace("[JSON]", "").replace("[x]", "");
            assert!(!latin(&line), "{path}: {line}");
        }
        checked += 1;
    }
    assert!(checked > 10, "{checked} files");
}

/// Scripts of calculators, of the catalog and of what readers bring along: they speak English like their pages.
const ENGLISH_SCRIPTS: [&str; 19] = [
    "anchors",
    "calculator-address",
    "calculator-form",
    "calculator-view",
    "calculator",
    "check",
    "choices",
    "combobox",
    "command",
    "estimator-client",
    "explore",
    "lists",
    "measure",
    "my-machine",
    "own-files",
    "own-machine",
    "own-model",
    "understand",
    "sortable-table",
];

#[test]
fn no_script_and_no_sheet_has_a_word_of_ours() {
    let site = built("qaa", Some(all_marked()));
    let english = table(LANGUAGES[0].1);
    let ours: Vec<&str> = english
        .values()
        .flat_map(UiString::forms)
        .flat_map(parts)
        .filter_map(|part| match part {
            StringPart::Words(words) | StringPart::Link(words, _) => Some(words.trim()),
            StringPart::Value(_) => None,
        })
        .filter(|words| words.len() > 7)
        .collect();
    let mut shown = 0;
    for path in site.keys().filter(|path| path.ends_with(".js") || path.ends_with(".css")) {
        let name = path.rsplit('/').next().unwrap_or_default().split('.').next().unwrap_or_default();
        let code = text(&site, path);
        assert!(!english.keys().any(|key| code.contains(&format!("{{{{{key}}}}}"))), "{path} names a string");
        if !ENGLISH_SCRIPTS.contains(&name) {
            let left: Vec<&&str> = ours
                .iter()
                .filter(|words| code.contains(&format!("\"{words}")) || code.contains(&format!("`{words}")))
                .collect();
            assert!(left.is_empty(), "{path}: {left:?}");
        }
        shown += usize::from(code.contains(MARK));
    }
    assert!(shown >= 6, "{shown} files show strings");
}

#[test]
fn a_german_site_speaks_german() {
    let site = built("de-AT", None);
    let entry = dom::page(&site, "glossary/zymi/index.html");
    assert_eq!(entry.one("html").attr("lang"), "de-AT");
    assert_eq!(entry.one("html").attr("dir"), "");
    assert_eq!(entry.one("a.skip").inner(), "Zum Inhalt springen");
    assert_eq!(entry.one("#h-sources").inner(), "Quellen");
    assert_eq!(entry.one("#h-related").inner(), "Siehe auch");
    assert!(entry.one("p.stamp").inner().contains("2. Januar 2026"), "{}", entry.one("p.stamp").inner());
    let index = dom::page(&site, "glossary/index.html");
    assert!(index.one(".head p").inner().starts_with("3 Begriffe, 3 θέματα."), "{}", index.one(".head p").inner());
    let layer = dom::page(&site, "layers/fournos/index.html");
    assert_eq!(layer.one(".az h2").inner(), "2 Begriffe");
    assert!(text(&site, "glossary/zymi/index.md").contains("- Veröffentlicht: 2026-01-02"));
    assert!(text(&site, "feed.xml").contains("Auf einen Blick"));
}

#[test]
fn an_arabic_site_is_set_from_right_to_left() {
    let site = built("ar", None);
    for path in site.keys().filter(|path| path.ends_with(".html")) {
        let html = dom::page(&site, path);
        let html = html.one("html");
        assert_eq!((html.attr("lang"), html.attr("dir")), ("ar", "rtl"), "{path}");
    }
    let layer = dom::page(&site, "layers/fournos/index.html");
    assert_eq!(layer.one(".az h2").inner(), "مصطلحان", "the dual");
}

#[test]
fn a_template_that_asks_for_an_unknown_string_is_reported() {
    let mut sources = load::load(&fixture("languages"));
    for template in &mut sources.templates {
        if template.path == "page.html" {
            *template = SourceFile::new("page.html", "{{ \"page.nxt\" | t }}");
        }
    }
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let found = outcome.diagnostics.iter().find(|one| one.code.name() == "template").expect("a diagnostic");
    assert!(found.message.contains("the interface has no string `page.nxt`"), "{found:?}");
}

/// The guide's table of languages: `UPDATE_GUIDE=1 cargo test guide_lists_every_language` writes it.
#[test]
fn guide_lists_every_language() {
    const PAGE: &str = "content/pages/guide/languages.md";
    const HEAD: &str = "| `language` | language | strings | state |\n|---|---|---|---|\n";
    let all = table(LANGUAGES[0].1).len();
    let mut rows = String::new();
    for (tag, file) in LANGUAGES {
        let strings = table(file);
        let name = strings["language.name"].form(None).to_owned();
        let state = if file.starts_with("# Draft") { "draft" } else { "complete" };
        writeln!(rows, "| `{tag}` | {name} | {} of {all} | {state} |", strings.len()).expect("a string");
    }
    let path = repository().join(PAGE);
    let page = fs::read_to_string(&path).expect("the guide");
    let (before, rest) = page.split_once(HEAD).expect("the table");
    let (_, after) = rest.split_once("\n\n").expect("text after it");
    let written = format!("{before}{HEAD}{rows}\n{after}");
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        fs::write(&path, &written).expect("the page is written");
        return;
    }
    assert_eq!(page, written, "UPDATE_GUIDE=1 writes it anew");
}
