//! Tables of a model's bytes: its weights in every format, and its cache at several depths.
//!
//! Common formats come first, the others from the largest to the smallest. All sizes come from the estimator.

use crate::site::catalog::estimates::{CONTEXT, needed};
use crate::site::catalog::words::{gb, small};
use crate::site::inline::Cell;
use crate::site::table::{self, GridColumn, GridLine, GridTable, numbers, words};
use rooflight_document::number;
use rooflight_estimator::kv::{self, KvType};
use rooflight_estimator::records::{FormatRecord, ModelRecord};
use rooflight_primitives::units::count;

/// Depths in the table of the cache, tokens.
const DEPTHS: [u64; 5] = [1, 4096, 16_384, 65_536, 131_072];

const BYTES: &[GridColumn] = &[
    words("Format"),
    numbers("Bits", "per weight"),
    numbers("Weights", "GB"),
    numbers("Read", "GB per token"),
    numbers("Needs", "GB, 4,096 tokens"),
];

/// Makes the table of bytes by format; the usual format comes first.
pub(super) fn table(model: &ModelRecord, usual: Option<&FormatRecord>) -> GridTable {
    let row = |format: &FormatRecord| {
        let weights = &format.weights;
        let needs = needed(model, format, CONTEXT).map(|fit| gb(fit.needed())).unwrap_or_default();
        GridLine::Row(vec![
            Cell::text("", format.name.as_str()),
            Cell::text("n", number::fixed(weights.bits_per_weight(), 2)),
            Cell::text("n", gb(weights.file_bytes())),
            Cell::text("n", gb(weights.streamed_bytes(1.0))),
            Cell::text("n", needs),
        ])
    };
    let mut formats: Vec<&FormatRecord> = model.formats.iter().collect();
    let first = |format: &FormatRecord| usual.is_some_and(|usual| usual.id == format.id);
    let common = |format: &FormatRecord| COMMON.contains(&format.id.as_str());
    formats.sort_by(|a, b| {
        let rank = |format: &FormatRecord| (!first(format), !common(format));
        rank(a).cmp(&rank(b)).then_with(|| b.weights.file_bytes().total_cmp(&a.weights.file_bytes()))
    });
    let lines: Vec<GridLine> = formats.into_iter().map(row).collect();
    let caption = "Weights without any cache, tensor by tensor; the usual formats first. Needs adds cache and buffers of one request.";
    GridTable {
        caption: caption.to_owned(),
        class: "plainly",
        columns: BYTES.to_vec(),
        lines,
        fold: 8,
        what: "formats",
    }
}

/// Formats that are listed before the others.
const COMMON: [&str; 8] = [
    "gguf-q4_k_m",
    "gguf-q8_0",
    "gguf-q6_k",
    "gguf-q5_k_m",
    "bf16",
    "awq-4bit-g128",
    "mlx-4bit-g64",
    "fp8-e4m3-dynamic",
];

/// Returns the heading of the table: the sizes in one format.
pub(super) fn title(model: &ModelRecord, format: &FormatRecord) -> String {
    let weights = &format.weights;
    let (file, read) = (gb(weights.file_bytes()), gb(weights.streamed_bytes(1.0)));
    let count = crate::site::catalog::words::counted(model.formats.len(), "format");
    format!("In {} the weights are {file} GB, with {read} GB read per token; {count} below", format.name)
}

const CACHE: &[GridColumn] = &[
    numbers("Context", "tokens"),
    numbers("Stored", "16 bits"),
    numbers("Stored", "Q8_0"),
    numbers("Read a token", "16 bits"),
];

/// Makes the table of the cache at several depths, up to the model's longest context.
pub(super) fn cache(model: &ModelRecord) -> GridTable {
    let shape = &model.shape;
    let most = model.max_context.unwrap_or(u64::MAX);
    let mut depths: Vec<u64> = DEPTHS.into_iter().filter(|depth| *depth <= most).collect();
    depths.extend(model.max_context.filter(|most| !DEPTHS.contains(most)));
    depths.sort_unstable();
    let row = |depth: &u64| {
        let tokens = count(*depth);
        let stored = |kind| Cell::text("n", small(kv::stored_bytes(shape, kind, tokens)));
        GridLine::Row(vec![
            Cell::text("n", number::count(*depth)),
            stored(KvType::F16),
            stored(KvType::Q8_0),
            Cell::text("n", small(kv::read_bytes(shape, KvType::F16, tokens))),
        ])
    };
    let lines: Vec<GridLine> = depths.iter().map(row).collect();
    let state = kv::state_bytes(shape);
    let state =
        if state > 0.0 { format!(" Beside it a state of {} that does not grow.", small(state)) } else { String::new() };
    let caption = format!("KV cache of one request, up to the longest context that is stated.{state}");
    GridTable { caption, class: "plainly", columns: CACHE.to_vec(), lines, fold: table::OPEN, what: "depths" }
}

/// Returns the heading of the cache's table: the bytes per token.
pub(super) fn cache_title(model: &ModelRecord) -> String {
    let one = small(kv::stored_bytes(&model.shape, KvType::F16, 1.0));
    format!("The cache grows by {one} for each token")
}
