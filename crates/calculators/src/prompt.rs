//! Shared by the calculators of prompts: the inputs, the least time and the estimate of a prompt on a device, and the
//! measurements of prompts.
//!
//! Holds no formula: times come from `calibration::prompt_profile`, `prefill` and `decode`.

use super::input::{HARDWARE, Input, MILLISECONDS, TOKENS};
use super::input_error::InputError;
use super::measured::{self, ShownRow};
use super::query::Query;
use super::subject::Subject;
use rooflight_calibration::prompt::{self, PromptEstimate, Span};
use rooflight_calibration::prompt_profile::PromptProfile;
use rooflight_estimator::prefill::Prompt;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::count;
use rooflight_records::{DeviceRecord, PromptRecord};

/// Tokens of the prompt; other calculators use it with another default.
pub(crate) const PROMPT: Input = Input::whole(("pt", "prompt"), "Prompt", "2048", TOKENS, (1.0, 1_048_576.0));

/// Time in the queue before the prompt is read.
pub(crate) const WAITING: Input =
    Input::real(("w", "waiting"), "Queue wait", "0", MILLISECONDS, (0.0, 3_600_000.0)).folded();

/// Computes how long a device takes to read prompts.
#[derive(Debug)]
pub(crate) struct PromptReader<'a> {
    /// The prompt calibration of the chosen engine; empty if the device has none for it.
    pub profile: PromptProfile,
    /// Tokens per pass: the engine's default, unless the reader gave them.
    pub chunk: f64,
    record: &'a PromptRecord,
}

impl<'a> PromptReader<'a> {
    /// Reads the device from [`HARDWARE`].
    ///
    /// # Errors
    /// A device that is not known.
    pub(crate) fn read(query: &Query<'a>, subject: &Subject<'_>) -> Result<Self, InputError> {
        Self::read_as(query, &HARDWARE, subject)
    }

    /// Reads the device from `hardware`, an input with another default.
    ///
    /// # Errors
    /// A device that is not known.
    pub(crate) fn read_as(query: &Query<'a>, hardware: &Input, subject: &Subject<'_>) -> Result<Self, InputError> {
        let record = query.prompts(hardware)?;
        let profile = record.profiles.get(subject.at).cloned().unwrap_or_default();
        Ok(Self { chunk: count(profile.chunk), profile, record })
    }

    /// Computes the least seconds of a prompt, and the range if measurements support one. If the device's arithmetic
    /// rate is not published, the least is the time to stream the weights once.
    #[must_use]
    pub(crate) fn seconds(&self, setup: &Setup, tokens: f64, cached: f64) -> (f64, Option<Span>) {
        let prompt = self.prompt(tokens, cached);
        let (floor, span) = self.profile.span(setup, &prompt);
        (floor.unwrap_or_else(|| prompt::streaming(setup, &prompt)), span)
    }

    /// Estimates a prompt, with the reason for the range or for its absence.
    #[must_use]
    pub(crate) fn estimate(&self, setup: &Setup, tokens: f64, cached: f64) -> PromptEstimate {
        self.profile.estimate(setup, &self.prompt(tokens, cached))
    }

    fn prompt(&self, tokens: f64, cached: f64) -> Prompt {
        Prompt { chunk: self.chunk, ..self.profile.prompt(tokens, cached) }
    }

    /// Returns the measurements of prompts in a device's record, whose rows otherwise measure decoding.
    #[must_use]
    pub(crate) fn measurements(&self, subject: &Subject<'_>) -> DeviceRecord {
        DeviceRecord {
            device: subject.record.device.clone(),
            texts: self.record.texts.clone(),
            rows: self.record.rows.clone(),
            ..DeviceRecord::default()
        }
    }
}

/// Returns the reader's model's rows of the prompt measurements; without `tokens`, no row matches the reader's inputs.
#[must_use]
pub(crate) fn rows<'a>(
    record: &'a DeviceRecord,
    subject: &Subject<'_>,
    tokens: Option<f64>,
) -> alloc::vec::Vec<ShownRow<'a>> {
    measured::rows(record, subject.model, subject.format, subject.at, tokens)
}
