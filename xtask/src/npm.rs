//! Packs the estimator for npm, in `target/npm`: modules, shim, records and types, from the site that the checks build.

use crate::command::line;
use crate::steps::Steps;
use anyhow::Result;

/// Makes the package, without publishing it.
pub(crate) fn build(steps: &mut Steps) -> Result<()> {
    steps.step("Package", || line("node estimator-wasm/npm/pack.mjs target/site target/npm").run())
}
