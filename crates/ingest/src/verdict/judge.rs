//! Judges runs: each is asked of the calculators with what its output and the reader say, and compared with the answer.

use super::causes;
use super::refusal::{Refusal, Refused};
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
use rooflight_primitives::units::GIB;
use rooflight_records::benchmarks::Names;

/// Devices of a run at most that a reader can say.
pub const MAX_DEVICES: u32 = 1024;

/// Requests at once at most that a reader can say.
pub const MAX_REQUESTS: u32 = 1_000_000;

/// Computes ceilings and ranges from the models' bytes and the calibration.
pub trait Answers {
    /// The answer to a row, given by the columns of the measurements; an absent column is an empty field.
    ///
    /// # Errors
    /// The problem of the row, in words, the column first.
    fn answer<'r>(&mut self, row: &dyn Fn(&str) -> &'r str) -> Result<Speeds, String>;
}

/// A judged run.
#[derive(Debug)]
pub struct Verdict<'a> {
    /// The run as printed.
    pub run: &'a Run,
    /// Device, model and format.
    pub(super) resolved: Resolved<'a>,
    /// The ceiling and the range.
    pub speeds: Speeds,
    /// Where the run lies.
    pub region: SpeedRegion,
    /// Likely causes, the likeliest first; empty for a run inside the range.
    pub causes: Vec<String>,
}

/// Judges runs one after the other.
#[derive(Debug)]
pub struct Judge<'a, A> {
    names: &'a Names,
    answers: A,
    input: &'a UserInput,
}

impl<'a, A: Answers> Judge<'a, A> {
    /// A judge over the catalog's names, a source of estimates, and the reader's input.
    #[must_use]
    pub const fn new(names: &'a Names, answers: A, input: &'a UserInput) -> Self {
        Self { names, answers, input }
    }

    /// The verdicts on at most `most` runs, and, by line, why the other runs have no verdict. A reason shared by
    /// several runs is given once.
    pub fn all(&mut self, outputs: &'a Outputs, most: usize) -> (Vec<Verdict<'a>>, Vec<Refused>) {
        let lines = outputs
            .problems
            .iter()
            .map(|problem| (problem.line, Refusal { about: None, message: problem.message.clone() }));
        let mut refused: Vec<Refused> = lines.map(|(line, refusal)| Refused { line, refusal }).collect();
        let mut verdicts = Vec::new();
        for run in outputs.runs.iter().take(most) {
            match self.judge(run, &outputs.runs) {
                Ok(verdict) => verdicts.push(verdict),
                Err(refusals) => {
                    for refusal in refusals {
                        if refusal.about.is_some() && refused.iter().any(|other| other.refusal == refusal) {
                            continue;
                        }
                        // In its place: sorting would weigh 3 KB in WebAssembly.
                        let at = refused.partition_point(|other| other.line <= run.line);
                        refused.insert(at, Refused { line: run.line, refusal });
                    }
                }
            }
        }
        (verdicts, refused)
    }

    /// The verdict on a run of these.
    ///
    /// # Errors
    /// The reason for no verdict: names that are missing or not known, with the nearest ones; a set-up that has no
    /// estimate.
    pub fn judge(&mut self, run: &'a Run, all: &[Run]) -> Result<Verdict<'a>, Vec<Refusal>> {
        let resolved = resolve(self.names, run, &self.input.about(run, all))?;
        let fields = question(run, &resolved);
        let field =
            |column: &str| fields.iter().find(|(name, _)| *name == column).map_or("", |(_, value)| value.as_str());
        let speeds = self.answers.answer(&field).map_err(|problem| Vec::from([Refusal::of_row(&problem)]))?;
        let region = region(run.speed, speeds.ceiling, speeds.range);
        let causes = causes::causes(run, &resolved, &speeds, region);
        Ok(Verdict { run, resolved, speeds, region, causes })
    }
}

/// The row of a run with the columns of the measurements.
pub(super) fn question(run: &Run, resolved: &Resolved<'_>) -> Vec<(&'static str, String)> {
    let tokens = |tokens: Option<u32>| tokens.map(|tokens| tokens.to_string()).unwrap_or_default();
    let switch = |on| if on { "1" } else { "0" }.to_owned();
    let prompt = run.phase == Phase::Prompt;
    Vec::from([
        ("hardware_id", resolved.device.naming.id.clone()),
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

/// A share in words that end before what it is a share of.
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
    match words.iter().find(|(value, _)| (share / value - 1.0).abs() < NEAR) {
        Some((_, words)) => format!("about {words} of"),
        None if (share - 1.0).abs() < NEAR => "about".to_owned(),
        None if share < 0.1 => "less than a tenth of".to_owned(),
        None => format!("{} % of", number::fixed(share * 100.0, 0)),
    }
}

/// A share this near to a word's value is called by the word.
const NEAR: f64 = 0.06;

impl Verdict<'_> {
    /// "inside the 80 % range", and so on.
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

    /// The answer to "is my speed good?", as a person would give it: "No: about half of the usual 146 tokens per
    /// second".
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
        let Resolved { device, model, format, count: devices, requests, depth, .. } = &self.resolved;
        let several = if *devices > 1 { format!("{devices} × ") } else { String::new() };
        let load = match self.run.phase {
            Phase::Prompt => format!("a prompt of {} tokens", self.run.prompt.unwrap_or_default()),
            Phase::Decode if *requests > 1 => format!("{requests} requests"),
            Phase::Decode => "one request".to_owned(),
        };
        let depth = depth.filter(|depth| *depth > 0);
        let depth = depth.map(|depth| format!(" after {} tokens of context", count(depth.into()))).unwrap_or_default();
        format!("{several}{}, {} in {}: {load}{depth}", device.naming.name, model.naming.name, format.name)
    }

    /// The ids of device, model and format.
    #[must_use]
    pub fn ids(&self) -> [&str; 3] {
        let Resolved { device, model, format, .. } = &self.resolved;
        [&device.naming.id, &model.naming.id, &format.id]
    }

    /// The id of the engine.
    #[must_use]
    pub const fn engine(&self) -> &'static str {
        self.resolved.engine.id()
    }

    /// How many devices there are.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.resolved.count
    }

    /// The measured speed with its spread.
    #[must_use]
    pub fn measured(&self) -> String {
        let spread = self.run.spread.map(|spread| format!(" ± {}", number::speed(spread))).unwrap_or_default();
        format!("{}{spread} tokens/s", decimal::text(self.run.speed))
    }

    /// The ends of the range and what is typical; empty if there is none.
    #[must_use]
    pub fn range(&self) -> String {
        let range = self.speeds.range.as_ref().map(|range| {
            let [low, typical, high] = [range.low, range.typical, range.high].map(number::speed);
            format!("{low} to {high}, typically {typical}")
        });
        range.unwrap_or_default()
    }

    /// The share of the ceiling, and the ceiling.
    #[must_use]
    pub fn reached(&self) -> String {
        let [share, ceiling] = [number::fixed(self.share() * 100.0, 0), number::speed(self.speeds.ceiling)];
        format!("{share} % of the ceiling of {ceiling}")
    }
}
