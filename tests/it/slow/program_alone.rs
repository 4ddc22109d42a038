//! The program as an archive brings it: started in an empty folder, with an empty environment and an empty home.
//!
//! It makes a glossary, builds and serves it.

use super::serving::{Server, get};
use crate::dom::parse;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The program, started in this folder, which knows nothing but an empty home.
fn alone(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rooflight"));
    command.args(arguments).current_dir(folder).env_clear().env("HOME", folder.join("home"));
    command
}

fn answer(folder: &Path, arguments: &[&str]) -> String {
    let output = alone(folder, arguments).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_program_alone_makes_builds_and_serves_a_glossary() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir(folder.join("home")).expect("a home");
    answer(folder, &["init", "site"]);
    answer(folder, &["check", "--root", "site", "--strict"]);
    answer(folder, &["build", "--root", "site", "--out", "dist"]);
    let home = fs::read_to_string(folder.join("dist/index.html")).expect("a page");
    assert!(parse(&home).has("html main h1"), "{home}");
    let (_server, host) = Server::start(&mut alone(folder, &["serve", "--root", "site", "--port", "0"]));
    let served = get(&host, "/");
    assert!(
        served.starts_with("HTTP/1.1 200")
            && served.trim_end().ends_with(home.trim_end().lines().last().unwrap_or("?")),
        "{served:.300}"
    );
    let written: Vec<_> = fs::read_dir(folder.join("home")).expect("the home").collect();
    assert!(written.is_empty(), "nothing is left in the home folder: {written:?}");
}
