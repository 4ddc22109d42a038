//! A site whose author is an attacker: nothing that was written becomes an unintended element, attribute or link.
//!
//! 1. `vectors.json` lists the attacks, each with the message that refuses it in a body, or none where it is only text.
//! 2. `site/` is a small site with each attack in every place for text; see [`Attack::fill`].
//! 3. Every page and every feed of that site is read tag by tag: only what the templates mean to write may be there.
//!
//! `tests/browser/attacks.test.mjs` opens the same site in a browser.

use crate::safe_html::{self, unsafe_parts};
use crate::support::fixture;
use rooflight::edge::load;
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_source::diagnostic::Severity;
use rooflight_source::file::{SourceFile, Sources};
use serde::Deserialize;
use std::fs;

/// An attack, and how a body that has it is refused.
#[derive(Debug, Deserialize)]
struct Attack {
    name: String,
    text: String,
    refused: Option<String>,
}

fn attacks() -> Vec<Attack> {
    let text = fs::read_to_string(fixture("attacks/vectors.json")).expect("the attacks");
    serde_json::from_str(&text).expect("a list of attacks")
}

impl Attack {
    /// The text with the attack in the place of these words:
    ///
    /// - `ATTACK`: as the inside of a YAML string in double quotes; `NAME`: the same, not longer than a name may be;
    /// - `DEFINED`: like `ATTACK`, unless a definition with it is refused;
    /// - `MARKDOWN`: in one line, with every mark escaped, so that it is text for certain;
    /// - `ADDRESS`: without the characters that no address may have;
    /// - `LANGUAGE`: in one line, as what follows a fence; `CODE`: as it is;
    /// - `HARMLESS`: as it is, unless a body with it is refused.
    fn fill(&self, text: &str, number: usize, count: usize) -> String {
        // JSON is YAML but for two characters, which end a line there.
        let quoted = |text: &str| {
            let quoted = serde_json::to_string(text).expect("a string");
            quoted[1..quoted.len() - 1].replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
        };
        let line = self.text.replace(['\n', '\r', '\u{2028}', '\u{2029}'], " ");
        let marks = |c: char| c.is_ascii_punctuation();
        let escaped: String = line.chars().flat_map(|c| marks(c).then_some('\\').into_iter().chain([c])).collect();
        let address: String = line.chars().filter(|c| c.is_ascii_graphic() && !"<>\"`\\".contains(*c)).collect();
        let before = (number + count - 1) % count;
        text.replace("NUMBER", &format!("{number:03}"))
            .replace("BEFORE", &format!("{before:03}"))
            .replace("NAME", &quoted(&self.text.chars().filter(|c| !is_invisible(*c)).take(80).collect::<String>()))
            .replace("ATTACK", &quoted(&self.text))
            .replace("DEFINED", &if self.may_be_refused_in_a_definition() { String::new() } else { quoted(&self.text) })
            .replace("MARKDOWN", &escaped)
            .replace("ADDRESS", &address)
            .replace("LANGUAGE", &line.replace('`', ""))
            .replace("CODE", &self.text)
            .replace("HARMLESS", if self.refused.is_none() { &self.text } else { "" })
    }

    /// A definition is refused for the same as a body, but HTML is left out of it; it has no footnotes, and some
    /// pictures of these attacks do not exist.
    fn may_be_refused_in_a_definition(&self) -> bool {
        self.refused.as_ref().is_some_and(|code| !code.is_empty() && code != "raw-html")
            || self.text.contains("[^")
            || self.text.contains("![")
    }
}

/// True for the characters that a name is refused for; all other texts have them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2060}'..='\u{206f}').contains(&c)
        || ('\u{e0000}'..='\u{e007f}').contains(&c)
}

/// The site of `attacks/site`: what has a NUMBER is there once for each attack, the rest with the one that breaks out
/// of most places.
fn site_of(attacks: &[Attack]) -> Sources {
    let mut sources = load::load(&fixture("attacks/site"));
    let templates = std::mem::take(&mut sources.content);
    let usual = attacks.iter().find(|attack| attack.name == "link title that breaks out");
    let usual = Attack {
        name: "usual".to_owned(),
        text: usual.expect("an attack").text.replace('\'', "'\"><script>xss()</script>"),
        refused: Some(String::new()),
    };
    let all = |text: &str| -> Vec<String> {
        attacks.iter().enumerate().map(|(at, attack)| attack.fill(text, at, attacks.len())).collect()
    };
    for SourceFile { path, text } in templates {
        if path.contains("NUMBER") {
            let paths = (0..attacks.len()).map(|at| path.replace("NUMBER", &format!("{at:03}")));
            sources.content.extend(paths.zip(all(&text)).map(|(path, text)| SourceFile::new(path, text)));
        } else if text.contains("NUMBER") {
            sources.content.push(SourceFile::new(path, all(&text).concat()));
        } else {
            sources.content.push(SourceFile::new(path, usual.fill(&text, 0, 1)));
        }
    }
    sources
}

fn errors(outcome: &Outcome) -> Vec<&'static str> {
    let errors = outcome.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    errors.map(|diagnostic| diagnostic.code.name()).collect()
}

/// The address of both sites.
const BASE: &str = "https://words.example/team/";

/// Everything in a finished site that could run, with its file.
fn dangers(outcome: &Outcome) -> Vec<String> {
    let site = outcome.site.as_ref().expect("a site without errors");
    let mut found = Vec::new();
    for (path, bytes) in site {
        // Feeds and the page of lost addresses name their files with the address of the site.
        let text = String::from_utf8_lossy(bytes);
        let text = if path.ends_with("/index.html") { text } else { text.replace(BASE, "").into() };
        let parts = match path.rsplit('.').next() {
            Some("html") => unsafe_parts(&text),
            Some("xml") => safe_html::in_feed(&text),
            Some("json") if path.ends_with("feed.json") => safe_html::in_json_feed(&text),
            _ => Vec::new(),
        };
        found.extend(parts.into_iter().map(|part| format!("{path}: {part}")));
    }
    found
}

#[test]
fn a_body_with_an_attack_is_refused_or_shows_it_as_text() {
    let mut wrong = Vec::new();
    let mut sources = load::load(&fixture("small"));
    let at = sources.content.iter().position(|file| file.path.ends_with("/sprint.md")).expect("an entry");
    let text = sources.content[at].text.clone();
    let front = &text[..text.rfind("---\n").expect("front matter") + 4];
    for Attack { name, text, refused } in attacks() {
        let path = sources.content[at].path.clone();
        sources.content[at] = SourceFile::new(path, format!("{front}{text}\n"));
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        match refused.as_deref() {
            Some(code) if errors(&outcome).contains(&code) && outcome.site.is_none() => {}
            None if outcome.site.is_some() => {
                wrong.extend(dangers(&outcome).into_iter().map(|danger| format!("{name}: {danger}")));
            }
            _ => wrong.push(format!("{name}: {refused:?} is wanted, and it is {:?}", errors(&outcome))),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_definition_with_an_attack_is_refused_or_shows_it_as_text() {
    let mut wrong = Vec::new();
    let mut sources = load::load(&fixture("small"));
    let at = sources.content.iter().position(|file| file.path.ends_with("/sprint.md")).expect("an entry");
    let whole = sources.content[at].text.clone();
    for attack in attacks() {
        let Attack { name, text, refused } = &attack;
        let definition = format!("definition: {}", serde_json::to_string(&format!("A {text}")).expect("a string"));
        let lines = whole.lines().map(|line| if line.starts_with("definition: ") { &definition } else { line });
        sources.content[at] = SourceFile::new(sources.content[at].path.clone(), lines.collect::<Vec<_>>().join("\n"));
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        if outcome.site.is_some() {
            wrong.extend(dangers(&outcome).into_iter().map(|danger| format!("{name}: {danger}")));
        }
        match refused.as_deref() {
            Some(code) if code != "raw-html" && outcome.site.is_some() => wrong.push(format!("{name}: not refused")),
            _ if outcome.site.is_none() && !attack.may_be_refused_in_a_definition() => {
                wrong.push(format!("{name}: {:?}", errors(&outcome)));
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_text_of_a_site_can_be_an_attack() {
    let attacks = attacks();
    assert!(attacks.len() >= 60);
    let sources = site_of(&attacks);
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert_eq!(errors(&outcome), Vec::<&str>::new(), "{:#?}", outcome.diagnostics.first());
    let found = dangers(&outcome);
    assert!(found.is_empty(), "{} dangers, first {:#?}", found.len(), &found[..found.len().min(20)]);
    let site = outcome.site.expect("a site");
    let entry = String::from_utf8_lossy(&site["glossary/attack-000/index.html"]);
    assert!(entry.contains("&lt;script&gt;xss()&lt;/script&gt;"), "the attack is on the page");
}

#[test]
fn each_text_of_the_settings_can_be_an_attack() {
    let mut wrong = Vec::new();
    let mut sources = load::load(&fixture("small"));
    let at = sources.content.iter().position(|file| file.path.ends_with("/site.yaml")).expect("the settings");
    let settings = fs::read_to_string(fixture("attacks/site/content/site.yaml")).expect("the settings");
    let settings = settings.replace("id: one", "id: planning").replace("id: two", "id: work");
    for (number, attack) in attacks().iter().enumerate() {
        sources.content[at] = SourceFile::new("content/site.yaml", attack.fill(&settings, number, 1));
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        assert_eq!(errors(&outcome), Vec::<&str>::new(), "{}", attack.name);
        wrong.extend(dangers(&outcome).into_iter().map(|danger| format!("{}: {danger}", attack.name)));
    }
    assert!(wrong.is_empty(), "{} dangers, first {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}

/// Addresses that no source may have, in any kind of file.
const ADDRESSES: [&str; 14] = [
    "javascript:xss()",
    "JAVASCRIPT:xss()",
    " javascript:xss()",
    "java\tscript:xss()",
    "data:text/html,<script>xss()</script>",
    "vbscript:xss()",
    "file:///etc/passwd",
    "//attacker.example/",
    "/relative",
    "httpx://example.org/",
    "http:javascript",
    "https://",
    "https://example.org/> <script>xss()</script>",
    "https://example.org/\"onmouseover=\"xss()",
];

#[test]
fn addresses_of_sources_are_web_addresses() {
    let fields = [
        ("content/glossary/attack-NUMBER.md", "https://example.org/?NUMBER=ADDRESS"),
        ("content/catalog/hardware.yaml", "https://example.org/?ADDRESS"),
        ("content/catalog/models.yaml", "https://example.org/?ADDRESS"),
        ("content/catalog/quantizations.yaml", "https://example.org/"),
        ("content/catalog/runtimes.yaml", "kind: \"ATTACK\", url: \"https://example.org/"),
        ("content/catalog/runtimes.yaml", "title: \"ATTACK\", url: \"https://example.org/"),
        ("content/tracks/attack.yaml", "https://example.org/?ADDRESS"),
        ("content/anchors/publication-NUMBER.yaml", "https://example.org/?ADDRESS"),
        ("content/anchors/publication-NUMBER.yaml", "https://example.org/ADDRESS"),
    ];
    let attacks: Vec<Attack> = attacks().into_iter().filter(|attack| attack.refused.is_none()).take(3).collect();
    let mut wrong = Vec::new();
    for (path, place) in fields {
        for address in ADDRESSES {
            let mut sources = site_of(&attacks);
            let template = fs::read_to_string(fixture("attacks/site").join(path)).expect("a template");
            let quoted = serde_json::to_string(address).expect("a string");
            let (key, _) = place.split_once("https://").expect("an address");
            let bad = template.replacen(place, &format!("{key}{}", &quoted[1..quoted.len() - 1]), 1);
            assert_ne!(bad, template);
            let path = path.replace("NUMBER", "000");
            let file = sources.content.iter_mut().find(|file| file.path == path).expect("the file");
            file.text = attacks[0].fill(&bad, 0, attacks.len()).into();
            let outcome = compile(&sources, &Options::default(), &mut |_| {});
            if !errors(&outcome).contains(&"bad-link") {
                wrong.push(format!("{path}, {key}: {address:?} gives {:?}", errors(&outcome)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn images_come_from_the_site_itself() {
    let image = |address: &str| {
        let mut sources = load::load(&fixture("small"));
        let entry = sources.content.iter_mut().find(|file| file.path.ends_with("/sprint.md")).expect("an entry");
        entry.text = format!("{}\n![x]({address})\n", entry.text).into();
        errors(&compile(&sources, &Options::default(), &mut |_| {}))
    };
    assert_eq!(image("/icon.svg"), ["dead-link"], "an image of the site that is not there");
    for address in ["https://attacker.example/x.png", "//attacker.example/x.png", "<\\\\\\\\attacker.example/x.png>"] {
        assert_eq!(image(address), ["bad-link"], "{address}");
    }
}

/// A processor's vendor decides nothing, so it can be any text.
#[test]
fn the_vendor_of_a_device_can_be_an_attack() {
    let device = "- {id: cpu-NUMBER, name: \"Device NUMBER\", vendor: \"ATTACK\", class: cpu, memory_type: DDR5, memory_gib: 64, bandwidth_gb_s: 80, release_year: 2022, sources: [{title: T, locator: L}]}\n";
    let attacks = attacks();
    let devices: String =
        attacks.iter().enumerate().map(|(at, attack)| attack.fill(device, at, attacks.len())).collect();
    let mut sources = load::load(&fixture("small"));
    sources.content.push(SourceFile::new("content/catalog/hardware.yaml", devices));
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert!(outcome.site.is_some(), "{:?}", outcome.diagnostics);
    assert_eq!(dangers(&outcome), Vec::<String>::new());
}

/// Tera escapes by a template's extension: what the rendered page is made of must not matter.
#[test]
fn components_and_templates_of_any_extension_escape_attacks() {
    let template = "{% extends \"own.tpl\" %}{% block main %}{{ <own text={page.title} /> }}{% include \"own.txt\" %}\
                {% set text = page.title ~ page.description %}<b title=\"{{ text }}\">{{ text | upper }}</b>\
                {% for part in page.title | split(pat=\" \") %}<i>{{ part }}</i>{% endfor %}{% endblock main %}";
    let own = [
        (
            "own.tpl",
            "<!DOCTYPE html><html lang=\"en\"><head><title>{{ page.title }}</title></head><body>{% block main %}{% endblock main %}</body></html>",
        ),
        ("own.tera", "{% component own(text) %}<p title=\"{{ text }}\">{{ text }}</p>{% endcomponent own %}"),
        ("own.txt", "<p>{{ page.title }} {{ page.description }}</p>"),
    ];
    let mut sources = load::load(&fixture("small"));
    sources.templates.retain(|file| file.path != "page.html");
    sources.templates.push(SourceFile::new("page.html", template));
    sources.templates.extend(own.map(|(name, text)| SourceFile::new(name, text)));
    let page = "---\ntitle: \"ATTACK\"\ndescription: \"ATTACK is on this page.\"\n---\nNothing.\n";
    sources.content.push(SourceFile::new("content/pages/zz-attack.md", page));
    sources.content.sort_by(|a, b| a.path.cmp(&b.path));
    let at = sources.content.iter().position(|file| file.path.ends_with("/zz-attack.md")).expect("the page");
    for attack in attacks() {
        sources.content[at] = SourceFile::new("content/pages/zz-attack.md", attack.fill(page, 0, 1));
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        assert!(outcome.site.is_some(), "{}: {:?}", attack.name, outcome.diagnostics.first());
        assert_eq!(dangers(&outcome), Vec::<String>::new(), "{}", attack.name);
    }
}
