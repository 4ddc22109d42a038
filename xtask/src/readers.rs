//! Feed readers that test the feeds: feedparser, in a Python environment below `target`, and newsboat. Beside
//! feedparser lies the SDK of the Model Context Protocol, whose client tests `rooflight mcp`. The validator of the W3C,
//! which no package manager has, runs where `ROOFLIGHT_FEEDVALIDATOR` names a checkout of its source code.

use crate::command::{line, root};
use crate::site;
use crate::steps::Steps;
use crate::tools::install;
use anyhow::{Context, Result};

/// The Python environment with feedparser, below the root.
const PYTHON: &str = "target/feed-readers";
/// The versions that the checks were written against: a reader of feeds, and the client of the Model Context Protocol.
const FEEDPARSER: &str = "feedparser==6.0.14";
const MCP: &str = "mcp==2.3.0";
/// The readers of exported vocabularies and inventories.
const VOCABULARIES: &str = "rdflib==7.6.0 Sphinx==9.0.4";

/// The environment variable that names the checkout of the W3C's validator.
const VALIDATOR: &str = "ROOFLIGHT_FEEDVALIDATOR";
/// The packages that it imports.
const OF_VALIDATOR: &str = "lxml==6.1.3 html5lib==1.1 rdflib==7.6.0";

/// The path of that Python; tests receive it as `ROOFLIGHT_FEED_READERS`.
pub(crate) fn python() -> String {
    root().join(PYTHON).join("bin/python").display().to_string()
}

/// Installs both readers where they are missing.
pub(crate) fn for_feeds(steps: &mut Steps) -> Result<()> {
    steps.step("Feed readers", || {
        ensure_feedparser()?;
        ensure_newsboat()
    })
}

/// Validates every feed of the built site.
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
