//! A rebuild after any edits shows the bytes of a clean build: random scripts of edits on a real folder, through what
//! `serve` runs.
//!
//! After every burst the entries are compared while the build is only announced, and everything once it is shown. A
//! burst that leaves mistakes has to give the diagnostics of a clean build, and leave the last good site.

use crate::support::{fixture, repository};
use proptest::prelude::*;
use rooflight::edge::live_site::LiveSite;
use rooflight::edge::load::{self, Loader};
use rooflight::edge::rebuild::Rebuilder;
use rooflight_compiler::sink::Site;
use rooflight_compiler::{Options, compile};
use rooflight_glossary::model::translation::front::parts;
use rooflight_glossary::model::translation::source_hash::SourceHash;
use rooflight_source::file::SourceFile;
use std::fs;
use std::path::Path;

/// An edit; its numbers choose among what is there.
#[derive(Debug, Clone)]
enum Edit {
    /// Another sentence, perhaps with a term, at the end of a file below `content/glossary` or `content/pages`.
    Write(usize, usize),
    /// Writes a file again with unchanged bytes.
    Touch(usize),
    /// Another line in the front matter of an entry.
    Key(usize, usize),
    /// A new entry.
    Add(usize),
    /// Another name for a file, and so another address.
    Rename(usize, usize),
    Delete(usize),
    /// A template or static file of the site's own.
    Lay(usize),
    /// No templates and static files of the site's own.
    Lift,
    /// Another word in the settings, the catalog or the measurements.
    Replace(usize),
    /// Everything as it was in the beginning: mistakes must not pile up until nothing is ever built.
    Restore,
}

const SENTENCES: [&str; 6] = [
    "The sprint is over.",
    "Velocity and story points, and [[velocity]].",
    "The pace of it, and its tempo.",
    "```rust\nfn main() {}\n```",
    "## Another part\n\nA team velocity counts story points again.",
    "<b>raw</b> and [[nowhere]].",
];
const KEYS: [&str; 10] = [
    "aliases: [pace]",
    "aliases: [tempo, beat]",
    "not: [story points]",
    "also_in: [planning]",
    "match: never",
    "draft: true",
    "related: [sprint]",
    "links: all",
    "nonsense: 1",
    "calculator: {kind: decode-speed, preset: {hardware: rx-7900-xtx, model: qwen3.5-35b-a3b, quantization: gguf-q4_0}}",
];
const NAMES: [&str; 4] = ["burndown", "retro", "cadence", "spike"];
const LAID: [(&str, &str); 6] = [
    ("templates/layer.html", "<title>{{ layer.title }}</title>{% for row in rows %}<p>{{ row.term }}{% endfor %}"),
    ("templates/entry.html", "<title>{{ entry.term }}</title>{{ entry.body | safe }}{{ layer_count }}"),
    ("templates/404.html", "{% if %}"),
    ("templates/page.html", "{{ nothing.there }}"),
    ("static/css/site.css", "p { color: red }"),
    ("static/root/robots.txt", "User-agent: *"),
];
const REPLACED: [(&str, &str, &str); 11] = [
    ("content/site.yaml", "languages: [de, pt-PT, pt-BR]", "languages: [pt-BR, de]"),
    ("content/de/site.yaml", "Planung", "Planen"),
    ("content/de/strings.yaml", "Neues", "Frisches"),
    ("content/de/glossary/velocity.md", "Wie viel", "Wieviel"),
    ("content/site.yaml", "title: ", "title: New "),
    ("content/site.yaml", "language: en", "links: all"),
    ("content/site.yaml", "raw_html: false", "raw_html: true"),
    ("content/site.yaml", "title: Planning", "title: Plans"),
    ("content/catalog/hardware.yaml", "bandwidth_gb_s: 960.0", "bandwidth_gb_s: 961.0"),
    ("content/anchors/seen.yaml", "tokens_per_s: 104.79", "tokens_per_s: 99.5"),
    ("content/catalog/models.yaml", "n_layers: ", "n_layers: -"),
];

fn edit() -> impl Strategy<Value = Edit> {
    let any = 0..100_usize;
    prop_oneof![
        6 => (any.clone(), 0..SENTENCES.len()).prop_map(|(file, text)| Edit::Write(file, text)),
        1 => any.clone().prop_map(Edit::Touch),
        5 => (any.clone(), 0..KEYS.len()).prop_map(|(file, key)| Edit::Key(file, key)),
        2 => (0..NAMES.len()).prop_map(Edit::Add),
        2 => (any.clone(), 0..NAMES.len()).prop_map(|(file, name)| Edit::Rename(file, name)),
        2 => any.prop_map(Edit::Delete),
        2 => (0..LAID.len()).prop_map(Edit::Lay),
        2 => Just(Edit::Lift),
        2 => (0..REPLACED.len()).prop_map(Edit::Replace),
        5 => Just(Edit::Restore),
    ]
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// The Markdown files of the site, in a fixed order.
fn files(root: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for folder in ["content/glossary", "content/pages"] {
        let entries = fs::read_dir(root.join(folder)).into_iter().flatten();
        found.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    found.sort();
    found
}

impl Edit {
    fn make(&self, root: &Path) {
        let files = files(root);
        let at = |number: &usize| files.get(number % files.len().max(1)).cloned();
        let change = |file: &usize, change: &dyn Fn(String) -> String| {
            if let Some(path) = at(file) {
                write(&path, &change(fs::read_to_string(&path).expect("a file")));
            }
        };
        match self {
            Self::Write(file, sentence) => change(file, &|text| format!("{text}\n{}\n", SENTENCES[*sentence])),
            Self::Touch(file) => change(file, &|text| text),
            Self::Key(file, key) => {
                let name = KEYS[*key].split(':').next().expect("a key");
                let kept = |line: &&str| !line.starts_with(name);
                change(file, &|text| {
                    let lines: Vec<&str> = text.lines().filter(kept).collect();
                    lines.join("\n").replacen("---\n", &format!("---\n{}\n", KEYS[*key]), 1)
                });
            }
            Self::Add(name) => {
                let text = "---\nterm: NAME\nlayer: work\ndefinition: A NAME is told here.\nsources: [{title: S, url: https://example.org/}]\npublished: 2026-01-01\n---\nIt follows each sprint.\n";
                let path = root.join(format!("content/glossary/{}.md", NAMES[*name]));
                write(&path, &text.replace("NAME", NAMES[*name]));
            }
            Self::Rename(file, name) => {
                if let Some(path) = at(file) {
                    fs::rename(&path, path.with_file_name(format!("{}.md", NAMES[*name]))).expect("a renamed file");
                }
            }
            Self::Delete(file) => {
                if let Some(path) = at(file) {
                    fs::remove_file(path).expect("a removed file");
                }
            }
            Self::Lay(which) => write(&root.join(LAID[*which].0), LAID[*which].1),
            Self::Lift => {
                fs::remove_dir_all(root.join("templates")).ok();
                fs::remove_dir_all(root.join("static")).ok();
            }
            Self::Restore => {
                for folder in ["content", "templates", "static"] {
                    fs::remove_dir_all(root.join(folder)).ok();
                }
                prepare(root);
            }
            Self::Replace(which) => {
                let (file, old, new) = REPLACED[*which];
                let text = fs::read_to_string(root.join(file)).expect("a file");
                // There and back again, so that mistakes get mended too.
                let turned = if text.contains(new) { text.replace(new, old) } else { text.replacen(old, new, 1) };
                write(&root.join(file), &turned);
            }
        }
    }
}

/// The records of a YAML list that have one of these ids.
fn records(file: &str, ids: &[&str]) -> String {
    let text = fs::read_to_string(repository().join(file)).expect("a catalog");
    let wanted = |record: &&str| ids.iter().any(|id| record.starts_with(&format!("{id}\n")));
    let found: Vec<String> = text.split("\n- id: ").filter(wanted).map(|record| format!("- id: {record}\n")).collect();
    assert_eq!(found.len(), ids.len(), "{file}");
    found.concat()
}

/// What can be switched on, and languages that share strings and files.
const OPTIONS: &str = "
raw_html: false
math: true
emoji: true
share_pictures: true
languages: [de, pt-PT, pt-BR]
";

/// The German part of the site.
const GERMAN: [(&str, &str); 3] = [
    ("content/de/site.yaml", "title: Planung\ndescription: Ein kleines Glossar.\n"),
    ("content/de/strings.yaml", "home.newest_changes: Neues\n"),
    (
        "content/de/glossary/velocity.md",
        "---\ntranslation_of: HASH\nterm: Geschwindigkeit\ndefinition: Wie viel in einen Sprint passt.\n---\nSo weit, und [[sprint]].\n",
    ),
];

/// A small site with a page, a catalog, two measurements and three further languages.
fn prepare(root: &Path) {
    for file in
        ["site.yaml", "glossary/spike.md", "glossary/sprint.md", "glossary/story-point.md", "glossary/velocity.md"]
    {
        let text = fs::read_to_string(fixture("small").join("content").join(file)).expect("a fixture");
        write(&root.join("content").join(file), &text);
    }
    // Every text has words that an edit may make another entry's name: then all pages change with that one file.
    for path in files(root) {
        let text = fs::read_to_string(&path).expect("an entry");
        write(&path, &format!("{text}\nIt keeps the pace, the tempo and the beat, a cadence and a burndown.\n"));
    }
    let settings = root.join("content/site.yaml");
    let text = fs::read_to_string(&settings).expect("settings");
    write(&settings, &format!("{text}{OPTIONS}"));
    let original = root.join("content/glossary/velocity.md");
    let original = SourceFile::new("velocity.md", fs::read_to_string(original).expect("an entry"));
    let hash = SourceHash::of(&parts(&original).expect("an entry")).to_string();
    for (file, text) in GERMAN {
        write(&root.join(file), &text.replace("HASH", &hash));
    }
    write(&root.join("content/pages/about.md"), "---\ntitle: About\ndescription: About velocity.\n---\nA sprint.\n");
    for (file, ids) in [
        ("content/catalog/hardware.yaml", &["rx-7900-xtx"][..]),
        ("content/catalog/models.yaml", &["qwen3.5-35b-a3b"]),
        ("content/catalog/quantizations.yaml", &["gguf-q4_0"]),
        ("content/catalog/runtimes.yaml", &["llama.cpp"]),
        ("content/catalog/backends.yaml", &["vulkan"]),
    ] {
        write(&root.join(file), &records(file, ids));
    }
    let seen = repository().join("content/anchors/llama-bench-7900xtx.yaml");
    write(&root.join("content/anchors/seen.yaml"), &fs::read_to_string(seen).expect("measurements"));
}

/// Whether the live site serves each wanted path, and with the site's bytes.
fn shown(stage: &LiveSite, site: &Site, wanted: impl Fn(&str) -> bool) -> Vec<(String, bool)> {
    let compared = site.iter().filter(|(path, _)| wanted(path)).map(|(path, bytes)| {
        let file = stage.file(path);
        (path.clone(), file.is_some_and(|file| file.bytes() == bytes))
    });
    compared.collect()
}

#[test]
fn hashed_files_outlive_their_build_and_pages_do_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    prepare(root);
    let (stage, mut rebuilder) = (LiveSite::default(), Rebuilder::new(Loader::new(root), Options::default()));
    let mut next = |edits: &[Edit]| {
        for edit in edits {
            edit.make(root);
        }
        let built = rebuilder.build(&stage, &|| true).expect("a build");
        let site = built.outcome.site.clone().expect("a good site");
        rebuilder.show(built, &stage, || panic!("a good site"));
        site
    };
    next(&[]);
    let (styled, last) = (next(&[Edit::Lay(4), Edit::Add(0)]), next(&[Edit::Restore]));
    assert!(styled.keys().any(|path| path.starts_with("assets/css/site.") && !last.contains_key(path)));
    let missing = |wanted: fn(&str) -> bool| {
        let files = shown(&stage, &styled, wanted).into_iter();
        files.filter(|(_, same)| !same).map(|(path, _)| path).collect::<Vec<_>>()
    };
    assert_eq!(missing(|path| path.starts_with("assets/")), Vec::<String>::new());
    assert!(missing(|path| path.ends_with(".html")).contains(&"glossary/burndown/index.html".to_owned()));
}

fn check(bursts: &[Vec<Edit>]) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    prepare(root);
    let (stage, mut rebuilder) = (LiveSite::default(), Rebuilder::new(Loader::new(root), Options::default()));
    let first = rebuilder.build(&stage, &|| true).expect("a build");
    assert_eq!(first.outcome.diagnostics, Vec::new());
    rebuilder.show(first, &stage, || panic!("the first build is good"));
    let mut good = 0;
    for burst in bursts {
        for edit in burst {
            edit.make(root);
        }
        let clean = compile(&load::load(root), &Options::default(), &mut |_| {});
        // Announced and given up, as when the next change is there already.
        let given_up = rebuilder.build(&stage, &|| false);
        assert!(given_up.is_none_or(|built| built.outcome.site.is_none()));
        let built = rebuilder.build(&stage, &|| true).expect("a build");
        assert_eq!(built.outcome.diagnostics, clean.diagnostics);
        assert!(built.outcome.site == clean.site, "after {burst:?}");
        let before = stage.build();
        if let Some(site) = &clean.site {
            good += 1;
            let is_page = |path: &str| path.starts_with("glossary/") && path.matches('/').count() == 2;
            if stage.is_announced() {
                let differing = shown(&stage, site, is_page).into_iter().filter(|(_, same)| !same).collect::<Vec<_>>();
                assert_eq!(differing, [], "announced after {burst:?}");
            }
            rebuilder.show(built, &stage, || panic!("a site without problems"));
            let differing = shown(&stage, site, |_| true).into_iter().filter(|(_, same)| !same).collect::<Vec<_>>();
            assert_eq!(differing, [], "after {burst:?}");
            assert_eq!(stage.status().problems, None);
        } else {
            rebuilder.show(built, &stage, || "wrong".to_owned());
            assert_eq!(stage.status().problems.as_deref(), Some("wrong"));
        }
        assert!(stage.build() >= before);
    }
    good
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rebuild_shows_the_bytes_of_a_clean_build(bursts in prop::collection::vec(prop::collection::vec(edit(), 1..4), 1..7)) {
        check(&bursts);
    }
}

#[test]
fn edits_that_are_good_are_compared_too() {
    // The random scripts cannot promise that sites, not only mistakes, get compared.
    let bursts = [
        vec![Edit::Key(3, 0)],
        vec![Edit::Key(3, 1)],
        vec![Edit::Key(2, 2)],
        vec![Edit::Key(1, 4)],
        vec![Edit::Restore],
        vec![Edit::Write(1, 1)],
        vec![Edit::Add(0), Edit::Add(1)],
        vec![Edit::Key(2, 9)],
        vec![Edit::Replace(4)],
        vec![Edit::Replace(5)],
        vec![Edit::Lay(1)],
        vec![Edit::Lay(4)],
        vec![Edit::Lift],
        vec![Edit::Rename(0, 2)],
        vec![Edit::Delete(0)],
        vec![Edit::Delete(0), Edit::Restore, Edit::Rename(0, 2)],
    ];
    assert_eq!(check(&bursts), bursts.len());
}
