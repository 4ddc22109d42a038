//! Script injections, combined at random and put into every field of an entry: no built page may run them.
//!
//! The texts are those of `tests/fixtures/attacks`, and `tests/it/safe_html.rs` checks the pages.

#[path = "../../../tests/it/safe_html.rs"]
#[allow(dead_code, clippy::expect_used, clippy::unwrap_used, reason = "the tests use all of it")]
mod safe_html;

use super::Setting;
use super::chance::Chance;
use super::site::{self, build};
use crate::command::root;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fs;

/// Strings that end the context of a text: an attribute, a comment, an element.
const ENDS: [&str; 14] =
    ["\"", "'", ">", "<!--", "-->", "]]>", "</script>", "</style>", "`", "\\", "&#x", "\n\n", "{{", "]("];

/// Names of texts that the browser test requires.
const NAMED: [&str; 2] = ["image that fails", "link title that breaks out"];

/// Maximum length of a text for the browser test, which is that of a title, characters.
const MAX_CHARACTERS: usize = 150;

/// Reads the names and texts of the fixture.
fn fixture() -> Result<Vec<(String, String)>> {
    let place = root().join("tests/fixtures/attacks/vectors.json");
    let known: Vec<Value> = serde_json::from_slice(&fs::read(&place)?).context("a list of attacks")?;
    let word = |attack: &Value, key: &str| attack[key].as_str().map(str::to_owned);
    Ok(known.iter().filter_map(|attack| word(attack, "name").zip(word(attack, "text"))).collect())
}

fn texts() -> Result<Vec<String>> {
    Ok(fixture()?.into_iter().map(|(_, text)| text).collect())
}

fn named(wanted: &str) -> Result<String> {
    fixture()?
        .into_iter()
        .find(|(name, _)| name == wanted)
        .map(|(_, text)| text)
        .with_context(|| format!("no attack `{wanted}`"))
}

/// Joins random pieces of texts and [`ENDS`].
fn joined(texts: &[String], chance: &mut Chance) -> String {
    let mut text = String::new();
    for _ in 0..=chance.below(4) {
        let part: Vec<char> = chance.pick(texts).chars().collect();
        let start = if chance.once_in(2) { 0 } else { chance.below(part.len()) };
        let end = if chance.once_in(2) { part.len() } else { start + chance.below(part.len() - start) };
        text.extend(&part[start..end]);
        if chance.once_in(2) {
            text.push_str(chance.pick::<&str>(&ENDS));
        }
    }
    text
}

/// Returns attacks for the browser test in the format of `vectors.json`.
pub(super) fn vectors(count: u64, chance: &mut Chance) -> Result<Value> {
    let texts = texts()?;
    let known: Vec<Value> = NAMED
        .iter()
        .map(|name| Ok(json!({"name": name, "text": named(name)?, "refused": "any"})))
        .collect::<Result<_>>()?;
    let one = |number| {
        let mut text = String::new();
        // A field without a letter or digit is refused, and with it the whole site.
        while !text.contains(char::is_alphanumeric) {
            text = joined(&texts, chance).chars().take(MAX_CHARACTERS).collect();
        }
        json!({"name": format!("random {number}"), "text": text, "refused": "any"})
    };
    Ok(known.into_iter().chain((0..count).map(one)).collect())
}

/// Builds a site with random texts in an entry and a page.
pub(super) fn trial(setting: &Setting, chance: &mut Chance) -> Result<()> {
    let texts = texts()?;
    let place = site::copy(&setting.site, setting.folder.join("site"))?;
    let mut text = || joined(&texts, chance);
    let short = |text: String| text.chars().filter(|c| !c.is_control()).take(90).collect::<String>();
    let entry = json!({
        "term": short(text()), "layer": "LAYER", "aliases": [short(text()), short(text())], "definition": short(text()),
        "sources": [{"key": "a", "title": text(), "url": format!("https://a.example/{}", short(text())), "publisher": text(), "supports": text()}],
        "changes": [{"date": "2026-02-01", "note": text()}], "published": "2026-01-01", "id": "attacked",
    });
    let layer = fs::read_to_string(place.join("content/site.yaml"))?;
    let layer = layer.lines().find_map(|line| line.split_once("id: ")).map_or("", |(_, id)| id);
    let layer: String = layer.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let body = text();
    let front = format!("{entry}").replace("LAYER", &layer);
    fs::write(place.join("content/glossary/attacked.md"), format!("---\n{front}\n---\n{body}\n"))?;
    let page = json!({"title": text(), "description": text()});
    fs::create_dir_all(place.join("content/pages"))?;
    fs::write(place.join("content/pages/attacked.md"), format!("---\n{page}\n---\n{}\n", text()))?;
    let out = setting.folder.join("out");
    let built = build(setting, &place, &out).run()?;
    ensure!(built.code == 0 || built.output.contains("error"), "it is refused without a word");
    if built.code != 0 {
        return Ok(());
    }
    for (path, bytes) in site::files(&out)? {
        let shown = path.to_string_lossy();
        let text = String::from_utf8_lossy(&bytes);
        let found = match path.extension().and_then(|end| end.to_str()) {
            Some("html") if !shown.ends_with("404.html") => safe_html::unsafe_parts(&text),
            _ => Vec::new(),
        };
        ensure!(found.is_empty(), "{shown}: {found:?}");
    }
    Ok(())
}
