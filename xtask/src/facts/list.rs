//! Parses the list of facts: packages, programs, statements, and flags that are in no package.
//!
//! ```text
//! package  crates.io  llama-cpp-sys-2  0.1.161
//! program  llama-bench  llama-cpp-sys-2
//! other    -pl  of a program that is in no package here
//! fact     content/glossary/batch-size.md | llama-cpp-sys-2 | common/common.h | n_batch = 2048
//! ```
//!
//! Empty lines and those that begin with `#` are ignored.

use anyhow::{Result, bail};

/// The registry of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Registry {
    /// crates.io.
    Crates,
    /// `PyPI`.
    Python,
}

/// A version of a package.
#[derive(Debug, Clone)]
pub(crate) struct Package {
    pub(crate) registry: Registry,
    pub(crate) name: String,
    pub(crate) version: String,
}

/// A statement of a page, and the text that proves it in a file of a package.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) page: String,
    pub(crate) package: String,
    pub(crate) file: String,
    pub(crate) text: String,
}

/// The parsed list.
#[derive(Debug, Default)]
pub(crate) struct FactList {
    pub(crate) packages: Vec<Package>,
    pub(crate) statements: Vec<Statement>,
    /// Names of programs on command lines, and their packages.
    pub(crate) programs: Vec<(String, String)>,
    /// Flags of programs that are in no listed package.
    pub(crate) others: Vec<String>,
}

impl FactList {
    /// Parses the list.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let mut facts = Self::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (kind, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let words: Vec<&str> = rest.split_whitespace().collect();
            let parts: Vec<&str> = rest.split(" | ").map(str::trim).collect();
            match (kind, words.as_slice(), parts.as_slice()) {
                ("package", [registry @ ("crates.io" | "pypi"), name, version], _) => facts.packages.push(Package {
                    registry: if *registry == "pypi" { Registry::Python } else { Registry::Crates },
                    name: (*name).to_owned(),
                    version: (*version).to_owned(),
                }),
                ("program", [program, package], _) => {
                    facts.programs.push(((*program).to_owned(), (*package).to_owned()));
                }
                ("other", [flag, ..], _) => facts.others.push((*flag).to_owned()),
                ("fact", _, [page, package, file, text]) => facts.statements.push(Statement {
                    page: (*page).to_owned(),
                    package: (*package).to_owned(),
                    file: (*file).to_owned(),
                    text: (*text).to_owned(),
                }),
                _ => bail!("line {} of the list says nothing: {line}", number + 1),
            }
        }
        Ok(facts)
    }
}
