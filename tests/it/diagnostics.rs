//! Bad input: each fixture below `tests/fixtures/bad` gives all of its problems in one run, with places and help, and no site.

use crate::support::{build, fixture};
use rooflight::edge::report::{MessageFormat, text};
use rooflight::source::SourceFile;
use rooflight::{Options, compile};

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
    for part in [
        "Velocity.md:1:1: error[bad-address]",
        "error[address-taken]: the address `/glossary/Velocity/` is wanted twice",
    ] {
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
        assert_eq!(value["place"]["file"], diagnostic.place.file);
    }
    assert_eq!(json.lines().count(), outcome.diagnostics.len());
}
