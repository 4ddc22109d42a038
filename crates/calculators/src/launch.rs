//! The command that starts the engine of an answer, and the context that the engine keeps by default.
//!
//! 1. [`launch()`] passes the set-up of an answer to [`mod@command`]. If a model does not fit on a card, a part of
//!    it goes to system memory, as llama.cpp does it.
//! 2. [`write`] shows the command and the sentence as a section of a calculator; the command line prints the same.
//!
//! Names no option and no rule of an engine: [`mod@command`] has them.

use self::command::{Placement, ServerSetup, checked, command};
use self::defaults::{ContextRule, default_context};
use super::ram_split::{RamSplit, USUAL_HOST};
use alloc::string::String;
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::profile::Profile;
use rooflight_estimator::calibration::{Conditions, ENGINE_OPTIONS, FileFormat};
use rooflight_estimator::fit;
use rooflight_estimator::hardware::{Device, DeviceClass, Family};
use rooflight_estimator::kv::KvType;
use rooflight_estimator::offload::{self, OnHost};
use rooflight_estimator::records::{FormatRecord, ModelRecord};
use rooflight_estimator::setup::{Devices, Setup};
use rooflight_primitives::units::{GB, count};

use super::query::whole;

pub mod command;
pub mod defaults;

/// An engine, and the set-up for which it is started.
#[derive(Clone, Copy, Debug)]
pub struct EngineSetup<'a> {
    /// The engine's id in the catalog.
    pub engine: &'static str,
    /// The repository of the model's files, if its publisher provides the format.
    pub repository: Option<&'a str>,
    /// The set-up of the answer.
    pub setup: &'a Setup<'a>,
    /// The calibration of the engine.
    pub profile: &'a Profile,
    /// The longest context of the model, tokens.
    pub longest: f64,
    /// The part of the model that the reader puts into system memory, and the number of layers on the device.
    pub host: Option<(OnHost, u64)>,
}

/// The command and the default context of an engine whose options are known.
#[derive(Debug)]
pub struct Launch {
    /// The command; `None` if the set-up does not fit or needs an option that the engine lacks.
    pub command: Option<String>,
    /// A sentence on the context that the engine keeps without an option.
    pub default_context: String,
    /// The engine's version whose options and rules were checked.
    pub checked: &'static str,
}

/// Ids of the formats that a publisher's own repository provides.
const PUBLISHED: [&str; 2] = ["bf16", "fp16"];

/// Returns the repository of a model's files, if its publisher provides the format.
#[must_use]
pub fn repository<'a>(model: &'a ModelRecord, format: &FormatRecord) -> Option<&'a str> {
    Some(model.repository.as_str()).filter(|name| !name.is_empty() && PUBLISHED.contains(&format.id.as_str()))
}

/// Returns the catalog id of the chosen engine, or of the device's usual one if `chosen` names none.
#[must_use]
pub fn engine(chosen: &str, device: &Device, files: FileFormat) -> &'static str {
    let option = ENGINE_OPTIONS.iter().find(|option| option.id == chosen).map(|option| option.engine);
    option.unwrap_or_else(|| Conditions::usual(device, files).engine).id()
}

/// Returns how to start an answer's engine; `None` if its options are not known.
#[must_use]
pub fn launch(started: &EngineSetup<'_>) -> Option<Launch> {
    let EngineSetup { engine, repository, setup, longest, .. } = *started;
    // Accelerators run software of their makers.
    let checked = checked(engine).filter(|_| setup.device.family != Family::Accelerator)?;
    let fits = fit::fit(setup).is_none_or(|fit| fit.fits());
    let host = started.host.or_else(|| if fits { None } else { ram_split(engine, setup) });
    let served = ServerSetup {
        engine,
        repository,
        context: whole(setup.depth),
        requests: whole(setup.batch),
        devices: setup.devices,
        processor: setup.device.class == DeviceClass::Cpu,
        kv: setup.kv,
        host: host.map(|(on_host, on_device)| placement(on_host, on_device, setup)),
    };
    let command = if fits || host.is_some() { command(&served) } else { None };
    let default = default_context_sentence(started, default_context(engine, setup, longest));
    Some(Launch { command, default_context: default, checked })
}

/// Writes the launch as a section, or nothing if the engine's options are not known.
pub(crate) fn write(report: &mut Report, started: &EngineSetup<'_>) {
    let Some(Launch { command, default_context, checked }) = launch(started) else { return };
    report.section("start", "Start it");
    if let Some(command) = command {
        report.push(DocBlock::Command(command));
    }
    report.paragraph("note", words!("{} Options and rules as in {}.", Arg::Text(&default_context), Arg::Text(checked)));
    report.end_section();
}

/// Returns the part of a model that llama.cpp keeps in system memory, and the number of layers on the device; `None`
/// for other engines, several requests or devices, or a device without memory of its own.
fn ram_split(engine: &str, setup: &Setup<'_>) -> Option<(OnHost, u64)> {
    let single = setup.batch <= 1.0 && setup.devices == Devices::One && setup.device.class.is_discrete();
    if !single || engine != "llama.cpp" {
        return None;
    }
    let part = offload::usual_part(setup);
    let on_device = offload::most_layers(setup, part)?;
    Some((part(1.0 - count(on_device) / count(setup.model.layers)), on_device))
}

const fn placement(on_host: OnHost, on_device: u64, setup: &Setup<'_>) -> Placement {
    match on_host {
        OnHost::Experts(_) => Placement::Experts { layers: setup.model.layers - on_device },
        OnHost::Layers(_) => Placement::Layers { on_device },
    }
}

/// Returns the sentence on the context that the engine keeps by default.
fn default_context_sentence(started: &EngineSetup<'_>, rule: ContextRule) -> String {
    let longest = Arg::Plain(started.longest, 0);
    match rule {
        ContextRule::Whole(own) => {
            filled(words!("Left alone, it keeps the model's {} tokens of context.", Arg::Plain(own, 0)))
        }
        ContextRule::Shrunk(own) => {
            let own = Arg::Plain(own, 0);
            filled(words!("Left alone, it keeps {} of the model's {} tokens of context.", own, longest))
        }
        ContextRule::Partly(own) => partly_in_ram_sentence(started, own),
        ContextRule::Refused => filled(words!(
            "Left alone, it does not start: the cache of {} tokens does not fit. \
             --max-model-len auto takes what fits.",
            longest
        )),
        ContextRule::Tiered(own) => filled(words!(
            "Left alone, it keeps {} tokens of context, by the devices' memory; the rest goes to system RAM.",
            Arg::Plain(own, 0)
        )),
        ContextRule::Unstated => "Left alone, it keeps the model's context.".into(),
        ContextRule::Unlimited => "It has no option for the context; the cache grows.".into(),
        ContextRule::Unknown => "Its rule for the context is not known here.".into(),
    }
}

/// Returns the sentence on a model that lies partly in system memory, with its speed at [`USUAL_HOST`].
fn partly_in_ram_sentence(started: &EngineSetup<'_>, own: f64) -> String {
    let setup = Setup { depth: own, batch: 1.0, kv: KvType::F16, ..*started.setup };
    let Some((on_host, on_device)) = ram_split(started.engine, &setup) else {
        let own = Arg::Plain(own, 0);
        return filled(words!("Left alone, it keeps {} tokens of context and puts a part into system RAM.", own));
    };
    let split = RamSplit::of(&setup, (on_device, on_host), started.profile, USUAL_HOST);
    let all = started.setup.model.layers;
    let values = [
        Arg::Plain(own, 0),
        Arg::Text(if split.is_of_experts() { "the experts of " } else { "" }),
        Arg::Count(all - on_device),
        Arg::Count(all),
        Arg::Text(if split.speeds.range.is_some() { "about" } else { "at most" }),
        Arg::Speed(split.speeds.likely()),
        Arg::Plain(USUAL_HOST / GB, 1),
    ];
    filled(words!(
        "Left alone, it keeps {} tokens of context and puts {}{} of {} layers into system RAM: {} {} tokens per second beside a memory of {} GB/s.",
        ..values
    ))
}
