//! Builds the reference site with the program of this repository.

use crate::command::{line, root};
use crate::steps::Steps;
use anyhow::Result;
use std::path::PathBuf;

/// The folder of the site that the checks use, relative to the root; `dist` is the user's.
const FOR_CHECKS: &str = "target/site";

/// Builds the program that the checks run, and the smallest test: tests choose the dependencies' features, which would
/// otherwise be compiled twice.
pub(crate) const BUILD: &str = "cargo build --locked --workspace --bin rooflight --test codec";

/// Returns the absolute path of the site that the checks use.
pub(crate) fn for_checks() -> String {
    root().join(FOR_CHECKS).display().to_string()
}

/// Builds the site into `dist`.
pub(crate) fn build(steps: &mut Steps) -> Result<()> {
    steps.step("Site", || line("cargo run --locked --release -- build").run())
}

/// Builds the site for the checks with the unoptimised program that the tests run, which writes the same bytes.
pub(crate) fn build_for_checks(steps: &mut Steps) -> Result<()> {
    steps.step("Program", || line(BUILD).run())?;
    steps.step("Site", || line(&format!("{} build --out {FOR_CHECKS}", program())).run())
}

/// Returns the path of the program that the checks run.
pub(crate) fn program() -> String {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let name = format!("rooflight{}", std::env::consts::EXE_SUFFIX);
    root().join(target).join("debug").join(name).display().to_string()
}
