//! Reads any model from the headers of its files: a GGUF file, safetensors files and their index, `config.json`.
//!
//! 1. [`inspect`] takes the first bytes of each file. If a header is longer, it returns how many bytes are needed, and
//!    the caller tries again with more. Nothing after a header is ever needed.
//! 2. `gguf` and `safetensors` list the tensors, `config` and `metadata` describe the architecture, `names` puts each
//!    tensor in its group.
//! 3. The tensors become the exact ledger, the facts a [`Model`], whose parameters are compared with the files'. If
//!    there are no facts, the cache is derived from the shapes of the projections.
//! 4. [`Inspection::record`] returns the record that calculators use; `report` writes the ledger.
//!
//! The input is not trusted: counts are compared with what the file could hold, nesting and names are limited, and no
//! memory is reserved for a count. Time and memory grow with the bytes given, and nothing here panics.

mod config;
mod description;
mod family;
mod fault;
mod formats;
mod gguf;
mod inspection;
mod ledger;
mod metadata;
mod names;
mod packing;
mod record;
mod report;
mod safetensors;
mod shape;
mod tensor;
pub mod wasm_api;

use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::markup::joined;
use rooflight_document::number::{plain_count, push_unit};
use rooflight_estimator::model::Model;
use rooflight_estimator::tensors;
use rooflight_primitives::units::count;

pub use description::Description;
pub use fault::{Fault, Head};
pub use formats::FORMATS;
pub use inspection::{FileKind, InspectedFile, Inspection, RefusedFile};
pub use ledger::{LedgerLine, Parts, read_for_a_token};
pub use names::ModelPart;
pub use packing::Packing;
pub use record::FILE;
pub use report::write;
use tensor::RawTensor;

/// Maximum size of a header, bytes. The longest vocabularies take about 20 MB.
pub const MAX_HEADER_BYTES: u64 = 1 << 28;

/// Maximum number of files of a model.
pub const MAX_FILES: usize = 1000;

/// Reads the headers of a model's files.
///
/// # Errors
/// The first file whose header is longer than the bytes given, or that cannot be right.
pub fn inspect(heads: &[Head<'_>]) -> Result<Inspection, RefusedFile> {
    let mut found = FileContents::default();
    for (file, head) in heads.iter().enumerate() {
        found.add(head).map_err(|fault| RefusedFile { file, fault })?;
    }
    let last = heads.len().saturating_sub(1);
    found.finish().map_err(|fault| RefusedFile { file: last, fault })
}

/// The contents of all headers read so far.
#[derive(Default)]
struct FileContents {
    inspection: Inspection,
    tensors: Vec<RawTensor>,
    config: Option<Description>,
    metadata: Option<Description>,
    index: Option<safetensors::Index>,
}

impl FileContents {
    fn add(&mut self, head: &Head<'_>) -> fault::Outcome<()> {
        let ends = |end: &str| {
            head.name
                .get(head.name.len().saturating_sub(end.len())..)
                .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
        };
        let (kind, header, tensors, expected) = if head.bytes.starts_with(gguf::MAGIC) || ends(".gguf") {
            let gguf = gguf::read(head)?;
            let described = metadata::read(&gguf);
            let is_projector = described.architecture == metadata::PROJECTOR;
            if !is_projector && self.metadata.as_ref().is_none_or(|known| known.facts.n_layers.is_none()) {
                self.metadata = Some(described);
            }
            let kind = if is_projector { FileKind::Projector } else { FileKind::Gguf };
            (kind, gguf.header, gguf.tensors, gguf.expected)
        } else if ends(".safetensors") {
            let file = safetensors::read(head)?;
            (FileKind::Safetensors, file.header, file.tensors, [file.expected; 2])
        } else if ends(".json") {
            let is_index = ends(".index.json");
            let longest = if is_index { safetensors::MAX_INDEX_BYTES } else { config::MAX_BYTES };
            if head.size > longest {
                let most = plain_count(longest);
                return Err(Fault::wrong(joined(&["it is longer than ", &most, " bytes, which no such file is"])));
            }
            if (head.bytes.len() as u64) < head.size {
                return Err(Fault::More(head.size));
            }
            if is_index {
                self.index = Some(safetensors::index(head)?);
            } else {
                self.config = Some(config::read(head)?);
            }
            (if is_index { FileKind::Index } else { FileKind::Config }, head.size, Vec::new(), [head.size; 2])
        } else {
            return Err(Fault::wrong(
                "this is none of config.json, *.safetensors.index.json, *.safetensors and *.gguf",
            ));
        };
        self.compare(head, expected);
        let bytes = tensors.iter().fold(0_u64, |sum, tensor| sum.saturating_add(tensor.bytes));
        let padding = head.size.saturating_sub(header).saturating_sub(bytes);
        let name = String::from(head.name);
        self.inspection.files.push(InspectedFile { name, kind, size: head.size, header, tensors: bytes, padding });
        self.tensors.extend(tensors);
        Ok(())
    }

    /// Adds a note if a file's size differs from what its header requires.
    fn compare(&mut self, head: &Head<'_>, [least, most]: [u64; 2]) {
        let (less, more) = (least.saturating_sub(head.size), head.size.saturating_sub(most));
        if less > 0 {
            let values = [
                head.name,
                " ends ",
                &plain_count(less),
                " bytes before its last tensor: it was not copied whole. The ledger is that of the whole file.",
            ];
            self.inspection.notes.push(joined(&values));
        } else if more > 0 {
            self.inspection.notes.push(joined(&[
                head.name,
                " has ",
                &plain_count(more),
                " bytes behind its last tensor.",
            ]));
        }
    }

    fn finish(self) -> fault::Outcome<Inspection> {
        let Self { mut inspection, mut tensors, config, metadata, index } = self;
        let mut description = config.or(metadata);
        let packing = description.as_ref().and_then(|described| described.packing.clone());
        if packing::apply(&mut tensors, packing.as_ref()) {
            inspection.notes.push(String::from(
                "Integers are taken to hold weights of 4 bits: drop config.json as well to be sure.",
            ));
        }
        inspection.is_mlx = tensors.iter().any(|tensor| tensor.stored.block.name.starts_with("MLX"));
        let layers = description.as_ref().and_then(|described| described.facts.n_layers);
        let (lines, unknown) = ledger::lines(&tensors, layers)?;
        if unknown > 0 {
            let values = [
                &*plain_count(unknown),
                " tensors have names that are not known here: matrices are counted with the feed-forward parts, vectors with the norms.",
            ];
            inspection.notes.push(joined(&values));
        }
        inspection.lines = lines;
        if let Some(described) = &mut description {
            inspection.model = described_model(described, &inspection.lines, &mut inspection.notes);
            inspection.notes.append(&mut described.assumed);
        }
        inspection.name = name(description.as_ref(), &inspection.files);
        let moe = description.as_ref().and_then(|described| described.facts.moe.as_ref());
        inspection.experts =
            moe.map(|moe| (moe.n_experts, moe.n_experts_active)).filter(|(all, active)| *active > 0 && active <= all);
        let has_experts =
            inspection.lines.iter().any(|line| line.group == rooflight_estimator::tensors::Group::Experts);
        if inspection.experts.is_none() && has_experts {
            inspection.notes.push(String::from("How many experts a token uses is not in these files: all are counted as read. Drop config.json as well."));
        }
        inspection.shape = match &inspection.model {
            Some(model) => model.shape().clone(),
            None => shape::shape_from_tensors(&tensors, description.as_ref(), &mut inspection.notes),
        };
        if let Some(index) = &index {
            compare_index(&mut inspection, index, &tensors);
        }
        inspection.description = description;
        Ok(inspection)
    }
}

/// Builds the model of a description; `None`, with a note, if its facts are incomplete or contradictory. Adds a note if
/// its parameters differ from the files'.
fn described_model(described: &mut Description, lines: &[LedgerLine], notes: &mut Vec<String>) -> Option<Model> {
    let model = match Model::new("own-model", "own model", &described.facts) {
        Ok(model) => model,
        Err(error) => {
            notes.push(joined(&[
                "The facts do not make a model: ",
                &error.words(),
                ". Other formats cannot be computed.",
            ]));
            return None;
        }
    };
    let text = lines.iter().filter(|line| line.part == ModelPart::Text);
    let held = text.fold(0_u64, |sum, line| sum.saturating_add(line.parameters));
    let computed = tensors::parameters(&model);
    if held > 0 && (computed - count(held)).abs() > computed * 1e-3 {
        let mut text = String::from("The architecture's facts give ");
        push_unit(&mut text, computed / 1e9, "B");
        text.push_str(" parameters, the files hold ");
        push_unit(&mut text, count(held) / 1e9, "B");
        text.push_str(": bytes in other formats are off by as much. The ledger is exact.");
        notes.push(text);
    }
    Some(model)
}

/// Returns the model's name from the description, else from a file's name, else its architecture.
fn name(described: Option<&Description>, files: &[InspectedFile]) -> String {
    if let Some(name) = described.and_then(|described| described.name.as_deref()) {
        return name.chars().take(80).collect();
    }
    let best = files.iter().find(|file| file.kind == FileKind::Gguf).or_else(|| files.first());
    let name = best.map_or("", |file| file.name.as_str());
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_usual = matches!(stem, "config" | "model" | "model.safetensors.index" | "");
    let architecture = described.map_or("Your model", |described| described.architecture.as_str());
    String::from(if is_usual { architecture } else { stem }).chars().take(80).collect()
}

/// Adds a note with the index's totals, and with how many of its files are missing.
fn compare_index(inspection: &mut Inspection, index: &safetensors::Index, tensors: &[RawTensor]) {
    let is_there = |name: &String| inspection.files.iter().any(|file| file.name == *name);
    let missing = index.files.iter().filter(|name| !is_there(name)).count() as u64;
    let all = index.files.len() as u64;
    let mut text = String::from("The index names ");
    text.push_str(&plain_count(index.names.len() as u64));
    text.push_str(" tensors in ");
    text.push_str(&plain_count(all));
    text.push_str(" files");
    if let Some(total) = index.total {
        text.push_str(", ");
        push_unit(&mut text, count(total) / 1e9, "GB");
        text.push_str(" together");
    }
    if missing > 0 && !tensors.is_empty() {
        text.push_str("; ");
        text.push_str(&plain_count(missing));
        text.push_str(" of them are not here, and the ledger lacks their tensors");
    }
    text.push('.');
    inspection.notes.push(text);
}
