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
    /// The conditions, joined with commas.
    pub(crate) conditions: String,
    /// The address of its row on its publication's page, below the site's root.
    pub(crate) path: String,
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
            figure: strings.fill("run.figure", &[("speed", &strings.number(&printed(anchor)))]),
            conditions: conditions(catalog, anchor, strings),
            path: self.way(&format!("anchors/{page}/{row}")),
        })
    }
}

/// Returns the speed with the digits that its source prints, up to two decimals.
pub(crate) fn printed(anchor: &Anchor) -> String {
    let speed = anchor.row.tokens_per_s;
    number::fixed(speed, number::decimals_needed(speed, 2))
}

fn conditions(catalog: &Catalog, anchor: &Anchor, strings: &Strings) -> String {
    let row = &anchor.row;
    let model = &catalog.models[anchor.model].record.name;
    let device = &catalog.hardware[anchor.hardware].record.name;
    let devices =
        if row.count > 1 { format!("{} × {device}", number::count(row.count.into())) } else { device.clone() };
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
    let requests = if row.concurrency > 1 { "" } else { strings.get("run.one_request") };
    let parts = [
        model.clone(),
        short(&catalog.formats[anchor.quantization].record.name).to_owned(),
        devices,
        records::engine(catalog, anchor),
        strings.get(attention).to_owned(),
        tokens,
        requests.to_owned(),
        records::conditions(row, strings),
        row.date.as_deref().map(|date| dates::stated(date, strings)).unwrap_or_default(),
    ];
    strings.list(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>())
}
