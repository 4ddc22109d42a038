//! Measurement in, verdict out: judges the runs that a benchmark tool printed.
//!
//! 1. `resolve` finds device, model and format of a run by the catalog's [`names`]; the reader says what the output does not.
//! 2. The run is a row for [`Answers`], which gives the ceiling and the 80 % range under the run's own conditions ([`speeds`]).
//! 3. [`causes`] lists what may be behind a speed outside, the likeliest first; [`row`] writes the run as a row of content/anchors/.
//! 4. [`wire`] does all of it for a page.
//!
//! Holds no formula, reads no file and prints nothing. A run that cannot be judged says why and hides no other.

mod answers;
mod causes;
pub mod names;
pub mod question;
mod resolve;
pub mod row;
pub mod speeds;
pub mod wire;

pub use resolve::Said;

use crate::diagnosis::{Place, place};
use crate::outputs::{Phase, Run};
use crate::records::benchmarks::Names;
use crate::units::GIB;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use resolve::{Resolved, resolve};
use speeds::Speeds;

/// Whoever knows the bytes of models and the calibration.
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
pub struct Judge<'a, A> {
    names: &'a Names,
    answers: A,
    said: &'a Said,
}

impl<'a, A: Answers> Judge<'a, A> {
    /// A judge with the catalog's names, whoever gives estimates, and what the reader says.
    #[must_use]
    pub const fn new(names: &'a Names, answers: A, said: &'a Said) -> Self {
        Self { names, answers, said }
    }

    /// The verdict on a run.
    ///
    /// # Errors
    /// Why there is none: a name that is not known, with the nearest ones; a set-up that has no estimate.
    pub fn judge(&mut self, run: &'a Run) -> Result<Verdict<'a>, String> {
        let resolved = resolve(self.names, run, self.said)?;
        let fields = question(run, &resolved);
        let field =
            |column: &str| fields.iter().find(|(name, _)| *name == column).map_or("", |(_, value)| value.as_str());
        let speeds = self.answers.answer(&field).map_err(|problem| {
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
fn question(run: &Run, resolved: &Resolved<'_>) -> Vec<(&'static str, String)> {
    let tokens = |tokens: Option<u32>| tokens.map(|tokens| tokens.to_string()).unwrap_or_default();
    let switch = |on| if on { "1" } else { "0" }.to_owned();
    let prompt = run.phase == Phase::Prompt;
    Vec::from([
        ("hardware_id", resolved.device.naming.id.clone()),
        ("hardware_count", resolved.count.to_string()),
        ("parallel", resolved.parallel().to_owned()),
        ("model_id", resolved.model.naming.id.clone()),
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
        format!("{several}{}, {} in {}: {load}{depth}", device.naming.name, model.naming.name, format.name)
    }

    /// The ids of device, model and format.
    #[must_use]
    pub fn ids(&self) -> [&str; 3] {
        let Resolved { device, model, format, .. } = &self.resolved;
        [&device.naming.id, &model.naming.id, &format.id]
    }

    /// How many devices there are.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.resolved.count
    }

    /// The measured speed with its spread.
    #[must_use]
    pub fn measured(&self) -> String {
        let spread = self.run.spread.map(|spread| format!(" ± {}", figures(spread))).unwrap_or_default();
        format!("{}{spread} tokens/s", self.run.speed)
    }

    /// The ends of the range and what is typical; empty where there is none.
    #[must_use]
    pub fn range(&self) -> String {
        let range = self.speeds.range.as_ref().map(|range| {
            let [low, typical, high] = [range.low, range.typical, range.high].map(figures);
            format!("{low} to {high}, typically {typical}")
        });
        range.unwrap_or_default()
    }

    /// The share of the ceiling, and the ceiling.
    #[must_use]
    pub fn reached(&self) -> String {
        format!("{:.0} % of the ceiling of {}", self.share() * 100.0, figures(self.speeds.ceiling))
    }
}

/// Three figures at least.
fn figures(value: f64) -> String {
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}")
}
