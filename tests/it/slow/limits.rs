//! Input that would grow out of proportion has a stated limit, or costs no more than its size.

use crate::support::fixture;
use rooflight::edge::{load, write};
use rooflight_compiler::{Options, Outcome, compile};
use rooflight_source::file::SourceFile;
use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

/// After this long something grows with the square of its input.
const HANGS: Duration = Duration::from_mins(1);

/// The small site with a part of a file replaced.
fn changed(path: &str, from: &str, to: &str) -> Outcome {
    let mut sources = load::load(&fixture("small"));
    let file = sources.content.iter_mut().find(|file| file.path == path).expect("the file");
    assert!(file.text.contains(from), "{path} has no {from:?}");
    file.text = file.text.replacen(from, to, 1).into();
    let start = Instant::now();
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert!(start.elapsed() < HANGS, "it took {:?}", start.elapsed());
    outcome
}

fn refused(outcome: &Outcome, limit: &str) {
    let messages: Vec<&str> = outcome.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert!(outcome.site.is_none() && messages.iter().any(|message| message.contains(limit)), "{limit}: {messages:?}");
}

const SITE: &str = "content/site.yaml";
const VELOCITY: &str = "content/glossary/velocity.md";

#[test]
fn names_that_every_page_repeats_have_a_length() {
    let long = "x".repeat(1_000_000);
    for (path, key) in [(SITE, "title: "), (SITE, "author: "), (VELOCITY, "term: ")] {
        refused(&changed(path, key, &format!("{key}{long}")), "at most 200 are possible");
    }
    refused(&changed(SITE, "description: ", &format!("description: {long}")), "at most 2000 are possible");
    let just = "x".repeat(90);
    assert!(changed(VELOCITY, "aliases: [", &format!("aliases: [{just}, ")).site.is_some());
}

#[test]
fn a_site_has_at_most_a_hundred_layers() {
    let layers = |count: usize| {
        let mut all = "layers:\n".to_owned();
        for number in 0..count {
            writeln!(all, "  - {{id: l{number}, title: L{number}, summary: S.}}").expect("a text");
        }
        changed(SITE, "layers:\n", &all)
    };
    refused(&layers(1_000), "at most 100 are possible");
    assert!(layers(90).site.is_some());
}

/// Four thousand entries make an index of many parts, and one entry has names in all of them.
#[test]
fn an_entry_with_thousands_of_names_is_not_copied_into_thousands_of_files() {
    let mut sources = load::load(&fixture("small"));
    let front = |term: &str, more: &str| {
        format!(
            "---\nterm: {term}\nlayer: planning\n{more}definition: The {term} of it.\nmatch: never\nsources: [{{title: A, url: 'https://a.example/'}}]\npublished: 2026-01-01\n---\nText.\n"
        )
    };
    for number in 0..4_000 {
        let path = format!("content/glossary/entry-{number}.md");
        sources.content.push(SourceFile::new(path, front(&format!("{number:x} entry of many"), "")));
    }
    let names = |count: usize| -> String {
        ('a'..='z')
            .cycle()
            .take(count)
            .enumerate()
            .map(|(n, first)| format!("{first}x{n} name"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let path = "content/glossary/wide.md";
    sources.content.push(SourceFile::new(path, front("wide", &format!("aliases: [{}]\n", names(9_900)))));
    let start = Instant::now();
    let site = compile(&sources, &Options::default(), &mut |_| {}).site.expect("a site");
    assert!(start.elapsed() < HANGS, "it took {:?}", start.elapsed());
    let size: usize =
        site.iter().filter(|(path, _)| path.starts_with("data/search/")).map(|(_, bytes)| bytes.len()).sum();
    assert!(size < 40_000_000, "the index has {size} bytes");
    sources.content.retain(|file| file.path != path);
    sources.content.push(SourceFile::new(path, front("wide", &format!("aliases: [{}]\n", names(12_000)))));
    refused(&compile(&sources, &Options::default(), &mut |_| {}), "at most 10000 are possible");
}

#[test]
fn a_template_without_an_end_is_told() {
    let mut sources = load::load(&fixture("small"));
    // 16 kB, a hundred thousand times.
    let doubled = "{% set a = 'xxxxxxxxxxxxxxxx' %}".to_owned() + &"{% set a = a ~ a ~ a ~ a %}".repeat(5);
    let template = format!("{doubled}{{% for i in range(end=100000) %}}{{{{ a }}}}{{% endfor %}}");
    sources.templates.retain(|file| file.path != "404.html");
    sources.templates.push(SourceFile::new("404.html", template));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    refused(&outcome, "larger than 256 MB, the limit");
    assert!(outcome.diagnostics.iter().any(|d| d.location.file == "templates/404.html"), "{:?}", outcome.diagnostics);
}

/// A file too large for memory is copied whole, under the name and checksum of a small one.
#[test]
fn a_large_static_file_is_copied_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let small = fixture("small");
    for entry in walkdir::WalkDir::new(&small).into_iter().filter_map(Result::ok).filter(|e| e.file_type().is_file()) {
        let target = folder.path().join(entry.path().strip_prefix(&small).expect("inside"));
        fs::create_dir_all(target.parent().expect("a folder")).expect("folders");
        fs::copy(entry.path(), target).expect("a copy");
    }
    let bytes: Vec<u8> = (0..9_000_000_u32).map(|n| (n % 251) as u8).collect();
    for name in ["static/root/big.bin", "static/media/film.mp4"] {
        let place = folder.path().join(name);
        fs::create_dir_all(place.parent().expect("a folder")).expect("folders");
        fs::write(place, &bytes).expect("a file");
    }
    let sources = load::load(folder.path());
    assert_eq!(sources.large.keys().collect::<Vec<_>>(), ["media/film.mp4", "root/big.bin"]);
    assert!(!sources.statics.contains_key("root/big.bin"));
    let out = folder.path().join("dist");
    let film = rooflight_compiler::site::assets::hashed("assets/media/film.mp4", &bytes);
    for changed in [true, false] {
        let prepared = rooflight_compiler::prepare(
            &sources,
            &Options::default(),
            &mut rooflight_compiler::cache::BuildCache::default(),
            &mut |_| {},
        );
        let writer = write::Writer::begin(&out).expect("a writer");
        let verdict = prepared.finish_into(&writer, &mut |_| {}, &|| true).expect("a verdict");
        assert!(verdict.is_good, "{:?}", verdict.diagnostics);
        let written = writer.finish().expect("it is written");
        assert_eq!(written.changed > 0, changed, "the second build has nothing to write: {written:?}");
        assert!(fs::read(out.join("big.bin")).expect("the file") == bytes);
        assert!(fs::read(out.join(&film)).expect("the file under its hash") == bytes);
    }
}
