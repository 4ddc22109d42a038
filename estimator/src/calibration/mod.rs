//! What measurements say of reality: from a setup and conditions to a typical speed and the range around it.
//!
//! The table was fitted when the site was built; here it is only evaluated. Step by step: `parts` splits the step into
//! costs and names the effects on each; `table` adds the effects up and gives each cost its real time; `decode` puts
//! them together as a typical step below the ceiling; the width of the range follows from how little is known of this
//! engine and device, on a scale that was set on devices which the fit had not seen.
//!
//! An empty table answers with the ceiling alone, and nothing here invents a range that measurements do not support.
//!
//! Sources: ideal times are those of the roofline (Williams et al. 2009); the form, its priors and how good it is stand in
//! docs/estimator.md; ranges are conformal (Lei et al. arXiv 1604.04173).

use alloc::string::String;
use alloc::vec::Vec;

use crate::decode::{self, Efficiency, Range, Step};
use crate::hardware::Family;
use crate::kv;
use crate::setup::{Devices, Setup};
use crate::units::count;
use crate::wire::Codec;

mod conditions;
mod engines;
pub mod key;
mod offloaded;
pub mod packing;
pub mod parts;
pub mod prompt;
mod reason;
pub mod table;

pub use conditions::{Conditions, NEWEST, OLDEST};
pub use engines::{Backend, Engine, Stack};
pub use reason::family as family_words;

use key::{Cost, Effect, Key};
use packing::Packing;
use parts::{Part, Scene};
use table::Table;

/// What an estimate rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Measurements of the same engine's stack on the same family of devices.
    Calibrated,
    /// Measurements of related engines or devices.
    Extrapolated,
    /// Physics alone: there is a ceiling, and no range.
    CeilingOnly,
}

impl Basis {
    /// The word for it in tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Calibrated => "calibrated",
            Self::Extrapolated => "extrapolated",
            Self::CeilingOnly => "ceiling-only",
        }
    }
}

/// The parts of a typical step, and the efficiencies that they come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The typical step, in seconds.
    pub step: Step,
    /// What was put into its formula.
    pub efficiency: Efficiency,
}

/// A ceiling, a range below it, and what the range rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The fastest step that physics allows, in seconds.
    pub ceiling: Step,
    /// The 80 % range, tokens a second of one sequence; none where nothing supports one.
    pub range: Option<Range>,
    /// What it rests on.
    pub basis: Basis,
    /// The same in plain words, a sentence without a full stop; or why there is no range.
    pub reason: String,
    /// The typical step in its parts, where there is a range.
    pub terms: Option<Terms>,
}

/// The share of measurements that a range is built to hold.
pub const LEVEL: f64 = 0.8;

/// Upper end over lower end beyond which a range says nothing, and is not given.
pub const WIDEST: f64 = 8.0;

/// Devices from which on a family and a stack count as measured.
const MEASURED: u32 = 2;

/// The fitted table. The default is empty: every estimate is a ceiling alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// Decoding.
    pub decode: Table,
    /// Reading prompts.
    pub prefill: Table,
}

impl Calibration {
    /// The ceiling, the range and what it rests on.
    #[must_use]
    pub fn estimate(&self, setup: &Setup, conditions: &Conditions) -> Estimate {
        let ceiling = decode::hard_ceiling(setup);
        let scene = Scene::new(setup.device, setup.devices, conditions);
        let none = |reason: String| Estimate { ceiling, range: None, basis: Basis::CeilingOnly, reason, terms: None };
        let table = &self.decode;
        if table.entries.is_empty() {
            return none(String::from("no measurements were given to the estimator"));
        }
        if scene.family == Family::Accelerator {
            return none(String::from("no measurement of such a chip is known"));
        }
        let parts = parts::of_step(setup, &scene);
        let efficiency = efficiency(setup, table, &parts);
        let step = decode::typical(setup, &efficiency);
        let (low, high) = table.factors(table.spread(&parts));
        if high / low > WIDEST {
            return none(String::from("measurements of related engines and devices differ too much to say"));
        }
        let basis = basis(table, &scene, setup);
        Estimate {
            ceiling,
            range: Some(decode::range(&step, &ceiling, low, high)),
            basis,
            reason: reason::of_decode(table, &scene, setup, basis),
            terms: Some(Terms { step, efficiency }),
        }
    }

    /// The layout on the way to the browser: the table of decoding alone, which is all that its calculators ask.
    pub fn wire(&mut self, codec: &mut dyn Codec) {
        self.decode.wire(codec);
    }
}

/// Calibrated where the engine was measured on this device or on two of its family; several sequences at once, or one
/// model divided among devices, are extrapolated from few measurements.
fn basis(table: &Table, scene: &Scene, setup: &Setup) -> Basis {
    let evidence = |effect: Effect, level: u32| table.evidence(Key::new(Cost::Weights, effect, level)).devices;
    let place = evidence(Effect::Place, scene.place());
    let known = evidence(Effect::Device, scene.device) > 0 && place > 0;
    let measured = (known || place >= MEASURED) && evidence(Effect::Engine, scene.engine as u32) > 0;
    let plain = setup.batch <= 1.0 && setup.devices.at_once() == 1;
    if measured && plain { Basis::Calibrated } else { Basis::Extrapolated }
}

/// The efficiencies and fixed costs that make `decode::typical` take as long as the parts.
fn efficiency(setup: &Setup, table: &Table, parts: &[Part]) -> Efficiency {
    let sum =
        |cost: Cost, time: &dyn Fn(&Part) -> f64| parts.iter().filter(|part| part.cost == cost).map(time).sum::<f64>();
    let ideal = |cost: Cost| sum(cost, &|part| part.seconds);
    let real = |cost: Cost| sum(cost, &|part| table.seconds(part));
    let share = |cost: Cost| if real(cost) > 0.0 { (ideal(cost) / real(cost)).min(1.0) } else { 1.0 };
    let each = |seconds: f64, number: f64| if number > 0.0 { seconds / number } else { 0.0 };
    let layers = count(setup.model.layers().len() as u64);
    // If the arithmetic of a further sequence took longer than all that a batch shares, engines would run them in turn.
    let crowd = real(Cost::Crowd).min((setup.batch - 1.0) * shared(setup, table, parts));
    // The step takes arithmetic at its best in place of the weights where that is longer: not twice.
    let streaming = ideal(Cost::Weights).max(real(Cost::Weights));
    let counted = decode::ceiling(setup).arithmetic.map_or(0.0, |seconds| (seconds - streaming).max(0.0));
    let crowd = (crowd - counted).max(0.0);
    let credited = setup.kv.bytes() / setup.kv.bytes().max(kv::KvType::F16.bytes());
    Efficiency {
        weights: share(Cost::Weights),
        cache: share(Cost::Cache) * credited,
        compute: 1.0,
        layer: each(real(Cost::Layer) + real(Cost::Recurrent) + crowd, layers),
        moe_layer: each(real(Cost::Mixture), count(setup.model.moe_layers())),
        hop: each(real(Cost::Hop), count(setup.devices.number() - 1)),
        all_reduce: match setup.devices {
            Devices::TensorParallel(_) => each(real(Cost::Agreement), 2.0 * layers),
            _ => 0.0,
        },
    }
}

/// What the sequences of a batch share, seconds: weights that every token reads, and fixed costs.
fn shared(setup: &Setup, table: &Table, parts: &[Part]) -> f64 {
    let state = setup.batch * kv::state_traffic(setup.model);
    let rate = setup.device.bandwidth * count(setup.devices.at_once());
    let has = |part: &Part, effect: Effect, level: u32| {
        part.effects.iter().any(|(key, _)| *key == Key::new(Cost::Weights, effect, level))
    };
    let of_part = |part: &Part| match part.cost {
        Cost::Weights if has(part, Effect::Routed, 0) => 0.0,
        // The state of each sequence is its own, and travels with the 16-bit weights.
        Cost::Weights if has(part, Effect::Packing, Packing::Wide as u32) => {
            table.seconds(part) * (1.0 - state / rate / part.seconds)
        }
        Cost::Weights | Cost::Layer | Cost::Mixture | Cost::Recurrent | Cost::Hop | Cost::Agreement => {
            table.seconds(part)
        }
        _ => 0.0,
    };
    parts.iter().map(of_part).sum()
}

/// The parts of a step under conditions, for the fit.
#[must_use]
pub fn step_parts(setup: &Setup, conditions: &Conditions) -> Vec<Part> {
    parts::of_step(setup, &Scene::new(setup.device, setup.devices, conditions))
}
