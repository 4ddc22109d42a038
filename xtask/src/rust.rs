//! Checks the Rust code.
//!
//! All checks take the whole workspace, so that cargo chooses the same features of each dependency every time and
//! compiles it once. Warnings are denied through clippy's and rustdoc's own flags: RUSTFLAGS would also apply to the
//! dependencies, and recompile them all.
//!
//! The tests have two tiers. A test whose path contains `slow::` (kills, rebuilds, hostile input, full disks, scale,
//! feed readers) is in the slow tier, every other one in the fast tier.

use crate::command::{CommandLine, line};
use crate::readers;
use crate::steps::Steps;
use anyhow::Result;
use std::path::Path;

/// Part of the path of every slow test.
const SLOW: &str = "slow::";
const TEST: &str = "cargo test --locked --workspace --no-fail-fast";

/// The package whose tests fit the measurements for minutes, among the rare checks.
const FIT: &str = "rooflight-fit";

const LINTS: &str = "cargo clippy --locked --workspace --all-targets -- -D warnings";

/// Checkers of workflows and shell scripts: a command that succeeds if one is installed, and the command that checks.
const CHECKERS: [(&str, &str); 3] = [
    ("actionlint -version", "actionlint"),
    ("zizmor --version", "zizmor --offline --no-progress ."),
    ("shellcheck --version", "shellcheck install.sh"),
];

/// Checks the format, which takes seconds.
pub(crate) fn format(steps: &mut Steps) -> Result<()> {
    steps.step("Format", || line("cargo fmt --all --check").run())
}

/// Checks lints, and workflows and scripts if their checkers are installed.
pub(crate) fn lint(steps: &mut Steps) -> Result<()> {
    steps.step("Lints", || {
        line(LINTS).run()?;
        // All targets have the features of the tests; this is the program of a plain `cargo run`.
        line("cargo clippy --locked --package rooflight --bins -- -D warnings").run()
    })?;
    steps.step("Workflows and scripts", || {
        for (probe, check) in CHECKERS {
            if line(probe).answer().is_some() {
                line(check).run()?;
            } else {
                println!("left out, since it is not here and the job `workflows` runs it: {check}");
            }
        }
        Ok(())
    })
}

/// Builds the documentation, and fails on broken links.
pub(crate) fn document(steps: &mut Steps) -> Result<()> {
    let doc = line("cargo doc --locked --workspace --no-deps").with("RUSTDOCFLAGS", "-D warnings");
    steps.step("Documentation", || doc.run())
}

/// Checks the format, runs the fast tier, and lints if a source differs from the last commit.
pub(crate) fn quick(steps: &mut Steps) -> Result<()> {
    format(steps)?;
    test_fast(steps)?;
    let changed = line("git status --porcelain -- *.rs *.toml").answer();
    if changed.is_some_and(|changed| changed.is_empty()) {
        return Ok(());
    }
    steps.step("Lints", || line(LINTS).run())
}

/// Runs the tests of the fit.
pub(crate) fn test_fit(steps: &mut Steps) -> Result<()> {
    steps.step("The fit of the measurements", || line("cargo test --locked --workspace --test fit").run())
}

/// Runs the fast tier, without the examples in the documentation.
pub(crate) fn test_fast(steps: &mut Steps) -> Result<()> {
    steps.step("Compile the tests", || line(&format!("{TEST} --tests --no-run")).run())?;
    steps.step("Fast tests", || tests(&format!("--skip {SLOW}")).run())
}

/// Runs both tiers and the examples in the documentation.
pub(crate) fn test(steps: &mut Steps) -> Result<()> {
    test_fast(steps)?;
    steps.step("Examples in the documentation", || line(&format!("{TEST} --doc")).run())?;
    steps.step("Slow tests", || tests(SLOW).run())
}

/// Returns the command for the tests that pass a filter. Tests of both tiers use the feed readers' Python.
fn tests(filter: &str) -> CommandLine {
    let tests = line(&format!("{TEST} --tests --exclude {FIT} -- {filter}"));
    let python = readers::python();
    if Path::new(&python).exists() { tests.with("ROOFLIGHT_FEED_READERS", python) } else { tests }
}
