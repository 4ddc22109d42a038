//! Checks the built site: the types of its scripts, then its pages and WebAssembly in Node and in a browser.

use crate::command::{CommandLine, line};
use crate::steps::Steps;
use crate::{rust, site, tools};
use anyhow::{Context, Result};

const IN_BROWSER: &str = "Site in the browser";

/// Runs all checks in `package.json`.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    in_browser(steps)
}

/// Runs all checks in `package.json` while cargo checks the Rust code: browsers and the compiler both leave cores idle
/// at times.
pub(crate) fn check_with_rust(steps: &mut Steps) -> Result<()> {
    types(steps)?;
    steps.with_background(IN_BROWSER, &npm("npm test")?, |steps| {
        rust::lint(steps)?;
        rust::document(steps)?;
        rust::test(steps)
    })
}

fn in_browser(steps: &mut Steps) -> Result<()> {
    types(steps)?;
    let test = npm("npm test")?;
    steps.step(IN_BROWSER, || test.run())
}

fn types(steps: &mut Steps) -> Result<()> {
    steps.step("Types of the scripts", || line("npm run types").run())
}

/// Runs Lighthouse with nothing else, since it measures time.
pub(crate) fn lighthouse(steps: &mut Steps) -> Result<()> {
    let lighthouse = npm("npm run lighthouse")?;
    steps.step("Lighthouse", || lighthouse.run())
}

fn npm(words: &str) -> Result<CommandLine> {
    let browser = tools::browser().context("no browser: set CHROME_PATH to one")?.display().to_string();
    let command = line(words).with("CHROME_PATH", browser);
    Ok(command.with("ROOFLIGHT_DIST", site::for_checks()).with("ROOFLIGHT_BIN", site::program()))
}
