//! The program ships few packages, and every package comes from the registry with its checksum.

use crate::support::repository;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// The most packages that a plain `cargo build` compiles; those of tests and build scripts do not count. Each has to be
/// trusted.
const MAX_SHIPPED: usize = 150;
/// The most that the features of a release may add: ICU4X and the formats of `import`.
const MAX_OF_FEATURES: usize = 55;

#[test]
fn the_program_is_made_of_few_packages() {
    let (without, with) = (packages(&[]), packages(&["--features", "full"]));
    assert!(without.len() > 50 && without.len() <= MAX_SHIPPED, "{} packages", without.len());
    let added: Vec<&String> = with.difference(&without).collect();
    assert!((1..=MAX_OF_FEATURES).contains(&added.len()), "{} packages: {added:?}", added.len());
}

/// The packages that the program is compiled from with these options.
fn packages(options: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args("tree --locked --offline --package rooflight --edges normal --prefix none".split(' ')).args(options);
    let output = cargo.current_dir(repository()).output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    tree.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

#[test]
fn dependencies_come_from_the_registry() {
    let lock = fs::read_to_string(repository().join("Cargo.lock")).expect("the lock file");
    for package in lock.split("[[package]]").skip(1) {
        let name = package.lines().find_map(|line| line.strip_prefix("name = ")).expect("a name").trim_matches('"');
        let is_own = name == "xtask" || name.split('-').next() == Some("rooflight");
        assert_eq!(package.contains("\nsource = \"registry+"), !is_own, "{name} comes from elsewhere");
        assert_eq!(package.contains("\nchecksum = "), !is_own, "{name} has no checksum");
    }
}

#[test]
fn node_packages_are_pinned_and_checked() {
    let lock = fs::read_to_string(repository().join("package-lock.json")).expect("the lock file");
    let lock: serde_json::Value = serde_json::from_str(&lock).expect("JSON");
    let packages = lock["packages"].as_object().expect("packages");
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        assert!(package["integrity"].as_str().is_some_and(|sum| sum.starts_with("sha512-")), "{path} has no checksum");
        assert!(package["dev"] == true || package["devOptional"] == true, "{path} is for checks alone");
    }
    let wanted = lock["packages"][""]["devDependencies"].as_object().expect("dependencies");
    for (name, version) in wanted {
        let exact = version.as_str().is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()));
        assert!(exact, "{name} is wanted in any version: {version}");
    }
}
