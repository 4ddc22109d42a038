//! Finds device, model, format and backend of a printed run in the catalog.
//!
//! 1. A flag decides. 2. Otherwise the names as printed are tried, without what tools and repositories add to them; a
//!    model also by its number of parameters, if only one model in the catalog matches; of a sentence the names that it
//!    has. 3. A format that no output names is assumed as the tool's usual one; an engine that no text names is guessed
//!    from the format.
//!
//! Every guess leaves a note; a name that could be several is refused with them.

use super::names::{BY_NAME, choose, listed};
use super::sentence::named;
use super::user_input::RunOverrides;
use super::{Choice, Refusal};
use crate::outputs::{Run, Tool};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::{Backend, Conditions, Engine, FileFormat, Stack};
use rooflight_estimator::hardware::DeviceClass;
use rooflight_primitives::names::Named;
use rooflight_records::benchmarks::{KnownDevice, KnownModel, Names, Naming};

/// A run's place in the catalog.
#[derive(Debug)]
pub(super) struct Resolved<'a> {
    pub(super) engine: Engine,
    pub(super) device: &'a KnownDevice,
    pub(super) count: u32,
    pub(super) model: &'a KnownModel,
    pub(super) format: &'a Naming,
    /// The format is not named by the output or a flag.
    pub(super) assumed: bool,
    /// The id of a backend; empty where it is not known.
    pub(super) backend: &'static str,
    pub(super) requests: u32,
    /// Tokens in the context before the run; `None` where nobody says.
    pub(super) depth: Option<u32>,
    pub(super) notes: Vec<String>,
}

impl Resolved<'_> {
    /// How several devices share the model, as the catalog writes it: as the engine does unasked.
    pub(super) fn parallel(&self) -> &'static str {
        match self.engine.stack() {
            _ if self.count == 1 => "single",
            Stack::Server => "tensor",
            _ => "layer",
        }
    }
}

/// The run's place.
///
/// # Errors
/// Everything that keeps it from having one, so that the reader can say all of it at once.
pub(super) fn resolve<'a>(
    names: &'a Names,
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

/// Requests at once; one where the tool has no other.
fn requests(run: &Run, overrides: &RunOverrides<'_>) -> Result<u32, Refusal> {
    let known = overrides.corrects.requests.or(run.requests).or(overrides.fills.requests);
    if run.requests_unknown && known.is_none() {
        return Err(Choice::Requests.refuses("the output does not say how many requests ran at once"));
    }
    Ok(known.unwrap_or(1))
}

/// The engine; `None` where neither output nor reader names one.
///
/// # Errors
/// A name that no engine has.
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

/// The engine that formats are read for, where none is named.
pub(super) fn known_or_usual(engine: &Result<Option<Engine>, Refusal>) -> Engine {
    engine.as_ref().ok().copied().flatten().unwrap_or_default()
}

/// The engine that most people run such files with on a device of this maker.
pub(super) fn guessed(format: &Naming, device: &KnownDevice, notes: &mut Vec<String>) -> Engine {
    let native = match device.vendor.as_str() {
        _ if device.class == DeviceClass::Cpu => Backend::Cpu,
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

/// The device, and how many the output names.
pub(super) fn device<'a>(
    names: &'a Names,
    run: &Run,
    overrides: &RunOverrides<'_>,
    notes: &mut Vec<String>,
) -> Result<(&'a KnownDevice, u32), Refusal> {
    let known: Vec<Named<'_>> = names.devices.iter().map(|known| known.naming.named()).collect();
    let by_name =
        |name: &str, notes: &mut Vec<String>| choose("device", name, &known, BY_NAME, notes).map_err(of_device);
    let named_in_sentence = named(&run.words, &known);
    let printed = if run.devices.is_empty() { &named_in_sentence } else { &run.devices };
    let own = |notes: &mut Vec<String>| printed_device(&known, printed, notes).map_err(of_device);
    let at = overrides.choose(|input| input.hardware.as_ref(), notes, by_name, own)?;
    Ok((&names.devices[at], u32::try_from(printed.len().max(1)).unwrap_or(1)))
}

fn of_device(why: String) -> Refusal {
    Choice::Device.refuses(why)
}

/// The device that all printed names mean.
fn printed_device(known: &[Named<'_>], printed: &[String], notes: &mut Vec<String>) -> Result<usize, String> {
    let first = printed.first().ok_or("the output does not name the device")?;
    if printed.iter().any(|name| name != first) {
        return Err("unlike devices ran together and have no estimate here; say which one counts".to_owned());
    }
    find_device(known, first, notes)
}

/// The device of a printed name: as it stands, or without marks and what follows in parentheses.
fn find_device(known: &[Named<'_>], printed: &str, notes: &mut Vec<String>) -> Result<usize, String> {
    let plain = printed.replace("(TM)", "").replace("(R)", "");
    let short = plain.split(" (").next().unwrap_or(&plain);
    let bare = ["NVIDIA ", "AMD ", "Intel "].iter().find_map(|maker| short.strip_prefix(maker)).unwrap_or(short);
    let mut problem = String::new();
    for name in [plain.as_str(), short, bare] {
        match choose("device", name.trim(), known, BY_NAME, notes) {
            Ok(at) => return Ok(at),
            Err(other) if problem.is_empty() || other.contains("could be") => problem = other,
            Err(_) => {}
        }
    }
    Err(problem)
}

pub(super) fn model<'a>(
    names: &'a Names,
    run: &Run,
    overrides: &RunOverrides<'_>,
    notes: &mut Vec<String>,
) -> Result<&'a KnownModel, Refusal> {
    let known: Vec<Named<'_>> = names.models.iter().map(|known| known.naming.named()).collect();
    let refuses = |why: String| Choice::Model.refuses(why);
    let by_name = |name: &str, notes: &mut Vec<String>| {
        choose("model", name, &known, BY_NAME, notes).map(|at| &names.models[at]).map_err(refuses)
    };
    let own = |notes: &mut Vec<String>| printed_model(names, &known, run, notes).map_err(refuses);
    overrides.choose(|input| input.model.as_ref(), notes, by_name, own)
}

/// The model of the printed names, or the only one with as many parameters.
fn printed_model<'a>(
    names: &'a Names,
    known: &[Named<'_>],
    run: &Run,
    notes: &mut Vec<String>,
) -> Result<&'a KnownModel, String> {
    let named_in_sentence = named_in_sentence(run, known)?;
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

/// The name that a sentence mentions; empty if it mentions none.
///
/// # Errors
/// It names several.
fn named_in_sentence(run: &Run, known: &[Named<'_>]) -> Result<String, &'static str> {
    let mut names = named(&run.words, known);
    names.dedup();
    let name = names.pop().unwrap_or_default();
    if names.is_empty() { Ok(name) } else { Err("several are named; say which one counts") }
}

/// Whether a model has as many parameters, as far as tools print digits.
fn has_parameters(model: &KnownModel, parameters: f64) -> bool {
    model.parameters.is_some_and(|own| (own * 1e9 / parameters - 1.0).abs() < 0.002)
}

/// The forms in which the catalog may know a printed name: without the owner, the format, and what tuned versions add.
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

/// Where the name of a format starts within that of a file or repository.
const FORMAT_STARTS: [&str; 24] = [
    "-gguf", "-ud-", "-q2", "-q3", "-q4", "-q5", "-q6", "-q8", ".q", "-iq", "-f16", "-fp16", "-bf16", "-fp8", "-awq",
    "-gptq", "-mxfp4", "-nvfp4", "-2bit", "-3bit", "-4bit", "-6bit", "-8bit", "-w4a16",
];

/// The format, and whether it is assumed.
pub(super) fn format<'a>(
    names: &'a Names,
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
        Err(refusal) if run.format.is_empty() && overrides.fills.format.is_none() => {
            default_format(names, run, engine, notes).map(|format| (format, true)).ok_or(refusal)
        }
        found => found,
    }
}

/// The format that the output names.
fn printed_format<'a>(names: &'a Names, run: &Run, engine: Engine) -> Result<&'a Naming, Refusal> {
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

/// The format that the engine runs by default.
fn default_format<'a>(names: &'a Names, run: &Run, engine: Engine, notes: &mut Vec<String>) -> Option<&'a Naming> {
    let usual = match run.tool {
        Tool::Ollama if engine == Engine::Ollama => "gguf-q4_k_m",
        _ if engine.stack() == Stack::Server && !run.model.is_empty() => "bf16",
        _ => return None,
    };
    let found = names.formats.iter().find(|record| record.id == usual)?;
    let (engine, name) = (engine.name(), &found.name);
    notes.push(format!("The output does not name the format; `{name}` is assumed, which is usual for {engine}."));
    Some(found)
}

/// The longest name of a GGUF format within a file's name: "qwen3-8b-ud-q4_k_xl".
fn in_name<'a>(known: &'a Names, names: &str) -> Option<&'a Naming> {
    let within = known.formats.iter().filter_map(|record| Some((record.id.strip_prefix("gguf-")?, record)));
    let whole = |id: &str| {
        let mut ends = names.match_indices(id).map(|(at, _)| names.get(at + id.len()..).unwrap_or_default());
        ends.any(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
    };
    within.filter(|(id, _)| whole(id)).max_by_key(|(id, _)| id.len()).map(|(_, record)| record)
}

/// The catalog's id of a file type as llama.cpp names it: `Q4_K - Medium`.
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

/// The format of a repository's name, other than of GGUF files.
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

/// The backend as printed; otherwise what the engine uses on the maker's devices.
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
        _ if device.class == DeviceClass::Cpu => "cpu",
        (_, Stack::Mlx) => "mlx",
        ("NVIDIA", _) => "cuda",
        ("AMD", Stack::Server) => "rocm",
        ("Apple", _) => "metal",
        _ => "",
    }
}
