//! Every public function that computes a quantity cites the source of its formula, in its own comment or in its
//! module's.

#![allow(clippy::unwrap_used, clippy::expect_used)]
#![allow(clippy::disallowed_methods, reason = "a test may read the sources")]

use std::fs;
use std::path::{Path, PathBuf};

/// Files without a formula.
const NO_FORMULA: [&str; 1] = ["error.rs"];

/// Return types of functions that compute a quantity.
const QUANTITIES: [&str; 9] =
    ["f64", "Step", "Range", "Span", "Sides", "Estimate", "PromptEstimate", "Operations", "Vec<TimePart>"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if NO_FORMULA.contains(&name) {
            continue;
        }
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

fn cites(comment: &str) -> bool {
    ["Source", "arXiv", "http", "et al", "published by"].iter().any(|word| comment.contains(word))
}

/// The name and the comment of each public function that returns a quantity.
fn computing(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut comment = String::new();
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(words) = line.strip_prefix("///") {
            comment.push_str(words);
        } else if line.starts_with("pub fn ") || line.starts_with("pub const fn ") {
            let signature: String = text.lines().skip(at).take_while(|line| !line.trim().is_empty()).take(8).collect();
            let signature = signature.split('{').next().unwrap_or_default().to_owned();
            let returned = signature.rsplit_once("->").map_or("", |(_, returned)| returned);
            let names: Vec<&str> = returned.split(|c: char| !(c.is_alphanumeric() || "<>".contains(c))).collect();
            // Methods are taken as getters of stored numbers, which need no source.
            let getter = signature.contains("(self)") || signature.contains("(&self)");
            let inner = |name: &str| {
                names
                    .iter()
                    .any(|word| word.trim_start_matches("Option<").trim_end_matches('>') == name.trim_end_matches('>'))
            };
            if QUANTITIES.into_iter().any(inner) && !getter {
                let name = line.split("fn ").nth(1).unwrap_or_default().split(['(', '<']).next().unwrap_or_default();
                found.push((name.to_owned(), comment.clone()));
            }
            comment.clear();
        } else if !line.starts_with("#[") {
            comment.clear();
        }
    }
    found
}

#[test]
fn every_formula_names_its_source() {
    let mut all = Vec::new();
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    files(&own.join("src"), &mut all);
    let (mut checked, mut without) = (0, Vec::new());
    for path in all {
        let text = fs::read_to_string(&path).expect("a source file");
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        for (name, comment) in computing(&text) {
            checked += 1;
            if !cites(&comment) && !cites(&head) {
                without
                    .push(format!("{}: {name}", path.file_name().and_then(|name| name.to_str()).unwrap_or_default()));
            }
        }
    }
    without.sort();
    assert!(checked > 25, "{checked}");
    assert_eq!(without, Vec::<String>::new());
}
