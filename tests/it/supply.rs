//! Every package comes from the registry with its checksum.

use crate::support::repository;
use std::fs;

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
