//! `cargo xtask fuzz [SECONDS]`: runs each target of `fuzz/` on random input for that many seconds.
//!
//! The targets are built without a sanitizer, since we have no `unsafe` code. The fuzzer then needs nothing unstable,
//! so the pinned compiler builds them, with the fuzzer's instrumentation and therefore in a separate folder
//! (`target/fuzz`).
//!
//! Inputs that reach new code stay in `target/fuzz-corpus`. An input that crashes a target is written to
//! `fuzz/artifacts`; commit it to `fuzz/corpus` with its fix. The other targets run nevertheless.

use crate::command::{line, root};
use crate::steps::Steps;
use anyhow::{Context, Result};

const TARGETS: [&str; 19] = [
    "front_matter",
    "markdown",
    "settings",
    "catalog",
    "query",
    "card",
    "machine",
    "import",
    "template",
    "annotate",
    "declared",
    "expression",
    "header",
    "message",
    "stream",
    "git",
    "lists",
    "glossary",
    "exports",
];
const TOOL: &str = "cargo-fuzz@0.13.2";

/// Runs each target for the number of seconds on the command line, a minute by default.
pub(crate) fn run(steps: &mut Steps) -> Result<()> {
    let seconds: u32 = std::env::args().nth(2).and_then(|word| word.parse().ok()).unwrap_or(60);
    steps.step("cargo-fuzz", || {
        let here = line("cargo fuzz --version").answer().is_some();
        if here { Ok(()) } else { line(&format!("cargo install --locked {TOOL}")).run() }
    })?;
    let built = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned()) + "/fuzz";
    let mut result = Ok(());
    for target in TARGETS {
        let ran = steps.step(target, || {
            let found = format!("target/fuzz-corpus/{target}");
            std::fs::create_dir_all(root().join(&found)).with_context(|| format!("cannot make {found}"))?;
            line(&format!(
                "cargo fuzz run --sanitizer none --target-dir {built} {target} {found} fuzz/corpus/{target} -- -max_total_time={seconds} -timeout=20 -max_len=8192 -print_final_stats=1"
            ))
            .run()
        });
        result = result.and(ran);
    }
    result
}
