//! The checks of the Rust code.
//!
//! All of them take the whole workspace, so that cargo chooses the same features of each dependency every time and
//! compiles it once. Warnings are refused through clippy's and rustdoc's own flags: RUSTFLAGS would reach the
//! dependencies too, and compile them all again.

use crate::command::line;
use crate::readers;
use crate::steps::Steps;
use anyhow::Result;

/// Format, lints, documentation and tests.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    steps.step("Format", || line("cargo fmt --all --check").run())?;
    steps.step("Lints", || line("cargo clippy --locked --workspace --all-targets -- -D warnings").run())?;
    let doc = line("cargo doc --locked --workspace --no-deps").with("RUSTDOCFLAGS", "-D warnings");
    steps.step("Documentation", || doc.run())?;
    let test = line("cargo test --locked --workspace --no-fail-fast").with("ROOFLIGHT_FEED_READERS", readers::python());
    steps.step("Rust tests", || test.run())
}
