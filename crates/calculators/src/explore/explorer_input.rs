//! The inputs that all rows of a list share, and the set-ups made from them.
//!
//! 1. [`ExplorerInput::read`] reads the inputs of all modes, so that the form keeps them when the mode changes.
//! 2. [`ExplorerInput::format_of`] finds the format of each model: the chosen one, the best that fits, or its usual
//!    one.
//! 3. [`ExplorerInput::case`] makes the set-up of a model in a format on devices.

use super::case::Case;
use super::inputs::{
    BELOW_FOUR_BITS, BENCHMARK, BENCHMARKS, BEST, ENGINE, FORMAT, FORMATS, FOURTH_NUMBER, MAX_DEVICES, MOST_BITS,
    NUMBER, SECOND_NUMBER, TARGET, THIRD_NUMBER, offered,
};
use super::system_ram::SystemRam;
use crate::estimator::Estimator;
use crate::input::{CONTEXT, REQUESTS};
use crate::input_error::InputError;
use crate::query::{Query, whole};
use alloc::string::String;
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::FileFormat;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord, PromptRecord};
use rooflight_estimator::setup::Devices;

/// The inputs that all rows of a list share.
#[derive(Clone, Copy)]
pub(super) struct ExplorerInput<'a> {
    pub(super) estimator: &'a Estimator,
    pub(super) format: &'static str,
    /// The files that the chosen engine runs; `None` for the usual engine of each format.
    pub(super) files: Option<FileFormat>,
    pub(super) context: f64,
    pub(super) requests: f64,
    pub(super) target: f64,
    /// How many of each compared machine.
    pub(super) numbers: [u64; 4],
    /// Most devices of a set-up, if the list is about one model.
    pub(super) most: u64,
    /// The position of the chosen benchmark in [`BENCHMARKS`].
    pub(super) benchmark: usize,
    /// The system RAM of the computer with the card.
    pub(super) ram: SystemRam,
}

impl<'a> ExplorerInput<'a> {
    /// Reads the inputs of all modes.
    ///
    /// # Errors
    /// The first input that cannot be used; a format that the chosen engine does not run.
    pub(super) fn read(query: &mut Query<'a>) -> Result<Self, InputError> {
        query.hint(&CONTEXT, words!("tokens"));
        query.hint(&TARGET, words!("tokens/s"));
        query.hint(&BENCHMARK, words!("of each model"));
        let benchmark = query.one(&BENCHMARK)?;
        let mut numbers = [0; 4];
        for (number, input) in numbers.iter_mut().zip([&NUMBER, &SECOND_NUMBER, &THIRD_NUMBER, &FOURTH_NUMBER]) {
            *number = whole(query.number(input)?);
        }
        let files = match query.one(&ENGINE)? {
            "llama.cpp" => Some(FileFormat::Gguf),
            "mlx" => Some(FileFormat::Mlx),
            "vllm" => Some(FileFormat::Safetensors),
            _ => None,
        };
        let format = query.one(&FORMAT)?;
        if ![FORMAT.default, BEST].contains(&format) && files.is_some_and(|files| files != FileFormat::of(format)) {
            let message = String::from(
                "This engine does not run this format: choose another, or the engine that is usual for it.",
            );
            return Err(InputError { field: FORMAT.key, message });
        }
        query.hint(&REQUESTS, words!("decoded together"));
        query.hint(&ENGINE, words!("its kind of files"));
        Ok(Self {
            estimator: query.estimator(),
            format,
            files,
            requests: query.number(&REQUESTS)?,
            context: query.number(&CONTEXT)?,
            target: query.number(&TARGET)?,
            numbers,
            most: whole(query.number(&MAX_DEVICES)?),
            benchmark: BENCHMARKS.iter().position(|(id, _)| *id == benchmark).unwrap_or_default(),
            ram: SystemRam::read(query)?,
        })
    }

    /// Returns the chosen format of a model. For the best that fits: the largest up to [`MOST_BITS`] that `fits`, or
    /// else the smallest. For the explorer's default: the default, or the model's usual one if it lacks that. `None` if
    /// the model has no such format.
    pub(super) fn format_of(
        self,
        model: &'a ModelRecord,
        fits: &dyn Fn(&'a FormatRecord) -> bool,
    ) -> Option<&'a FormatRecord> {
        let run = |format: &&FormatRecord| self.files.is_none_or(|files| files == format.files);
        let with_id = |id: &str| model.formats.iter().find(|format| format.id == id).filter(run);
        if self.format == BEST {
            let size = |format: &FormatRecord| format.weights.file_bytes();
            let bits = |format: &FormatRecord| format.weights.bits_per_weight();
            let wanted = || offered(model).filter(run).filter(|format| !BELOW_FOUR_BITS.contains(&&*format.id));
            let smallest = || wanted().min_by(|a, b| size(a).total_cmp(&size(b)));
            let fitting = wanted().filter(|format| bits(format) <= MOST_BITS).filter(|format| fits(format));
            let best = fitting.max_by(|a, b| size(a).total_cmp(&size(b)));
            return best.or_else(smallest).or_else(|| model.usual_format().filter(run));
        }
        if self.format != FORMAT.default {
            return with_id(self.format);
        }
        // A model without the default format is listed in its usual one, or else in the first choice that the engine
        // runs.
        let engines = FORMATS.iter().filter(|_| self.files.is_some()).find_map(|(id, _)| with_id(id));
        model.usual_format().filter(run).or(engines)
    }

    /// Returns the format of a model on a device, which fits if it does on any number of devices up to `most`.
    ///
    /// # Errors
    /// A format in which the model's size is not known.
    pub(super) fn format_on(
        self,
        device: &DeviceRecord,
        most: u64,
        model: &'a ModelRecord,
    ) -> Result<&'a FormatRecord, InputError> {
        let fits = |format: &'a FormatRecord| {
            (1..=most).any(|number| self.case(device, split(number), (model, format)).fits())
        };
        self.format_of(model, &fits).ok_or_else(|| InputError {
            field: FORMAT.key,
            message: filled(words!(
                "How many bytes {} takes in this format is not known here.",
                Arg::Text(&model.name)
            )),
        })
    }

    /// Returns how devices share a model in words, with the format of a row that differs from the heading's.
    pub(super) fn split_words(self, devices: Devices, format: &FormatRecord) -> String {
        let format = if self.format == format.id { ["", ""] } else { [", ", &format.name] };
        joined(&[shared(devices), format[0], format[1]])
    }

    /// Makes the set-up of a model in a format on equal devices with their usual links, at the chosen context or the
    /// model's longest, if that is shorter.
    pub(super) fn case<'b>(
        self,
        device: &'b DeviceRecord,
        devices: Devices,
        (model, format): (&'b ModelRecord, &'b FormatRecord),
    ) -> Case<'b>
    where
        'a: 'b,
    {
        Case {
            device,
            prompts: self.prompts(device),
            devices,
            others: &[],
            link: None,
            model,
            format,
            context: self.context.min(model.longest_context()),
            requests: self.requests,
            ram: self.ram,
        }
    }

    /// Finds the prompt calibration of a device.
    pub(super) fn prompts(self, device: &DeviceRecord) -> Option<&'a PromptRecord> {
        self.estimator.prompts.iter().find(|record| record.device == device.device.id)
    }

    /// Returns the requests in words, with the context of each.
    pub(super) fn load(self) -> String {
        let context = Arg::Plain(self.context, 0);
        if self.requests > 1.0 {
            let values = [Arg::Plain(self.requests, 0), context];
            return filled(words!("{} requests at once with {} tokens of context each, the speed of one", ..values));
        }
        filled(words!("one request with {} tokens of context", context))
    }

    /// Returns in words the formats of the chosen engine; empty unless that is MLX or vLLM.
    pub(super) const fn engine_format_words(self) -> &'static str {
        match self.files {
            Some(FileFormat::Mlx) => "an MLX format",
            Some(FileFormat::Safetensors) => "a format of vLLM",
            _ => "",
        }
    }

    /// Returns the format of a list about one model in words: its usual one, where the reader chose none.
    pub(super) fn format_name_of(self, model: &'a ModelRecord) -> &'a str {
        let usual = model.usual_format().filter(|_| self.format == FORMAT.default && self.files.is_none());
        usual.map_or(self.format_name(), |format| &format.name)
    }

    /// Returns the chosen format in words, or the engine's formats if each model is in its own.
    pub(super) fn format_name(self) -> &'static str {
        if [FORMAT.default, BEST].contains(&self.format) && !self.engine_format_words().is_empty() {
            return self.engine_format_words();
        }
        if self.format == BEST {
            return "the best format that fits, from four bits to eight";
        }
        FORMATS.iter().find(|(id, _)| *id == self.format).map_or("", |(_, name)| name)
    }
}

/// Returns equal devices in a layer split, or a single device.
pub(super) const fn split(number: u64) -> Devices {
    if number > 1 { Devices::LayerSplit(number) } else { Devices::One }
}

/// Returns in words how equal devices share a model.
pub(super) const fn shared(devices: Devices) -> &'static str {
    match devices {
        Devices::One => "one device",
        Devices::LayerSplit(_) => "layers split",
        Devices::TensorParallel(_) => "every layer divided",
    }
}

/// Returns the name of a device, with the count if there are several.
pub(super) fn named(device: &DeviceRecord, devices: Devices) -> String {
    match devices.number() {
        1 => device.device.name.clone(),
        number => joined(&[&number::plain_count(number), " × ", &device.device.name]),
    }
}
