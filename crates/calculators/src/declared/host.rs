//! The records that a calculator in a file reads: those that its inputs name, and those that its tables list.
//!
//! 1. [`CatalogHost::read`] finds the record that an input names; the value of the input is the record's position.
//! 2. [`CatalogHost::replace`] puts a reader's own numbers in the place of those of the catalog.
//! 3. [`CatalogHost::list`] finds the records of hidden inputs: runs, groups of layers, parts of a file, formats.
//! 4. [`CatalogHost::spend`] counts the work of host functions, so that every answer ends.
//!
//! Holds no formula.

use super::super::input::{CACHE_TYPES, Input, cache_type};
use super::super::input_error::InputError;
use super::super::launch;
use super::super::measured::{self, DECODING, Naming, PROMPTS, RunList, ShownRow};
use super::super::query::{Query, whole};
use super::super::usable;
use super::layer_words;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;
use rooflight_document::date::date;
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::profile::Profile;
use rooflight_estimator::calibration::prompt_profile::PromptProfile;
use rooflight_estimator::formula::host::{RecordKind, Scenario};
use rooflight_estimator::hardware::Device;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::model::shape::{CacheGroup, Shape};
use rooflight_estimator::records::declared::Replaced;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, ModelRecord, PromptRecord};
use rooflight_estimator::weights::{WeightLine, Weights};
use rooflight_primitives::units::{GB, count};

/// The records that the inputs of a query name, each list in the order of the inputs.
#[derive(Debug, Default)]
pub(crate) struct CatalogHost<'a> {
    pub(super) devices: Vec<DeviceOfInput<'a>>,
    pub(super) models: Vec<ModelOfInput<'a>>,
    pub(super) formats: Vec<FormatOfInput<'a>>,
    /// The position of the chosen format.
    pub(super) chosen: usize,
    pub(super) engines: Vec<EngineOfDevice<'a>>,
    pub(super) caches: Vec<KvType>,
    pub(super) runs: Option<Runs<'a>>,
    /// True if the calculator reads the records of prompts.
    reads_prompts: bool,
    /// Rounds of loops that host functions have taken so far.
    spent: Cell<f64>,
}

/// A device, with the reader's own numbers.
#[derive(Debug)]
pub(super) struct DeviceOfInput<'a> {
    pub(super) record: &'a DeviceRecord,
    pub(super) device: Cow<'a, Device>,
    /// `None` if the record of prompts is not needed.
    prompts: Option<&'a PromptRecord>,
}

/// A model, with the reader's own numbers.
#[derive(Debug)]
pub(super) struct ModelOfInput<'a> {
    pub(super) record: &'a ModelRecord,
    pub(super) shape: Cow<'a, Shape>,
    /// The longest context, tokens; infinite with the reader's own layers.
    pub(super) longest: f64,
}

impl ModelOfInput<'_> {
    /// Returns the groups of layers that store a cache; layers of another group may read it too.
    pub(super) fn stored(&self) -> impl Iterator<Item = &CacheGroup> {
        self.shape.cache.iter().filter(|group| group.storing > 0)
    }
}

/// A format of the model, with the reader's own number of parameters.
#[derive(Debug)]
pub(super) struct FormatOfInput<'a> {
    pub(super) record: &'a FormatRecord,
    pub(super) weights: Cow<'a, Weights>,
}

/// The calibration of an engine on a device: for decoding and for prompts.
#[derive(Debug)]
pub(super) struct EngineOfDevice<'a> {
    /// The engine's id in the catalog.
    pub(super) id: &'static str,
    /// The position among the engines of the device.
    pub(super) position: usize,
    pub(super) profile: &'a Profile,
    /// `None` if the record of prompts is not needed.
    pub(super) prompts: Option<&'a PromptProfile>,
}

/// The published runs of the model on the device.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    pub(super) list: RunList<'a>,
    pub(super) rows: Vec<ShownRow<'a>>,
    pub(super) naming: &'static Naming,
}

/// The host functions of a scenario.
pub(super) struct ScenarioHost<'a> {
    pub(super) host: &'a CatalogHost<'a>,
    scenario: Scenario,
}

impl<'a> CatalogHost<'a> {
    /// A host without records. Without `reads_prompts`, those of prompts are left out even where they are loaded, so
    /// that a page and the program answer alike.
    pub(super) fn new(reads_prompts: bool) -> Self {
        Self { reads_prompts, ..Self::default() }
    }

    /// Adds to the work of an answer; false once it is more than an answer may take.
    pub(super) fn spend(&self, rounds: f64) -> bool {
        self.spent.set(self.spent.get() + rounds);
        !self.is_exhausted()
    }

    /// True if the functions were asked for more work than an answer may take.
    pub(super) fn is_exhausted(&self) -> bool {
        self.spent.get() > MAX_WORK
    }

    /// Returns the functions for an end of all ranges, or for what is typical.
    pub(super) const fn at(&'a self, scenario: Scenario) -> ScenarioHost<'a> {
        ScenarioHost { host: self, scenario }
    }

    /// Finds the record that an input names, sets the hint of its field, and returns its position. A format belongs to
    /// the model before it, an engine to the device and the format before it.
    pub(super) fn read(&mut self, kind: RecordKind, query: &mut Query<'a>, input: &Input) -> Result<f64, InputError> {
        Ok(match kind {
            RecordKind::Device => {
                let record = query.device(input)?;
                let prompts = query.prompts(input).ok().filter(|_| self.reads_prompts);
                query.hint(input, words!("{}\u{a0}GB/s", Arg::Plain(record.device.bandwidth / GB, 1)));
                position(&mut self.devices, DeviceOfInput { record, device: Cow::Borrowed(&record.device), prompts })
            }
            RecordKind::Model => {
                let record = query.model(input)?;
                let (shape, longest) = (Cow::Borrowed(&record.shape), record.longest_context());
                position(&mut self.models, ModelOfInput { record, shape, longest })
            }
            RecordKind::Format => match self.models.last() {
                Some(model) => {
                    let (model, format) = (model.record, query.format(input, model.record)?);
                    let weights = |record: &'a FormatRecord| Cow::Borrowed(&record.weights);
                    self.formats =
                        model.formats.iter().map(|record| FormatOfInput { record, weights: weights(record) }).collect();
                    self.chosen = model.formats.iter().position(|record| record.id == format.id).unwrap_or_default();
                    count(self.chosen as u64)
                }
                None => f64::NAN,
            },
            RecordKind::Engine => match (self.devices.last(), self.formats.get(self.chosen)) {
                (Some(device), Some(format)) => {
                    let (at, profile) = query.engine(input, device.record, format.record)?;
                    let prompts = device.prompts.and_then(|record| record.profiles.get(at));
                    let id = launch::engine(query.text(input), &device.record.device, format.record.files);
                    position(&mut self.engines, EngineOfDevice { id, position: at, profile, prompts })
                }
                _ => f64::NAN,
            },
            RecordKind::Cache => {
                let chosen = query.one(input)?;
                self.caches = CACHE_TYPES.iter().map(|(id, _)| cache_type(id)).collect();
                let at = CACHE_TYPES.iter().position(|(id, _)| *id == chosen).unwrap_or_default();
                count(at as u64)
            }
            RecordKind::Run | RecordKind::Group | RecordKind::Part => f64::NAN,
        })
    }

    /// Puts a reader's own numbers in the place of those of the device and of the model. Layers, heads and head size
    /// replace the shape together.
    pub(super) fn replace(&mut self, own: impl Iterator<Item = (Replaced, f64)>) {
        let mut shape = [f64::NAN; 3];
        for (number, value) in own.filter(|(_, value)| !value.is_nan()) {
            let device = self.devices.last_mut().map(|device| device.device.to_mut());
            match (number, device) {
                (Replaced::Bandwidth, Some(device)) => device.bandwidth = value,
                (Replaced::Memory, Some(device)) => device.memory = Some(value),
                (Replaced::Bandwidth | Replaced::Memory, None) => {}
                (Replaced::Parameters, _) => {
                    let chosen = self.formats.get(self.chosen).map(|format| format.weights.parameters());
                    let times = chosen.map_or(1.0, |parameters| value / parameters);
                    for format in &mut self.formats {
                        format.weights.to_mut().stretch(times);
                    }
                }
                (Replaced::Layers, _) => shape[0] = value,
                (Replaced::KvHeads, _) => shape[1] = value,
                (Replaced::HeadSize, _) => shape[2] = value,
            }
        }
        if let Some(model) = self.models.last_mut()
            && shape.iter().all(|number| !number.is_nan())
        {
            model.shape.to_mut().replace(shape.map(whole));
            model.longest = f64::INFINITY;
        }
    }

    /// Finds the records that a hidden input runs over, and returns the first value of the input: the chosen format, or
    /// the first record. NaN if there is none. `what` is the input's default: `prompts` for runs that read prompts.
    pub(super) fn list(&mut self, kind: RecordKind, what: &str) -> f64 {
        if kind == RecordKind::Format {
            return count(self.chosen as u64);
        }
        if kind == RecordKind::Run {
            self.runs = self.runs_of(what);
        }
        self.all(kind).first().copied().unwrap_or(f64::NAN)
    }

    fn runs_of(&self, what: &str) -> Option<Runs<'a>> {
        let (device, model) = (self.devices.last()?, self.models.last()?);
        let format = self.formats.get(self.chosen)?;
        let (list, naming) = if what == "prompts" {
            let record = device.prompts?;
            (RunList { device: &device.record.device.name, texts: &record.texts, rows: &record.rows }, &PROMPTS)
        } else {
            (RunList::from(device.record), &DECODING)
        };
        let engine = self.engines.last().map_or(usize::MAX, |engine| engine.position);
        Some(Runs { list, rows: measured::rows(list, model.record, format.record, engine, None), naming })
    }

    /// Returns the values of all records that a table runs over; empty for other kinds.
    pub(super) fn all(&self, kind: RecordKind) -> Vec<f64> {
        let records = match kind {
            RecordKind::Format => self.formats.len(),
            RecordKind::Cache => CACHE_TYPES.len(),
            RecordKind::Run => self.runs.as_ref().map_or(0, |runs| runs.rows.len()),
            RecordKind::Group => self.models.last().map_or(0, |model| model.stored().count()),
            RecordKind::Part => self.parts().len(),
            RecordKind::Device | RecordKind::Model | RecordKind::Engine => 0,
        };
        (0..records as u64).map(count).collect()
    }

    /// Returns the parts of the chosen format.
    pub(super) fn parts(&self) -> &[WeightLine] {
        self.formats.get(self.chosen).map_or(&[], |format| format.weights.lines())
    }

    /// Returns a group of layers by its position.
    pub(super) fn group(&self, value: f64) -> Option<&CacheGroup> {
        self.models.last()?.stored().nth(usize::try_from(whole(value)).ok()?)
    }

    /// Returns the value of a run with its date, if that is known.
    pub(super) fn dated(&self, run: f64, mut value: String) -> String {
        let runs = self.runs.as_ref();
        let when = runs.and_then(|runs| Some(runs.list.text(at(&runs.rows, run)?.row.date))).unwrap_or_default();
        if !when.is_empty() {
            value.push_str(", ");
            value.push_str(&date(when));
        }
        value
    }

    /// Returns the name of a record, or another fact of it in words; empty if there is none.
    pub(super) fn words(&self, kind: RecordKind, value: f64, fact: &str) -> String {
        self.named(kind, value, fact).unwrap_or_default()
    }

    fn named(&self, kind: RecordKind, value: f64, fact: &str) -> Option<String> {
        Some(match (kind, fact) {
            (RecordKind::Device, "kept") => usable::kept(&at(&self.devices, value)?.device).into(),
            (RecordKind::Device, _) => at(&self.devices, value)?.record.device.name.clone(),
            (RecordKind::Model, "layer_kinds") => layer_words::kinds(&at(&self.models, value)?.shape),
            (RecordKind::Model, _) => at(&self.models, value)?.record.name.clone(),
            (RecordKind::Format, "" | LISTED) => at(&self.formats, value)?.record.name.clone(),
            (RecordKind::Format, _) => {
                let (format, model) = (at(&self.formats, value)?.record, self.models.last()?.record);
                let loss = format.quality.first();
                model
                    .text(match fact {
                        "published_source" => format.file?.source,
                        "loss_metric" => loss?.metric,
                        _ => loss?.model,
                    })
                    .into()
            }
            (RecordKind::Engine, _) => at(&self.engines, value)?.words(fact).into(),
            (RecordKind::Cache, LISTED) => at(CACHE_TYPES, value)?.1.into(),
            (RecordKind::Cache, _) => at(&self.caches, value)?.name().into(),
            (RecordKind::Group, "width") => layer_words::width(self.group(value)?),
            (RecordKind::Group, _) => layer_words::kind(self.group(value)?),
            (RecordKind::Part, _) => {
                let part = at(self.parts(), value)?;
                joined(&[part.group.name(), ", ", part.block.name])
            }
            (RecordKind::Run, _) => {
                let runs = self.runs.as_ref()?;
                runs.list.text(at(&runs.rows, value)?.row.format_name).into()
            }
        })
    }
}

impl<'a> EngineOfDevice<'a> {
    fn words(&self, fact: &str) -> &'a str {
        match (fact, self.prompts) {
            ("prompt_reason", Some(prompts)) => &prompts.reason,
            ("prompt_reason", None) => "",
            ("" | LISTED, Some(prompts)) => &prompts.words,
            _ => &self.profile.words,
        }
    }
}

/// Appends a record, and returns its position.
fn position<T>(records: &mut Vec<T>, record: T) -> f64 {
    records.push(record);
    count(records.len() as u64 - 1)
}

/// Returns the record at a position.
pub(super) fn at<T>(records: &[T], value: f64) -> Option<&T> {
    if value.is_nan() {
        return None;
    }
    records.get(usize::try_from(whole(value)).ok()?)
}

impl ScenarioHost<'_> {
    /// Returns the value of the scenario: at the slow end, typical, or at the fast end.
    pub(super) const fn end(&self, [slow, typical, fast]: [f64; 3]) -> f64 {
        match self.scenario {
            Scenario::Slow => slow,
            Scenario::Typical => typical,
            Scenario::Fast => fast,
        }
    }
}

/// The fact that is the name of a record in a list.
pub(super) const LISTED: &str = "listed";

/// Most rounds of all loops of an answer: about a second.
const MAX_WORK: f64 = 2e7;

/// Most rounds of a loop over slots, devices or tokens, so that every formula ends soon.
pub(super) const MAX_ROUNDS: f64 = 10_000.0;

/// Returns a number of rounds.
pub(super) fn rounds(value: f64) -> u64 {
    whole(value.min(MAX_ROUNDS))
}
