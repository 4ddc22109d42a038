//! Checks the built site: the types of its scripts, then its pages and its WebAssembly in Node and in a browser.

use crate::command::{Line, line};
use crate::steps::Steps;
use crate::{rust, site, tools};
use anyhow::{Context, Result};

const IN_BROWSER: &str = "Site in the browser";

/// Everything that `package.json` can check.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    in_browser(steps)?;
    lighthouse(steps)
}

/// Everything that `package.json` can check, while cargo checks the Rust code: browsers and the compiler each leave a
/// core idle at times.
pub(crate) fn check_beside_rust(steps: &mut Steps) -> Result<()> {
    types(steps)?;
    steps.beside(IN_BROWSER, &npm("npm test")?, |steps| {
        rust::lint(steps)?;
        rust::document(steps)?;
        rust::test(steps)
    })?;
    lighthouse(steps)
}

fn in_browser(steps: &mut Steps) -> Result<()> {
    types(steps)?;
    let test = npm("npm test")?;
    steps.step(IN_BROWSER, || test.run())
}

fn types(steps: &mut Steps) -> Result<()> {
    steps.step("Types of the scripts", || line("npm run types").run())
}

/// Runs alone, since it measures time.
fn lighthouse(steps: &mut Steps) -> Result<()> {
    let lighthouse = npm("npm run lighthouse")?;
    steps.step("Lighthouse", || lighthouse.run())
}

fn npm(words: &str) -> Result<Line> {
    let browser = tools::browser().context("no browser: set CHROME_PATH to one")?.display().to_string();
    let command = line(words).with("CHROME_PATH", browser);
    Ok(command.with("ROOFLIGHT_DIST", site::for_checks()).with("ROOFLIGHT_BIN", site::program()))
}
