//! Likely causes of a speed outside the range, the likeliest first.
//!
//! Causes visible in the output come before common ones. None is claimed to be the actual cause.

use super::resolve::Resolved;
use super::speeds::Speeds;
use crate::decimal;
use crate::outputs::{Phase, Run, Tool};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::number::fixed;
use rooflight_estimator::diagnosis::SpeedRegion;
use rooflight_estimator::hardware::DeviceClass;

/// A standard deviation above this share of the speed suggests that another program ran, or that clocks fell.
const UNSTEADY: f64 = 0.05;

/// A speed above this multiple of the ceiling is more likely a mistake than speculative decoding.
const SLIP: f64 = 5.0;

pub(super) fn causes(run: &Run, resolved: &Resolved<'_>, speeds: &Speeds, region: SpeedRegion) -> Vec<String> {
    let mut found = Vec::new();
    match region {
        SpeedRegion::Within | SpeedRegion::Unknown => {}
        SpeedRegion::AboveCeiling => above_ceiling(run, resolved, speeds, &mut found),
        SpeedRegion::Above => above(run, resolved, &mut found),
        SpeedRegion::Below | SpeedRegion::FarBelow => below(run, resolved, region, &mut found),
    }
    found
}

fn above_ceiling(run: &Run, resolved: &Resolved<'_>, speeds: &Speeds, found: &mut Vec<String>) {
    let slip = "a typing error, or another device, model or format than the one named here";
    let cache = "a cache: a prompt that was read before is not read again";
    let drafts = "speculative decoding (a draft model or multi-token prediction): several tokens a step";
    if run.speed > speeds.ceiling * SLIP {
        found.push(slip.to_owned());
    }
    if resolved.assumed {
        found.push("the format is assumed: a smaller one has a higher ceiling".to_owned());
    }
    match run.phase {
        Phase::Prompt => found.push(cache.to_owned()),
        Phase::Decode => found.extend([drafts, "a cache that gives whole answers again"].map(str::to_owned)),
    }
    if run.speed <= speeds.ceiling * SLIP {
        found.push(slip.to_owned());
    }
}

fn above(run: &Run, resolved: &Resolved<'_>, found: &mut Vec<String>) {
    if resolved.assumed {
        found.push("the format is assumed: a smaller one is faster".to_owned());
    }
    let common =
        ["a build newer than the measurements behind the range", "memory or clocks set above the maker's figures"];
    found.extend(common.map(str::to_owned));
    let special = match run.phase {
        Phase::Prompt => "a part of the prompt that was in the cache",
        Phase::Decode => "speculative decoding that gains little",
    };
    found.push(special.to_owned());
}

fn below(run: &Run, resolved: &Resolved<'_>, region: SpeedRegion, found: &mut Vec<String>) {
    let layers = resolved.model.layers;
    #[allow(clippy::cast_precision_loss, reason = "a number of layers")]
    let all = layers as f64;
    let cpu = resolved.backend == "cpu" && resolved.device.device.class != DeviceClass::Cpu;
    if let Some(on) = run.gpu_layers.filter(|on| (0.0..all).contains(on)) {
        let on = decimal::text(on);
        found.push(format!("only {on} of {layers} layers are on the GPU (-ngl): the others run from system memory"));
    }
    if cpu {
        found.push("the backend is the processor's: this build has none for the GPU".to_owned());
    }
    if run.includes_prompts {
        found.push(
            "the time for reading prompts is in the figure; the longer the answers, the less it counts".to_owned(),
        );
    }
    if run.requests_unknown {
        found.push("fewer requests ran at once than was assumed".to_owned());
    }
    if let Some(spread) = run.spread.filter(|spread| *spread > run.speed * UNSTEADY) {
        let share = fixed(spread / run.speed * 100.0, 0);
        found.push(format!("the trials differ by {share} %: another program, heat, or falling clocks"));
    }
    if run.flash_attention == Some(false) && resolved.depth.unwrap_or(0) >= 1024 {
        found.push("flash attention is off, which costs most in a long context".to_owned());
    }
    if let Some(kind) = &run.cache_type {
        found.push(format!("the cache in {kind} has to be unpacked at every step"));
    }
    if resolved.assumed {
        found.push("the format is assumed: a larger one is slower".to_owned());
    }
    let placed = run.gpu_layers.is_none() && matches!(run.tool, Tool::Ollama | Tool::LlamaBatchedBench);
    if region == SpeedRegion::FarBelow || placed {
        found.push("part of the model or of its cache is in system memory".to_owned());
    }
    if run.phase == Phase::Decode && run.generated.is_some_and(|tokens| tokens < 32) {
        found.push("few tokens were generated: starting costs count".to_owned());
    }
    if resolved.count > 1 {
        found.push("a slow link between the devices, or layers split where every layer could be".to_owned());
    }
    found.extend(usual(resolved.device.device.class).map(str::to_owned));
}

/// Returns the common causes of a low speed by class of device, the likeliest first. No output shows them.
const fn usual(class: DeviceClass) -> [&'static str; 3] {
    let build = "an old build or driver";
    match class {
        DeviceClass::Cpu => [
            "memory in fewer channels, or slower, than the processor takes",
            "more threads than physical cores, or fewer",
            "another program on the processor, or heat",
        ],
        DeviceClass::LaptopGpu | DeviceClass::AppleSoc | DeviceClass::Apu => {
            ["battery, a saving mode or heat", "another program on the device, a display among them", build]
        }
        DeviceClass::Phone | DeviceClass::Edge | DeviceClass::Sbc => {
            ["heat, which slows a small device within minutes", "a saving mode or a weak supply", build]
        }
        DeviceClass::ConsumerGpu | DeviceClass::WorkstationGpu => {
            ["another program on the card, a display among them", "a power limit or heat", build]
        }
        DeviceClass::DatacenterGpu | DeviceClass::Accelerator => {
            ["another program on the card", "a power limit or heat", build]
        }
    }
}
