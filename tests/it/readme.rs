//! README's examples: each command does what it says, in an empty folder with the program alone, and the printed answer
//! is the program's own.
//!
//! `UPDATE_README=1 cargo test readme` writes the answers anew. Figures may be those of other data, so they are
//! compared without digits.

use crate::support::repository;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// A block of code: its language and its lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```").filter(|language| !language.is_empty()) {
            found.push((language, lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    found
}

/// The words of a command line; a comment ends it.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            '#' if !quoted => break,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().expect("a word").push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn program(folder: &Path, words: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(words).current_dir(folder).env_clear().env("HOME", folder.join("home"));
    command
}

/// Runs a command of the examples: its output.
fn run(folder: &Path, words: &[String]) -> String {
    if words.first().is_some_and(|word| word == "serve") {
        let mut command = program(folder, words);
        let mut server = command.args(["--port", "0"]).stdout(Stdio::piped()).spawn().expect("the program runs");
        let mut line = String::new();
        BufReader::new(server.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        server.kill().expect("it is stopped");
        server.wait().expect("it has ended");
        assert!(line.contains("http://127.0.0.1:"), "{words:?}: {line}");
        return line;
    }
    let output = program(folder, words).output().expect("the program runs");
    // A machine without a device of the catalog is an answer too.
    let detects = words.first().is_some_and(|word| word == "detect");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() || detects && output.status.code() == Some(1), "{words:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A text in which every number is one sign, and so is the space before it.
fn without_figures(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        let figure = character.is_ascii_digit() || matches!(character, ',' | '.' | '–' | '-');
        if !figure && !character.is_whitespace() {
            out.push(character);
        }
    }
    out
}

#[test]
fn every_example_of_the_readme_runs_with_the_program_alone() {
    let text = std::fs::read_to_string(repository().join("README.md")).expect("the README");
    let folder = tempfile::tempdir().expect("a folder");
    let mut ran = 0;
    for (_, lines) in blocks(&text).into_iter().filter(|(language, _)| *language == "sh") {
        for line in lines {
            let Some(line) = line.strip_prefix("rooflight ") else { continue };
            run(folder.path(), &words(line));
            ran += 1;
        }
    }
    assert!(ran > 6, "{ran} examples");
}

#[test]
fn the_answers_in_the_readme_are_the_programs_own() {
    let path = repository().join("README.md");
    let text = std::fs::read_to_string(&path).expect("the README");
    let folder = tempfile::tempdir().expect("a folder");
    let mut updated = text.clone();
    for (_, lines) in blocks(&text).into_iter().filter(|(language, _)| *language == "console") {
        let [command, shown @ ..] = lines.as_slice() else { continue };
        let answer = run(folder.path(), &words(command.strip_prefix("$ rooflight ").expect("a command")));
        if std::env::var_os("UPDATE_README").is_some() {
            let old = format!("```console\n{}\n```", lines.join("\n"));
            updated = updated.replace(&old, &format!("```console\n{command}\n{}\n```", answer.trim_end()));
        } else {
            let how = "run `UPDATE_README=1 cargo test readme`";
            assert_eq!(without_figures(&shown.join("\n")), without_figures(&answer), "{how}");
        }
    }
    if updated != text {
        std::fs::write(path, updated).expect("the README is written");
    }
}

/// `homepage` of `Cargo.toml` is the one setting: the reference site is built for it, and the first screen links it. As
/// long as it is a name of documentation (`.example`), a link would lead nowhere, so the README must not have one.
#[test]
fn the_live_site_is_the_homepage_and_the_readme_links_it() {
    let homepage = env!("CARGO_PKG_HOMEPAGE");
    let settings = std::fs::read_to_string(repository().join("content/site.yaml")).expect("the settings");
    assert!(settings.lines().any(|line| line == format!("base_url: {homepage}")), "content/site.yaml: {homepage}");
    let text = std::fs::read_to_string(repository().join("README.md")).expect("the README");
    let first_screen = text.split("\n## ").next().unwrap_or_default();
    let is_live = !homepage.trim_end_matches('/').ends_with(".example");
    assert_eq!(first_screen.contains(&format!("]({homepage})")), is_live, "README.md links {homepage}");
}

/// The number of entries, and the figures of the estimator, which docs/estimator.md has from the build.
#[test]
fn the_figures_of_the_readme_are_those_of_the_repository() {
    let read = |path: &str| std::fs::read_to_string(repository().join(path)).expect("a document");
    let readme = read("README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let entries = std::fs::read_dir(repository().join("content/glossary")).expect("the entries").count();
    assert!(readme.contains(&format!("the reference site: {entries} entries")), "{entries} entries");
    let docs = read("docs/estimator.md");
    let row = docs.lines().find(|line| line.starts_with("| decoding: source left out |")).expect("the row");
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let (error, held): (f64, &str) = (cells[3].parse().expect("a number"), cells[5]);
    assert!(readme.contains(&format!("{held} of the runs lie in the range")), "{row}");
    assert!(readme.contains(&format!("is a factor of {error:.2}.")), "{row}");
}
