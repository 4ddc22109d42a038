//! The static files that a site publishes: all but those for parts that it does not have.
//!
//! 1. A file of the calculators is published where the site has answers, a file of the catalog where it has a catalog.
//! 2. A calculator's module is published where the site has that calculator.
//! 3. Any other file is published, also one of the site's own that no page names.

use crate::site::answers::Answers;
use crate::site::inputs::Inputs;
use crate::site::theming;
use rooflight_glossary::model::config::theme::Look;
use std::collections::BTreeSet;

/// Files that pages with a calculator load; so do the explorer and the page that judges measurements.
const CALCULATOR_FILES: [&str; 20] = [
    "css/combobox.css",
    "estimator/alternatives.wasm",
    "estimator/estimator.js",
    "estimator/header.wasm",
    "estimator/measure.wasm",
    "js/alternatives.js",
    "js/calculator-address.js",
    "js/calculator-form.js",
    "js/calculator-view.js",
    "js/calculator.js",
    "js/choices.js",
    "js/cite.js",
    "js/combobox.js",
    "js/estimator-client.js",
    "js/framed.js",
    "js/measure.js",
    "js/own-files.js",
    "js/own-model.js",
    "js/slider.js",
    "js/snippet.js",
];

/// The script by which a frame with a calculator grows in another site's page.
const FRAME_SCRIPT: &str = "rooflight-embed.js";

/// Files that pages of the catalog load.
const CATALOG_FILES: [&str; 9] = [
    "css/catalog.css",
    "css/explore.css",
    "css/measure.css",
    "js/age.js",
    "js/anchors.js",
    "js/explore.js",
    "js/lists.js",
    "js/own-machine.js",
    "js/sortable-table.js",
];

/// Files that the playground loads.
const PLAYGROUND_FILES: [&str; 3] = ["css/playground.css", "estimator/playground.wasm", "js/playground.js"];

/// The published paths of the files that the site has no use for.
pub(crate) fn unused<'a>(inputs: &Inputs<'a>, answers: Option<&Answers<'_>>) -> BTreeSet<&'a str> {
    let unused = inputs.assets.by_name.iter().filter(|(name, _)| !is_used(inputs, answers, name));
    unused.map(|(_, asset)| asset.path.as_str()).chain(answers.is_none().then_some(FRAME_SCRIPT)).collect()
}

fn is_used(inputs: &Inputs<'_>, answers: Option<&Answers<'_>>, name: &str) -> bool {
    let module = name.strip_prefix("estimator/").and_then(|name| name.strip_suffix(".wasm"));
    match module {
        _ if CALCULATOR_FILES.contains(&name) => answers.is_some(),
        _ if PLAYGROUND_FILES.contains(&name) => answers.is_some() && inputs.config.playground,
        _ if name == theming::PLAIN => inputs.config.theme.look == Look::Plain,
        Some("machine") => answers.is_some_and(Answers::explores),
        Some(kind) => answers.is_some_and(|answers| answers.has(kind)),
        None => inputs.catalog.is_some() || !CATALOG_FILES.contains(&name),
    }
}
