//! One set-up of a list: its memory, speeds, newest measurement, and what would make it fit.
//!
//! The numbers are those of the calculators, and each row links to the one that explains it. Holds no formula.

use super::inputs::offered;
use super::system_ram::SystemRam;
use crate::measured::{self, ShownRow};
use crate::offload_inputs::HOST_BANDWIDTH;
use crate::ram_split::{RamSplit, USUAL_HOST};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::date::date;
use rooflight_document::listing::ListingRow;
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::Speeds;
use rooflight_estimator::calibration::prompt::Span;
use rooflight_estimator::decode::Range;
use rooflight_estimator::fit::{self, Fit, FitVerdict};
use rooflight_estimator::heterogeneous;
use rooflight_estimator::records::rows::Row;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord, PromptRecord};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::{GB, count};

/// Devices of another kind, which share the model with those of the first.
#[derive(Clone, Copy)]
pub(super) struct ExtraDevice<'a> {
    pub(super) device: &'a DeviceRecord,
    pub(super) number: u64,
}

/// A model in a format on equal devices, or on several kinds of them.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) device: &'a DeviceRecord,
    /// The prompt calibration of that device, if it has one.
    pub(super) prompts: Option<&'a PromptRecord>,
    /// All devices, of whatever kind, and how they share the model.
    pub(super) devices: Devices,
    /// Those of `devices` that are of another kind than `device`.
    pub(super) others: &'a [ExtraDevice<'a>],
    /// Bytes per second of the slowest link between devices, if the reader states it.
    pub(super) link: Option<f64>,
    pub(super) model: &'a ModelRecord,
    pub(super) format: &'a FormatRecord,
    /// Tokens of context of each request.
    pub(super) context: f64,
    /// Requests that are decoded together.
    pub(super) requests: f64,
    /// The system RAM of the computer with the card.
    pub(super) ram: SystemRam,
}

/// A measured speed in tokens per second, and its date or context in words.
type Speed = (f64, String);

impl<'a> Case<'a> {
    pub(super) fn setup(&self) -> Setup<'a> {
        let single = Setup::single(&self.model.shape, &self.format.weights, &self.device.device, self.context);
        Setup { devices: self.devices, batch: self.requests, ..single }
    }

    /// Counts the devices of the first kind.
    fn own(&self) -> u64 {
        self.devices.number() - self.others.iter().map(|other| other.number).sum::<u64>()
    }

    /// Returns each kind of device with its number, the first kind first.
    fn kinds(&self) -> impl Iterator<Item = (&'a DeviceRecord, u64)> {
        core::iter::once((self.device, self.own())).chain(self.others.iter().map(|other| (other.device, other.number)))
    }

    /// Computes the memory needed and usable on all devices; `None` if the memory of one is not known. If every layer
    /// is divided, each device holds as much as the smallest can.
    fn fit(&self) -> Option<Fit> {
        let fit = fit::fit(&self.setup())?;
        let mut usable = 0.0;
        let mut least = f64::INFINITY;
        for (kind, number) in self.kinds() {
            let own = fit::usable_memory(&kind.device)?;
            usable += count(number) * own;
            least = least.min(own);
        }
        if self.devices.at_once() > 1 {
            usable = count(self.devices.number()) * least;
        }
        Some(Fit { usable, ..fit })
    }

    /// Returns the longest context that fits; `None` if the memory is not known or the cache does not grow.
    pub(super) fn longest(&self) -> Option<f64> {
        fit::longest_where(|context| Case { context, ..*self }.fit().map(|fit| fit.fits()))
    }

    /// Returns the bytes needed, and those usable if the memory is known.
    fn memory(&self) -> (f64, Option<f64>) {
        if let Some(fit) = self.fit() {
            return (fit.needed(), Some(fit.usable));
        }
        let cache = fit::sequence_bytes(&self.model.shape, self.setup().kv, self.context);
        (self.format.weights.file_bytes() + self.requests * cache, None)
    }

    pub(super) fn verdict(&self) -> FitVerdict {
        FitVerdict::of(self.fit().as_ref())
    }

    /// True if it is known to fit.
    pub(super) fn fits(&self) -> bool {
        self.verdict().is_known_to_fit()
    }

    /// Computes ceiling and range of one request, over the stated link if there is one.
    fn speeds(&self) -> Speeds {
        let Speeds { ceiling, range } = self.without_links();
        let Some(link) = self.link else { return Speeds { ceiling, range } };
        let crossing = heterogeneous::crossing(&self.model.shape, self.requests, self.devices, link);
        let slowed = |speed: f64| 1.0 / (1.0 / speed + crossing);
        // The cost of all-reduces was fitted to the usual links, so there is no range for another link.
        let range = range.filter(|_| self.devices.at_once() == 1);
        let slower =
            |Range { low, typical, high }| Range { low: slowed(low), typical: slowed(typical), high: slowed(high) };
        Speeds { ceiling: slowed(ceiling), range: range.map(slower) }
    }

    /// Computes ceiling and range of one request over the usual links.
    fn without_links(&self) -> Speeds {
        let alone = |device| Case { device, others: &[], link: None, ..*self };
        if self.others.is_empty() {
            return self.device.speeds(self.format.files, &self.setup());
        }
        let each = || self.kinds().map(|(kind, number)| (kind, number, alone(kind).without_links()));
        if self.devices.at_once() > 1 {
            // All wait for the slowest. No run of unlike devices with divided layers is known, so there is no range.
            let ceiling = each().map(|(.., speeds)| speeds.ceiling).fold(f64::INFINITY, f64::min);
            return Speeds { ceiling, range: None };
        }
        let weight = |kind: &DeviceRecord, number| count(number) * fit::usable_memory(&kind.device).unwrap_or(1.0);
        let ceiling =
            heterogeneous::in_turn(each().map(|(kind, number, speeds)| (weight(kind, number), speeds.ceiling)));
        let supported = each().all(|(.., speeds)| speeds.range.is_some());
        let end = |of: fn(Range) -> f64| {
            heterogeneous::in_turn(
                each().filter_map(|(kind, number, speeds)| Some((weight(kind, number), of(speeds.range?)))),
            )
        };
        let range = supported.then(|| Range {
            low: end(|range| range.low),
            typical: end(|range| range.typical),
            high: end(|range| range.high),
        });
        Speeds { ceiling, range }
    }

    /// Returns the plain runs of this model in this format with the usual engine; none for several devices or requests.
    fn runs(&self) -> Vec<ShownRow<'a>> {
        let plain = self.devices == Devices::One && self.requests <= 1.0;
        let Some(at) = self.device.positions.get(self.format.files as usize).filter(|_| plain) else {
            return Vec::new();
        };
        let mut rows = measured::rows(self.device, self.model, self.format, *at, Some(self.context));
        rows.retain(|shown| shown.same_format && !shown.open);
        rows
    }

    /// Returns the newest of the runs that do or do not match the context; of one day, the run nearest to the context.
    fn newest(&self, runs: &[ShownRow<'a>], matches: bool) -> Option<&'a Row> {
        let away = |row: &Row| row.depth.map_or(f64::INFINITY, |depth| libm::fabs(depth - self.context));
        let rows = runs.iter().filter(|shown| shown.matches == matches).map(|shown| shown.row);
        rows.max_by(|a, b| {
            let day = self.device.text(a.date).cmp(self.device.text(b.date));
            day.then(away(b).total_cmp(&away(a))).then(a.speed.total_cmp(&b.speed))
        })
    }

    /// Returns the newest run at about this context with its date; else the newest run at another context, with that
    /// context.
    fn measured(&self) -> (Option<(Speed, &'a str)>, Option<Speed>) {
        let runs = self.runs();
        if let Some(row) = self.newest(&runs, true) {
            let day = self.device.text(row.date);
            return (Some(((row.speed, date(day)), day)), None);
        }
        let elsewhere = self.newest(&runs, false).map(|row| {
            let depth = row.depth.map(|depth| filled(words!("at {}", Arg::Plain(depth, 0))));
            (row.speed, depth.unwrap_or_else(|| String::from("context not stated")))
        });
        (None, elsewhere)
    }

    /// Computes the least seconds to read a prompt that fills the context, and the range if measurements support one;
    /// `None` for several devices, for which prompts are not calibrated.
    fn prompt(&self) -> Option<(f64, Option<Span>)> {
        let record = self.prompts.filter(|_| self.devices == Devices::One)?;
        let profile = record.profile(self.format.files)?;
        Some(profile.bounds(&Setup { batch: 1.0, ..self.setup() }, &profile.prompt(self.context, 0.0)))
    }

    /// Returns the inputs of this set-up in another format as the start of a calculator's query.
    fn inputs(&self, format: &str) -> String {
        let context = number::without_commas(&number::plain(self.context, 0));
        joined(&["hw=", &self.device.device.id, "&m=", &self.model.id, "&q=", format, "&c=", &context])
    }

    /// Returns the address of the calculator that explains this set-up.
    pub(super) fn calculator_address(&self) -> String {
        let inputs = self.inputs(&self.format.id);
        if !self.others.is_empty() {
            // No calculator takes several kinds of devices: the explorer compares each of them alone.
            let mut address = joined(&["../explore/?mode=compare&", &inputs, "&n=", &number::plain_count(self.own())]);
            for (key, at) in [("2", 0), ("3", 1), ("4", 2)] {
                let other = self.others.get(at);
                if let Some(ExtraDevice { device, .. }) = other {
                    address.push_str(&joined(&["&hw", key, "=", &device.device.id]));
                }
                let number = number::plain_count(other.map_or(0, |other| other.number));
                address.push_str(&joined(&["&n", key, "=", &number]));
            }
            address.push_str("&v=1");
            return address;
        }
        match self.devices {
            Devices::One if self.requests > 1.0 => {
                let requests = number::without_commas(&number::plain(self.requests, 0));
                joined(&["../calculators/batch/?", &inputs, "&b=", &requests, "&v=1"])
            }
            Devices::One => joined(&["../calculators/decode-speed/?", &inputs, "&v=1"]),
            several => {
                let split = if several.at_once() > 1 { "tensor" } else { "layers" };
                let number = number::plain_count(several.number());
                let requests = number::without_commas(&number::plain(self.requests, 0));
                joined(&[
                    "../calculators/parallel/?",
                    &inputs,
                    "&n=",
                    &number,
                    "&way=",
                    split,
                    "&b=",
                    &requests,
                    "&v=1",
                ])
            }
        }
    }

    /// Returns the address of the prompt calculator for this set-up.
    fn prompt_address(&self) -> String {
        let tokens = number::without_commas(&number::plain(self.context, 0));
        joined(&["../calculators/prefill/?", &self.inputs(&self.format.id), "&pt=", &tokens, "&v=1"])
    }

    /// Returns the address of the offload calculator for this set-up.
    fn offload_address(&self) -> String {
        let mut address = joined(&["../calculators/offload/?", &self.inputs(&self.format.id)]);
        if self.ram.bandwidth.to_bits() != USUAL_HOST.to_bits() {
            let bandwidth = number::without_commas(&number::plain(self.ram.bandwidth / GB, 3));
            address.push_str(&joined(&["&", HOST_BANDWIDTH.key, "=", &bandwidth]));
        }
        address.push_str("&v=1");
        address
    }

    /// Returns the words of an offer: the change, and its speed.
    fn with_speed(what: &str, likely: f64) -> String {
        filled(words!("{}, {}\u{a0}tok/s", Arg::Text(what), Arg::Speed(likely)))
    }

    /// Returns changes that would make it fit, as words and address: the largest format that fits, part of the model in
    /// system RAM, one more device.
    fn offers(&self) -> Vec<(String, String)> {
        let mut offers = Vec::new();
        let size = |case: &Case<'a>| case.format.weights.file_bytes();
        let same = offered(self.model).filter(|format| format.files == self.format.files);
        let fitting = same.map(|format| Case { format, ..*self }).filter(Case::fits);
        if let Some(case) = fitting.max_by(|a, b| size(a).total_cmp(&size(b))) {
            offers.push((Case::with_speed(&case.format.name, case.speeds().likely()), case.calculator_address()));
        }
        if let Some(split) = self.ram_split() {
            let what = if split.is_of_experts() { "experts in RAM" } else { "part of it in RAM" };
            offers.push((Case::with_speed(what, split.speeds.likely()), self.offload_address()));
        }
        let next = self.devices.number() + 1;
        let more = Case { devices: Devices::LayerSplit(next), ..*self };
        if self.others.is_empty() && self.device.device.class.is_stacked() && next <= 8 && more.fits() {
            let what = joined(&[&number::plain_count(next), " such cards"]);
            offers.push((Case::with_speed(&what, more.speeds().likely()), more.calculator_address()));
        }
        offers
    }

    /// Returns the row of the list, with its name and address, its smaller line, and the value of the last column.
    pub(super) fn row(&self, name: (String, String), under: String, last: Option<f64>) -> ListingRow {
        let whole = (self.verdict() != FitVerdict::No).then(|| self.speeds());
        if whole.is_none()
            && let Some(split) = self.held_by_ram()
        {
            return self.split_row(name, &under, &split);
        }
        let (measured, elsewhere) = self.measured();
        let (measured, day) = measured.unzip();
        ListingRow {
            name,
            under,
            memory: self.memory(),
            speeds: whole.map(|speeds| (speeds.ceiling, speeds.ends())),
            question: self.calculator_address(),
            measured,
            day: String::from(day.unwrap_or_default()),
            elsewhere,
            prompt: whole.and_then(|_| self.prompt()).map(|(least, span)| (least, span.map(Span::values))),
            prompt_question: self.prompt_address(),
            last,
            offers: if whole.is_some() { Vec::new() } else { self.offers() },
            ..ListingRow::default()
        }
    }

    /// Returns the row of a card with a part of the model in system RAM, without prompt times: splits have no
    /// calibration of prompts.
    fn split_row(&self, name: (String, String), under: &str, split: &RamSplit) -> ListingRow {
        let (needed, usable) = self.memory();
        let layers = [Arg::Count(split.layers), Arg::Count(self.model.shape.layers)];
        let what = if split.is_of_experts() { "with their experts " } else { "" };
        let place =
            filled(words!("{} of {} layers {}on the card, the rest in RAM", layers[0], layers[1], Arg::Text(what)));
        ListingRow {
            name,
            under: joined(&[under, if under.is_empty() { "" } else { "; " }, &place]),
            memory: (needed, usable.zip(self.ram.usable).map(|(card, ram)| card + ram)),
            speeds: Some((split.speeds.ceiling, split.speeds.ends())),
            question: self.offload_address(),
            ..ListingRow::default()
        }
    }
}
