//! Shared by the calculators of prompts: the inputs, and the least time and the estimate of a prompt on a device.
//!
//! Holds no formula: times come from `calibration::prompt_profile`, `prefill` and `decode`.

use super::input::{HARDWARE, Input, TOKENS};
use super::input_error::InputError;
use super::query::Query;
use super::subject::Subject;
use rooflight_estimator::calibration::prompt::Span;
use rooflight_estimator::calibration::prompt_profile::PromptProfile;
use rooflight_estimator::prefill::Prompt;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::count;

/// Tokens of the prompt; other calculators use it with another default.
pub(crate) const PROMPT: Input = Input::whole(("pt", "prompt"), "Prompt", "2048", TOKENS, (1.0, 1_048_576.0));

/// Tokens of each answer; other calculators use it with another default.
pub(crate) const OUTPUT: Input = Input::whole(("ot", "output"), "Answer", "256", TOKENS, (1.0, 131_072.0));

/// Computes how long a device takes to read prompts.
#[derive(Debug)]
pub(crate) struct PromptReader {
    /// The prompt calibration of the chosen engine; empty if the device has none for it.
    pub profile: PromptProfile,
    /// Tokens per pass: the engine's default, unless the reader gave them.
    pub chunk: f64,
}

impl PromptReader {
    /// Reads the device from [`HARDWARE`].
    ///
    /// # Errors
    /// A device that is not known.
    pub(crate) fn read(query: &Query<'_>, subject: &Subject<'_>) -> Result<Self, InputError> {
        Self::read_as(query, &HARDWARE, subject)
    }

    /// Reads the device from `hardware`, an input with another default.
    ///
    /// # Errors
    /// A device that is not known.
    pub(crate) fn read_as(query: &Query<'_>, hardware: &Input, subject: &Subject<'_>) -> Result<Self, InputError> {
        let record = query.prompts(hardware)?;
        let profile = record.profiles.get(subject.at).cloned().unwrap_or_default();
        Ok(Self { chunk: count(profile.chunk), profile })
    }

    /// Computes the least seconds of a prompt, and the range if measurements support one. If the device's arithmetic
    /// rate is not published, the least is the time to stream the weights once.
    #[must_use]
    pub(crate) fn seconds(&self, setup: &Setup, tokens: f64, cached: f64) -> (f64, Option<Span>) {
        self.profile.bounds(setup, &self.prompt(tokens, cached))
    }

    fn prompt(&self, tokens: f64, cached: f64) -> Prompt {
        Prompt { chunk: self.chunk, ..self.profile.prompt(tokens, cached) }
    }
}
