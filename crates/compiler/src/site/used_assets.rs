//! The static files that a site publishes: all except those of features that it lacks.
//!
//! 1. A file of the calculators is published if the site has answers, a file of the catalog if it has a catalog.
//! 2. A look or typeface that the program brings is published if the settings name it.
//! 3. Any other file is published, even one of the site's own that no page links.

use crate::site::answers::Answers;
use crate::site::inputs::Inputs;
use crate::site::theming;
use rooflight_glossary::model::config::theme::Look;
use std::collections::BTreeSet;

/// Files of all pages with a calculator, of the explorer, and of the page that judges benchmark outputs.
const CALCULATOR_FILES: [&str; 18] = [
    "css/combobox.css",
    "estimator/calculators.wasm",
    "estimator/estimator.js",
    "estimator/readers.wasm",
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

/// The script that resizes an embedded calculator's frame on another site's page.
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

/// Returns the published paths of the files that the site does not need.
pub(crate) fn unused<'a>(inputs: &Inputs<'a>, answers: Option<&Answers<'_>>) -> BTreeSet<&'a str> {
    let unused = inputs.assets.by_name.iter().filter(|(name, _)| !is_used(inputs, answers, name));
    unused.map(|(_, asset)| asset.path.as_str()).chain(answers.is_none().then_some(FRAME_SCRIPT)).collect()
}

fn is_used(inputs: &Inputs<'_>, answers: Option<&Answers<'_>>, name: &str) -> bool {
    match name {
        _ if CALCULATOR_FILES.contains(&name) => answers.is_some(),
        theming::INTER => inputs.config.theme.fonts.files().any(|(_, file)| file.name() == name),
        theming::PLAIN => inputs.config.theme.look == Look::Plain,
        _ => inputs.catalog.is_some() || !CATALOG_FILES.contains(&name),
    }
}
