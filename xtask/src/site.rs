//! Builds the reference site with the program of this repository.

use crate::command::{line, root};
use crate::steps::Steps;
use anyhow::Result;
use std::path::PathBuf;

/// The folder, below the root, of the site that the checks look at; `dist` stays as its owner left it.
const FOR_CHECKS: &str = "target/site";

/// Builds the program that the checks run. With a test, the smallest, since tests choose the features of dependencies:
/// without it they would be compiled for both.
pub(crate) const BUILD: &str = "cargo build --locked --workspace --bin rooflight --test codec";

/// The setting by which the browser checks find that site.
pub(crate) fn for_checks() -> String {
    root().join(FOR_CHECKS).display().to_string()
}

/// The site into `dist`.
pub(crate) fn build(steps: &mut Steps) -> Result<()> {
    steps.step("Site", || line("cargo run --locked --release -- build").run())
}

/// The site for the checks, by the program that the tests run: its bytes are those of the optimised one, and it is
/// compiled already.
pub(crate) fn build_for_checks(steps: &mut Steps) -> Result<()> {
    steps.step("Program", || line(BUILD).run())?;
    steps.step("Site", || line(&format!("{} build --out {FOR_CHECKS}", program())).run())
}

/// The path of the program that builds that site, by which the browser checks find it.
pub(crate) fn program() -> String {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let name = format!("rooflight{}", std::env::consts::EXE_SUFFIX);
    root().join(target).join("debug").join(name).display().to_string()
}
