//! Bad input: each fixture below `tests/fixtures/bad` gives all of its problems in one run, with places and help, and
//! no site.

use crate::support::{build, fixture};
use proptest::prelude::*;
use rooflight::edge::report::{MessageFormat, text};
use rooflight_compiler::{Options, compile};
use rooflight_source::diagnostic::{Code, Diagnostic, Location};
use rooflight_source::file::{SourceFile, Sources};

fn problems(name: &str) -> String {
    let (outcome, sources) = build(&fixture(&format!("bad/{name}")));
    assert!(outcome.site.is_none(), "{name} must not be built");
    text(&outcome.diagnostics, &sources, MessageFormat::Human, false)
}

macro_rules! bad {
    ($($name:ident: $folder:literal),* $(,)?) => { $(
        #[test]
        fn $name() {
            insta::assert_snapshot!(problems($folder));
        }
    )* };
}

bad! {
    malformed_yaml: "malformed-yaml",
    unknown_keys: "unknown-keys",
    missing_definition: "missing-definition",
    unknown_targets: "unknown-targets",
    alias_claimed_twice: "alias-twice",
    not_utf8_and_unsafe_markup: "not-utf8",
    broken_templates: "broken-template",
    failing_template: "failing-template",
    impossible_values: "values",
    site_settings: "site-settings",
    no_entries: "no-entries",
    catalog: "catalog",
    addresses: "addresses",
    many_mistakes_of_one_file: "many",
    dead_links: "dead-links",
    yaml_of_every_kind: "yaml",
    comparisons_and_tracks: "ways",
}

#[test]
fn warnings_do_not_stop_the_build() {
    let (outcome, sources) = build(&fixture("warnings"));
    assert!(outcome.site.is_some());
    insta::assert_snapshot!(text(&outcome.diagnostics, &sources, MessageFormat::Human, false));
}

/// In memory, since not every disk can hold both files.
#[test]
fn names_that_differ_only_in_case_are_one_address() {
    let mut sources = rooflight::edge::load::load(&fixture("small"));
    let file = sources.content.iter().find(|file| file.path.ends_with("/velocity.md")).expect("an entry").clone();
    sources.content.push(SourceFile::new("content/glossary/Velocity.md", file.text));
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    let report = text(&outcome.diagnostics, &sources, MessageFormat::Short, false);
    for part in
        ["Velocity.md:1:1: error[bad-address]", "error[address-taken]: the address `/glossary/Velocity/` is used twice"]
    {
        assert!(report.contains(part), "{report}");
    }
    assert!(outcome.site.is_none());
}

#[test]
fn missing_content_directory() {
    insta::assert_snapshot!(problems("nothing-here"));
}

#[cfg(unix)]
#[test]
fn unreadable_files_are_named_and_the_others_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let glossary = folder.path().join("content/glossary");
    std::fs::create_dir_all(&glossary).expect("the folders");
    let site = fixture("small/content");
    std::fs::copy(site.join("site.yaml"), folder.path().join("content/site.yaml")).expect("the settings");
    std::fs::copy(site.join("glossary/velocity.md"), glossary.join("velocity.md")).expect("an entry");
    std::os::unix::fs::symlink("nowhere.md", glossary.join("lost.md")).expect("a link to nothing");
    let (outcome, sources) = build(folder.path());
    let report = text(&outcome.diagnostics, &sources, MessageFormat::Short, false);
    assert!(report.contains("content/glossary/lost.md:1:1: error[unreadable]"), "{report}");
    assert!(
        report.contains("content/glossary/velocity.md") && report.contains("unknown-term"),
        "the others are checked too: {report}"
    );
    assert!(outcome.site.is_none());
}

#[test]
fn short_and_json_name_the_same_places() {
    let (outcome, sources) = build(&fixture("bad/unknown-targets"));
    insta::assert_snapshot!("short", text(&outcome.diagnostics, &sources, MessageFormat::Short, false));
    let json = text(&outcome.diagnostics, &sources, MessageFormat::Json, false);
    for (line, diagnostic) in json.lines().zip(&outcome.diagnostics) {
        let value: serde_json::Value = serde_json::from_str(line).expect("a line is a JSON object");
        assert_eq!(value["code"], diagnostic.code.name());
        assert_eq!(value["guide"], diagnostic.code.guide());
        assert_eq!(value["place"]["file"], diagnostic.location.file);
    }
    assert_eq!(json.lines().count(), outcome.diagnostics.len());
}

/// The first character may take several bytes.
#[test]
fn a_file_that_begins_with_any_character_is_reported_at_it() {
    for text in ["Über etwas\n", "日本\n", "🙂\n", "\u{feff}\u{feff}---\n", ""] {
        for folder in ["glossary", "pages", "compare", "tracks/a"] {
            let mut sources = rooflight::edge::load::load(&fixture("small"));
            let path = format!("content/{folder}/y.md");
            sources.content.push(SourceFile::new(path.as_str(), text));
            sources.content.push(SourceFile::new("content/tracks/a.yaml", "title: A\nsummary: S\nlessons: []\n"));
            let outcome = compile(&sources, &Options::default(), &mut |_| {});
            for format in FORMATS {
                let report = drawn(&outcome.diagnostics, &sources, format);
                assert!(report.contains("no-front-matter") && report.contains(&path), "{text:?} in {folder}: {report}");
            }
        }
    }
}

const FORMATS: [MessageFormat; 3] = [MessageFormat::Human, MessageFormat::Short, MessageFormat::Json];

fn drawn(diagnostics: &[Diagnostic], sources: &Sources, format: MessageFormat) -> String {
    text(diagnostics, sources, format, false)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_span_of_any_text_can_be_drawn(
        content in "[a-cé日🙂\u{feff}\u{301}\t\r\n -]{0,60}",
        spans in prop::collection::vec((0..200usize, 0..200usize), 1..5),
        other in "[\u{0}-\u{ff}]{0,20}",
    ) {
        let sources = Sources { content: vec![SourceFile::new("a.md", content)], ..Sources::default() };
        let places: Vec<Location> = spans.iter().map(|(start, end)| Location::new("a.md", *start..*end)).collect();
        let first = Diagnostic::new(Code::Yaml, places[0].clone(), other.clone()).label(other.clone()).help(other);
        let all = places[1..].iter().fold(first, |problem, place| problem.related(place.clone(), "also"));
        for format in FORMATS {
            prop_assert!(!drawn(std::slice::from_ref(&all), &sources, format).is_empty());
        }
    }
}

/// After this long something grows with the square of its input.
const HANGS: std::time::Duration = std::time::Duration::from_mins(1);

#[test]
fn a_long_list_ends_with_how_many_more_there_are() {
    let body = "See [[nothing like it]].\n\n".repeat(50_000);
    let mut sources = rooflight::edge::load::load(&fixture("small"));
    let path = "content/glossary/velocity.md";
    let file = sources.content.iter_mut().find(|file| file.path == path).expect("an entry");
    file.text = format!("{}\n{body}", file.text).into();
    let outcome = compile(&sources, &Options::default(), &mut |_| {});
    assert!(outcome.diagnostics.len() >= 50_000, "none is forgotten: {}", outcome.diagnostics.len());
    for format in FORMATS {
        let start = std::time::Instant::now();
        let report = drawn(&outcome.diagnostics, &sources, format);
        assert!(start.elapsed() < HANGS, "{format:?} took {:?}", start.elapsed());
        let last = report.lines().last().expect("a line");
        let more = outcome.diagnostics.len() - 100;
        match format {
            MessageFormat::Json => assert_eq!(last, format!(r#"{{"file":"{path}","more":{more},"severity":"error"}}"#)),
            _ => assert_eq!(last, format!("{path}: and {},{:03} more errors", more / 1000, more % 1000)),
        }
    }
}

#[test]
fn yaml_nested_too_deep_is_refused_before_it_is_decoded() {
    for open in ["[", "{a: ", "[{a: "] {
        let mut sources = rooflight::edge::load::load(&fixture("small"));
        let deep = format!("---\nterm: {}\n---\nText.\n", open.repeat(20_000));
        sources.content.push(SourceFile::new("content/glossary/y.md", deep));
        let start = std::time::Instant::now();
        let outcome = compile(&sources, &Options::default(), &mut |_| {});
        let report = drawn(&outcome.diagnostics, &sources, MessageFormat::Short);
        assert!(report.contains("nested deeper than 128 levels"), "{report}");
        assert!(start.elapsed() < HANGS, "{open} took {:?}", start.elapsed());
    }
}
