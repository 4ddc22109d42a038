//! One question: a device, a model, a format and a context, answered as the calculator of decode speed answers it.
//!
//! 1. [`names`](rooflight_ingest::verdict::names) finds what is meant, which may be written otherwise; the answer says so.
//! 2. The calculator writes the answer as Markdown, or the same cards give it as JSON, with the ledger and the measurements.
//!
//! Nothing here prints, and no formula is here.

use crate::calibrate::CalibratedCatalog;
use rooflight_calculators::input::{ENGINE, QUANTIZATION};
use rooflight_calculators::{decode_speed, measured};
use rooflight_calibration::{ENGINE_OPTIONS, LEVEL};
use rooflight_document::markdown;
use rooflight_estimator::fit;
use rooflight_estimator::ledger::{Item, Ledger, Line};
use rooflight_estimator::setup::Setup;
use rooflight_ingest::verdict::names::choose;
use rooflight_primitives::names::Named;
use rooflight_primitives::units::count;
use rooflight_records::engines::NONE;
use rooflight_records::rows::PART;
use rooflight_records::{DeviceRecord, FormatRecord, ModelRecord};
use serde_json::{Value, json};

/// Tokens in the context of a question that names none.
const CONTEXT: u64 = 4096;

/// Formats that a message lists at most.
const OFFERED: usize = 6;

/// The position of a model's format; the formats that it has where the catalog knows the one that is asked for, but not of this model.
fn known_format(
    estimating: &CalibratedCatalog,
    model: &ModelRecord,
    format: &str,
    notes: &mut Vec<String>,
) -> Result<usize, String> {
    let formats = model.formats.iter().map(|card| Named {
        id: &card.id,
        name: &card.name,
        aliases: estimating.aliases("quantization", &card.id),
    });
    choose("quantization", format, &formats.collect::<Vec<_>>(), notes).map_err(|problem| {
        if estimating.formats.iter().any(|known| known.id == format) {
            let some: Vec<String> = model.formats.iter().take(OFFERED).map(|card| format!("`{}`", card.id)).collect();
            return format!("`{}` is not known in `{format}`, but in {}", model.id, some.join(", "));
        }
        estimating.why_not("quantization", Some(format)).unwrap_or(problem)
    })
}

/// The engine of a name, which may be written otherwise.
fn known_engine(typed: &str, notes: &mut Vec<String>) -> Result<&'static str, String> {
    if typed == ENGINE.default {
        return Ok(ENGINE.default);
    }
    let named: Vec<Named<'_>> =
        ENGINE_OPTIONS.iter().map(|option| Named { id: option.id, name: option.name, aliases: &[] }).collect();
    choose("engine", typed, &named, notes).map(|at| ENGINE_OPTIONS[at].id)
}

/// A question whose names are known.
#[derive(Debug)]
pub struct Asked<'a> {
    estimating: &'a CalibratedCatalog,
    device: &'a DeviceRecord,
    model: &'a ModelRecord,
    format: &'a FormatRecord,
    context: u64,
    engine: &'static str,
    /// Inputs resolved to another catalog id.
    pub notes: Vec<String>,
}

impl<'a> Asked<'a> {
    /// The question with these names: a device, a model, and a format, or else the model's usual one. Without a context it is 4,096 tokens,
    /// or the longest of the model where that is less. Without an engine it is the usual one.
    ///
    /// # Errors
    /// Which name is not known, with the nearest one.
    pub fn new(
        estimating: &'a CalibratedCatalog,
        [device, model]: [&str; 2],
        format: Option<&str>,
        context: Option<u64>,
        engine: Option<&str>,
    ) -> Result<Self, String> {
        let mut notes = Vec::new();
        let cards = &estimating.estimator;
        let devices = cards.devices.iter().map(|card| Named {
            id: &card.device.id,
            name: &card.device.name,
            aliases: estimating.aliases("device", &card.device.id),
        });
        let device = &cards.devices[choose("device", device, &devices.collect::<Vec<_>>(), &mut notes)?];
        let models = cards.models.iter().map(|card| Named {
            id: &card.id,
            name: &card.name,
            aliases: estimating.aliases("model", &card.id),
        });
        let found = choose("model", model, &models.collect::<Vec<_>>(), &mut notes);
        let found = found.map_err(|problem| {
            let known = estimating.not_covered(model).or_else(|| estimating.why_not("model", Some(model)));
            known.unwrap_or(problem)
        })?;
        let model = &cards.models[found];
        let found = match format {
            Some(format) => known_format(estimating, model, format, &mut notes)?,
            None => model.formats.iter().position(|card| card.id == QUANTIZATION.default).unwrap_or(0),
        };
        let format = model.formats.get(found).ok_or_else(|| format!("`{}` is known in no format", model.id))?;
        let engine = engine.map_or(Ok(ENGINE.default), |engine| known_engine(engine, &mut notes))?;
        let context = context.unwrap_or_else(|| CONTEXT.min(model.max_context.unwrap_or(CONTEXT)));
        Ok(Self { estimating, device, model, format, context, engine, notes })
    }

    fn query(&self) -> String {
        let Self { device, model, format, context, engine, .. } = self;
        format!("hw={}&m={}&q={}&en={engine}&c={context}", device.device.id, model.id, format.id)
    }

    /// The answer as Markdown: what the page of the calculator says, ledger and measurements included.
    ///
    /// # Errors
    /// Why the question cannot be answered: a context that the model cannot have.
    pub fn markdown(&self) -> Result<String, String> {
        let answered = decode_speed::SPEC.answer(&self.estimating.estimator, &self.query());
        Ok(markdown::document(&answered.map_err(|error| error.message)?.report))
    }

    /// The same as JSON.
    ///
    /// # Errors
    /// The same.
    pub fn json(&self) -> Result<Value, String> {
        self.markdown()?;
        let Self { device, model, format, context, .. } = self;
        let setup = Setup::single(&model.shape, &format.weights, &device.device, count(*context));
        let blank = rooflight_calibration::profile::Profile::default();
        let at = device.row(self.engine).and_then(|row| device.position(row, format.habit));
        let profile = at.and_then(|at| device.profiles.get(at)).unwrap_or(&blank);
        let estimate = profile.estimate(&setup);
        let ledger = Ledger::of(&setup);
        let lines = |lines: &[Line]| lines.iter().map(line).collect::<Vec<Value>>();
        let memory = fit::fit(&setup).map(|fit| {
            json!({
                "weights": fit.weights, "cache": fit.cache, "buffers": fit.overhead,
                "needed": fit.needed(), "usable": fit.usable, "fits": fit.fits(),
            })
        });
        Ok(json!({
            "hardware": {"id": device.device.id, "name": device.device.name},
            "model": {"id": model.id, "name": model.name},
            "quantization": {"id": format.id, "name": format.name},
            "context": context,
            "requests": 1,
            "engine": profile.words,
            "ceiling": estimate.ceiling.per_stream(),
            "range": estimate.range.map(|range| json!({"low": range.low, "typical": range.typical, "high": range.high})),
            "level": LEVEL,
            "basis": estimate.basis.word(),
            "reason": estimate.reason,
            "bytes_per_token": ledger.moved_bytes(),
            "ledger": lines(&ledger.moved),
            "not_read": lines(&ledger.idle),
            "memory": memory,
            "measurements": self.measurements(at.unwrap_or(NONE)),
        }))
    }

    /// The measurements of the model on the device; those of the engine with this profile can be of the same question.
    fn measurements(&self, profile: usize) -> Vec<Value> {
        let card = self.device;
        let rows = measured::rows(card, self.model, self.format, profile, Some(count(self.context)));
        let known = |parts: u64| (parts > 0).then(|| count(parts) * PART);
        let known_count = |tokens: u64| (tokens > 0).then_some(tokens);
        let text = |at: usize| Some(card.text(at)).filter(|text| !text.is_empty());
        let each = rows.iter().map(|shown| {
            let row = shown.row;
            let flags: Vec<&str> = card.text(row.flags).split('\n').filter(|flag| !flag.is_empty()).collect();
            json!({
                "quantization": card.text(row.format), "devices": row.count, "depth": row.depth, "generated": known_count(row.generated),
                "tokens_per_s": row.speed, "share_of_ceiling": known(row.share), "ratio_to_estimate": known(row.ratio),
                "engine": card.text(row.engine), "conditions": text(row.conditions), "date": text(row.date), "cautions": flags,
                "source": card.text(row.source), "url": card.text(row.href), "same_question": shown.matches,
            })
        });
        each.collect()
    }
}

/// A line of the ledger, with the numbers of its formula.
fn line(line: &Line) -> Value {
    let mut value = match line.item {
        Item::Weights { group, block, parameters, bits } => {
            json!({"part": group.name(), "block": block.name, "parameters": parameters, "bits": bits})
        }
        Item::Experts { block, all, touched, total } => {
            json!({"part": "routed experts", "block": block.name, "all_bytes": all, "touched": touched, "experts": total})
        }
        Item::Cache { batch, layers, elements, positions, bytes, window } => json!({
            "part": "KV cache", "requests": batch, "layers": layers, "elements": elements, "tokens": positions,
            "bytes_per_element": bytes, "window": window,
        }),
        Item::State { batch, elements, bytes } => {
            json!({"part": "recurrent state", "requests": batch, "elements": elements, "bytes_per_element": bytes})
        }
    };
    if let Some(fields) = value.as_object_mut() {
        fields.insert("bytes".to_owned(), json!(line.bytes));
    }
    value
}
