//! Finds device, model, format and backend of a printed run in the catalog.
//!
//! 1. User input decides.
//! 2. Otherwise the printed names are looked up, without the additions of tools and repositories, or the names in a
//!    sentence (devices in [`super::devices`]). A model is also found by its number of parameters, if only one in the
//!    catalog has as many.
//! 3. A format that the output does not name is assumed to be the tool's usual one; an engine that the text does not
//!    name is guessed from the format.
//!
//! Every guess adds a note; an ambiguous name is refused, with the candidates.

use super::devices::device;
use super::names::{BY_NAME, choose, listed};
use super::sentence::{models, named, usual_gguf};
use super::user_input::RunOverrides;
use super::{Choice, Refusal};
use crate::outputs::{Run, Tool};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::calibration::{Backend, Conditions, Engine, FileFormat, Stack};
use rooflight_estimator::hardware::DeviceClass;
use rooflight_estimator::records::Gap;
use rooflight_estimator::records::benchmarks::{CatalogNames, KnownDevice, KnownModel, Naming};
use rooflight_primitives::names::Named;

/// A run's engine, device, model and format in the catalog, and its conditions.
#[derive(Debug)]
pub(super) struct Resolved<'a> {
    pub(super) engine: Engine,
    pub(super) device: &'a KnownDevice,
    pub(super) count: u32,
    pub(super) model: &'a KnownModel,
    pub(super) format: &'a Naming,
    /// Whether the format was assumed: neither the output nor the user names it.
    pub(super) assumed: bool,
    /// The backend's id; empty if not known.
    pub(super) backend: &'static str,
    pub(super) requests: u32,
    /// Tokens in the context before the run; `None` if neither the output nor the user states them.
    pub(super) depth: Option<u32>,
    pub(super) notes: Vec<String>,
}

impl Resolved<'_> {
    /// Returns how several devices share the model by the engine's default, as the catalog spells it.
    pub(super) fn parallel(&self) -> &'static str {
        match self.engine.stack() {
            _ if self.count == 1 => "single",
            Stack::Server => "tensor",
            _ => "layer",
        }
    }
}

/// Resolves a run.
///
/// # Errors
/// All reasons at once, so that the user can correct them together.
pub(super) fn resolve<'a>(
    names: &'a CatalogNames,
    run: &Run,
    overrides: &RunOverrides<'_>,
) -> Result<Resolved<'a>, Vec<Refusal>> {
    let mut notes = Vec::new();
    let engine = engine(run, overrides, &mut notes);
    let device = device(names, run, overrides, &mut notes);
    let model = model(names, run, overrides, &mut notes);
    let format = format(names, run, overrides, known_or_usual(&engine), &mut notes);
    let requests = requests(run, overrides);
    match (engine, device, model, format, requests) {
        (Ok(engine), Ok((device, printed)), Ok(model), Ok((format, assumed)), Ok(requests)) => {
            let count = overrides.corrects.count.or(run.devices_used).unwrap_or(printed);
            let engine = engine.unwrap_or_else(|| guessed(format, device, &mut notes));
            let backend = backend(run, device, engine);
            let depth = overrides.corrects.context.or(run.depth).or(overrides.fills.context);
            if run.tool == Tool::Stated && depth.is_none() {
                notes.push("No context is stated; an empty one is assumed, in which a model is fastest.".to_owned());
            }
            Ok(Resolved { engine, device, count, model, format, assumed, backend, requests, depth, notes })
        }
        (engine, device, model, format, requests) => {
            let refusals = [engine.err(), device.err(), model.err(), format.err(), requests.err()];
            Err(refusals.into_iter().flatten().collect())
        }
    }
}

/// Returns the number of concurrent requests; one if neither the output nor the user states it.
fn requests(run: &Run, overrides: &RunOverrides<'_>) -> Result<u32, Refusal> {
    let known = overrides.corrects.requests.or(run.requests).or(overrides.fills.requests);
    if run.requests_unknown && known.is_none() {
        return Err(Choice::Requests.refuses("the output does not say how many requests ran at once"));
    }
    Ok(known.unwrap_or(1))
}

/// Returns the engine; `None` if neither the output nor the user names one.
///
/// # Errors
/// No engine has the name.
pub(super) fn engine(
    run: &Run,
    overrides: &RunOverrides<'_>,
    notes: &mut Vec<String>,
) -> Result<Option<Engine>, Refusal> {
    let known = Engine::ALL.map(|engine| Named { id: engine.id(), name: engine.name(), aliases: &[] });
    let by_name = |name: &str, notes: &mut Vec<String>| {
        let found = choose("engine", name, &known, BY_NAME, notes);
        found.map(|at| Engine::ALL.get(at).copied()).map_err(|why| Choice::Engine.refuses(why))
    };
    overrides.choose(|input| input.engine.as_ref(), notes, by_name, |_| Ok(Engine::from_id(run.engine)))
}

/// Returns the engine by whose conventions formats are read: the default if none is named.
pub(super) fn known_or_usual(engine: &Result<Option<Engine>, Refusal>) -> Engine {
    engine.as_ref().ok().copied().flatten().unwrap_or_default()
}

/// Guesses the engine that most people use for such files on a device of this vendor, and adds a note.
pub(super) fn guessed(format: &Naming, device: &KnownDevice, notes: &mut Vec<String>) -> Engine {
    let native = match device.vendor.as_str() {
        _ if device.device.class == DeviceClass::Cpu => Backend::Cpu,
        "NVIDIA" => Backend::Cuda,
        "AMD" => Backend::Rocm,
        "Apple" => Backend::Metal,
        _ => Backend::Unknown,
    };
    let (engine, _) = Conditions::engine_of(FileFormat::of(&format.id), native);
    let name = engine.name();
    notes.push(format!("The text does not name the engine; {name} is a guess from the format {}.", format.name));
    engine
}

pub(super) fn model<'a>(
    names: &'a CatalogNames,
    run: &Run,
    overrides: &RunOverrides<'_>,
    notes: &mut Vec<String>,
) -> Result<&'a KnownModel, Refusal> {
    let known: Vec<Named<'_>> = names.models.iter().map(|known| known.naming.named()).collect();
    let refuses = |typed: &str, why| Choice::Model.refuses(Gap::reason(&names.not_covered, typed).unwrap_or(why));
    let by_name = |name: &str, notes: &mut Vec<String>| {
        choose("model", name, &known, BY_NAME, notes).map(|at| &names.models[at]).map_err(|why| refuses(name, why))
    };
    let printed = [run.file.as_str(), &run.model, &run.words.join(" ")].join(" / ");
    let own = |notes: &mut Vec<String>| printed_model(names, &known, run, notes).map_err(|why| refuses(&printed, why));
    overrides.choose(|input| input.model.as_ref(), notes, by_name, own)
}

/// Finds the model of the printed names, or the only one with as many parameters.
fn printed_model<'a>(
    names: &'a CatalogNames,
    known: &[Named<'_>],
    run: &Run,
    notes: &mut Vec<String>,
) -> Result<&'a KnownModel, String> {
    let named_in_sentence = named_in_sentence(run, &models(names))?;
    let mut problem = String::new();
    for name in [&run.file, &run.model, &named_in_sentence].into_iter().flat_map(|name| forms(name)) {
        match choose("model", &name, known, BY_NAME, notes) {
            Ok(at) => return Ok(&names.models[at]),
            Err(other) if problem.is_empty() => problem = other,
            Err(_) => {}
        }
    }
    let of = |parameters| (0..known.len()).filter(|at| has_parameters(&names.models[*at], parameters)).collect();
    let alike: Vec<usize> = run.parameters.map_or_else(Vec::new, of);
    match alike.as_slice() {
        [one] => {
            let name = known[*one].name;
            notes.push(format!("`{}` is taken for `{name}`, which alone has as many parameters.", run.model));
            Ok(&names.models[*one])
        }
        [] if problem.is_empty() => Err("the output does not name the model".to_owned()),
        [] => Err(problem),
        several => Err(format!("`{}` could be {}", run.model, listed(known, several, BY_NAME))),
    }
}

/// Returns the name that a sentence mentions; empty if it mentions none.
///
/// # Errors
/// The sentence mentions several.
fn named_in_sentence(run: &Run, known: &[Named<'_>]) -> Result<String, &'static str> {
    let mut names = named(&run.words, known);
    names.dedup();
    let name = names.pop().unwrap_or_default();
    if names.is_empty() { Ok(name) } else { Err("several are named; say which one counts") }
}

/// Returns true if a model has as many parameters, within the precision that tools print.
fn has_parameters(model: &KnownModel, parameters: f64) -> bool {
    model.parameters.is_some_and(|own| (own * 1e9 / parameters - 1.0).abs() < 0.002)
}

/// Returns the forms under which the catalog may list a printed name: as printed, without the owner, without the
/// format, without a suffix such as `-instruct`.
fn forms(printed: &str) -> Vec<String> {
    if printed.is_empty() {
        return Vec::new();
    }
    let name = printed.trim_end_matches('/').rsplit('/').next().unwrap_or(printed).replace(':', "-");
    let lower = name.to_ascii_lowercase();
    let mut cut = lower.len();
    for start in FORMAT_STARTS {
        cut = cut.min(lower.match_indices(start).map(|(at, _)| at).find(|at| *at > 0).unwrap_or(cut));
    }
    let short = lower.get(..cut).unwrap_or(&lower).to_owned();
    let tuned = ["-instruct", "-it", "-chat"].iter().find_map(|end| short.strip_suffix(end)).map(String::from);
    [Some(printed.to_owned()), Some(name), Some(short), tuned].into_iter().flatten().collect()
}

/// Beginnings of a format's name inside the name of a file or repository.
const FORMAT_STARTS: [&str; 24] = [
    "-gguf", "-ud-", "-q2", "-q3", "-q4", "-q5", "-q6", "-q8", ".q", "-iq", "-f16", "-fp16", "-bf16", "-fp8", "-awq",
    "-gptq", "-mxfp4", "-nvfp4", "-2bit", "-3bit", "-4bit", "-6bit", "-8bit", "-w4a16",
];

/// Returns the format, and whether it is assumed.
pub(super) fn format<'a>(
    names: &'a CatalogNames,
    run: &Run,
    overrides: &RunOverrides<'_>,
    engine: Engine,
    notes: &mut Vec<String>,
) -> Result<(&'a Naming, bool), Refusal> {
    let known: Vec<Named<'_>> = names.formats.iter().map(Naming::named).collect();
    let by_name = |name: &str, notes: &mut Vec<String>| {
        let found = choose("format", name, &known, BY_NAME, notes);
        found.map(|at| (&names.formats[at], false)).map_err(|why| Choice::Format.refuses(why))
    };
    let own =
        |notes: &mut Vec<String>| match named_in_sentence(run, &known).map_err(|why| Choice::Format.refuses(why))? {
            none if none.is_empty() => printed_format(names, run, engine).map(|format| (format, false)),
            name => by_name(&name, notes),
        };
    match overrides.choose(|input| input.format.as_ref(), notes, by_name, own) {
        Err(refusal)
            if run.format.is_empty() && overrides.fills.format.is_none() && named(&run.words, &known).is_empty() =>
        {
            default_format(names, run, engine, notes).map(|format| (format, true)).ok_or(refusal)
        }
        found => found,
    }
}

/// Finds the format that the output names.
fn printed_format<'a>(names: &'a CatalogNames, run: &Run, engine: Engine) -> Result<&'a Naming, Refusal> {
    let (of, stack) = (|id: &str| names.formats.iter().find(|record| record.id == id), engine.stack());
    let printed = format!("{}/{}", run.file, run.model).to_ascii_lowercase();
    let found = if stack == Stack::Ggml { in_name(names, &printed) } else { None };
    let found = found.or_else(|| of(&file_type(&run.format))).or_else(|| of(published(&printed, stack)?));
    let why = || match run.format.as_str() {
        "" => "the output does not name the format".to_owned(),
        other => format!("the format `{other}` is not known"),
    };
    found.ok_or_else(|| Choice::Format.refuses(why()))
}

/// Returns the format that the engine uses by default, and adds a note; `None` if it has no default.
fn default_format<'a>(
    names: &'a CatalogNames,
    run: &Run,
    engine: Engine,
    notes: &mut Vec<String>,
) -> Option<&'a Naming> {
    let usual = match run.tool {
        Tool::Ollama if engine == Engine::Ollama => "gguf-q4_k_m",
        _ if engine.stack() == Stack::Server && !run.model.is_empty() => "bf16",
        Tool::Stated if engine.stack() == Stack::Mlx => "mlx-4bit-g64",
        Tool::Stated if engine.stack() == Stack::Ggml => usual_gguf(&run.words),
        _ => return None,
    };
    let found = names.formats.iter().find(|record| record.id == usual)?;
    let (engine, name) = (engine.name(), &found.name);
    notes.push(format!("The output does not name the format; `{name}` is assumed, which is usual for {engine}."));
    Some(found)
}

/// Finds the longest GGUF format in the name of a file: `qwen3-8b-ud-q4_k_xl`.
fn in_name<'a>(known: &'a CatalogNames, names: &str) -> Option<&'a Naming> {
    let within = known.formats.iter().filter_map(|record| Some((record.id.strip_prefix("gguf-")?, record)));
    let whole = |id: &str| {
        let mut ends = names.match_indices(id).map(|(at, _)| names.get(at + id.len()..).unwrap_or_default());
        ends.any(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
    };
    within.filter(|(id, _)| whole(id)).max_by_key(|(id, _)| id.len()).map(|(_, record)| record)
}

/// Returns the catalog id of a file type that llama.cpp prints: `Q4_K - Medium`.
fn file_type(printed: &str) -> String {
    let (first, rest) = printed.split_once([' ', '-']).unwrap_or((printed, ""));
    let first = first.to_ascii_lowercase();
    let rest = rest.trim_start_matches([' ', '-']);
    match (first.as_str(), rest) {
        ("q2_k", "Medium") => "gguf-q2_k-file".to_owned(),
        ("q6_k", _) => "gguf-q6_k".to_owned(),
        ("mxfp4", "MoE") => "gguf-mxfp4-moe".to_owned(),
        (_, "Small") => format!("gguf-{first}_s"),
        (_, "Medium") => format!("gguf-{first}_m"),
        (_, "Large") => format!("gguf-{first}_l"),
        ("iq3_s", mix) if mix.starts_with("mix") => "gguf-iq3_m".to_owned(),
        _ => format!("gguf-{first}"),
    }
}

/// Returns the id of the format in a repository's name, for engines that do not run GGUF files.
fn published(names: &str, stack: Stack) -> Option<&'static str> {
    let has = |part: &str| names.contains(part);
    let bits = [("2bit", "mlx-2bit-g64"), ("3bit", "mlx-3bit-g64"), ("4bit", "mlx-4bit-g64"), ("5bit", "mlx-5bit-g64")];
    let more = [("6bit", "mlx-6bit-g64"), ("8bit", "mlx-8bit-g64"), ("bf16", "mlx-bf16")];
    let servers = [
        ("nvfp4", "nvfp4"),
        ("mxfp4", "mxfp4"),
        ("gpt-oss", "mxfp4"),
        ("fp8", "fp8-e4m3-dynamic"),
        ("awq", "awq-4bit-g128"),
        ("gptq", "gptq-4bit-g128"),
        ("w4a16", "w4a16-ct"),
    ];
    match stack {
        Stack::Mlx => [("mxfp4", "mlx-mxfp4"), ("nvfp4", "mlx-nvfp4")]
            .iter()
            .chain(&bits)
            .chain(&more)
            .find(|(part, _)| has(part)),
        Stack::Server => servers.iter().find(|(part, _)| has(part)),
        _ => None,
    }
    .map(|(_, id)| *id)
}

/// Returns the id of the printed backend, otherwise of the one that the engine uses on the vendor's devices.
fn backend(run: &Run, device: &KnownDevice, engine: Engine) -> &'static str {
    let printed = run.backend.to_ascii_lowercase();
    let names = [
        ("cuda", "cuda"),
        ("rocm", "rocm"),
        ("hip", "rocm"),
        ("vulkan", "vulkan"),
        ("metal", "metal"),
        ("mtl", "metal"),
        ("sycl", "sycl"),
        ("mlx", "mlx"),
        ("cpu", "cpu"),
        ("blas", "cpu"),
    ];
    if let Some((_, id)) = names.iter().find(|(name, _)| printed.contains(name)) {
        return id;
    }
    match (device.vendor.as_str(), engine.stack()) {
        _ if device.device.class == DeviceClass::Cpu => "cpu",
        (_, Stack::Mlx) => "mlx",
        ("NVIDIA", _) => "cuda",
        ("AMD", Stack::Server) => "rocm",
        ("Apple", _) => "metal",
        _ => "",
    }
}
