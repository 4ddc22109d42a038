//! The checks of the built site: the types of its scripts, then its pages and its WebAssembly in Node and in a browser.

use crate::command::line;
use crate::steps::Steps;
use crate::{site, tools};
use anyhow::{Context, Result};

/// Everything that `package.json` can check.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    steps.step("Types of the scripts", || line("npm run types").run())?;
    let browser = tools::browser().context("no browser: set CHROME_PATH to one")?.display().to_string();
    let run = |words| line(words).with("ROOFLIGHT_DIST", site::for_checks()).with("CHROME_PATH", browser.clone());
    steps.step("Site in the browser", || run("npm test").run())?;
    // Alone, since it measures time.
    steps.step("Lighthouse", || run("npm run lighthouse").run())
}
