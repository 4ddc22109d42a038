//! `cargo xtask fuzz [SECONDS]`: random input for each target of `fuzz/`, for so many seconds each.
//!
//! The targets are built without a sanitizer: there is no `unsafe` code of ours to watch, and so no nightly compiler is needed. What the
//! fuzzer finds interesting stays in `target/fuzz-corpus`; what ends a target is written to `fuzz/artifacts`, and belongs into
//! `fuzz/corpus` together with its mending.

use crate::command::{line, root};
use crate::steps::Steps;
use anyhow::{Context, Result};

const TARGETS: [&str; 6] = ["front_matter", "markdown", "settings", "catalog", "query", "card"];
const TOOL: &str = "cargo-fuzz@0.13.2";

/// Runs each target for as many seconds as the command line says, or for a minute.
pub(crate) fn run(steps: &mut Steps) -> Result<()> {
    let seconds: u32 = std::env::args().nth(2).and_then(|word| word.parse().ok()).unwrap_or(60);
    steps.step("cargo-fuzz", || {
        let here = line("cargo fuzz --version").answer().is_some();
        if here { Ok(()) } else { line(&format!("cargo install --locked {TOOL}")).run() }
    })?;
    for target in TARGETS {
        steps.step(target, || {
            let found = format!("target/fuzz-corpus/{target}");
            std::fs::create_dir_all(root().join(&found)).with_context(|| format!("cannot make {found}"))?;
            line(&format!(
                "cargo fuzz run --sanitizer none {target} {found} fuzz/corpus/{target} -- -max_total_time={seconds} -timeout=20 -max_len=8192"
            ))
            .run()
        })?;
    }
    Ok(())
}
