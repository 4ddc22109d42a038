//! Calculators on pages: the form and the default result, from the estimator that the browser runs too; and the files that it fetches.
//!
//! 1. The catalog and each device's measurements become compact files under hashed names.
//! 2. An entry's preset becomes a query; the estimator answers it, and its view draws the answer.
//!
//! A preset that cannot be answered is a diagnostic at its place.

use super::assets::{Assets, hashed, integrity};
use super::views::{CalculatorData, CalculatorView, FieldView, GroupView, OptionView, SliderView};
use crate::Site;
use crate::calibrate::Estimating;
use crate::diagnostic::{Diagnostic, messages};
use crate::parse::Document;
use crate::parse::front_matter::CalculatorBlock;
use crate::parse::highlight::escape;
use crate::yaml_path;
use rooflight_estimator::calculators::query::Query;
use rooflight_estimator::calculators::{Control, Estimator, Field, Spec};
use rooflight_estimator::view::html;

/// The estimator with where its files stand.
#[derive(Debug)]
pub struct Calculators<'a> {
    estimator: Estimator,
    estimating: &'a Estimating,
    catalog: (String, String),
    wasm: (String, String),
    glue: String,
    /// The files that the browser fetches.
    pub files: Site,
}

impl<'a> Calculators<'a> {
    /// Writes the browser's files and prepares the estimator.
    #[must_use]
    pub fn new(estimating: &'a Estimating, assets: &Assets) -> Self {
        let mut files = Site::new();
        let mut estimator = estimating.estimator.clone();
        for set in &estimator.anchors {
            let Some(device) = estimator.library.devices.get_mut(set.device) else { continue };
            let bytes = set.to_bytes();
            device.anchors = hashed(&format!("data/anchors/{}.bin", device.id), &bytes);
            files.insert(device.anchors.clone(), bytes);
        }
        let bytes = estimator.library.to_bytes();
        let catalog = (hashed("data/catalog.bin", &bytes), integrity(&bytes));
        files.insert(catalog.0.clone(), bytes);
        let asset = |name: &str| {
            assets.get(name).map(|asset| (asset.path.clone(), asset.integrity.clone())).unwrap_or_default()
        };
        let (wasm, glue) = (asset("estimator/estimator.wasm"), asset("estimator/estimator.js").0);
        Self { estimator, estimating, catalog, wasm, glue, files }
    }

    /// The calculator of an entry, `None` if it has none.
    ///
    /// # Errors
    /// A calculator that does not exist, or a preset that cannot be answered.
    pub fn block(&self, document: &Document, root: &str) -> Result<Option<CalculatorView>, Diagnostic> {
        let Some(block) = &document.front.calculator else { return Ok(None) };
        let spec = Estimator::calculator(&block.kind).ok_or_else(|| {
            let known = rooflight_estimator::calculators::CALCULATORS.iter().map(|spec| spec.kind);
            messages::unknown_id(document.place(yaml_path!["calculator", "kind"]), "calculator", &block.kind, known)
        })?;
        let query = query(spec, block, document)?;
        let evaluation = self.estimator.evaluate(spec.kind, &query).map_err(|error| {
            let preset = spec.inputs.iter().find(|input| input.key == error.field).map_or("", |input| input.preset);
            let place = document.place(yaml_path!["calculator", "preset", preset]);
            let reason = self.estimating.why_not(preset, block.preset.get(preset).and_then(|value| value.as_str()));
            messages::calculator(place, error.message.trim_end_matches('.')).maybe_help(reason)
        })?;
        let fields = (spec.fields)(&self.estimator, &Query::new(&query));
        Ok(Some(CalculatorView {
            kind: spec.kind.to_owned(),
            title: spec.title.to_owned(),
            fields: fields.into_iter().map(field).collect(),
            figure: html::figure(&evaluation.report),
            work: html::work(&evaluation.report),
            status: evaluation.report.status,
            data: CalculatorData {
                glue: format!("{root}{}", self.glue),
                wasm: format!("{root}{}", self.wasm.0),
                wasm_integrity: self.wasm.1.clone(),
                catalog: format!("{root}{}", self.catalog.0),
                catalog_integrity: self.catalog.1.clone(),
                root: root.to_owned(),
            },
        }))
    }
}

/// The preset as the query that the browser would send.
fn query(spec: &Spec, block: &CalculatorBlock, document: &Document) -> Result<String, Diagnostic> {
    if let Some(unknown) = block.preset.keys().find(|key| spec.inputs.iter().all(|input| input.preset != key.as_str()))
    {
        let known: Vec<&str> = spec.inputs.iter().map(|input| input.preset).collect();
        return Err(messages::unknown_key(
            document.place(yaml_path!["calculator", "preset", unknown.as_str()]),
            unknown,
            &known,
        ));
    }
    let pairs = spec.inputs.iter().filter_map(|input| {
        let value = block.preset.get(input.preset)?;
        let text = value
            .as_str()
            .map_or_else(|| serde_yaml::to_string(value).unwrap_or_default().trim().to_owned(), str::to_owned);
        Some(format!("{}={text}", input.key))
    });
    Ok(pairs.collect::<Vec<_>>().join("&"))
}

fn field(field: Field) -> FieldView {
    let view = FieldView {
        key: field.key.to_owned(),
        label: field.label.to_owned(),
        hint: field.hint,
        hint_id: format!("hint-{}", field.key),
        control: "select",
        groups: Vec::new(),
        value: String::new(),
        min: String::new(),
        max: String::new(),
        slider: None,
    };
    match field.control {
        Control::Select(choices) => FieldView { groups: choices.into_iter().map(group).collect(), ..view },
        Control::Number { value, min, max, unit, position } => {
            let text = format!("{value} {unit}");
            let slider = SliderView {
                min: log2(min),
                max: log2(max),
                step: 0.01,
                value: position,
                label: format!("{}, log scale", field.label),
                text,
            };
            FieldView {
                control: "number",
                value,
                min: min.to_string(),
                max: max.to_string(),
                slider: Some(slider),
                ..view
            }
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "limits of form fields are far below 2^52")]
fn log2(value: u64) -> f64 {
    libm::log2(value as f64)
}

fn group(choices: rooflight_estimator::calculators::Choices) -> GroupView {
    let gguf = choices.label.starts_with("GGUF");
    let options = choices.options.into_iter().map(|(value, name, selected)| {
        // What the heading has said already is left out.
        let label = name.strip_prefix("GGUF ").filter(|_| gguf).map_or_else(|| name.clone(), str::to_owned);
        OptionView { value, label, selected }
    });
    GroupView { label: choices.label, options: options.collect() }
}

/// A calculator in a feed: its answer in words, and the way to the live one.
#[must_use]
pub fn for_feed(view: &CalculatorView, page: &str) -> String {
    let status = escape(&view.status);
    format!("<h2>{}</h2>\n<p>{status} <a href=\"{page}#calculator\">Open the calculator</a></p>\n", escape(&view.title))
}
