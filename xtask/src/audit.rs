//! `cargo xtask audit`: what the dependencies are. Their licences, their origin and their number of versions are held to `deny.toml`.
//!
//! cargo-deny is compiled where it is missing, which takes some minutes: so this is no part of `cargo xtask test`, which makes the same
//! checks where the tool is there already. With `--advisories` the list of known weaknesses is fetched and asked as well.

use crate::command::line;
use crate::steps::Steps;
use anyhow::Result;

/// The version that `deny.toml` was written for.
const TOOL: &str = "cargo-deny@0.20.2";
/// Without `--workspace` it would look at what this program depends on, and leave out the modules for browsers and the chores.
const CHECKS: &str = "cargo deny --workspace --locked --offline check licenses bans sources";

/// Installs the tool where it is missing, and checks.
pub(crate) fn run(steps: &mut Steps) -> Result<()> {
    steps.step(
        "cargo-deny",
        || if is_here() { Ok(()) } else { line(&format!("cargo install --locked {TOOL}")).run() },
    )?;
    // So that what follows needs no network.
    steps.step("Dependencies, fetched", || line("cargo fetch --locked").run())?;
    steps.step("Licences, versions, origins", || line(CHECKS).run())
}

/// The same, and the known weaknesses.
pub(crate) fn run_with_advisories(steps: &mut Steps) -> Result<()> {
    run(steps)?;
    steps.step("Known weaknesses", || line("cargo deny --workspace --locked check advisories").run())
}

/// The same checks where the tool is there; elsewhere a line that says how to get it.
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
