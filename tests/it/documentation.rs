//! The commands for documentation that another tool made: `annotate`, `check --docs`, and `export` for its tool.

use crate::support::fixture;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn rooflight(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rooflight")).args(arguments).output().expect("the program runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder with two pages that mention velocity under three headings, and a name that the glossary lacks.
fn docs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |body: &str| format!("<!doctype html><title>x</title><main>{body}</main>");
    let twice = "<h2>One</h2><p>Its velocity grows.</p><h2>Two</h2><p>The velocity falls.</p>";
    fs::write(folder.path().join("a.html"), page(twice)).expect("a page");
    fs::write(folder.path().join("b.html"), page("<p>A velocity of nought.</p>")).expect("a page");
    folder
}

fn path(folder: &Path) -> String {
    folder.to_string_lossy().into_owned()
}

#[test]
fn annotate_says_which_terms_it_linked_most() {
    let docs = docs();
    let small = path(&fixture("small"));
    let output = rooflight(&["annotate", &path(docs.path()), "--glossary", &small]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = out(&output);
    assert!(said.starts_with("2 pages, 2 changed; 3 links to 1 term\nmost often: velocity 3\n"), "{said}");
}

#[test]
fn no_link_leads_to_an_address_that_nobody_has_written() {
    let docs = docs();
    let site = tempfile::tempdir().expect("a folder");
    let root = path(&site.path().join("site"));
    assert!(rooflight(&["init", &root]).status.success());
    let output = rooflight(&["annotate", &path(docs.path()), "--glossary", &root]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("still https://example.org/") && said.contains("base_url"), "{said}");
    assert!(!docs.path().join("rooflight-terms").exists(), "nothing is written");
}

#[test]
fn a_check_of_documentation_can_keep_to_one_question() {
    let docs = docs();
    let [dir, small] = [docs.path(), &fixture("small")].map(path);
    let found = |only: &[&str]| {
        let arguments = ["check", "--docs", &dir, "--glossary", &small, "--message-format", "short", "--all"];
        out(&rooflight(&[&arguments, only].concat()))
    };
    let [all, used, linked] = [&[][..], &["--only", "used"], &["--only", "linked,preferred"]].map(found);
    assert!(all.contains("unused-term") && all.contains("unlinked-mention"), "{all}");
    assert!(used.contains("unused-term") && !used.contains("unlinked-mention"), "{used}");
    assert!(!linked.contains("unused-term") && linked.contains("unlinked-mention"), "{linked}");
}

#[test]
fn export_takes_the_root_like_every_command() {
    let small = path(&fixture("small"));
    let [root, glossary] = ["--root", "--glossary"].map(|flag| rooflight(&["export", "csv", flag, &small]));
    assert!(root.status.success(), "{root:?}");
    assert_eq!(root.stdout, glossary.stdout);
}
