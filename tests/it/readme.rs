//! README's examples: each command does what it says, in an empty folder with the program alone, and the printed answer
//! is the program's own, with its digits; so are the figures in README's sentences.
//!
//! `UPDATE_README=1 cargo test --test it readme` writes answers and figures anew.

use crate::support::repository;
use rooflight_compiler::calibrate::{
    carried::fit,
    method::{Fold, Score},
};
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

/// Replaces what stands between two parts of the text.
fn with_value(text: &str, before: &str, value: &str, after: &str) -> String {
    let (head, rest) = text.split_once(before).unwrap_or_else(|| panic!("README.md lacks {before:?}"));
    let (_, rest) = rest.split_once(after).unwrap_or_else(|| panic!("README.md lacks {after:?} after {before:?}"));
    [head, before, value, after, rest].concat()
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

/// The printed answers, the figures of the estimator and the number of entries, to the last digit.
#[test]
fn the_answers_and_figures_of_the_readme_are_the_programs_own() {
    let path = repository().join("README.md");
    // Git may check out other ends of lines.
    let text = std::fs::read_to_string(&path).expect("the README").replace("\r\n", "\n");
    let folder = tempfile::tempdir().expect("a folder");
    let mut updated = text.clone();
    for (_, lines) in blocks(&text).into_iter().filter(|(language, _)| *language == "console") {
        let answer = run(folder.path(), &words(lines[0].strip_prefix("$ rooflight ").expect("a command")));
        updated = with_value(&updated, &format!("```console\n{}\n", lines[0]), answer.trim_end(), "\n```");
    }
    let fit = fit();
    let folds = &fit.method.decode.as_ref().expect("figures of decoding").folds;
    let folds = [Fold::Time, Fold::Source].map(|wanted| folds.iter().find(|(fold, ..)| *fold == wanted));
    let [of_time, of_source] = folds.map(|found| &found.expect("figures of the fold").1);
    let entries = std::fs::read_dir(repository().join("content/glossary")).expect("the entries").count();
    let held = |score: &Score| format!("{:.0} %", score.covered * 100.0);
    let error = |score: &Score| format!("{:.2}", score.error);
    updated = with_value(&updated, "measured\n  before, ", &held(of_time), " lie in them");
    updated = with_value(&updated, "is off by a factor of ", &error(of_time), ". ");
    updated = with_value(&updated, "left out of the fit, it is ", &held(of_source), " and ");
    updated = with_value(&updated, &format!("it is {} and ", held(of_source)), &error(of_source), ". ");
    updated = with_value(&updated, "is the reference site: ", &entries.to_string(), " entries");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, updated).expect("the README is written");
    } else {
        let differs = text.lines().zip(updated.lines()).find(|(shown, own)| shown != own);
        assert_eq!(differs, None, "run `UPDATE_README=1 cargo test --test it readme`");
    }
}

/// `homepage` of `Cargo.toml` is the one setting: the reference site is built for it, and the first screen links it. As
/// long as it is a name of documentation (`.example`), a link would lead nowhere, so the README must not have one.
/// `cargo run` refuses to choose where the default members have several programs.
#[test]
fn cargo_run_means_the_program() {
    let read = |path: &str| std::fs::read_to_string(repository().join(path)).expect("a file");
    assert!(read("README.md").contains("\ncargo run --release -- serve "));
    assert!(read("Cargo.toml").contains("\ndefault-run = \"rooflight\"\n"));
}

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

/// The files that `init` writes for hosts, and the documents that print them.
const RECIPES: [(&str, &[&str]); 5] = [
    (".github/workflows/pages.yml", &["README.md", DEPLOYMENT]),
    (".github/workflows/cloudflare.yml", &[DEPLOYMENT]),
    (".gitlab-ci.yml", &[DEPLOYMENT]),
    ("netlify.toml", &[DEPLOYMENT]),
    ("rooflight.sh", &[DEPLOYMENT]),
];
const DEPLOYMENT: &str = "content/pages/guide/deployment.md";

#[test]
fn readme_and_guide_print_the_recipes_that_init_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), &words("init site --github --gitlab --netlify --cloudflare"));
    for (name, documents) in RECIPES {
        let recipe = std::fs::read_to_string(folder.path().join("site").join(name)).expect(name);
        let first = recipe.lines().next().expect("a line");
        for document in documents {
            let path = repository().join(document);
            let text = std::fs::read_to_string(&path).expect("the document");
            let begun = format!("\n{first}\n");
            let (head, rest) = text.split_once(&begun).unwrap_or_else(|| panic!("{document} lacks {name}"));
            let (_, rest) = rest.split_once("\n```\n").expect("the end of the block");
            let printed = [head, "\n", &recipe, "```\n", rest].concat();
            if std::env::var_os("UPDATE_README").is_some() {
                std::fs::write(&path, &printed).expect("the document");
            } else {
                assert_eq!(text, printed, "{document}: {name}");
            }
        }
    }
}
