//! Measurement in, verdict out: judges the runs that a benchmark tool printed.
//!
//! 1. `resolve` finds device, model and format of a run in the catalog; flags say what the output does not.
//! 2. The run is a row for [`Batch`], which gives the ceiling and the 80 % range under the run's own conditions.
//! 3. `causes` lists what may be behind a speed outside, the likeliest first; [`record`] writes the run as a row of content/anchors/.
//!
//! Holds no formula, reads no file and prints nothing. A run that cannot be judged says why and hides no other.

mod causes;
pub mod record;
mod resolve;

pub use resolve::Said;

use crate::calibrate::batch::{Batch, Speeds};
use crate::model::catalog::Catalog;
use resolve::{Resolved, resolve};
use rooflight_estimator::calibration::Calibration;
use rooflight_estimator::diagnosis::{Place, place};
use rooflight_estimator::outputs::{Phase, Run};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A judged run.
#[derive(Debug)]
pub struct Verdict<'a> {
    /// The run as printed.
    pub run: &'a Run,
    /// Device, model and format.
    resolved: Resolved<'a>,
    /// The ceiling and the range.
    pub speeds: Speeds,
    /// Where the run lies.
    pub place: Place,
    /// Likely causes, the likeliest first; none for a run inside the range.
    pub causes: Vec<String>,
}

/// Judges runs one after the other.
#[derive(Debug)]
pub struct Judge<'a> {
    catalog: &'a Catalog,
    batch: Batch<'a>,
    said: &'a Said,
}

impl<'a> Judge<'a> {
    /// A judge with a catalog, its calibration and what the flags say.
    #[must_use]
    pub fn new(catalog: &'a Catalog, calibration: &'a Calibration, said: &'a Said) -> Self {
        Self { catalog, batch: Batch::new(catalog, calibration), said }
    }

    /// The verdict on a run.
    ///
    /// # Errors
    /// Why there is none: a name that is not known, with the nearest ones; a set-up that has no estimate.
    pub fn judge(&mut self, run: &'a Run) -> Result<Verdict<'a>, String> {
        let resolved = resolve(self.catalog, run, self.said)?;
        let fields = question(run, &resolved);
        let field = |column: &str| fields.get(column).map_or("", String::as_str);
        let speeds = self.batch.answer(&field).map_err(|problem| {
            let (column, message) = problem.split_once(": ").unwrap_or(("", &problem));
            if message.starts_with("needs ") {
                return format!("{message}; part of it lay elsewhere, and this run has no estimate here");
            }
            if column.is_empty() { problem.clone() } else { message.to_owned() }
        })?;
        let place = place(run.speed, speeds.ceiling, speeds.range);
        let causes = causes::causes(run, &resolved, &speeds, place);
        Ok(Verdict { run, resolved, speeds, place, causes })
    }
}

/// The row of a run with the columns of the measurements.
fn question(run: &Run, resolved: &Resolved<'_>) -> BTreeMap<&'static str, String> {
    let tokens = |tokens: Option<u32>| tokens.map(|tokens| tokens.to_string()).unwrap_or_default();
    let switch = |on| if on { "1" } else { "0" }.to_owned();
    let prompt = run.phase == Phase::Prompt;
    BTreeMap::from([
        ("hardware_id", resolved.device.id.clone()),
        ("hardware_count", resolved.count.to_string()),
        ("parallel", resolved.parallel().to_owned()),
        ("model_id", resolved.model.id.clone()),
        ("quant_id", resolved.format.id.clone()),
        ("file_size_gib", run.file_bytes.map(|bytes| (bytes / GIB).to_string()).unwrap_or_default()),
        ("phase", if prompt { "prefill" } else { "decode" }.to_owned()),
        ("runtime_id", run.tool.runtime().to_owned()),
        ("backend_id", resolved.backend.to_owned()),
        ("flash_attn", run.flash_attention.map(switch).unwrap_or_default()),
        ("kv_type", run.cache_type.clone().unwrap_or_default()),
        ("n_prompt", tokens(run.prompt)),
        ("n_gen", tokens(run.generated.filter(|_| !prompt))),
        ("depth_tokens", tokens(run.depth)),
        ("concurrency", resolved.requests.to_string()),
        ("measured_date", run.date.clone()),
    ])
}

const GIB: f64 = rooflight_estimator::units::GIB;

impl Verdict<'_> {
    /// "inside the 80 % range", and so on.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self.place {
            Place::AboveCeiling => "above the ceiling",
            Place::Above => "above the 80 % range",
            Place::Within => "inside the 80 % range",
            Place::Below => "below the 80 % range",
            Place::FarBelow => "below half of the 80 % range",
            Place::Unknown => "below the ceiling; there is no range for this set-up",
        }
    }

    /// The share of the ceiling that is reached.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.run.speed / self.speeds.ceiling
    }

    /// The assumptions, in words.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.resolved.notes
    }

    /// The set-up in words, device first, and the load.
    #[must_use]
    pub fn subject(&self) -> String {
        let Resolved { device, model, format, count, requests, .. } = &self.resolved;
        let several = if *count > 1 { format!("{count} × ") } else { String::new() };
        let load = match self.run.phase {
            Phase::Prompt => format!("a prompt of {} tokens", self.run.prompt.unwrap_or_default()),
            Phase::Decode if *requests > 1 => format!("{requests} requests"),
            Phase::Decode => "one request".to_owned(),
        };
        let depth = self.run.depth.filter(|depth| *depth > 0);
        let depth = depth.map(|depth| format!(" after {depth} tokens")).unwrap_or_default();
        format!("{several}{}, {} in {}: {load}{depth}", device.name, model.name, format.name)
    }

    /// The verdict as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let Resolved { device, model, format, .. } = &self.resolved;
        let range = self.speeds.range.as_ref();
        json!({
            "line": self.run.line,
            "tool": self.run.tool.name(),
            "phase": if self.run.phase == Phase::Prompt { "prompt" } else { "decode" },
            "hardware": device.id, "count": self.resolved.count, "model": model.id, "quantization": format.id,
            "tokens_per_s": self.run.speed,
            "stdev": self.run.spread,
            "ceiling": self.speeds.ceiling,
            "share_of_ceiling": self.share(),
            "range": range.map(|range| json!({"low": range.low, "typical": range.typical, "high": range.high})),
            "basis": self.speeds.basis.word(),
            "verdict": self.words(),
            "causes": self.causes,
            "notes": self.notes(),
        })
    }
}
