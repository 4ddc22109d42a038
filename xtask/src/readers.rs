//! Installs the readers that test the feeds and other formats: feedparser, in a Python environment in `target`, and
//! newsboat. The environment also has the SDK of the Model Context Protocol, whose client tests `rooflight mcp`, and
//! readers of vocabularies. The W3C's feed validator, which no package manager has, runs if `ROOFLIGHT_FEEDVALIDATOR`
//! names a checkout of its source code.

use crate::command::{line, root};
use crate::site;
use crate::steps::Steps;
use crate::tools::install;
use anyhow::{Context, Result};

/// The Python environment's folder, relative to the root.
const PYTHON: &str = "target/feed-readers";
/// The versions of feedparser and of the Model Context Protocol's client that the checks were written for.
const FEEDPARSER: &str = "feedparser==6.0.14";
const MCP: &str = "mcp==2.3.0";
/// The readers of exported vocabularies and inventories.
const VOCABULARIES: &str = "rdflib==7.6.0 Sphinx==9.0.4";

/// The environment variable with the path of the validator's checkout.
const VALIDATOR: &str = "ROOFLIGHT_FEEDVALIDATOR";
/// The packages that the validator imports.
const OF_VALIDATOR: &str = "lxml==6.1.3 html5lib==1.1 rdflib==7.6.0";

/// Returns the path of the environment's Python, which tests receive as `ROOFLIGHT_FEED_READERS`.
pub(crate) fn python() -> String {
    root().join(PYTHON).join("bin/python").display().to_string()
}

/// Installs the readers that are missing.
pub(crate) fn for_feeds(steps: &mut Steps) -> Result<()> {
    steps.step("Feed readers", || {
        ensure_feedparser()?;
        ensure_newsboat()
    })
}

/// Validates every feed of the built site, if there is a validator.
pub(crate) fn w3c(steps: &mut Steps) -> Result<()> {
    let Ok(checkout) = std::env::var(VALIDATOR) else {
        println!("\nleft out: the feed validator of the W3C; {VALIDATOR} may name a checkout of it");
        return Ok(());
    };
    steps.step("W3C feed validator", || {
        line(&format!("{PYTHON}/bin/python -m pip install --quiet --disable-pip-version-check {OF_VALIDATOR}"))
            .run()?;
        line(&format!("{PYTHON}/bin/python tests/feeds/w3c.py {checkout} {}", site::for_checks())).run()
    })
}

fn ensure_feedparser() -> Result<()> {
    if line(&format!("{} -m pip show --quiet feedparser mcp rdflib sphinx", python())).answer().is_some() {
        return Ok(());
    }
    let environment = line(&format!("python3 -m venv {PYTHON}"));
    if environment.run().is_err() {
        install("python3 python3-venv").context("Python 3 with its venv module is missing, and feedparser needs it")?;
        environment.run()?;
    }
    line(&format!(
        "{PYTHON}/bin/python -m pip install --quiet --disable-pip-version-check {FEEDPARSER} {MCP} {VOCABULARIES}"
    ))
    .run()
}

fn ensure_newsboat() -> Result<()> {
    if line("newsboat --version").answer().is_some() {
        return Ok(());
    }
    install("newsboat").context("newsboat is missing: install it, the feeds are tried with it")
}
