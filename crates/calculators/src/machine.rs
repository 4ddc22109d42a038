//! A device that runs a model in a format: what most calculators ask for, read once and in one way.
//!
//! 1. Device, model and format are looked up, the context is held to what the model can have, and the fields say what
//!    they stand for.
//! 2. From it come setups of any depth and batch, and how fast the device's profile says that they are.
//!
//! Holds no formula: speeds come from `calibration`.

use super::input::{CONTEXT, HARDWARE, Input, MODEL, QUANTIZATION};
use super::input_error::InputError;
use super::query::Query;
use super::report_writer::SweepRow;
use super::rows;
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
    /// Layers, cache and bytes in each format.
    pub model: &'a ModelRecord,
    /// The chosen format with the model's weights in it.
    pub format: &'a FormatRecord,
    /// The calibration of the chosen engine.
    pub profile: &'a Profile,
    /// The position of the profile among those of the device.
    pub at: usize,
    /// Tokens of context.
    pub context: f64,
    /// The longest context of the model, tokens.
    pub longest: f64,
}

/// Speeds in tokens a second: the bound, and the range where measurements support one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Speeds {
    /// The fastest that physics allows.
    pub ceiling: f64,
    /// The 80 % range; `None` where nothing supports one.
    pub range: Option<Range>,
}

/// The requests that memory has room for: what the chart and the table of a calculator both go by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchCapacity {
    /// The most requests; `None` where the memory is not known.
    pub most: Option<f64>,
    /// Whether the reader's own requests have room.
    fits: bool,
}

impl BatchCapacity {
    /// The room of a setup for requests like its own.
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

    /// Whether a curve over requests goes so far: to the end of memory, or on where the reader is beyond it and the
    /// chart is muted.
    #[must_use]
    pub(crate) fn draws(self, batch: f64) -> bool {
        !self.fits || self.holds(batch)
    }
}

impl Speeds {
    /// The typical speed, or else the ceiling.
    #[must_use]
    pub(crate) fn likely(&self) -> f64 {
        self.range.map_or(self.ceiling, |range| range.typical)
    }
}

impl<'a> Machine<'a> {
    /// Reads the four inputs.
    ///
    /// # Errors
    /// The first input that cannot be used.
    pub(crate) fn read(query: &mut Query<'a>) -> Result<Self, InputError> {
        Self::read_as(query, &HARDWARE, &MODEL, &QUANTIZATION, &CONTEXT)
    }

    /// Reads the four values from inputs with other defaults.
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
        let Subject { record, model, format, profile, at, .. } = subject;
        Ok(Self { record, model, format, profile, at, context, longest })
    }

    /// This machine with the model in another format that the same engine runs.
    #[must_use]
    pub(crate) fn with(&self, format: &'a FormatRecord) -> Self {
        Self { format, ..*self }
    }

    /// The curves of a setup over all contexts of the model, and the reader's own context.
    #[must_use]
    pub(crate) fn over_contexts(&self, setup: &Setup<'_>) -> Chart {
        let x = (1.0_f64.max(128.0_f64.min(self.longest / 2.0)), self.longest.max(2.0));
        let mut chart = Chart { x, x_label: "tokens of context", here: setup.depth, ..Chart::default() };
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

    /// `batch` requests of `depth` tokens each on one device, with a 16-bit cache.
    #[must_use]
    pub(crate) fn setup(&self, depth: f64, batch: f64) -> Setup<'_> {
        Setup { batch, ..Setup::single(&self.model.shape, &self.format.weights, &self.record.device, depth) }
    }

    /// How fast a setup is for one of its requests.
    #[must_use]
    pub(crate) fn speeds_per_request(&self, setup: &Setup<'_>) -> Speeds {
        let (ceiling, found) = self.profile.speed(setup);
        Speeds { ceiling: ceiling.per_stream(), range: found.map(|(range, _)| range) }
    }

    /// A row of a table over numbers of requests: their speed together, and what follows from a speed in a unit, the
    /// less the faster; or that they do not fit.
    pub(crate) fn batch_row(
        &self,
        row: &mut SweepRow<'_>,
        unit: &'static str,
        setup: &Setup<'_>,
        batch: f64,
        of: &dyn Fn(f64) -> f64,
    ) {
        let speeds = self.all(&Setup { batch, ..*setup });
        let range = speeds.range.map_or(Arg::Text(NONE), |range| Arg::Range(of(range.high), of(range.low)));
        let (likely, typical, range) = ([Arg::Speed(speeds.likely())], [Arg::Speed(of(speeds.likely()))], [range]);
        let (ink, [speed, middle, range]) = if !BatchCapacity::of(setup).holds(batch) {
            (None, [words!(NONE), words!("does not fit"), words!(NONE)])
        } else if speeds.range.is_some() {
            (Some(Ink::Range), [words!("{}", ..likely), words!("{}", ..typical), words!("{}", ..range)])
        } else {
            let words = [words!("at most {}", ..likely), words!("at least {}", ..typical), words!("{}", ..range)];
            (Some(Ink::Ceiling), words)
        };
        row.highlight(rows::same(batch, setup.batch));
        row.number("Requests", "together", words!("{}", Arg::Plain(batch, 0)));
        row.cell(("Speed", "tokens per second, all", Kind::Number), ink, speed);
        row.cell(("Typical", unit, Kind::Number), ink, middle);
        row.cell(("Realistic", unit, Kind::Number), ink.filter(|_| speeds.range.is_some()), range);
    }

    /// How fast it is for all of its requests together.
    #[must_use]
    pub(crate) fn all(&self, setup: &Setup<'_>) -> Speeds {
        let Speeds { ceiling, range } = self.speeds_per_request(setup);
        Speeds { ceiling: ceiling * setup.batch, range: range.map(|range| range.times(setup.batch)) }
    }
}
