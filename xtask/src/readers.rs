//! The feed readers that the feeds are tried with: feedparser, in a Python of its own below `target`, and newsboat.

use crate::command::{line, root};
use crate::steps::Steps;
use crate::tools::install;
use anyhow::{Context, Result};

/// The folder, below the root, of the Python that has feedparser.
const PYTHON: &str = "target/feed-readers";
/// The version that the checks were written against.
const FEEDPARSER: &str = "feedparser==6.0.14";

/// The path of that Python, by which the tests find it.
pub(crate) fn python() -> String {
    root().join(PYTHON).join("bin/python").display().to_string()
}

/// Both readers, installed where they are missing.
pub(crate) fn for_feeds(steps: &mut Steps) -> Result<()> {
    steps.step("Feed readers", || {
        ensure_feedparser()?;
        ensure_newsboat()
    })
}

fn ensure_feedparser() -> Result<()> {
    if line(&format!("{} -m pip show --quiet feedparser", python())).answer().is_some() {
        return Ok(());
    }
    let environment = line(&format!("python3 -m venv {PYTHON}"));
    if environment.run().is_err() {
        install("python3 python3-venv").context("Python 3 with its venv module is missing, and feedparser needs it")?;
        environment.run()?;
    }
    line(&format!("{PYTHON}/bin/python -m pip install --quiet --disable-pip-version-check {FEEDPARSER}")).run()
}

fn ensure_newsboat() -> Result<()> {
    if line("newsboat --version").answer().is_some() {
        return Ok(());
    }
    install("newsboat").context("newsboat is missing: install it, the feeds are tried with it")
}
