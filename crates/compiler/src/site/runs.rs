//! A measured run as a sentence cites it: its speed as printed, its conditions, and the page with its row.
//!
//! The conditions are those that a speed is meaningless without: model and format, devices, engine with its build,
//! flash attention, tokens in the context, concurrent requests, date. A condition that readers would assume is called
//! unstated if the source does not state it.

use crate::calibrate::records;
use crate::site::dates;
use crate::site::inputs::Inputs;
use rooflight_document::number;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use rooflight_glossary::model::catalog::{Catalog, short};
use rooflight_glossary::model::strings::Strings;
use rooflight_source::slug::is_slug;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MeasuredRun {
    /// The speed with its unit.
    pub(crate) figure: String,
    /// The conditions, in order.
    pub(crate) conditions: Vec<Condition>,
    /// The address of its row on its publication's page, below the site's root.
    pub(crate) path: String,
}

/// A condition of a run, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) words: String,
    /// Whether a sentence shows it at once. Model and machine stand in the sentence itself, the others on the card.
    pub(crate) brief: bool,
}

impl Inputs<'_> {
    /// Returns the run of the row with this id; `None` if no row has it.
    pub(crate) fn run(&self, id: &str) -> Option<MeasuredRun> {
        let site = self.in_default_language();
        let (catalog, index) = (site.catalog?, site.run_index?);
        let anchor = &catalog.anchors[index.position(id)?];
        let page = index.publications.get(anchor.publication)?;
        let row = if is_slug(id) { format!("#{id}") } else { String::new() };
        let strings = &self.config.strings;
        Some(MeasuredRun {
            figure: figure(anchor, strings),
            conditions: conditions(catalog, anchor, strings),
            path: self.way(&format!("anchors/{page}/{row}")),
        })
    }
}

/// Returns the speed with its unit.
pub(crate) fn figure(anchor: &Anchor, strings: &Strings) -> String {
    strings.fill("run.figure", &[("speed", &strings.number(&printed(anchor)))])
}

/// Returns the speed with the digits that its source prints, up to two decimals.
pub(crate) fn printed(anchor: &Anchor) -> String {
    let speed = anchor.row.tokens_per_s;
    number::fixed(speed, number::decimals_needed(speed, 2))
}

/// Returns the device, with the number of devices if there are several.
pub(crate) fn devices(catalog: &Catalog, anchor: &Anchor, strings: &Strings) -> String {
    let device = &catalog.hardware[anchor.hardware].record.name;
    match anchor.row.count {
        1 => device.clone(),
        many => format!("{} × {device}", strings.number(&number::count(many.into()))),
    }
}

/// Returns the conditions of a run that the catalog or the row has.
pub(crate) fn conditions(catalog: &Catalog, anchor: &Anchor, strings: &Strings) -> Vec<Condition> {
    let row = &anchor.row;
    let model = &catalog.models[anchor.model].record.name;
    let attention = match row.flash_attention {
        Some(true) => "run.flash_on",
        Some(false) => "run.flash_off",
        None => "run.flash_unstated",
    };
    let tokens = |key: &str, number: &str| strings.fill(key, &[("tokens", &strings.number(number))]);
    let tokens = match (row.phase, row.prompt, row.depth) {
        (Phase::Prefill, Some(prompt), _) => tokens("run.prompt", &number::count(prompt.into())),
        (Phase::Prefill, None, _) => strings.get("run.prompt_unstated").to_owned(),
        (_, _, Some(_)) => tokens("run.context", &number::fixed(anchor.mean_depth(), 0)),
        (_, _, None) => strings.get("run.context_unstated").to_owned(),
    };
    let engine = records::engine(catalog, anchor);
    let (engine, backend) = engine.split_once(", ").unwrap_or((&engine, ""));
    let requests = if row.concurrency > 1 { "" } else { strings.get("run.one_request") };
    let stated = row.phase == Phase::Prefill || row.depth.is_some();
    let parts = [
        (false, model.clone()),
        (false, short(&catalog.formats[anchor.quantization].record.name).to_owned()),
        (false, devices(catalog, anchor, strings)),
        (true, engine.to_owned()),
        (false, backend.to_owned()),
        (false, strings.get(attention).to_owned()),
        (stated, tokens),
        (false, requests.to_owned()),
        (row.concurrency > 1 || row.phase == Phase::SpecDecode, records::conditions(row, strings)),
        (true, row.date.as_deref().map(|date| dates::stated(date, strings)).unwrap_or_default()),
    ];
    parts.into_iter().filter(|(_, words)| !words.is_empty()).map(|(brief, words)| Condition { words, brief }).collect()
}
