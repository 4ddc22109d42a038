//! `rooflight links` and `rooflight terms`, as their users read them.

use crate::support::{explain, fixture, repository};
use rooflight::edge::load;
use rooflight::edge::report::{MessageFormat, text};
use rooflight_glossary::link::matching::report::orphans;
use std::path::Path;
use std::process::{Command, Output};

fn rooflight(arguments: &[&str], root: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(arguments).arg("--root").arg(root);
    command.output().expect("the program runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = rooflight(arguments, &fixture("explained"));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_decision_with_its_reason() {
    insta::assert_snapshot!(printed(&["links", "velocity"]));
}

#[test]
fn decisions_for_programs() {
    let json = printed(&["links", "velocity", "--message-format", "json"]);
    insta::assert_snapshot!(json);
    let lines: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.iter().all(|line| line["linked"].as_bool() == Some(line["skipped"].is_null())));
}

#[test]
fn all_bodies_in_short() {
    insta::assert_snapshot!(printed(&["links", "--message-format", "short"]));
}

#[test]
fn all_bodies_end_with_the_terms_that_are_linked_most() {
    let whole = printed(&["links"]);
    let (_, last) = whole.rsplit_once("most often: ").expect("a summary");
    assert!(last.starts_with("sprint ") && last.contains("`match: manual`"), "{last}");
    assert!(!printed(&["links", "velocity"]).contains("most often"));
}

#[test]
fn an_entry_goes_by_its_names() {
    for name in
        ["velocity", "team velocity", "Velocity", "content/glossary/velocity.md", "./content/glossary/velocity.md"]
    {
        assert!(printed(&["links", name]).starts_with("content/glossary/velocity.md\n"), "{name}");
    }
    let output = rooflight(&["links", "velocty"], &fixture("explained"));
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("there is no entry or page `velocty`; did you mean `velocity`?"), "{message}");
}

#[test]
fn problems_come_before_decisions() {
    let output = rooflight(&["links"], &fixture("bad/unknown-targets"));
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains("unknown-term"));
}

#[test]
fn terms_with_their_forms() {
    insta::assert_snapshot!(printed(&["terms", "--forms"]));
    assert_eq!(printed(&["terms"]).lines().count(), 7);
    assert_eq!(printed(&["terms", "--message-format", "json"]).lines().count(), 7);
}

#[test]
fn orphans_say_whether_anybody_mentions_them() {
    let sources = load::load(&fixture("explained"));
    let explanation = explain(&sources).expect("no problems");
    let found: Vec<_> = orphans(&explanation).into_iter().map(|orphan| orphan.diagnostic).collect();
    insta::assert_snapshot!(text(&found, &sources, MessageFormat::Human, false));
}

#[test]
fn the_reference_site_has_no_orphans() {
    let explanation = explain(&load::load(repository())).expect("no problems");
    let names: Vec<String> =
        orphans(&explanation).iter().map(|orphan| explanation.documents[orphan.document].id.clone()).collect();
    assert_eq!(names, Vec::<String>::new());
}
