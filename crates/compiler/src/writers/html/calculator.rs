//! Calculators on pages: their views for templates, and the data files that the browser fetches.
//!
//! 1. Each device, model and long option list is a small file, in a folder whose name is the hash of all of them.
//! 2. An answer of [`Answers`] becomes a view: its report as HTML, and its form with the values as parsed. A long list
//!    has only the chosen option in the page; the browser fetches the rest.

use crate::calibrate::CalibratedCatalog;
use crate::site::answers::{Answers, PageAnswer};
use crate::site::inputs::Inputs;
use crate::site::paths::calculator_path;
use crate::writers::html::choices::{self, Lists};
use crate::writers::html::citation::citation;
use crate::writers::html::views::{CalculatorData, CalculatorView, FieldView, SliderView};
use rooflight_calculators::input::{Choice, Input, Number};
use rooflight_calculators::query::Query;
use rooflight_calculators::{Answer, Spec};
use rooflight_document::date::date;
use rooflight_document::html;
use rooflight_document::report::Parts;
use rooflight_estimator::records::{BenchmarksRecord, DeclaredRecord, Record, file};
use std::collections::BTreeMap;

/// The files that the browser needs to compute further answers, and their addresses.
#[derive(Debug)]
pub(crate) struct CalculatorFiles {
    /// The relative path from the root of this language to that of the default one: empty or `../`.
    way: &'static str,
    /// The folder of the data files, below the root of the language.
    data: String,
    lists: Lists,
    choices: Vec<(String, Vec<u8>)>,
    /// The declared calculators, compiled.
    declared: Vec<(String, Vec<u8>)>,
    /// Path and integrity of each static file, by its name in [`ASSETS`].
    assets: BTreeMap<&'static str, (String, String)>,
}

/// The answers of a site, with the files that the browser needs for others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Calculators<'a> {
    pub(crate) answers: &'a Answers<'a>,
    pub(crate) files: &'a CalculatorFiles,
}

/// The static files that calculators use.
const ASSETS: [&str; 5] = [
    "css/combobox.css",
    "estimator/calculators.wasm",
    "estimator/estimator.js",
    "estimator/readers.wasm",
    "js/calculator.js",
];

impl CalculatorFiles {
    /// Determines the addresses of all files.
    #[must_use]
    pub(crate) fn new(catalog: &CalibratedCatalog, inputs: &Inputs<'_>) -> Self {
        let Inputs { declared, assets, .. } = inputs;
        let way = if inputs.original.is_some() { "../" } else { "" };
        let lists = Lists::new(catalog);
        let choices = choices::files(catalog, &lists);
        let own = declared.iter().map(|declared| declared.record);
        let declared: Vec<(String, Vec<u8>)> =
            own.map(|record| (file(DeclaredRecord::FOLDER, &record.kind), record.to_bytes())).collect();
        let mut hash = blake3::Hasher::new();
        for (name, bytes) in catalog.files.iter().chain(&choices).chain(&declared) {
            hash.update(name.as_bytes()).update(bytes);
        }
        let data = format!("{way}data/facts/{}/", &hash.finalize().to_hex()[..10]);
        let asset = |name: &str| {
            assets.get(name).map(|asset| (asset.path.clone(), asset.integrity.clone())).unwrap_or_default()
        };
        let assets = ASSETS.into_iter().map(|name| (name, asset(name))).collect();
        Self { way, data, lists, choices, declared, assets }
    }

    /// Returns the address of a static file relative to a page, and its integrity.
    fn asset(&self, name: &str, root: &str) -> (String, String) {
        let (path, integrity) = self.assets.get(name).cloned().unwrap_or_default();
        (format!("{root}{path}"), integrity)
    }

    /// Returns the addresses that every calculator needs, relative to a page.
    fn shared_data(&self, root: &str) -> CalculatorData {
        let (sheet, sheet_integrity) = self.asset("css/combobox.css", root);
        let facts = format!("{root}{}", self.data);
        let shim = self.asset("estimator/estimator.js", root).0;
        CalculatorData { shim, facts, sheet, sheet_integrity, ..CalculatorData::default() }
    }

    /// Returns the data files that the browser fetches: path and content.
    pub(crate) fn files<'a>(&'a self, catalog: &'a CalibratedCatalog) -> impl Iterator<Item = (String, Vec<u8>)> {
        let named = |(name, bytes): &(String, Vec<u8>)| (format!("{}{name}", self.data), bytes.clone());
        catalog.files.iter().chain(&self.choices).chain(&self.declared).map(named)
    }
}

impl<'a> Calculators<'a> {
    /// Returns the record for judging benchmark outputs, and the addresses that the browser needs to do the same.
    #[must_use]
    pub(crate) fn measuring(self, root: &str) -> (&'a BenchmarksRecord, CalculatorData) {
        let (readers, readers_integrity) = self.files.asset("estimator/readers.wasm", root);
        let data = CalculatorData { readers, readers_integrity, ..self.files.shared_data(root) };
        (&self.answers.catalog.benchmarks, data)
    }

    /// Returns the addresses by which a search reads machines and computes answers.
    #[must_use]
    pub(crate) fn searching(self, root: &str) -> CalculatorData {
        let (wasm, wasm_integrity) = self.files.asset("estimator/calculators.wasm", root);
        CalculatorData { wasm, wasm_integrity, ..self.measuring(root).1 }
    }

    /// Returns the initial view of a calculator's own page; `None` if it has no answer. Fields with another value than
    /// the default also carry the default, since URLs omit defaults.
    #[must_use]
    pub(crate) fn first_view(self, spec: &'static Spec, root: &str) -> Option<CalculatorView> {
        let shown = self.answers.first_answer(spec)?;
        let parsed = Query::new(&self.answers.catalog.estimator, &shown.query);
        let mut view = self.view(shown, root);
        for field in view.fields.iter_mut().chain(&mut view.more) {
            let input = spec.inputs.iter().find(|input| input.key == field.key);
            let other = input.filter(|input| parsed.text(input) != input.default);
            field.default = other.map(|input| input.default.to_owned());
        }
        Some(view)
    }

    /// Returns the view of a calculator with an answer.
    #[must_use]
    pub(crate) fn view(self, shown: &PageAnswer, root: &str) -> CalculatorView {
        let PageAnswer { spec, query, answer } = shown;
        let Parts { figure, work } = html::parts(&answer.report, &format!("{root}{}", self.files.way));
        let parsed = Query::new(&self.answers.catalog.estimator, query);
        let fields = |more: bool| {
            let chosen = spec.inputs.iter().filter(move |input| input.more == more);
            chosen.map(|input| self.field(input, parsed.text(input), answer)).collect()
        };
        CalculatorView {
            kind: spec.kind.to_owned(),
            title: spec.title.to_owned(),
            url: format!("{root}{}{}", self.files.way, calculator_path(spec)),
            fields: fields(false),
            more: fields(true),
            figure,
            work,
            citation: citation(&answer.report),
            data_day: self.answers.catalog.day.map(|day| date(&day.to_string())).unwrap_or_default(),
            status: answer.status.clone(),
            data: self.data(spec, root),
        }
    }

    fn data(self, spec: &Spec, root: &str) -> CalculatorData {
        let takes_model = spec.inputs.iter().any(|input| input.choice == Choice::Model);
        let (wasm, wasm_integrity) = self.files.asset("estimator/calculators.wasm", root);
        // The integrity is given anyway.
        let (readers, readers_integrity) = self.files.asset("estimator/readers.wasm", root);
        CalculatorData {
            script: self.files.asset("js/calculator.js", root).0,
            wasm,
            wasm_integrity,
            readers: if takes_model { readers } else { String::new() },
            readers_integrity,
            ..self.files.shared_data(root)
        }
    }

    fn field(self, input: &Input, text: &str, answer: &Answer) -> FieldView {
        let hint = answer.hints.iter().find(|(key, _)| *key == input.key).map(|(_, text)| text.clone());
        let understood = answer.fields.iter().find(|field| field.key == input.key);
        let slider = match (input.choice, understood.and_then(|field| field.slider)) {
            (Choice::Number(number), Some(places)) if !input.default.is_empty() => {
                Some(slider_view(input, &number, places, understood.map_or("", |field| &field.text)))
            }
            _ => None,
        };
        FieldView {
            key: input.key.to_owned(),
            label: input.label.to_owned(),
            hint: hint.unwrap_or_default(),
            hint_id: format!("hint-{}", input.key),
            control: match input.choice {
                Choice::Number(_) => "number",
                _ => "select",
            },
            list: choices::list(input.choice),
            options: choices::embedded_options(&self.files.lists, input.choice, text),
            value: understood.map(|field| field.text.clone()).unwrap_or_default(),
            slider,
            default: None,
        }
    }
}

/// Returns the view of a slider. On a log scale the ends are rounded inwards, so that every position is within the
/// limits.
fn slider_view(input: &Input, number: &Number, [start, end, position]: [f64; 3], text: &str) -> SliderView {
    let (step, log) = match (number.is_log(), number.whole) {
        (true, _) => ("0.01", ", log scale"),
        (false, true) => ("1", ""),
        (false, false) => ("any", ""),
    };
    let (start, end) =
        if number.is_log() { ((start * 100.0).ceil() / 100.0, (end * 100.0).floor() / 100.0) } else { (start, end) };
    SliderView {
        min: start,
        max: end,
        step,
        value: (position * 1000.0).round() / 1000.0,
        log: number.is_log(),
        whole: number.whole,
        label: format!("{}{log}", input.label),
        text: format!("{text} {}", number.unit()).trim().to_owned(),
    }
}
