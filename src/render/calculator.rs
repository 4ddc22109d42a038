//! Calculators on pages: the form and the default result, from the estimator that the browser runs too; and the files that it fetches.
//!
//! 1. The card of each device and each model becomes a small file, below a folder whose name is the hash of them all.
//! 2. An entry's preset becomes a query; the estimator answers it, and its view draws the answer.
//!
//! A preset that cannot be answered is a diagnostic at its place.

use super::assets::Assets;
use super::choices;
use super::views::{CalculatorData, CalculatorView, FieldView, SliderView};
use crate::calibrate::Estimating;
use crate::diagnostic::{Diagnostic, messages};
use crate::parse::Document;
use crate::parse::front_matter::CalculatorBlock;
use crate::parse::highlight::escape;
use crate::yaml_path;
use rooflight_estimator::calculators::query::Query;
use rooflight_estimator::calculators::{Choice, Estimator, Facts, Input, Slider, Spec};
use rooflight_estimator::view::number;
use rooflight_estimator::view::sheet::{BREAK, Mode, Sheet};

/// The estimator with where its files stand.
#[derive(Debug)]
pub struct Calculators<'a> {
    estimating: &'a Estimating,
    data: String,
    wasm: (String, String),
    glue: String,
}

impl<'a> Calculators<'a> {
    /// Knows where the browser's files will stand.
    #[must_use]
    pub fn new(estimating: &'a Estimating, assets: &Assets) -> Self {
        let mut hash = blake3::Hasher::new();
        for (name, bytes) in &estimating.files {
            hash.update(name.as_bytes()).update(bytes);
        }
        let data = format!("data/{}/", &hash.finalize().to_hex()[..10]);
        let asset = |name: &str| {
            assets.get(name).map(|asset| (asset.path.clone(), asset.integrity.clone())).unwrap_or_default()
        };
        let (wasm, glue) = (asset("estimator/estimator.wasm"), asset("estimator/estimator.js").0);
        Self { estimating, data, wasm, glue }
    }

    /// The files that the browser fetches.
    pub fn files(&self) -> impl Iterator<Item = (String, Vec<u8>)> {
        let named = |(name, bytes): &(String, Vec<u8>)| (format!("{}{name}", self.data), bytes.clone());
        self.estimating.files.iter().map(named)
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
        let mut sheet = Sheet::new(Mode::Html, "");
        let facts = self.estimating.estimator.evaluate(spec.kind, &query, &mut sheet).map_err(|error| {
            let preset = spec.inputs.iter().find(|input| input.key == error.field).map_or("", |input| input.preset);
            let place = document.place(yaml_path!["calculator", "preset", preset]);
            let reason = self.estimating.why_not(preset, block.preset.get(preset).and_then(|value| value.as_str()));
            messages::calculator(place, error.message.trim_end_matches('.')).maybe_help(reason)
        })?;
        let text = sheet.into_text();
        let (figure, work) = text.split_once(BREAK).unwrap_or((&text, ""));
        let fields = spec.inputs.iter().map(|input| self.field(input, &Query::new(&query), &facts));
        Ok(Some(CalculatorView {
            kind: spec.kind.to_owned(),
            title: spec.title.to_owned(),
            fields: fields.collect(),
            figure: figure.to_owned(),
            work: work.to_owned(),
            status: facts.status.clone(),
            data: CalculatorData {
                glue: format!("{root}{}", self.glue),
                wasm: format!("{root}{}", self.wasm.0),
                wasm_integrity: self.wasm.1.clone(),
                facts: format!("{root}{}", self.data),
            },
        }))
    }

    /// The same answer as Markdown; `None` where the page has none.
    #[must_use]
    pub fn markdown(&self, document: &Document) -> Option<String> {
        let block = document.front.calculator.as_ref()?;
        let spec = Estimator::calculator(&block.kind)?;
        let query = query(spec, block, document).ok()?;
        let mut sheet = Sheet::new(Mode::Markdown, "");
        self.estimating.estimator.evaluate(spec.kind, &query, &mut sheet).ok()?;
        Some(sheet.into_text())
    }

    fn field(&self, input: &Input, query: &Query<'_>, facts: &Facts) -> FieldView {
        let hint = facts.hints.iter().find(|(key, _)| *key == input.key).map(|(_, text)| text.clone());
        let number = match input.choice {
            Choice::Number(unit) => {
                let found = facts.sliders.iter().find(|slider| slider.key == input.key);
                found.map(|slider| (number::count(slider.value), slider_view(input, slider, unit)))
            }
            _ => None,
        };
        let (value, slider) = number.unzip();
        FieldView {
            key: input.key.to_owned(),
            label: input.label.to_owned(),
            hint: hint.unwrap_or_default(),
            hint_id: format!("hint-{}", input.key),
            control: if slider.is_some() { "number" } else { "select" },
            groups: choices::of(self.estimating, input.choice, query.text(input.key)),
            value: value.unwrap_or_default(),
            slider,
        }
    }
}

fn slider_view(input: &Input, slider: &Slider, unit: &str) -> SliderView {
    SliderView {
        min: 0.0,
        max: slider.end,
        step: 0.01,
        value: slider.position,
        label: format!("{}, log scale", input.label),
        text: format!("{} {unit}", number::count(slider.value)),
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

/// A calculator in a feed: its answer in words, and the way to the live one.
#[must_use]
pub fn for_feed(view: &CalculatorView, page: &str) -> String {
    let status = escape(&view.status);
    format!("<h2>{}</h2>\n<p>{status} <a href=\"{page}#calculator\">Open the calculator</a></p>\n", escape(&view.title))
}
