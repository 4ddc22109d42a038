//! Judges runs: computes ceiling and range under each run's conditions, and compares the measured speed with them.

use super::causes;
use super::refusal::{Refusal, RefusedLine};
use super::resolve::{Resolved, resolve};
use super::speeds::Speeds;
use super::user_input::UserInput;
use crate::decimal;
use crate::outputs::{Outputs, Phase, Run};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use rooflight_document::number::{self, count};
use rooflight_estimator::decode::Range;
use rooflight_estimator::diagnosis::{SpeedRegion, region};
use rooflight_estimator::records::benchmarks::CatalogNames;
use rooflight_primitives::units::GIB;

/// Maximum number of devices of a run that a user can enter.
pub const MAX_DEVICES: u32 = 1024;

/// Maximum number of concurrent requests that a user can enter.
pub const MAX_REQUESTS: u32 = 1_000_000;

/// Computes ceilings and ranges from the models' bytes and the calibration.
pub trait Answers {
    /// Answers a row; `row` maps a column of the measurements to its field, which is empty if the column is absent.
    ///
    /// # Errors
    /// The problem of the row: `column: message`.
    fn answer<'r>(&mut self, row: &dyn Fn(&str) -> &'r str) -> Result<Speeds, String>;
}

/// A run, the speeds that were to be expected, and how it compares with them.
#[derive(Debug)]
pub struct JudgedRun<'a> {
    /// The run as printed.
    pub run: &'a Run,
    /// The run's device, model and format in the catalog.
    pub(super) resolved: Resolved<'a>,
    /// The ceiling and the range.
    pub speeds: Speeds,
    /// Where the speed lies relative to ceiling and range.
    pub region: SpeedRegion,
    /// Likely causes, the likeliest first; empty if the speed is inside the range, or there is no range.
    pub causes: Vec<String>,
}

/// Judges runs one by one.
#[derive(Debug)]
pub struct Judge<'a, A> {
    names: &'a CatalogNames,
    answers: A,
    input: &'a UserInput,
}

impl<'a, A: Answers> Judge<'a, A> {
    /// Creates a judge from the catalog's names, a source of estimates, and the user's input.
    #[must_use]
    pub const fn new(names: &'a CatalogNames, answers: A, input: &'a UserInput) -> Self {
        Self { names, answers, input }
    }

    /// Returns the verdicts on at most `most` runs and, by line, why lines and runs have none. A refusal about a choice
    /// that several runs share is given once.
    pub fn all(&mut self, outputs: &'a Outputs, most: usize) -> (Vec<JudgedRun<'a>>, Vec<RefusedLine>) {
        let lines = outputs
            .problems
            .iter()
            .map(|problem| (problem.line, Refusal { about: None, message: problem.message.clone() }));
        let mut refused: Vec<RefusedLine> = lines.map(|(line, refusal)| RefusedLine { line, refusal }).collect();
        let mut verdicts = Vec::new();
        for run in outputs.runs.iter().take(most) {
            match self.judge(run, &outputs.runs) {
                Ok(verdict) => verdicts.push(verdict),
                Err(refusals) => {
                    for refusal in refusals {
                        if refusal.about.is_some() && refused.iter().any(|other| other.refusal == refusal) {
                            continue;
                        }
                        // Inserts in order: a sort would add 3 KB to the WebAssembly.
                        let at = refused.partition_point(|other| other.line <= run.line);
                        refused.insert(at, RefusedLine { line: run.line, refusal });
                    }
                }
            }
        }
        (verdicts, refused)
    }

    /// Returns the verdict on a run, one of `all` in the output.
    ///
    /// # Errors
    /// The reasons for no verdict: names that are missing or not known, with the nearest ones, or a set-up without an
    /// estimate.
    pub fn judge(&mut self, run: &'a Run, all: &[Run]) -> Result<JudgedRun<'a>, Vec<Refusal>> {
        let resolved = resolve(self.names, run, &self.input.about(run, all))?;
        let fields = question(run, &resolved);
        let field =
            |column: &str| fields.iter().find(|(name, _)| *name == column).map_or("", |(_, value)| value.as_str());
        let assumed = resolved.assumed.then_some(resolved.format.name.as_str());
        let speeds = self.answers.answer(&field).map_err(|problem| Vec::from([Refusal::of_row(&problem, assumed)]))?;
        let region = region(run.speed, speeds.ceiling, speeds.range);
        let causes = causes::causes(run, &resolved, &speeds, region);
        Ok(JudgedRun { run, resolved, speeds, region, causes })
    }
}

/// Returns the run as a row: pairs of measurement column and field.
pub(super) fn question(run: &Run, resolved: &Resolved<'_>) -> Vec<(&'static str, String)> {
    let tokens = |tokens: Option<u32>| tokens.map(|tokens| tokens.to_string()).unwrap_or_default();
    let switch = |on| if on { "1" } else { "0" }.to_owned();
    let prompt = run.phase == Phase::Prompt;
    Vec::from([
        ("hardware_id", resolved.device.device.id.clone()),
        ("hardware_count", resolved.count.to_string()),
        ("parallel", resolved.parallel().to_owned()),
        ("model_id", resolved.model.naming.id.clone()),
        ("quant_id", resolved.format.id.clone()),
        ("file_size_gib", run.file_bytes.map(|bytes| decimal::text(bytes / GIB)).unwrap_or_default()),
        ("phase", if prompt { "prefill" } else { "decode" }.to_owned()),
        ("runtime_id", resolved.engine.id().to_owned()),
        ("backend_id", resolved.backend.to_owned()),
        ("flash_attn", run.flash_attention.map(switch).unwrap_or_default()),
        ("kv_type", run.cache_type.clone().unwrap_or_default()),
        ("n_ubatch", tokens(run.ubatch)),
        ("n_prompt", tokens(run.prompt)),
        ("n_gen", tokens(run.generated.filter(|_| !prompt))),
        ("depth_tokens", tokens(resolved.depth)),
        ("concurrency", resolved.requests.to_string()),
        ("measured_date", run.date.clone()),
    ])
}

/// Returns a share in words to be followed by the whole: "about half of", "37 % of".
fn part(share: f64) -> String {
    let words = [
        (0.1, "a tenth"),
        (0.2, "a fifth"),
        (0.25, "a quarter"),
        (1.0 / 3.0, "a third"),
        (0.5, "half"),
        (2.0 / 3.0, "two thirds"),
        (0.75, "three quarters"),
    ];
    match words.iter().find(|(value, _)| (share / value - 1.0).abs() < WORD_TOLERANCE) {
        Some((_, words)) => format!("about {words} of"),
        None if (share - 1.0).abs() < WORD_TOLERANCE => "about".to_owned(),
        None if share < 0.1 => "less than a tenth of".to_owned(),
        None => format!("{} % of", number::fixed(share * 100.0, 0)),
    }
}

/// Largest relative difference between a share and the value of the word used for it.
const WORD_TOLERANCE: f64 = 0.06;

impl JudgedRun<'_> {
    /// Returns the region in words: "inside the 80 % range".
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self.region {
            SpeedRegion::AboveCeiling => "above the ceiling",
            SpeedRegion::Above => "above the 80 % range",
            SpeedRegion::Within => "inside the 80 % range",
            SpeedRegion::Below => "below the 80 % range",
            SpeedRegion::FarBelow => "below half of the 80 % range",
            SpeedRegion::Unknown => "below the ceiling; there is no range for this set-up",
        }
    }

    /// Returns the answer to "Is my speed good?": "No: about half of the usual 146 tokens per second".
    #[must_use]
    pub fn answer(&self) -> String {
        let usual = |range: &Range| {
            let part = part(self.run.speed / range.typical);
            format!("{part} the usual {} tokens per second", number::speed(range.typical))
        };
        let most = number::speed(self.speeds.ceiling);
        match (self.region, &self.speeds.range) {
            (SpeedRegion::AboveCeiling, _) => {
                format!("Too good: {most} tokens per second are the most that is possible")
            }
            (SpeedRegion::Within, Some(range)) => format!("Yes: {}", usual(range)),
            (SpeedRegion::Above, Some(range)) => format!("Yes, and more: {}", usual(range)),
            (_, Some(range)) => format!("No: {}", usual(range)),
            (_, None) => format!("Possible, but what is usual here is not known; at most {most} tokens per second"),
        }
    }

    /// Returns the share of the ceiling that the run reaches; above 1 if it exceeds it.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.run.speed / self.speeds.ceiling
    }

    /// Returns the assumptions, a sentence each.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.resolved.notes
    }

    /// Returns set-up and load in words: `RTX 3090, Qwen3 8B in Q4_K_M: one request after 512 tokens of context`.
    #[must_use]
    pub fn subject(&self) -> String {
        let Resolved { device, model, format, count: devices, requests, depth, .. } = &self.resolved;
        let several = if *devices > 1 { format!("{devices} × ") } else { String::new() };
        let load = match self.run.phase {
            Phase::Prompt => format!("a prompt of {} tokens", self.run.prompt.unwrap_or_default()),
            Phase::Decode if *requests > 1 => format!("{requests} requests"),
            Phase::Decode => "one request".to_owned(),
        };
        let depth = depth.filter(|depth| *depth > 0);
        let depth = depth.map(|depth| format!(" after {} tokens of context", count(depth.into()))).unwrap_or_default();
        format!("{several}{}, {} in {}: {load}{depth}", device.device.name, model.naming.name, format.name)
    }

    /// Returns the ids of device, model and format.
    #[must_use]
    pub fn ids(&self) -> [&str; 3] {
        let Resolved { device, model, format, .. } = &self.resolved;
        [&device.device.id, &model.naming.id, &format.id]
    }

    /// Returns the id of the engine.
    #[must_use]
    pub const fn engine(&self) -> &'static str {
        self.resolved.engine.id()
    }

    /// Returns the number of devices.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.resolved.count
    }

    /// Returns the measured speed with its standard deviation: "71 ± 0.5 tokens/s".
    #[must_use]
    pub fn measured(&self) -> String {
        let spread = self.run.spread.map(|spread| format!(" ± {}", number::speed(spread))).unwrap_or_default();
        format!("{}{spread} tokens/s", decimal::text(self.run.speed))
    }

    /// Returns the range in words: "60 to 80, typically 71"; empty if there is none.
    #[must_use]
    pub fn range(&self) -> String {
        let range = self.speeds.range.as_ref().map(|range| {
            let [low, typical, high] = [range.low, range.typical, range.high].map(number::speed);
            format!("{low} to {high}, typically {typical}")
        });
        range.unwrap_or_default()
    }

    /// Returns the share of the ceiling and the ceiling: "63 % of the ceiling of 112".
    #[must_use]
    pub fn reached(&self) -> String {
        let [share, ceiling] = [number::fixed(self.share() * 100.0, 0), number::speed(self.speeds.ceiling)];
        format!("{share} % of the ceiling of {ceiling}")
    }
}
