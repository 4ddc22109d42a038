//! Stale content: reported at its position with `--stale`, and otherwise not.

use crate::runs::measured;
use crate::support::fixture;
use jiff::civil::{Date, date};
use rooflight::edge::load;
use rooflight::edge::report::{self, MessageFormat};
use rooflight_compiler::{Options, compile};
use rooflight_source::file::{SourceFile, Sources};
use std::process::Command;

const CODES: [&str; 5] = ["old-version", "past-year", "stale-review", "undated-source", "vague-source"];

/// The warnings about content that is stale by the day, in the format.
fn stale(sources: &Sources, today: Option<Date>, format: MessageFormat) -> String {
    let outcome = compile(sources, &Options { today, ..Options::default() }, &mut |_| {});
    assert!(outcome.site.is_some(), "warnings alone: {:?}", outcome.diagnostics);
    let mut problems = outcome.diagnostics;
    problems.retain(|problem| CODES.contains(&problem.code.name()));
    report::text(&problems, sources, format, false)
}

#[test]
fn everything_stale_is_reported_at_its_place() {
    let sources = load::load(&fixture("sourced"));
    insta::assert_snapshot!("stale", stale(&sources, Some(date(2026, 11, 25)), MessageFormat::Human));
}

#[test]
fn nothing_is_stale_unasked() {
    assert_eq!(stale(&load::load(&fixture("sourced")), None, MessageFormat::Short), "");
}

#[test]
fn years_in_another_language_are_not_read() {
    let mut sources = load::load(&fixture("sourced"));
    let settings = sources.content.iter_mut().find(|file| file.path == "content/site.yaml").expect("the settings");
    *settings = SourceFile::new("content/site.yaml", settings.text.replace("language: en", "language: de"));
    let report = stale(&sources, Some(date(2026, 11, 25)), MessageFormat::Short);
    assert!(!report.contains("past-year") && report.contains("vague-source"), "{report}");
}

#[test]
fn a_measured_run_grows_old() {
    let sources = measured("It writes [[run:b0001]] and [[run:b0002]].\n");
    let report = |year| stale(&sources, Some(date(year, 6, 1)), MessageFormat::Short);
    assert!(!report(2027).contains("past-year"), "{}", report(2027));
    assert!(report(2028).contains("warning[past-year]: the run was measured in 2026"), "{}", report(2028));
    assert_eq!(report(2028).matches("past-year").count(), 1, "a run without a date has no age");
    let history = measured("Runs of 2026 are kept here. It wrote [[run:b0001]].\n");
    let report = stale(&history, Some(date(2028, 6, 1)), MessageFormat::Short);
    assert!(!report.contains("the run was measured"), "history that names its year: {report}");
}

#[test]
fn the_command_asks_by_a_flag_and_reads_the_clock() {
    let check = |flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
        command.arg("check").args(flags).arg("--root").arg(fixture("sourced"));
        let output = command.output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // Whatever today is: front pages do not depend on it.
    let (code, stdout) = check(&["--stale", "--all"]);
    assert!(code == Some(0) && stdout.contains("warning[vague-source]"), "{stdout}");
    assert_eq!(check(&["--stale", "--strict"]).0, Some(1));
    assert!(!check(&[]).1.contains("vague-source"));
}
