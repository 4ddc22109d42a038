//! The checks of the Rust code.
//!
//! All of them take the whole workspace, so that cargo chooses the same features of each dependency every time and
//! compiles it once. Warnings are refused through clippy's and rustdoc's own flags: RUSTFLAGS would reach the
//! dependencies too, and compile them all again.
//!
//! The tests have two tiers. A test whose path has `slow::` in it (kills, rebuilds, hostile input, full disks, scale,
//! feed readers) is in the slow one, every other in the fast one, so that each is in exactly one of them.

use crate::command::{Line, line, root};
use crate::readers;
use crate::steps::Steps;
use anyhow::{Context, Result};
use std::path::Path;

/// The mark of the slow tier in the path of a test.
const SLOW: &str = "slow::";
const TEST: &str = "cargo test --locked --workspace --no-fail-fast";

/// How a checker of workflows or shell scripts answers where it is installed, and what it checks.
const CHECKERS: [(&str, &str); 3] = [
    ("actionlint -version", "actionlint"),
    ("zizmor --version", "zizmor --offline --no-progress ."),
    ("shellcheck --version", "shellcheck install.sh"),
];

/// Format, clippy, and the workflows and scripts where their checkers are installed.
pub(crate) fn lint(steps: &mut Steps) -> Result<()> {
    steps.step("Format", || {
        line("cargo fmt --all --check").run()?;
        line(&format!("rustfmt --edition 2024 --check {}", modules_of_a_macro()?.join(" "))).run()
    })?;
    steps.step("Lints", || line("cargo clippy --locked --workspace --all-targets -- -D warnings").run())?;
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

/// The calculators: a macro declares their modules, and `cargo fmt` follows declarations alone.
fn modules_of_a_macro() -> Result<Vec<String>> {
    let folder = root().join("crates/calculators/src");
    let files = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths = files.map(|entry| Ok(entry?.path().display().to_string())).collect::<Result<Vec<_>>>()?;
    Ok(paths.into_iter().filter(|path| path.ends_with(".rs")).collect())
}

/// The documentation of the code, with every link in it.
pub(crate) fn document(steps: &mut Steps) -> Result<()> {
    let doc = line("cargo doc --locked --workspace --no-deps").with("RUSTDOCFLAGS", "-D warnings");
    steps.step("Documentation", || doc.run())
}

/// The fast tier alone, without examples in the documentation.
pub(crate) fn test_fast(steps: &mut Steps) -> Result<()> {
    steps.step("Compile the tests", || line(&format!("{TEST} --tests --no-run")).run())?;
    steps.step("Fast tests", || tests(&format!("--skip {SLOW}")).run())
}

/// Both tiers and the examples in the documentation.
pub(crate) fn test(steps: &mut Steps) -> Result<()> {
    test_fast(steps)?;
    steps.step("Examples in the documentation", || line(&format!("{TEST} --doc")).run())?;
    steps.step("Slow tests", || tests(SLOW).run())
}

/// Both tiers read some files back with foreign readers, so both are told where those are.
fn tests(filter: &str) -> Line {
    let tests = line(&format!("{TEST} --tests -- {filter}"));
    let python = readers::python();
    if Path::new(&python).exists() { tests.with("ROOFLIGHT_FEED_READERS", python) } else { tests }
}
