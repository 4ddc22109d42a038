//! Builds the reference site with the program of this repository.

use crate::command::{line, root};
use crate::steps::Steps;
use anyhow::Result;

/// The folder, below the root, of the site that the checks look at; `dist` stays as its owner left it.
const FOR_CHECKS: &str = "target/site";

/// The setting by which the browser checks find that site.
pub(crate) fn for_checks() -> String {
    root().join(FOR_CHECKS).display().to_string()
}

/// The site into `dist`.
pub(crate) fn build(steps: &mut Steps) -> Result<()> {
    steps.step("Site", || line("cargo run --locked --release -- build").run())
}

/// The site for the checks.
pub(crate) fn build_for_checks(steps: &mut Steps) -> Result<()> {
    steps.step("Site", || line(&format!("cargo run --locked --release -- build --out {FOR_CHECKS}")).run())
}
