//! The program as a user runs it: exit codes, and the last good site.

use crate::support::fixture;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

fn rooflight(arguments: &[&str], root: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(arguments).arg("--root").arg(root);
    command.output().expect("the program runs")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_clean_build_says_what_it_did() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("dist");
    let output = rooflight(&["build", "--timings", "--out", &out.to_string_lossy()], &fixture("small"));
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let line = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(line.starts_with("13 pages in ") && line.contains("no problems"), "{line}");
    assert!(errors(&output).contains("render"), "timings name the stages");
    assert!(out.join("glossary/velocity/index.html").exists());
}

#[test]
fn a_failed_build_leaves_the_last_good_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("dist");
    let path = out.to_string_lossy().into_owned();
    assert_eq!(rooflight(&["build", "--out", &path], &fixture("small")).status.code(), Some(0));
    let before = fs::read(out.join("index.html")).expect("a page");
    for bad in ["bad/malformed-yaml", "bad/failing-template", "bad/nothing-here"] {
        let output = rooflight(&["build", "--out", &path], &fixture(bad));
        assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
        assert!(errors(&output).contains("nothing built"));
    }
    assert_eq!(fs::read(out.join("index.html")).expect("the page is still there"), before);
}

#[test]
fn check_reports_in_every_format() {
    let bad = fixture("bad/unknown-targets");
    let human = rooflight(&["check"], &bad);
    assert_eq!(human.status.code(), Some(1));
    assert!(errors(&human).contains("--> content/glossary/velocity.md:"), "{}", errors(&human));
    let short = rooflight(&["check", "--message-format", "short"], &bad);
    assert!(errors(&short).contains("content/glossary/velocity.md:9:12: error[unknown-term]"), "{}", errors(&short));
    let json = rooflight(&["check", "--message-format", "json"], &bad);
    assert!(String::from_utf8_lossy(&json.stdout).lines().all(|line| line.starts_with('{')));
    assert_eq!(rooflight(&["check"], &fixture("small")).status.code(), Some(0));
}

#[test]
fn operational_failures_are_another_exit_code() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let output = rooflight(&["serve", "--port", &port], &fixture("small"));
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains(&format!("cannot listen on 127.0.0.1:{port}")), "{}", errors(&output));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").expect("a file");
    let output = rooflight(&["build", "--out", &file.to_string_lossy()], &fixture("small"));
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    assert!(errors(&output).contains("file"), "the path is named");
}
