//! Exports are read back by the readers of their own tools: rdflib, Sphinx, and those of Python's library.
//!
//! `cargo xtask test` installs them and sets `ROOFLIGHT_FEED_READERS` to their Python; elsewhere that test is left out
//! and says so.
#![allow(clippy::disallowed_methods, clippy::expect_used, reason = "a test writes files for foreign readers")]

use rooflight_annotate::export::{ExportFormat, files};
use rooflight_annotate::glossary::Glossary;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ALL: [ExportFormat; 6] = [
    ExportFormat::Csv,
    ExportFormat::Skos,
    ExportFormat::Tbx,
    ExportFormat::Sphinx,
    ExportFormat::Vale,
    ExportFormat::Anki,
];

/// Names and texts with every character that one of the formats quotes.
const GLOSSARY: &str = r#"{"version": 2, "title": "Terms & more", "url": "https://terms.example/", "language": "en",
 "layers": [{"id": "one", "title": "One \"1\"", "summary": "All\\none.", "url": "https://terms.example/layers/one/"}],
 "entries": [
  {"id": "c-plus-plus", "term": "C++ (language)", "aliases": ["=1+1", "C++", "a|b", "5\" disk", "Llama 3 70"], "avoid": ["see plus", "C\\+"], "superseded": ["C with \"classes\""], "layer": "one",
   "url": "https://terms.example/glossary/c-plus-plus/", "definition": "A \"language\" <of> many, commas; and \\ signs.", "related": ["groesse"],
   "questions": [{"question": "Why\t`<so>`?", "answer": "Because\nit & **is**."}], "sources": [{"title": "A", "url": "https://a.example/?x={y}"}]},
  {"id": "groesse", "term": "Größe", "layer": "one", "url": "https://terms.example/glossary/größe/", "definition": "Wie groß 大 \"etwas\" ist."}
 ]}"#;

fn write(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let glossary = Glossary::read(text).expect("a glossary");
    for (path, bytes) in ALL.into_iter().flat_map(|format| files(&glossary, format).expect("files")) {
        let place = folder.join(path);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder on disk");
        fs::write(place, bytes).expect("a file on disk");
    }
    fs::write(folder.join("glossary.json"), text).expect("a file on disk");
    folder
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that is left out says so")]
fn foreign_readers_read_every_format_back() {
    let python = std::env::var("ROOFLIGHT_FEED_READERS").ok();
    assert!(python.is_some() || std::env::var_os("CI").is_none(), "`cargo xtask test` installs the readers");
    let Some(python) = python else {
        eprintln!("left out: no foreign readers; `cargo xtask test` installs them");
        return;
    };
    let folder = write("read-back", GLOSSARY);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/exports/read_back.py");
    let output =
        Command::new(python).arg(script).arg(folder.join("glossary.json")).arg(&folder).output().expect("Python");
    let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && printed.lines().count() == ALL.len(), "{printed}\n{errors}");
}

#[test]
fn formats_are_written_as_their_tools_expect() {
    let folder = write("written", GLOSSARY);
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("text");
    assert!(text("glossary.csv").starts_with("id,term,language,aliases,avoid,superseded,definition,"));
    assert!(text("glossary.csv").contains(r#""'=1+1; C++; a|b; 5"" disk; Llama 3 70""#), "no spreadsheet computes it");
    assert!(text("glossary.ttl").contains(r#"skos:definition "A \"language\" <of> many, commas; and \\ signs."@en"#));
    assert!(text("glossary.ttl").contains("dct:source <https://a.example/?x=%7By%7D>"));
    assert!(
        text("glossary.tbx")
            .contains("<term>see plus</term><termNote type=\"administrativeStatus\">deprecatedTerm-admn-sts")
    );
    assert!(text("glossary.tbx").contains(">supersededTerm-admn-sts<"));
    let label = r#"[ a skosxl:Label ; skosxl:literalForm "C with \"classes\""@en ; lexinfo:normativeAuthorization lexinfo:supersededTerm ]"#;
    assert!(text("glossary.ttl").contains(label));
    assert!(text("styles/Glossary/Terms.yml").contains(r#"  "see plus": "C++ (language)""#));
    assert!(text("styles/config/vocabularies/Glossary/accept.txt").contains("a\\|b\n"));
    assert!(
        text("questions.tsv")
            .contains("c-plus-plus-1\tWhy <code>&lt;so&gt;</code>?\tBecause it &amp; <strong>is</strong>.<br>")
    );
    assert!(fs::read(folder.join("objects.inv")).expect("bytes").starts_with(b"# Sphinx inventory version 2\n"));
}
