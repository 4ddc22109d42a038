//! `rooflight model`: reads the headers of a model's files, and adds a model to the catalog.
//!
//! 1. `inspect` prints the ledger: the bytes of each tensor, bytes read per token, the KV cache, other formats; with
//!    `--json`, as JSON.
//! 2. `add` appends a record of the model to content/catalog/models.yaml, with the files' page as its source. It
//!    refuses a model that the catalog has, and a record that would be invalid.
//!
//! Only the headers of files are read, never weights.

use crate::cli::data;
use crate::cli::model_files::read;
use crate::cli::output;
use crate::edge::report::MessageFormat;
use crate::edge::{load, write};
use anyhow::{Result, bail};
use rooflight_document::report::Report;
use rooflight_estimator::kv::{self, KvType};
use rooflight_folder::Changes;
use rooflight_glossary::model::catalog::{self, CATALOG, Catalog, own_record};
use rooflight_ingest::header::{self, Inspection, Parts};
use rooflight_source::diagnostic::any_error;
use rooflight_source::file::{SourceFile, Sources};
use rooflight_source::slug::{is_address, slug_of};
use rooflight_source::url;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `model`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print what a model's files hold: its tensors, their bytes, what a token reads, the cache.
    Inspect(Inspect),
    /// Add a model to content/catalog/models.yaml from the headers of its files.
    Add(Add),
}

#[derive(Debug, clap::Args)]
struct Inspect {
    /// GGUF files, safetensors files, model.safetensors.index.json, config.json: all of one model; or
    /// hf:org/name[:file], whose headers are fetched from the hub of Hugging Face.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Count the layers of multi-token prediction: loaded, and read once a step.
    #[arg(long)]
    mtp: bool,
    /// Leave out the tower for images or sound and its projector.
    #[arg(long)]
    no_vision: bool,
    /// Print the ledger as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct Add {
    /// The files of the model, as for `inspect`; config.json alone is enough.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The page that the files come from.
    #[arg(long, value_name = "URL")]
    source: String,
    /// The id of the record; derived from the name by default.
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// The name to print; the one in the files by default.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The licence of the model.
    #[arg(long, value_name = "NAME")]
    license: Option<String>,
    /// The folder that holds `content/`.
    #[arg(long, default_value = ".", value_name = "DIR")]
    root: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.command {
        Command::Inspect(arguments) => inspect(arguments),
        Command::Add(arguments) => add(arguments),
    }
}

fn inspect(arguments: &Inspect) -> Result<ExitCode> {
    let Some(found) = read(&arguments.files)? else { return Ok(ExitCode::from(1)) };
    let parts = Parts { prediction: arguments.mtp, vision: !arguments.no_vision };
    if arguments.json {
        output::line(format_args!("{:#}", json(&found, parts)))?;
    } else {
        let mut report = Report::default();
        header::write(&mut report, &found, parts);
        output::print(super::terminal::text(&report, "#"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The ledger as JSON.
fn json(found: &Inspection, parts: Parts) -> Value {
    let read = |line| header::read_for_a_token(line, parts, found.experts);
    let tensors: Vec<Value> = found
        .lines
        .iter()
        .map(|line| {
            json!({
                "part": line.part.name(), "group": line.group.name(), "name": line.name, "stored_as": line.label,
                "tensors": line.tensors, "parameters": line.parameters, "bytes": line.bytes,
                "counted": parts.has(line.part), "bytes_read_per_token": read(line),
            })
        })
        .collect();
    let files: Vec<Value> = found
        .files
        .iter()
        .map(|file| {
            json!({
                "name": file.name, "kind": file.kind.name(), "header_bytes": file.header, "tensor_bytes": file.tensors,
                "padding_bytes": file.padding, "bytes": file.size,
            })
        })
        .collect();
    let formats: Vec<Value> = found
        .computed()
        .map(|format| {
            let weights = &format.weights;
            json!({
                "id": format.id, "bytes": weights.file_bytes(), "bits_per_weight": weights.bits_per_weight(),
                "bytes_read_per_token": weights.streamed_bytes(1.0),
            })
        })
        .collect();
    let counted = || found.lines.iter().filter(|line| parts.has(line.part));
    json!({
        "version": 1,
        "name": found.name,
        "architecture": found.description.as_ref().map(|described| &described.architecture),
        "max_context": found.description.as_ref().and_then(|described| described.max_context),
        "layers": found.shape.layers,
        "experts": found.experts.map(|(all, active)| json!({"all": all, "active": active})),
        "bytes": counted().map(|line| line.bytes).sum::<u64>(),
        "bytes_read_per_token": counted().map(read).fold(0.0, |sum, bytes| sum + bytes),
        "cache_bytes_per_token_f16": kv::stored_bytes(&found.shape, KvType::F16, 1.0),
        "state_bytes": kv::state_bytes(&found.shape),
        "tensors": tensors, "formats": formats, "files": files, "notes": found.notes,
    })
}

fn add(arguments: &Add) -> Result<ExitCode> {
    if !url::is_address(&arguments.source) {
        bail!("`{}` is no address of a page: give one that begins with https://", arguments.source);
    }
    let Some(found) = read(&arguments.files)? else { return Ok(ExitCode::from(1)) };
    // Held from reading the catalog to writing it: another command might add a record meanwhile.
    let changes = write::changes(&arguments.root)?;
    let sources = load::load(&arguments.root);
    let mut problems = sources.problems.clone();
    let catalog = catalog::read(&sources, data::base(&sources), &mut problems);
    if any_error(&problems) {
        crate::cli::print(&problems, &sources, MessageFormat::Human)?;
        return Ok(ExitCode::from(1));
    }
    let name = arguments.name.as_deref().unwrap_or(&found.name).trim();
    let id = arguments.id.clone().unwrap_or_else(|| slug_of(name));
    if !is_address(&id) {
        bail!(
            "`{id}` cannot be part of an address: give an id of lower-case letters, digits, `-`, `_` and `.` with --id"
        );
    }
    if let Some(known) = catalog.as_ref().and_then(|catalog| known_record(catalog, &id, name)) {
        bail!("the catalog has the model already: {known}");
    }
    let named =
        own_record::ModelLabels { id: &id, name, source: &arguments.source, license: arguments.license.as_deref() };
    let Some(record) = own_record::yaml(&found, named) else {
        for note in &found.notes {
            output::note(format_args!("note: {note}"));
        }
        bail!("the files do not describe the architecture: give config.json or a .gguf as well");
    };
    save(&changes, &sources, &record)?;
    output::line(format_args!("added `{id}` to {}", path()))?;
    for note in &found.notes {
        output::note(format_args!("note: {note}"));
    }
    Ok(ExitCode::SUCCESS)
}

fn path() -> String {
    format!("{CATALOG}/models.yaml")
}

/// Describes a record that has this id or name already.
fn known_record(catalog: &Catalog, id: &str, name: &str) -> Option<String> {
    let folded = |text: &str| text.to_lowercase();
    catalog.models.iter().map(|known| &known.record).find_map(|record| {
        let names = [&record.id, &record.name].into_iter().chain(&record.aliases).chain(&record.hf_repo);
        let equal =
            names.map(String::as_str).find(|other| [id, name].iter().any(|own| folded(own) == folded(other)))?;
        Some(format!("`{}` has the name `{equal}`", record.id))
    })
}

/// Appends the record if the catalog stays valid.
fn save(changes: &Changes, sources: &Sources, record: &str) -> Result<()> {
    let path = path();
    let before = sources.text(&path).unwrap_or_default();
    let between = if before.is_empty() {
        ""
    } else if before.ends_with('\n') {
        "\n"
    } else {
        "\n\n"
    };
    let text = format!("{before}{between}{record}");
    let mut with = sources.clone();
    with.content.retain(|file| file.path != path);
    with.content.push(SourceFile::new(path.clone(), text.clone()));
    with.content.sort_by(|a, b| a.path.cmp(&b.path));
    let mut problems = Vec::new();
    catalog::read(&with, data::base(&with), &mut problems);
    if any_error(&problems) {
        crate::cli::print(&problems, &with, MessageFormat::Human)?;
        bail!("the record would not be valid; nothing was written");
    }
    write::put(changes, &path, text.as_bytes())?;
    write::commit(changes)
}
