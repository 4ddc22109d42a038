//! One set-up of a list: its memory, speeds, newest measurement, and what would make it fit.
//!
//! The numbers are those of the calculators, and each row leads to the one that explains it. Holds no formula.

use crate::calibration::prompt::{self, Span};
use crate::calibration::prompt_profile::PromptProfile;
use crate::decode::Range;
use crate::fit::{self, Fit};
use crate::prefill::Prompt;
use crate::records::{DeviceRecord, FormatRecord, ModelRecord, PromptRecord};
use crate::setup::{Devices, Setup};
use crate::units::count;
use crate::view::date::date;
use crate::view::listing::ListingRow;
use crate::view::markup::joined;
use crate::view::prelude::*;
use alloc::string::String;
use alloc::vec::Vec;

/// Smaller formats that are offered where one does not fit, the largest first.
const SMALLER: [&str; 2] = ["gguf-q3_k_m", "gguf-iq2_xxs"];

/// Devices of another kind that hold the layers that the first kind does not.
#[derive(Clone, Copy)]
pub(super) struct Also<'a> {
    pub(super) device: &'a DeviceRecord,
    pub(super) number: u64,
}

/// A model in a format on equal devices, or on two kinds of them.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) device: &'a DeviceRecord,
    /// The same device, reading prompts.
    pub(super) prompts: Option<&'a PromptRecord>,
    pub(super) devices: Devices,
    pub(super) also: Option<Also<'a>>,
    pub(super) model: &'a ModelRecord,
    pub(super) format: &'a FormatRecord,
    pub(super) context: f64,
    /// Requests that are decoded together, each with this context.
    pub(super) requests: f64,
}

impl<'a> Case<'a> {
    pub(super) fn setup(&self) -> Setup<'a> {
        let single = Setup::single(&self.model.shape, &self.format.weights, &self.device.device, self.context);
        Setup { devices: self.devices, batch: self.requests, ..single }
    }

    /// Where the memory of all devices goes.
    fn fit(&self) -> Option<Fit> {
        let fit = fit::fit(&self.setup())?;
        let Some(also) = self.also else { return Some(fit) };
        let number = count(also.number);
        let usable = fit.usable + number * fit::usable_memory(&also.device.device)?;
        Some(Fit { usable, overhead: fit.overhead + number * fit::RUNTIME, ..fit })
    }

    /// The longest context that fits; none where the memory is not known or the cache does not grow.
    pub(super) fn longest(&self) -> Option<f64> {
        fit::longest_where(|context| Case { context, ..*self }.fit().map(|fit| fit.fits()))
    }

    /// Bytes needed, and usable where that is known.
    fn memory(&self) -> (f64, Option<f64>) {
        if let Some(fit) = self.fit() {
            return (fit.needed(), Some(fit.usable));
        }
        let cache = fit::sequence_bytes(&self.model.shape, self.setup().kv, self.context);
        (self.format.weights.file_bytes() + self.requests * cache, None)
    }

    pub(super) fn fits(&self) -> bool {
        self.fit().is_none_or(|fit| fit.fits())
    }

    fn speeds(&self) -> (f64, Option<Range>) {
        if let Some(also) = self.also {
            return self.together(also);
        }
        let blank = crate::calibration::profile::Profile::default();
        let profile = self.device.profile(self.format.habit).unwrap_or(&blank);
        let (ceiling, found) = profile.speed(&self.setup());
        (ceiling.per_stream(), found.map(|(range, _)| range))
    }

    /// How fast two kinds of devices are, one after the other on each token. llama.cpp gives each as many of the layers as it has of the
    /// free memory, so that the time of a token is the sum over both of their share of the time that each would take for all layers.
    fn together(&self, Also { device, number }: Also<'a>) -> (f64, Option<Range>) {
        let all = Devices::LayerSplit(self.devices.number() + number);
        let alone = Case { also: None, devices: all, ..*self };
        let (own, other) = (alone.speeds(), Case { device, ..alone }.speeds());
        let usable =
            |record: &DeviceRecord, number: u64| fit::usable_memory(&record.device).map(|bytes| bytes * count(number));
        let first = usable(self.device, self.devices.number()).unwrap_or_default();
        let second = usable(device, number).unwrap_or_default();
        let share = if first + second > 0.0 { first / (first + second) } else { 0.5 };
        let speed = |a: f64, b: f64| 1.0 / (share / a + (1.0 - share) / b);
        let range = own.1.zip(other.1).map(|(a, b)| Range {
            low: speed(a.low, b.low),
            typical: speed(a.typical, b.typical),
            high: speed(a.high, b.high),
        });
        (speed(own.0, other.0), range)
    }

    /// The newest plain run on one device in this format.
    fn measured(&self) -> Option<(f64, String)> {
        let record = self.device;
        let mut newest: Option<(f64, &str)> = None;
        let plain = self.devices == Devices::One && self.also.is_none() && self.requests <= 1.0;
        for row in record.rows.iter().filter(|row| !row.open && plain) {
            let same = record.text(row.model) == self.model.id && record.text(row.format) == self.format.id;
            let day = record.text(row.date);
            if same && newest.is_none_or(|(_, best)| best < day) {
                newest = Some((row.speed, day));
            }
        }
        newest.map(|(speed, day)| (speed, date(day)))
    }

    /// The least seconds of reading a prompt that fills the context, and the range where measurements support one. On one device: nothing
    /// here is calibrated for several.
    fn prompt(&self) -> Option<(f64, Option<Span>)> {
        let record = self.prompts.filter(|_| self.devices == Devices::One && self.also.is_none())?;
        let prompt = Prompt { tokens: self.context, cached: 0.0, chunk: self.context };
        let setup = Setup { batch: 1.0, ..self.setup() };
        let blank = PromptProfile::default();
        let (least, span) = record.profile(self.format.habit).unwrap_or(&blank).span(&setup, &prompt);
        Some((least.unwrap_or_else(|| prompt::streaming(&setup, &prompt)), span))
    }

    /// The query of the calculators for this set-up.
    fn inputs(&self, format: &str) -> String {
        let context = number::without_commas(&number::plain(self.context, 0));
        joined(&["hw=", &self.device.device.id, "&m=", &self.model.id, "&q=", format, "&c=", &context])
    }

    /// The address of the calculator that answers for this case.
    pub(super) fn question(&self) -> String {
        let inputs = self.inputs(&self.format.id);
        if let Some(Also { device, number }) = self.also {
            // No calculator is for two kinds: each of them alone stands side by side.
            let [first, second] = [self.devices.number(), number].map(number::plain_count);
            let parts =
                ["../explore/?mode=compare&", &inputs, "&n=", &first, "&hw2=", &device.device.id, "&n2=", &second];
            return joined(&[&joined(&parts), "&n3=0&n4=0&v=1"]);
        }
        match self.devices {
            Devices::One if self.requests > 1.0 => {
                let requests = number::without_commas(&number::plain(self.requests, 0));
                joined(&["../calculators/batch/?", &inputs, "&b=", &requests, "&v=1"])
            }
            Devices::One => joined(&["../calculators/decode-speed/?", &inputs, "&v=1"]),
            several => {
                let way = if several.at_once() > 1 { "tensor" } else { "layers" };
                let number = number::plain_count(several.number());
                let requests = number::without_commas(&number::plain(self.requests, 0));
                joined(&["../calculators/parallel/?", &inputs, "&n=", &number, "&way=", way, "&b=", &requests, "&v=1"])
            }
        }
    }

    /// The address of the calculator that answers for the prompt.
    fn prompt_question(&self) -> String {
        let tokens = number::without_commas(&number::plain(self.context, 0));
        joined(&["../calculators/prefill/?", &self.inputs(&self.format.id), "&pt=", &tokens, "&v=1"])
    }

    /// What would make it fit: a smaller format, system memory, a second device.
    fn offers(&self) -> Vec<(String, String)> {
        let mut offers = Vec::new();
        for id in SMALLER {
            let Some(format) = self.model.formats.iter().find(|format| format.id == id) else { continue };
            let smaller = format.weights.file_bytes() < self.format.weights.file_bytes();
            let other = Case { format, ..*self };
            if offers.is_empty() && smaller && other.fits() {
                offers.push((joined(&["in ", &format.name]), other.question()));
            }
        }
        if self.also.is_some() {
            return offers;
        }
        let next = self.devices.number() + 1;
        let more = Case { devices: Devices::LayerSplit(next), ..*self };
        if self.device.device.class.is_stacked() && next <= 8 && more.fits() {
            offers.push((joined(&[&number::plain_count(next), " of them"]), more.question()));
        }
        if self.devices == Devices::One && self.device.device.class.is_discrete() {
            let address = joined(&["../calculators/offload/?", &self.inputs(&self.format.id), "&v=1"]);
            offers.push((String::from("part of it in system RAM"), address));
        }
        offers
    }

    /// The row, with what the list puts first and last.
    pub(super) fn row(&self, name: (String, String), under: String, last: Option<f64>) -> ListingRow {
        let speeds = self.fits().then(|| self.speeds());
        ListingRow {
            name,
            under,
            memory: self.memory(),
            speeds,
            question: self.question(),
            measured: self.measured(),
            prompt: speeds.and_then(|_| self.prompt()),
            prompt_question: self.prompt_question(),
            last,
            score: None,
            offers: if speeds.is_some() { Vec::new() } else { self.offers() },
        }
    }
}
