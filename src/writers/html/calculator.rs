//! Calculators on pages: the form and the default result, from the estimator that the browser runs too; and the files that it fetches.
//!
//! 1. The record of each device and each model, and each long list of a form, becomes a small file, below a folder named by the
//!    hash of them all.
//! 2. An entry's preset becomes a query; the estimator answers it, and its view draws the answer.
//! 3. The form shows the values as read. Of a long list it has the chosen value alone; the browser fetches the rest.
//!
//! A preset that cannot be answered is a diagnostic with its location.

use crate::calibrate::Estimating;
use crate::calibrate::trust::Verdict;
use crate::diagnostic::{Diagnostic, messages};
use crate::link::Glossary;
use crate::model::document::Document;
use crate::model::front_matter::CalculatorBlock;
use crate::site::assets::Assets;
use crate::site::paths::calculator_path;
use crate::site::scalar;
use crate::syntax::source_body::Body;
use crate::writers::html::choices;
use crate::writers::html::views::{CalculatorData, CalculatorView, FieldView, SliderView};
use crate::yaml_path;
use rooflight_calculators::input::{Choice, Input, Number};
use rooflight_calculators::query::Query;
use rooflight_calculators::{Answer, CALCULATORS, InputError, Spec};
use rooflight_calculators::{decode_speed, explore, memory_fit, offload, parallel, ways_out};
use rooflight_document::html;
use rooflight_document::markdown;
use rooflight_document::report::Parts;
use rooflight_records::BenchmarksRecord;
use std::collections::{BTreeMap, BTreeSet};

/// The estimator with where its files stand.
#[derive(Debug)]
pub(crate) struct Calculators<'a> {
    estimating: &'a Estimating,
    data: String,
    choices: Vec<(String, Vec<u8>)>,
    modules: BTreeMap<&'static str, (String, String)>,
    header: (String, String),
    machine: (String, String),
    measure: (String, String),
    ways: (String, String),
    glue: String,
    script: String,
    sheet: (String, String),
    used: BTreeSet<&'static str>,
}

impl<'a> Calculators<'a> {
    /// Knows where the browser's files will stand.
    #[must_use]
    pub(crate) fn new(estimating: &'a Estimating, assets: &Assets, glossary: &Glossary) -> Self {
        let choices = choices::files(estimating);
        let mut hash = blake3::Hasher::new();
        for (name, bytes) in estimating.files.iter().chain(&choices) {
            hash.update(name.as_bytes()).update(bytes);
        }
        let data = format!("data/facts/{}/", &hash.finalize().to_hex()[..10]);
        let asset = |name: &str| {
            assets.get(name).map(|asset| (asset.path.clone(), asset.integrity.clone())).unwrap_or_default()
        };
        let specs = CALCULATORS.iter().copied().chain([&explore::SPEC]);
        let modules = specs.map(|spec| (spec.kind, asset(&format!("estimator/{}.wasm", spec.kind))));
        let (glue, script) = (asset("estimator/estimator.js").0, asset("js/calculator.js").0);
        let sheet = asset("css/combobox.css");
        let (header, machine) = (asset("estimator/header.wasm"), asset("estimator/machine.wasm"));
        let (modules, used) = (modules.collect(), used(glossary));
        let measure = asset("estimator/measure.wasm");
        let ways = asset("estimator/ways-out.wasm");
        Self { estimating, data, choices, modules, header, machine, measure, ways, glue, script, sheet, used }
    }

    /// True if the site has this calculator: its pages are made and its module is published.
    #[must_use]
    pub(crate) fn has(&self, kind: &str) -> bool {
        self.used.contains(kind) || kind == explore::SPEC.kind && self.explores()
    }

    /// Whether there is something to explore.
    #[must_use]
    pub(crate) fn explores(&self) -> bool {
        let estimator = &self.estimating.estimator;
        !estimator.devices.is_empty() && !estimator.models.is_empty()
    }

    /// What judges benchmark outputs natively, and where the browser finds the same.
    #[must_use]
    pub(crate) fn measuring(&self, root: &str) -> (&'a BenchmarksRecord, CalculatorData) {
        let (wasm, wasm_integrity) = self.measure.clone();
        let (sheet, sheet_integrity) = self.sheet.clone();
        let data = CalculatorData {
            script: String::new(),
            glue: format!("{root}{}", self.glue),
            wasm: format!("{root}{wasm}"),
            wasm_integrity,
            header: String::new(),
            header_integrity: String::new(),
            machine: String::new(),
            machine_integrity: String::new(),
            ways: String::new(),
            ways_integrity: String::new(),
            facts: format!("{root}{}", self.data),
            sheet: format!("{root}{sheet}"),
            sheet_integrity,
        };
        (&self.estimating.benchmarks, data)
    }

    /// The files that the browser fetches.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, Vec<u8>)> {
        let named = |(name, bytes): &(String, Vec<u8>)| (format!("{}{name}", self.data), bytes.clone());
        self.estimating.files.iter().chain(&self.choices).map(named)
    }

    /// The calculator of an entry, `None` if it has none.
    ///
    /// # Errors
    /// A calculator that does not exist, or a preset that cannot be answered.
    pub(crate) fn block(&self, document: &Document, root: &str) -> Result<Option<CalculatorView>, Diagnostic> {
        let Some(block) = &document.front.calculator else { return Ok(None) };
        let spec = Spec::named(&block.kind).ok_or_else(|| {
            let known = CALCULATORS.iter().map(|spec| spec.kind);
            messages::unknown_id(document.location(yaml_path!["calculator", "kind"]), "calculator", &block.kind, known)
        })?;
        let query = preset(spec, block, document)?;
        let view = self.view(spec, &query, root).map_err(|error| {
            let preset = spec.inputs.iter().find(|input| input.key == error.field).map_or("", |input| input.preset);
            let location = document.location(yaml_path!["calculator", "preset", preset]);
            let reason = self.estimating.why_not(preset, block.preset.get(preset).and_then(|value| value.as_str()));
            messages::calculator(location, error.message.trim_end_matches('.')).maybe_help(reason)
        })?;
        Ok(Some(view))
    }

    /// A calculator with its defaults; where the catalog lacks one of them, with the first that it has. None if even these have no answer.
    #[must_use]
    pub(crate) fn usual(&self, spec: &'static Spec, root: &str) -> Option<CalculatorView> {
        self.view(spec, &self.usual_query(spec), root).ok()
    }

    /// The same answer as Markdown, tables instead of charts.
    #[must_use]
    pub(crate) fn usual_markdown(&self, spec: &'static Spec) -> Option<String> {
        let answer = spec.answer(&self.estimating.estimator, &self.usual_query(spec)).ok()?;
        Some(markdown::part(&answer.report))
    }

    fn usual_query(&self, spec: &Spec) -> String {
        let (devices, models) = (&self.estimating.estimator.devices, &self.estimating.estimator.models);
        let mut pairs = Vec::new();
        for input in spec.inputs {
            let known = match input.choice {
                Choice::Hardware => devices.iter().any(|card| card.device.id == input.default),
                Choice::Model => models.iter().any(|card| card.id == input.default),
                _ => true,
            };
            let first = match input.choice {
                _ if known => None,
                Choice::Hardware => devices.first().map(|card| &card.device.id),
                Choice::Model => models.first().map(|card| &card.id),
                _ => None,
            };
            pairs.extend(first.map(|id| format!("{}={id}", input.key)));
        }
        pairs.join("&")
    }

    /// How the answers of a calculator were compared with what was measured; `None` where nothing was fitted.
    #[must_use]
    pub(crate) fn trust(&self, kind: &str) -> Option<&Verdict> {
        self.estimating.method.trust.iter().find(|trust| trust.kind == kind).map(|trust| &trust.verdict)
    }

    /// A calculator with the answer to a query.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub(crate) fn view(&self, spec: &'static Spec, query: &str, root: &str) -> Result<CalculatorView, InputError> {
        let answer = spec.answer(&self.estimating.estimator, query)?;
        let Parts { figure, work } = html::parts(&answer.report);
        let asked = Query::new(&self.estimating.estimator, query);
        let fields = |more: bool| {
            let chosen = spec.inputs.iter().filter(move |input| input.more == more);
            chosen.map(|input| self.field(input, asked.text(input), &answer)).collect()
        };
        let (wasm, wasm_integrity) = self.modules.get(spec.kind).cloned().unwrap_or_default();
        let (sheet, sheet_integrity) = self.sheet.clone();
        let takes_model = spec.inputs.iter().any(|input| input.choice == Choice::Model);
        let (header, header_integrity) = self.header.clone();
        let explores = spec.kind == explore::SPEC.kind;
        let (machine, machine_integrity) = if explores { self.machine.clone() } else { Default::default() };
        Ok(CalculatorView {
            kind: spec.kind.to_owned(),
            title: spec.title.to_owned(),
            url: format!("{root}{}", calculator_path(spec)),
            fields: fields(false),
            more: fields(true),
            ways: if answer.report.refused { self.ways(&asked, spec, root) } else { String::new() },
            figure,
            work,
            status: answer.status.clone(),
            recorded: answer.report,
            data: CalculatorData {
                script: format!("{root}{}", self.script),
                glue: format!("{root}{}", self.glue),
                wasm: format!("{root}{wasm}"),
                wasm_integrity,
                header: if takes_model { format!("{root}{header}") } else { String::new() },
                header_integrity,
                machine: if explores { format!("{root}{machine}") } else { machine },
                machine_integrity,
                ways: if takes_model { format!("{root}{}", self.ways.0) } else { String::new() },
                ways_integrity: self.ways.1.clone(),
                facts: format!("{root}{}", self.data),
                sheet: format!("{root}{sheet}"),
                sheet_integrity,
            },
        })
    }

    /// What would fit instead, as HTML; empty where nothing is to be said.
    fn ways(&self, asked: &Query<'_>, spec: &Spec, root: &str) -> String {
        let pairs: Vec<String> =
            spec.inputs.iter().map(|input| format!("{}={}", input.key, asked.text(input))).collect();
        let Ok(answer) = ways_out::SPEC.answer(&self.estimating.estimator, &pairs.join("&")) else {
            return String::new();
        };
        // The links are those of pages that are two folders deep.
        html::parts(&answer.report).work.replace("\"../../calculators/", &format!("\"{root}calculators/"))
    }

    /// The default result of an entry's calculator as a part of its Markdown, tables instead of charts; `None` where the page has none.
    #[must_use]
    pub(crate) fn markdown(&self, document: &Document) -> Option<String> {
        let block = document.front.calculator.as_ref()?;
        let spec = Spec::named(&block.kind)?;
        let answer = spec.answer(&self.estimating.estimator, &query(spec, &block.preset)).ok()?;
        Some(markdown::part(&answer.report))
    }

    fn field(&self, input: &Input, text: &str, answer: &Answer) -> FieldView {
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
            options: choices::shown(self.estimating, input.choice, text),
            value: understood.map(|field| field.text.clone()).unwrap_or_default(),
            slider,
        }
    }
}

/// The ends are drawn in, so that no position of the slider is outside the limits.
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

/// The calculators that a site uses: those of its entries, those that its texts link to, and the one of the catalog's pages.
fn used(glossary: &Glossary) -> BTreeSet<&'static str> {
    let entries = glossary.entries.iter().map(|entry| &entry.document);
    let own =
        entries.clone().filter_map(|document| document.front.calculator.as_ref().map(|block| block.kind.as_str()));
    let bodies = entries.map(|document| &document.body).chain(glossary.pages.iter().map(|linked| &linked.page.body));
    let links = bodies.flat_map(Body::links).filter_map(|link| {
        let mut parts =
            link.address.split(['/', '?', '#']).skip_while(|part| !matches!(*part, "calculators" | "embed"));
        parts.nth(1)
    });
    let named = own.chain(links).filter_map(Spec::named).map(|spec| spec.kind);
    // Answers that do not fit lead to three others.
    let led_to = [decode_speed::SPEC.kind, memory_fit::SPEC.kind, offload::SPEC.kind, parallel::SPEC.kind];
    named.chain(led_to).collect()
}

/// The preset as the query that the browser would send.
fn preset(spec: &Spec, block: &CalculatorBlock, document: &Document) -> Result<String, Diagnostic> {
    if let Some(unknown) = block.preset.keys().find(|key| spec.inputs.iter().all(|input| input.preset != key.as_str()))
    {
        let known: Vec<&str> = spec.inputs.iter().map(|input| input.preset).collect();
        return Err(messages::unknown_key(
            document.location(yaml_path!["calculator", "preset", unknown.as_str()]),
            unknown,
            &known,
        ));
    }
    Ok(query(spec, &block.preset))
}

/// Values, by the keys of presets, as the query that the browser would send.
#[must_use]
pub(crate) fn query(spec: &Spec, values: &BTreeMap<String, serde_yaml::Value>) -> String {
    let pairs = spec.inputs.iter().filter_map(|input| {
        let value = values.get(input.preset)?;
        Some(format!("{}={}", input.key, scalar::text(value).trim()))
    });
    pairs.collect::<Vec<_>>().join("&")
}
