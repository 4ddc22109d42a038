//! Looks up the flags in pages' code: each must be in a package, or on the list of other programs' flags.
//!
//! 1. A flag is a word in code that begins with a hyphen: `--n-cpu-moe`, `-ub`.
//! 2. On a command line it is looked up in the package of the line's program. Command lines of programs that are not
//!    listed are skipped.
//! 3. In a sentence it may be in any package.
//!
//! The guide describes this program and is not checked.

use crate::facts::Tree;
use crate::facts::list::FactList;
use anyhow::Result;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the pages that are checked.
const PAGES: [&str; 3] = ["content/glossary", "content/compare", "content/tracks"];

/// A flag on a page.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Flag {
    name: String,
    /// The program of its command line; `None` in a sentence.
    program: Option<String>,
}

/// Looks up the flags of all pages; returns the number of missing ones.
pub(crate) fn look_up(facts: &FactList, trees: &[Tree]) -> Result<usize> {
    let mut mentioned: BTreeMap<Flag, Vec<String>> = BTreeMap::new();
    for folder in PAGES.iter().map(Path::new).filter(|folder| folder.is_dir()) {
        for page in pages(folder)? {
            let text = fs::read_to_string(&page)?;
            for (line, flag) in flags(&text) {
                mentioned.entry(flag).or_default().push(format!("{}:{line}", page.display()));
            }
        }
    }
    let mut missing = 0;
    for (Flag { name, program }, places) in &mentioned {
        let places = places.join(", ");
        let package = program.as_ref().map(|program| facts.programs.iter().find(|(known, _)| known == program));
        if let Some(None) = package {
            println!("other    {places}: `{name}` of {}", program.as_deref().unwrap_or_default());
            continue;
        }
        let package = package.flatten().map(|(_, package)| package);
        let chosen = trees.iter().filter(|tree| package.is_none_or(|package| *package == tree.package.name));
        let found: Vec<String> = chosen.filter_map(|tree| first(tree, name)).collect();
        if !found.is_empty() {
            println!("found    {places}: `{name}` in {}", found.join(", "));
        } else if facts.others.contains(name) {
            println!("other    {places}: `{name}`");
        } else {
            println!("MISSING  {places}: `{name}` is not in {}", package.map_or("any package", String::as_str));
            missing += 1;
        }
    }
    Ok(missing)
}

/// Returns the pages below a folder, sorted.
fn pages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(pages(&path)?);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the flags in a page's inline code and code blocks, each with its line.
fn flags(text: &str) -> Vec<(usize, Flag)> {
    let (mut found, mut fenced) = (Vec::new(), false);
    // After a backslash at the end of a line, the command line continues with the same program.
    let (mut program, mut goes_on): (Option<String>, bool) = (None, false);
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if !fenced {
            let code = line.split('`').skip(1).step_by(2);
            let names = code.flat_map(words).map(|name| Flag { name, program: None });
            found.extend(names.map(|flag| (number + 1, flag)));
            continue;
        }
        if !goes_on {
            program = line.trim_start_matches(['$', ' ']).split_whitespace().next().map(str::to_owned);
            // A list of flags is not a command line.
            program.take_if(|first| first.starts_with('-'));
        }
        goes_on = line.trim_end().ends_with('\\');
        let flag = |name| Flag { name, program: program.clone() };
        found.extend(words(line).map(|name| (number + 1, flag(name))));
    }
    found
}

/// Returns the flags in a piece of code.
fn words(code: &str) -> impl Iterator<Item = String> {
    let words = code.split([' ', '=', ',', '(', ')', '[', ']', '"', '\'', '/']);
    words.filter(|word| is_flag(word)).map(str::to_owned)
}

/// Returns true for `--words-with-hyphens`, or a hyphen and up to five letters or digits.
fn is_flag(word: &str) -> bool {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-').filter(|name| name.len() <= 5));
    name.is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    })
}

/// Returns the first place in a package where the flag is a whole word: package, path and line.
fn first(tree: &Tree, flag: &str) -> Option<String> {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    tree.files.iter().find_map(|(path, text)| {
        let at = text.match_indices(flag).find(|(at, _)| {
            !inside(text[..*at].chars().next_back()) && !inside(text[at + flag.len()..].chars().next())
        })?;
        let line = text[..at.0].matches('\n').count() + 1;
        Some(format!("{} {path}:{line}", tree.package.name))
    })
}

#[cfg(test)]
mod tests {
    use super::flags;

    #[test]
    fn flags_are_those_in_code() {
        let page = "Set `-ub 512` or `--n-cpu-moe N`; a - b and --not this.\n\n```console\n$ vllm serve M --max-model-len=8 \\\n  --port 1\n```\n";
        let found: Vec<String> = flags(page)
            .into_iter()
            .map(|(line, flag)| format!("{line} {} {}", flag.name, flag.program.unwrap_or_default()))
            .collect();
        assert_eq!(found, ["1 -ub ", "1 --n-cpu-moe ", "4 --max-model-len vllm", "5 --port vllm"]);
    }
}
