//! The measured runs that a block of the language `runs` asks for, and their table: the newest first, so that a table
//! in a text never grows old.
//!
//! 1. [`read`] looks up the ids of the block, and reports what it does not know.
//! 2. [`chosen`] takes the newest run of each setup (machine, model, format, engine and requests); runs with a reason
//!    for caution come last within their setup.
//! 3. [`table`] shows them. What all of them share is said once, in the caption.

use crate::calibrate::records;
use crate::site::dates;
use crate::site::inline::{Cell, InlinePiece};
use crate::site::inputs::Inputs;
use crate::site::runs::{devices, printed};
use crate::site::table::{GridColumn, GridTable};
use rooflight_document::number;
use rooflight_glossary::model::catalog::measurements::{Anchor, Phase};
use rooflight_glossary::model::catalog::{Catalog, short};
use rooflight_glossary::syntax::run_query::{QueryLine, RunQuery, Word};
use rooflight_source::diagnostic::{Diagnostic, Location, messages};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The keys of a block.
const KEYS: &[&str] = &["device", "model", "format", "engine", "phase", "newest"];

/// The phases by their names in a block.
const PHASES: [(&str, Phase); 4] = [
    ("decode", Phase::Decode),
    ("prefill", Phase::Prefill),
    ("speculative", Phase::SpecDecode),
    ("batch", Phase::BatchedDecode),
];

/// Number of rows if a block states none, and the most that it can have.
const ROWS: usize = 10;
const MAX_ROWS: usize = 50;

/// The conditions of a block, as positions in the catalog; an empty list accepts any.
pub(crate) struct Filter {
    devices: Vec<usize>,
    models: Vec<usize>,
    formats: Vec<usize>,
    engines: Vec<usize>,
    phases: Vec<Phase>,
    newest: usize,
}

/// Reads a block; what it does not know is reported at its place in the file `path`, and left out.
pub(crate) fn read(catalog: &Catalog, query: &RunQuery<'_>, path: &str, problems: &mut Vec<Diagnostic>) -> Filter {
    let mut filter =
        Filter { devices: vec![], models: vec![], formats: vec![], engines: vec![], phases: vec![], newest: ROWS };
    for QueryLine { key, values } in &query.lines {
        let mut find = |what, ids: Vec<&str>| {
            let position = |word: &Word<'_>| {
                let found = ids.iter().position(|id| *id == word.text);
                if found.is_none() {
                    let place = Location::new(path, word.span.clone());
                    problems.push(messages::unknown_id(place, what, word.text, ids.iter().copied()));
                }
                found
            };
            values.iter().filter_map(position).collect::<Vec<_>>()
        };
        match key.text {
            "device" => filter.devices = find("device", catalog.hardware.iter().map(|it| &*it.record.id).collect()),
            "model" => filter.models = find("model", catalog.models.iter().map(|it| &*it.record.id).collect()),
            "format" => filter.formats = find("format", catalog.formats.iter().map(|it| &*it.record.id).collect()),
            "engine" => filter.engines = find("engine", catalog.runtimes.iter().map(|it| &*it.id).collect()),
            "phase" => {
                let found = find("phase", PHASES.iter().map(|(name, _)| *name).collect());
                filter.phases = found.into_iter().map(|at| PHASES[at].1).collect();
            }
            "newest" => {
                let stated = values.first().and_then(|word| word.text.parse().ok());
                if let Some(rows) = stated.filter(|rows| (1..=MAX_ROWS).contains(rows)) {
                    filter.newest = rows;
                } else {
                    let place = Location::new(path, key.span.clone());
                    problems.push(messages::bad_value(place, format!("`newest` is a number from 1 to {MAX_ROWS}")));
                }
            }
            other => problems.push(messages::unknown_key(Location::new(path, key.span.clone()), other, KEYS)),
        }
    }
    filter
}

impl Filter {
    fn accepts(&self, anchor: &Anchor) -> bool {
        fn has<T: PartialEq>(wanted: &[T], value: &T) -> bool {
            wanted.is_empty() || wanted.contains(value)
        }
        has(&self.devices, &anchor.hardware)
            && has(&self.models, &anchor.model)
            && has(&self.formats, &anchor.quantization)
            && has(&self.engines, &anchor.runtime)
            && has(&self.phases, &anchor.row.phase)
    }

    /// Returns the newest run of each setup.
    pub(crate) fn newest<'a>(&self, catalog: &'a Catalog) -> Vec<&'a Anchor> {
        let mut runs: Vec<&Anchor> = catalog.anchors.iter().filter(|anchor| self.accepts(anchor)).collect();
        runs.sort_by_key(|anchor| (Reverse(&anchor.row.date), anchor.row.depth, &anchor.row.id));
        runs.sort_by_key(|anchor| !anchor.row.flags.is_empty());
        let mut setups = BTreeSet::new();
        runs.retain(|anchor| {
            let (machine, row) = ((anchor.hardware, anchor.row.count), &anchor.row);
            let file = (anchor.model, anchor.quantization, anchor.runtime);
            setups.insert((machine, file, row.phase as u8, row.concurrency))
        });
        runs.sort_by_key(|anchor| Reverse(&anchor.row.date));
        runs.truncate(self.newest);
        runs
    }
}

/// Returns the runs that a block asks for; none if the site has no measurements.
pub(crate) fn chosen<'a>(inputs: &Inputs<'a>, query: &RunQuery<'_>) -> Vec<&'a Anchor> {
    let Some(catalog) = inputs.in_default_language().catalog else { return Vec::new() };
    read(catalog, query, "", &mut Vec::new()).newest(catalog)
}

/// Returns the table of runs, in the site's language.
pub(crate) fn table(inputs: &Inputs<'_>, runs: &[&Anchor]) -> GridTable {
    let strings = &inputs.config.strings;
    let head = |key: &str, class| GridColumn { head: Cow::Owned(strings.get(key).to_owned()), small: "", class };
    let columns = [("runs.run", ""), ("runs.tokens", "n"), ("runs.speed", "n"), ("runs.day", "")]
        .map(|(key, class)| head(key, class));
    let setups: Vec<[String; 6]> = runs.iter().filter_map(|anchor| setup(inputs, anchor)).collect();
    let same = |part: usize| setups.windows(2).all(|two| two[0][part] == two[1][part]);
    let (said, shown): (Vec<usize>, Vec<usize>) = (0..6).partition(|part| same(*part));
    let list = |setup: &[String; 6], parts: &[usize]| {
        let words = parts.iter().map(|part| setup[*part].clone()).filter(|words| !words.is_empty());
        strings.list(&words.collect::<Vec<_>>())
    };
    let caption = setups.first().map(|setup| list(setup, &said)).unwrap_or_default();
    let mut letters = caption.chars();
    let caption = letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    let mut table = GridTable { class: "runs", what: "runs", ..GridTable::figures(caption, columns) };
    let (large, small): (Vec<usize>, Vec<usize>) = shown.into_iter().partition(|part| *part < LARGE);
    for (anchor, setup) in runs.iter().zip(&setups) {
        let row = &anchor.row;
        let tokens = if row.phase == Phase::Prefill {
            row.prompt.map(f64::from)
        } else {
            row.depth.map(|_| anchor.mean_depth())
        };
        let speed = strings.number(&printed(anchor));
        let path = inputs.run(&row.id).map(|run| run.path);
        table.row([
            Cell::of("", vec![InlinePiece::Text(list(setup, &large)), InlinePiece::small(list(setup, &small))]),
            Cell::text("", tokens.map(|tokens| strings.number(&number::fixed(tokens, 0))).unwrap_or_default()),
            Cell::of("", vec![InlinePiece::page(path, &speed)]),
            Cell::text("", row.date.as_deref().map(|date| dates::stated(date, strings)).unwrap_or_default()),
        ]);
    }
    table
}

/// Number of the first parts of a setup, machine and model, that a row shows in large type.
const LARGE: usize = 2;

/// Returns the words of a run's setup: machine, model, format, engine, phase and requests.
fn setup(inputs: &Inputs<'_>, anchor: &Anchor) -> Option<[String; 6]> {
    let catalog = inputs.in_default_language().catalog?;
    let (row, strings) = (&anchor.row, &inputs.config.strings);
    let phase = PHASES.iter().find(|(_, phase)| *phase == row.phase).map_or("decode", |(name, _)| name);
    let format = short(&catalog.formats[anchor.quantization].record.name);
    let engine = records::engine(catalog, anchor);
    Some([
        devices(catalog, anchor, strings),
        catalog.models[anchor.model].record.name.clone(),
        format.split([',', '(']).next().unwrap_or(format).trim().to_owned(),
        engine.split([',', '(']).next().unwrap_or(&engine).trim().to_owned(),
        strings.get(&format!("runs.{phase}")).to_owned(),
        match row.concurrency {
            1 => strings.get("run.one_request").to_owned(),
            many => strings.fill("run.requests", &[("requests", &strings.number(&number::count(many.into())))]),
        },
    ])
}
