//! A device that runs a model in a format at a context: the inputs that many calculators share.
//!
//! 1. Looks up device, model and format, limits the context to the model's longest, and sets the hints of the fields.
//! 2. Makes setups of any depth and batch, and gives their speeds by the device's profile.
//!
//! Holds no formula: speeds come from `calibration`.

use super::input::{CONTEXT, HARDWARE, Input, MODEL, QUANTIZATION};
use super::input_error::InputError;
use super::query::Query;
use super::subject::Subject;
use rooflight_calibration::profile::Profile;
use rooflight_document::prelude::*;
use rooflight_estimator::decode::Range;
use rooflight_estimator::fit;
use rooflight_estimator::setup::Setup;
use rooflight_records::{DeviceRecord, FormatRecord, ModelRecord};

/// A device, a model, a format and a context.
#[derive(Debug)]
pub(crate) struct Machine<'a> {
    /// The device, with its profiles and measured runs.
    pub record: &'a DeviceRecord,
    /// The model, with its shape and its formats.
    pub model: &'a ModelRecord,
    /// The chosen format, with the model's weights in it.
    pub format: &'a FormatRecord,
    /// The calibration of the chosen engine.
    pub profile: &'a Profile,
    /// Tokens of context of each request.
    pub context: f64,
    /// The longest context of the model, tokens.
    pub longest: f64,
}

/// Speeds in tokens per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Speeds {
    /// The upper bound, from bandwidth and arithmetic.
    pub ceiling: f64,
    /// The 80 % range; `None` if measurements support none.
    pub range: Option<Range>,
}

/// The requests for which memory has room; the chart and the table of a calculator both use it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchCapacity {
    /// The most requests; `None` if the memory is not known.
    pub most: Option<f64>,
    /// True if the reader's own number of requests fits.
    fits: bool,
}

impl BatchCapacity {
    /// Computes how many requests like those of the setup fit.
    #[must_use]
    pub(crate) fn of(setup: &Setup<'_>) -> Self {
        let most = fit::largest_batch(setup);
        Self { most, fits: Self { most, fits: false }.holds(setup.batch) }
    }

    /// True if `batch` requests fit into memory, or if the memory is not known.
    #[must_use]
    pub(crate) fn holds(self, batch: f64) -> bool {
        self.most.is_none_or(|most| batch <= most)
    }

    /// True if a curve over requests includes `batch`: up to the end of memory, or everywhere if the reader's own
    /// number does not fit and the chart is muted.
    #[must_use]
    pub(crate) fn draws(self, batch: f64) -> bool {
        !self.fits || self.holds(batch)
    }
}

impl Speeds {
    /// Returns the typical speed, or else the ceiling.
    #[must_use]
    pub(crate) fn likely(&self) -> f64 {
        self.range.map_or(self.ceiling, |range| range.typical)
    }
}

impl<'a> Machine<'a> {
    /// Reads hardware, model, quantization and context.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub(crate) fn read(query: &mut Query<'a>) -> Result<Self, InputError> {
        Self::read_as(query, &HARDWARE, &MODEL, &QUANTIZATION, &CONTEXT)
    }

    /// Reads the same from inputs with other defaults.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub(crate) fn read_as(
        query: &mut Query<'a>,
        hardware: &Input,
        model: &Input,
        format: &Input,
        context: &Input,
    ) -> Result<Self, InputError> {
        let subject = Subject::read_as(query, [hardware, model, format])?;
        let longest = subject.longest();
        let context = query.number_to(context, longest)?;
        let Subject { record, model, format, profile, .. } = subject;
        Ok(Self { record, model, format, profile, context, longest })
    }

    /// Returns this machine with the model in another format that the same engine runs.
    #[must_use]
    pub(crate) fn with(&self, format: &'a FormatRecord) -> Self {
        Self { format, ..*self }
    }

    /// Draws the speed of a setup against the context, up to the model's longest, with the reader's own context marked.
    #[must_use]
    pub(crate) fn over_contexts(&self, setup: &Setup<'_>) -> Chart {
        let x = (1.0_f64.max(128.0_f64.min(self.longest / 2.0)), self.longest.max(2.0));
        let mut chart = Chart { x, x_label: "tokens of context".into(), here: setup.depth, ..Chart::default() };
        for depth in scale::points(x) {
            let speeds = self.speeds_per_request(&Setup { depth, ..*setup });
            chart.point(depth, speeds.ceiling, speeds.range.map(Range::values));
        }
        let speeds = self.speeds_per_request(setup);
        chart.mark(Ink::Ceiling, speeds.ceiling);
        if let Some(range) = speeds.range {
            chart.mark(Ink::Range, range.typical);
        }
        chart
    }

    /// Returns a setup of `batch` requests of `depth` tokens each on one device, with a 16-bit cache.
    #[must_use]
    pub(crate) fn setup(&self, depth: f64, batch: f64) -> Setup<'_> {
        Setup { batch, ..Setup::single(&self.model.shape, &self.format.weights, &self.record.device, depth) }
    }

    /// Computes the speeds of one of a setup's requests.
    #[must_use]
    pub(crate) fn speeds_per_request(&self, setup: &Setup<'_>) -> Speeds {
        let (ceiling, found) = self.profile.speed(setup);
        Speeds { ceiling: ceiling.per_stream(), range: found.map(|(range, _)| range) }
    }
}
