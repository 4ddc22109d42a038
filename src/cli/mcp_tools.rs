//! The tools of `rooflight mcp`: their schemas, and their answers as JSON.
//!
//! Each answers as the command of the same name does with `--json`, and adds `notes` on how names were resolved.

use crate::cli::data::Data;
use crate::cli::estimate::{self, TypedQuestion};
use crate::cli::{detect, explore, listing, words};
use crate::edge::load;
use rooflight_compiler::calibrate::CalibratedCatalog;
use rooflight_compiler::calibrate::batch::Batch;
use rooflight_compiler::calibrate::measure;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::document::GLOSSARY;
use rooflight_ingest::outputs::read;
use rooflight_ingest::verdict::{Judge, UserInput};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Maximum number of machines in a comparison.
const MAX_MACHINES: usize = 4;

/// The tools, with the data behind them.
pub(super) struct Tools {
    data: Data,
    calibrated: CalibratedCatalog,
    /// The site's folder; `None` if it has no glossary.
    glossary: Option<PathBuf>,
}

/// A parameter of a tool: name, JSON type, description.
type Parameter = (&'static str, &'static str, &'static str);

const MACHINE: Parameter =
    ("machine", "string", "A device by any of its names, with a number before it: \"2x 3090\", \"M4 Max 128\".");
const MODEL: Parameter = ("model", "string", "A model by any of its names: \"Qwen3 32B\".");
const CONTEXT: Parameter = ("context", "integer", "Tokens of context of each request; 4096 by default.");
const REQUESTS: Parameter = ("requests", "integer", "Requests that are decoded together; 1 by default.");
const QUANT: Parameter = ("quant", "string", "The weight format, such as q4_k_m, bf16 or mlx-4bit-g64.");
const MIN_SPEED: Parameter = ("least", "number", "The least tokens a second that count; 10 by default.");

/// A tool: name, description, parameters, and how many of the first parameters are required.
type Declared = (&'static str, &'static str, &'static [Parameter], usize);

const TOOLS: [Declared; 5] = [
    (
        "estimate",
        "How fast a model runs on a machine: realistic range, ceiling, prompt time, memory, measurements with sources, launch command.",
        &[
            MACHINE,
            MODEL,
            QUANT,
            CONTEXT,
            REQUESTS,
            ("engine", "string", "The engine, such as llama-vulkan or vllm; the usual one by default."),
        ],
        2,
    ),
    (
        "explore",
        "Which models run on a machine (give `machine`), or which hardware runs a model (give `model`).",
        &[MACHINE, MODEL, QUANT, CONTEXT, REQUESTS, MIN_SPEED],
        0,
    ),
    (
        "compare",
        "Two to four machines side by side at one model.",
        &[MODEL, ("machines", "array", "Two to four machines."), QUANT, CONTEXT, REQUESTS],
        2,
    ),
    (
        "detect",
        "Recognise a machine from what its tools print (nvidia-smi, rocm-smi, system_profiler, lscpu …) and list what runs on it.",
        &[
            ("output", "string", "The output of such tools; without it, those of this machine are run."),
            CONTEXT,
            MIN_SPEED,
        ],
        0,
    ),
    (
        "measure",
        "Judge the output of a benchmark tool (llama-bench, vllm bench, …): inside the range, share of the ceiling, likely causes.",
        &[
            ("output", "string", "The output, as printed."),
            ("hardware", "string", "The device, where the output does not name it."),
            MODEL,
            QUANT,
            ("context", "integer", "Tokens in the context, where the output does not say."),
            REQUESTS,
            ("engine", "string", "The engine, where it is another than the tool's."),
        ],
        1,
    ),
];

/// The tool that needs a glossary.
const TERM: Declared = (
    "term",
    "The definition of a term of this folder's glossary, with its sources.",
    &[("term", "string", "A term or an alias.")],
    1,
);

impl Tools {
    /// Creates the tools for a catalog and, if `root` has one, a glossary.
    pub(super) fn new(data: Data, root: &Path) -> Self {
        let calibrated = data.calibrated();
        let glossary = root.join(GLOSSARY).is_dir().then(|| root.to_owned());
        Self { data, calibrated, glossary }
    }

    /// Lists the declarations for `tools/list`.
    pub(super) fn list(&self) -> Vec<Value> {
        let term = self.glossary.is_some().then_some(&TERM);
        TOOLS.iter().chain(term).map(declared).collect()
    }

    /// Runs a tool; `None` if there is no such tool.
    pub(super) fn call(&self, name: &str, given: &Value) -> Option<Result<Value, String>> {
        let mut notes = Vec::new();
        let answered = match name {
            "estimate" => self.estimate(given, &mut notes),
            "explore" => self.explore(given, &mut notes),
            "compare" => self.compare(given, &mut notes),
            "detect" => self.detect(given),
            "measure" => self.measure(given),
            "term" => Self::term(self.glossary.as_deref()?, given),
            _ => return None,
        };
        Some(answered.map(|mut answer| {
            answer["notes"] = notes.into();
            answer["data"] = self.data.json();
            answer
        }))
    }

    fn estimate(&self, given: &Value, notes: &mut Vec<String>) -> Result<Value, String> {
        let words = TypedQuestion {
            machine: needed(given, "machine")?,
            model: needed(given, "model")?,
            quant: text(given, "quant"),
            context: number(given, "context")?,
            engine: text(given, "engine"),
            requests: number(given, "requests")?.unwrap_or(1),
        };
        estimate::json(&words, &mut self.calibrated.clone(), notes)
    }

    fn explore(&self, given: &Value, notes: &mut Vec<String>) -> Result<Value, String> {
        let mut catalog = self.calibrated.clone();
        let mut query = match (text(given, "machine"), text(given, "model")) {
            (Some(machine), None) => {
                let machine = words::machine(machine, &mut catalog, notes)?;
                format!("mode=runs&{}", machine.inputs())
            }
            (None, Some(model)) => {
                format!("mode=which&m={}", catalog.estimator.models[catalog.find_model(model, notes)?].id)
            }
            _ => return Err("give either `machine` or `model`".to_owned()),
        };
        query.push_str("&show=likely");
        load_of(given, &mut query)?;
        listed(&catalog, &query)
    }

    fn compare(&self, given: &Value, notes: &mut Vec<String>) -> Result<Value, String> {
        let mut catalog = self.calibrated.clone();
        let model = catalog.find_model(needed(given, "model")?, notes)?;
        let mut query = format!("mode=compare&m={}", catalog.estimator.models[model].id);
        let machines: Vec<&str> =
            given["machines"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !(2..=MAX_MACHINES).contains(&machines.len()) {
            return Err("`machines` is a list of two to four names".to_owned());
        }
        for (at, key) in ["", "2", "3", "4"].iter().enumerate() {
            let Some(typed) = machines.get(at) else {
                let _ = write!(query, "&n{key}=0");
                continue;
            };
            let machine = words::machine(typed, &mut catalog, notes)?.of_one_kind(typed, "a comparison")?;
            let _ = write!(query, "&hw{key}={}&n{key}={}", machine.device, machine.number);
        }
        load_of(given, &mut query)?;
        listed(&catalog, &query)
    }

    fn detect(&self, given: &Value) -> Result<Value, String> {
        let printed = text(given, "output").map_or_else(detect::printed_here, str::to_owned);
        detect::json(&printed, &self.calibrated, number(given, "context")?, given["least"].as_f64())
    }

    fn measure(&self, given: &Value) -> Result<Value, String> {
        let outputs = read(needed(given, "output")?);
        let owned = |key| text(given, key).map(str::to_owned);
        let requests = number(given, "requests")?.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        let input = UserInput {
            engine: owned("engine"),
            hardware: owned("hardware"),
            count: None,
            model: owned("model"),
            format: owned("quant"),
            context: number(given, "context")?.map(|number| u32::try_from(number).unwrap_or(u32::MAX)),
            requests,
        };
        let (catalog, calibration) = (&self.data.catalog, self.data.calibration());
        let names = measure::names(catalog);
        let (verdicts, refused) =
            Judge::new(&names, Batch::new(catalog, calibration), &input).all(&outputs, usize::MAX);
        if verdicts.is_empty() && refused.is_empty() {
            return Err("no output of a benchmark tool is in this text".to_owned());
        }
        let problems = refused.iter().map(|refused| json!({"line": refused.line, "message": refused.refusal.message}));
        Ok(json!({
            "runs": verdicts.iter().map(measure::json).collect::<Vec<_>>(), "problems": problems.collect::<Vec<_>>(),
        }))
    }

    fn term(root: &Path, given: &Value) -> Result<Value, String> {
        let wanted = needed(given, "term")?.to_lowercase();
        let sources = load::load(root);
        let mut problems = Vec::new();
        let config = Config::read(&sources, &mut problems).unwrap_or_else(Config::placeholder);
        let documents =
            rooflight_glossary::model::cache::FileCache::default().documents(&sources, &config, &mut problems);
        let is_called = |name: &String| name.to_lowercase() == wanted;
        let found = documents.iter().find(|document| {
            is_called(&document.front.term) || document.front.aliases.iter().any(|alias| alias.to_lowercase() == wanted)
        });
        let front = &found.ok_or_else(|| format!("no entry defines `{wanted}`"))?.front;
        let sources = front.sources.iter().map(|source| json!({"title": source.title, "url": source.url}));
        Ok(json!({"term": front.term, "definition": front.definition, "sources": sources.collect::<Vec<_>>()}))
    }
}

/// The explorer's list as JSON.
fn listed(catalog: &CalibratedCatalog, query: &str) -> Result<Value, String> {
    Ok(listing::json(&explore::answer(catalog, query)?.listing.unwrap_or_default()))
}

/// Appends context, concurrency, minimum speed and weight format as inputs of the explorer.
fn load_of(given: &Value, query: &mut String) -> Result<(), String> {
    for (name, key) in [("context", "c"), ("requests", "b")] {
        if let Some(value) = number(given, name)? {
            let _ = write!(query, "&{key}={value}");
        }
    }
    if let Some(speed) = given["least"].as_f64() {
        let _ = write!(query, "&tps={speed}");
    }
    if let Some(format) = text(given, "quant") {
        let _ = write!(query, "&q={}", explore::format_id(format));
    }
    Ok(())
}

fn declared((name, about, parameters, required): &Declared) -> Value {
    let property = |(name, kind, words): &Parameter| {
        let mut value = json!({"type": kind, "description": words});
        if *kind == "array" {
            value["items"] = json!({"type": "string"});
        }
        ((*name).to_owned(), value)
    };
    let properties: serde_json::Map<String, Value> = parameters.iter().map(property).collect();
    let needed: Vec<&str> = parameters.iter().take(*required).map(|(name, ..)| *name).collect();
    json!({
        "name": name, "description": about,
        "inputSchema": {"type": "object", "properties": properties, "required": needed},
        "annotations": {"readOnlyHint": true, "openWorldHint": false},
    })
}

/// A text argument, trimmed; `None` if it is absent or empty.
fn text<'g>(given: &'g Value, name: &str) -> Option<&'g str> {
    given[name].as_str().map(str::trim).filter(|text| !text.is_empty())
}

fn needed<'g>(given: &'g Value, name: &str) -> Result<&'g str, String> {
    text(given, name).ok_or_else(|| format!("`{name}` is missing"))
}

/// An argument that is a whole number of at least 1; `None` if it is absent.
fn number(given: &Value, name: &str) -> Result<Option<u64>, String> {
    match &given[name] {
        Value::Null => Ok(None),
        value => value
            .as_u64()
            .filter(|number| *number > 0)
            .map(Some)
            .ok_or_else(|| format!("`{name}` is no number from 1 on")),
    }
}
