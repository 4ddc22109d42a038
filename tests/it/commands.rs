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
    assert!(line.starts_with("15 pages in ") && line.contains("no problems"), "{line}");
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
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text(&human).contains("--> content/glossary/velocity.md:"), "{}", text(&human));
    let short = rooflight(&["check", "--message-format", "short"], &bad);
    assert!(text(&short).contains("content/glossary/velocity.md:9:12: error[unknown-term]"), "{}", text(&short));
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

#[test]
fn a_build_into_the_sources_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("site");
    let made = Command::new(env!("CARGO_BIN_EXE_rooflight")).arg("init").arg(&root).output().expect("the program runs");
    assert_eq!(made.status.code(), Some(0), "{}", errors(&made));
    for inside in
        ["content", "content/glossary", "content/new/folder", "static/root/x", "templates", "content/../content/x"]
    {
        fs::create_dir_all(root.join("static")).expect("a folder");
        fs::create_dir_all(root.join("templates")).expect("a folder");
        let output = rooflight(&["build", "--out", &root.join(inside).to_string_lossy()], &root);
        assert_eq!(output.status.code(), Some(2), "{inside}: {}", errors(&output));
        assert!(errors(&output).contains("whose files the next build reads"), "{inside}: {}", errors(&output));
        assert!(!root.join(inside).join("index.html").exists());
    }
    let output = rooflight(&["build", "--out", &root.join("contents").to_string_lossy()], &root);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
}

/// Runs a command whose standard output goes to this file.
#[cfg(target_os = "linux")]
fn into_file(arguments: &[&str], file: &str, root: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(arguments).current_dir(root);
    command.stdout(fs::OpenOptions::new().write(true).open(file).expect("a device"));
    command.output().expect("the program runs")
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_message_and_no_panic() {
    let root = fixture("small");
    let out = tempfile::tempdir().expect("a folder");
    let out = out.path().join("dist").to_string_lossy().into_owned();
    let commands: [&[&str]; 7] = [
        &["links"],
        &["terms", "--forms"],
        &["urls"],
        &["schema"],
        &["explain", "unknown-term"],
        &["build", "--out", &out],
        &["check", "--strict", "--message-format", "json", "--root", "../bad/unknown-targets"],
    ];
    for command in commands {
        let full = into_file(command, "/dev/full", &root);
        assert_eq!(full.status.code(), Some(2), "{command:?}: {}", errors(&full));
        assert!(errors(&full).contains("cannot write to standard output"), "{command:?}: {}", errors(&full));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(["links", "--message-format", "json", "--root"]).arg(crate::support::repository());
    let mut running = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Closed before the first byte: every write fails with a broken pipe.
    drop(running.stdout.take());
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(errors(&output), "");
}
