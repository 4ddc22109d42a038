//! ARCHITECTURE.md, CONTRIBUTING.md and docs/decisions.md name files, folders and items of the code that exist, and
//! list the crates in the order of their dependencies.

use crate::support::repository;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

const DOCUMENTS: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md"];

/// Files that only a release or another repository has.
const NOT_HERE: [&str; 4] =
    ["content/strings.yaml", "target/dist/crates/source", "rooflight/packages", "w3c/feedvalidator"];

/// The code spans of a document.
fn code(document: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(repository().join(document)).expect("a document");
    let spans = text.split('`').skip(1).step_by(2);
    spans.filter(|span| !span.contains(char::is_whitespace)).map(str::to_owned).collect()
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn alternatives(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let (inside, after) = rest.split_once('}').expect("a closing brace");
    inside.split(',').map(|name| format!("{before}{name}{after}")).collect()
}

/// Paths of the repository's files and folders, from its root.
fn paths() -> impl Iterator<Item = String> {
    let left_out = ["target", "node_modules", ".git"];
    let entries = WalkDir::new(repository())
        .into_iter()
        .filter_entry(move |entry| entry.file_name().to_str().is_some_and(|name| !left_out.contains(&name)));
    entries.map(|entry| {
        let path = entry.expect("a file").into_path();
        path.strip_prefix(repository()).expect("below it").to_string_lossy().into_owned()
    })
}

/// Whether a code span is the path of a file or folder.
fn is_path(span: &str) -> bool {
    let extension = Path::new(span).extension().and_then(|extension| extension.to_str());
    let of_source = extension.is_some_and(|name| ["rs", "js", "mjs", "toml", "yaml", "yml", "html"].contains(&name));
    let is_plain = |span: &str| span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-{},*<>".contains(c));
    is_plain(span) && !span.starts_with(['/', '.', '-', '<']) && (of_source || span.contains('/'))
}

#[test]
fn every_path_exists() {
    let known: Vec<String> = paths().map(|path| format!("/{path}")).collect();
    let exists = |path: &str| {
        let end = path.trim_end_matches('/').trim_end_matches('*').replace("<kind>", "decode-speed");
        let name = end.trim_start_matches("../");
        let end = format!("/{name}");
        known.iter().any(|known| if path.ends_with('*') { known.contains(&end) } else { known.ends_with(&end) })
    };
    let mut checked = 0;
    for document in DOCUMENTS {
        for span in code(document).iter().filter(|span| is_path(span) && !NOT_HERE.contains(&span.as_str())) {
            for path in alternatives(span) {
                assert!(exists(&path), "{document} names {path}, which does not exist");
                checked += 1;
            }
        }
    }
    assert!(checked >= 100, "only {checked} paths were recognized");
}

#[test]
fn every_item_exists() {
    let is_source = |path: &String| [".rs", ".toml", ".yml"].iter().any(|end| path.ends_with(end));
    let read = |path: String| fs::read_to_string(repository().join(path)).expect("a source");
    let sources: String = paths().filter(is_source).map(read).collect();
    let words: BTreeSet<&str> = sources.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let is_item = |span: &str| {
        span.chars().all(|c| c.is_ascii_alphanumeric() || "_!".contains(c))
            && (span.contains('_') || span.ends_with('!') || span.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    for document in DOCUMENTS {
        for span in code(document).iter().filter(|span| is_item(span)) {
            assert!(words.contains(span.trim_end_matches('!')), "{document} names {span}, which no source has");
        }
    }
}

#[test]
fn crates_depend_on_those_before_them() {
    let text = fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("the document");
    let (_, list) = text.split_once("The crates in their order").expect("the list of crates");
    let (list, _) = list.split_once(". ").expect("its end");
    let order: Vec<&str> = list.split('`').skip(1).step_by(2).filter(|name| *name != "src").collect();
    let rank: BTreeMap<&str, usize> = order.iter().enumerate().map(|(rank, name)| (*name, rank)).collect();

    let folders = fs::read_dir(repository().join("crates")).expect("the crates");
    let mut folders: Vec<_> = folders.map(|entry| entry.expect("a crate").path()).collect();
    folders.extend(["estimator", "estimator-wasm"].map(|name| repository().join(name)));
    assert_eq!(order.len(), folders.len(), "{order:?}");
    for folder in folders {
        let name = folder.file_name().and_then(|name| name.to_str()).expect("its name");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("its manifest");
        let dependencies = manifest.split_once("[dependencies]").map_or("", |(_, rest)| rest);
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        let own = rank.get(name).unwrap_or_else(|| panic!("{name} has no place in the order"));
        for line in dependencies.lines().filter_map(|line| line.strip_prefix("rooflight-")) {
            let used = line.split(['.', ' ', '=']).next().unwrap_or_default();
            let used = rank.get(used).unwrap_or_else(|| panic!("{name} uses {used}, which has no place in the order"));
            assert!(used < own, "{name} uses {}, which is not before it", order[*used]);
        }
    }
}

#[test]
fn one_module_prints_one_starts_programs_and_one_crate_writes() {
    let owners: [(&[&str], &[&str]); 3] = [
        (&["stdout().", "stderr().", "stdout())", "stderr())"], &["src/cli/output.rs", "src/edge/progress.rs"]),
        (&["Command::new("], &["src/edge/program.rs"]),
        (&["fs::write", "fs::rename", "fs::remove", "fs::create_dir", "fs::copy", "File::create", "OpenOptions"], &[]),
    ];
    for path in paths().filter(|path| path.starts_with("src/") && path.ends_with(".rs")) {
        let text = fs::read_to_string(repository().join(&path)).expect("a source");
        let text = text.replace("stdout().is_terminal()", "").replace("stderr().is_terminal()", "");
        for (words, owners) in &owners {
            let used = words.iter().find(|word| text.contains(**word));
            assert!(used.is_none() || owners.contains(&path.as_str()), "{path} uses {used:?}");
        }
    }
}
