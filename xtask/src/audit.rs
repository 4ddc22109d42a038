//! `cargo xtask audit`: checks the dependencies' licences, origins and duplicate versions against `deny.toml`.
//!
//! cargo-deny is compiled if it is missing, which takes minutes, so `cargo xtask test` runs the same checks only if the
//! tool is installed. `--advisories` also fetches the list of known vulnerabilities.

use crate::command::line;
use crate::steps::Steps;
use anyhow::Result;

/// The version that `deny.toml` was written for.
const TOOL: &str = "cargo-deny@0.20.2";
/// `--workspace` includes the dependencies of the WebAssembly modules and of xtask.
const CHECKS: &str = "cargo deny --workspace --locked --offline check licenses bans sources";

/// Installs the tool if it is missing, and runs the checks.
pub(crate) fn run(steps: &mut Steps) -> Result<()> {
    steps.step(
        "cargo-deny",
        || if is_here() { Ok(()) } else { line(&format!("cargo install --locked {TOOL}")).run() },
    )?;
    // The checks below run offline.
    steps.step("Dependencies, fetched", || line("cargo fetch --locked").run())?;
    steps.step("Licences, versions, origins", || line(CHECKS).run())
}

/// Runs the checks of [`run`], then checks for known vulnerabilities.
pub(crate) fn run_with_advisories(steps: &mut Steps) -> Result<()> {
    run(steps)?;
    steps.step("Known vulnerabilities", || line("cargo deny --workspace --locked check advisories").run())
}

/// Runs the same checks if the tool is installed, otherwise prints how to install it.
pub(crate) fn where_it_is_here(steps: &mut Steps) -> Result<()> {
    if is_here() {
        return steps.step("Dependencies", || line(CHECKS).run());
    }
    println!("\nleft out: cargo-deny is not here; `cargo xtask audit` installs it and checks the dependencies");
    Ok(())
}

fn is_here() -> bool {
    line("cargo deny --version").answer().is_some()
}
