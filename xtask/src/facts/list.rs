//! The list of facts: packages, statements, and flags that no package has to have.
//!
//! ```text
//! package  crates.io  llama-cpp-sys-2  0.1.161
//! program  llama-bench  llama-cpp-sys-2
//! other    -pl  of a program that is in no package here
//! fact     content/glossary/batch-size.md | llama-cpp-sys-2 | common/common.h | n_batch = 2048
//! ```
//!
//! Empty lines and those that begin with `#` say nothing.

use anyhow::{Result, bail};

/// Where a package comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Registry {
    /// crates.io.
    Crates,
    /// `PyPI`.
    Python,
}

/// A package of a version.
#[derive(Debug, Clone)]
pub(crate) struct Package {
    pub(crate) registry: Registry,
    pub(crate) name: String,
    pub(crate) version: String,
}

/// A statement: the page that makes it, and the text that proves it.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) page: String,
    pub(crate) package: String,
    pub(crate) file: String,
    pub(crate) text: String,
}

/// The whole list.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) packages: Vec<Package>,
    pub(crate) statements: Vec<Statement>,
    /// Programs, as command lines name them, each with its package.
    pub(crate) programs: Vec<(String, String)>,
    /// Flags of programs that are in no package here.
    pub(crate) others: Vec<String>,
}

impl Facts {
    /// Reads the list.
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
