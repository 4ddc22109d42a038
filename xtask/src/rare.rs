//! Checks that take minutes and whose inputs change rarely: Lighthouse, packages, the fit of the measurements.
//!
//! 1. A check is left out while its inputs are those of its last success on this machine, and no file among them
//!    differs from the last commit.
//! 2. `cargo xtask test --rare` runs them all, as a release does.
//!
//! The inputs of each passed check are noted in the user's cache folder, so that a fresh clone of the same inputs is
//! not checked again.

use crate::command::{line, root};
use crate::steps::Steps;
use crate::{dist, rust, web};
use anyhow::{Context, Result};
use std::path::PathBuf;

/// A check: its name, the files that it depends on, and its steps.
struct RareCheck {
    name: &'static str,
    inputs: &'static [&'static str],
    run: fn(&mut Steps) -> Result<()>,
}

const CHECKS: [RareCheck; 3] = [
    RareCheck {
        name: "fit",
        inputs: &[
            "content/anchors",
            "content/catalog",
            "content/fit.json",
            "crates/compiler/src/calibrate",
            "crates/fit",
            "docs/estimator.md",
            "estimator",
        ],
        run: rust::test_fit,
    },
    RareCheck {
        name: "packages",
        inputs: &["Cargo.lock", "Cargo.toml", "install.sh", "packaging", "src/cli/mod.rs", "xtask/src/dist"],
        run: dist::try_program_of_checks,
    },
    RareCheck {
        name: "lighthouse",
        inputs: &[
            "crates/compiler/src/site",
            "crates/compiler/src/writers",
            "package-lock.json",
            "static",
            "templates",
            "tests/lighthouse",
        ],
        run: web::lighthouse,
    },
];

/// Runs the checks whose inputs have changed.
pub(crate) fn changed(steps: &mut Steps) -> Result<()> {
    for check in &CHECKS {
        let inputs = inputs(check)?;
        let note = note(check.name);
        if inputs.is_some() && std::fs::read_to_string(&note).ok() == inputs {
            println!(
                "\n== {}: left out, since nothing that it depends on has changed since it passed here",
                check.name
            );
            continue;
        }
        (check.run)(steps)?;
        if let Some(inputs) = inputs {
            let folder = note.parent().context("a folder")?;
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            std::fs::write(&note, inputs).with_context(|| format!("cannot write {}", note.display()))?;
        }
    }
    Ok(())
}

/// Runs all of them.
pub(crate) fn all(steps: &mut Steps) -> Result<()> {
    CHECKS.iter().try_for_each(|check| (check.run)(steps))
}

/// Lists a check's committed inputs with their hashes; `None` if one of them differs from the last commit.
fn inputs(check: &RareCheck) -> Result<Option<String>> {
    let of = |command: &str| {
        let command = format!("git {command} -- {}", check.inputs.join(" "));
        line(&command).answer().with_context(|| format!("this command failed: {command}"))
    };
    Ok(if of("status --porcelain")?.is_empty() { Some(of("ls-files --stage")?) } else { None })
}

/// Returns the file that notes what a check last passed on.
fn note(name: &str) -> PathBuf {
    let home = || std::env::home_dir().map(|home| home.join(".cache"));
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
    // Without a home there is still the target folder.
    cache.unwrap_or_else(|| root().join("target")).join("rooflight-checks").join(name)
}
