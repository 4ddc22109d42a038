//! The bodies of the fuzz targets for what commands read back: older versions from git, lists of their own files, a
//! `glossary.json`, and exports.

use rooflight::edge::annotate::{commit, commit_without_assets};
use rooflight::edge::{history, write};
use rooflight_annotate::docs;
use rooflight_annotate::export::{ExportFormat, files};
use rooflight_annotate::glossary::Glossary;
use rooflight_annotate::html::rules::Rules;
use rooflight_annotate::html::undo::undo;
use rooflight_annotate::html::write::{annotate, card};
use rooflight_compiler::sink::Site;
use rooflight_glossary::link::forms::form::normal;
use rooflight_glossary::model::strings::Strings;
use rooflight_glossary::model::translation::front::parts;
use rooflight_glossary::model::translation::source_hash::SourceHash;
use rooflight_glossary::model::translation::status;
use rooflight_glossary::syntax::lead::words;
use rooflight_source::file::SourceFile;
use std::collections::BTreeSet;
use std::fs;

/// The output of git: hashes of commits, an empty line, and an older version of an entry.
pub(crate) fn git(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (listed, older) = text.split_once("\n\n").unwrap_or((text, ""));
    assert!(history::commits(listed).all(|commit| commit.len() >= 40 && commit.chars().all(|c| c.is_ascii_hexdigit())));
    let read = |text: &str| parts(&SourceFile::new("content/glossary/token.md", text));
    let (Some(before), Some(now)) = (read(older), read(super::OTHER)) else { return };
    assert!(SourceHash::of(&before) != SourceHash::of(&now) || status::changes(&before, &now).is_empty());
}

/// The lists of a built site's files and of an annotated site's: what they name goes if it is below the folder, and
/// nothing else.
pub(crate) fn lists(data: &[u8]) {
    let root = tempfile::tempdir().expect("a folder");
    let (root, site) = (root.path(), root.path().join("site"));
    fs::create_dir_all(site.join("rooflight-terms/cards")).expect("a folder");
    fs::create_dir(root.join("other")).expect("a folder");
    let kept = ["other/a.html", "a.html", "site/own.md", "site/rooflight-terms/own.md"];
    for path in kept {
        fs::write(root.join(path), path).expect("a file");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("../other", site.join("link")).expect("a link");
    fs::write(site.join(write::MANIFEST), data).expect("a list");
    fs::write(site.join("rooflight-terms/files.txt"), data).expect("a list");
    let changes = write::changes(&site).expect("the folder");
    // Refused where the list names what no run makes, such as a folder.
    drop(commit(&changes, [("cards/a.json".to_owned(), b"{}".to_vec())].into(), &Strings::of("en")));
    drop(commit_without_assets(&changes));
    drop(changes);
    let page = [("index.html".to_owned(), b"page".to_vec())];
    if write::write(&Site::from(page), &site).is_ok() {
        assert_eq!(fs::read(site.join("index.html")).expect("the page"), b"page");
    }
    let listed = String::from_utf8_lossy(data);
    let is_listed = |path: &str| listed.lines().any(|line| path.strip_prefix("site/") == Some(line));
    for path in kept.into_iter().filter(|path| !is_listed(path)) {
        assert_eq!(fs::read_to_string(root.join(path)).ok().as_deref(), Some(path));
    }
}

/// A page or a Markdown file of another tool: links can be removed again, and another run changes nothing.
pub(crate) fn linked(page: &str, glossary: &Glossary) {
    let rules = Rules::default();
    let before = undo(page).into_owned();
    if undo(&before) != before {
        // The page pretends to be annotated, in a way that no run writes.
        return;
    }
    let once = annotate(&before, "a/index.html", None, glossary, &rules);
    if let Some(html) = once.html {
        assert_eq!(undo(&html), before);
        assert!(annotate(&html, "a/index.html", None, glossary, &rules).html.is_none());
    }
    for checked in [docs::html("a.html", page, glossary, &rules), docs::markdown("a.md", page, glossary, &rules)] {
        assert!(checked.problems.iter().all(|problem| page.get(problem.location.span.clone()).is_some()));
    }
}

/// A stranger's `glossary.json`, and a page with its terms.
pub(crate) fn glossary(data: &[u8]) {
    let Ok(Ok(glossary)) = std::str::from_utf8(data).map(Glossary::read) else { return };
    let terms: Vec<&str> = glossary.entries.iter().map(|entry| &*entry.term).collect();
    linked(&format!("<head></head><main><p>{}", terms.join(", ")), &glossary);
    for entry in &glossary.entries {
        assert!(rooflight_source::slug::is_address(&entry.id));
        assert!(serde_json::from_str::<serde_json::Value>(&card(&glossary, entry)).is_ok());
    }
}

/// The exports of a `glossary.json`: `import` reads each back.
pub(crate) fn exports(data: &[u8]) {
    let Ok(Ok(glossary)) = std::str::from_utf8(data).map(Glossary::read) else { return };
    if glossary.entries.is_empty() {
        return;
    }
    for format in [ExportFormat::Csv, ExportFormat::Skos, ExportFormat::Tbx] {
        let Ok(files) = files(&glossary, format) else { continue };
        for (path, bytes) in files {
            let found = super::imported(path, bytes).expect("an export that can be read");
            // In SKOS a layer is a concept, too, and concepts with one address are one.
            let most = glossary.entries.len() + if format == ExportFormat::Skos { glossary.layers.len() } else { 0 };
            // Two entries whose terms have the same words, and the same texts, are one; no other is lost.
            let terms: BTreeSet<String> =
                glossary.entries.iter().map(|one| normal(&words(&one.term)).to_lowercase()).collect();
            let least = if format == ExportFormat::Skos { 0 } else { terms.len() };
            let count = found.entries.len();
            let names: Vec<&str> = found.entries.iter().map(|one| one.term.as_str()).collect();
            assert!((least..=most).contains(&count), "{format:?}: {count} of {least} to {most}: {terms:?}, {names:?}");
        }
    }
    for format in [ExportFormat::Sphinx, ExportFormat::Vale, ExportFormat::Anki] {
        drop(files(&glossary, format));
    }
}
