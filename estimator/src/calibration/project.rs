//! Projects the fitted table onto a profile: looks up the parameters of one device with one engine and adds them up.
//!
//! Effects that always apply together become one factor. A parameter that is not in the table is zero, and its prior
//! adds to the spread. Only the build does this; profiles are sent to the browser.
//!
//! Source: the remaining variance of a parameter, `table`.

use alloc::string::String;

use super::conditions::Conditions;
use super::estimate::{INDEPENDENT, MEASURED};
use super::fixed::UNIT;
use super::key::{Cost, Effect, Key};
use super::packing::Packing;
use super::parts::{EffectLevels, OF_WEIGHTS, REST_COSTS, all_reduce, effects_of};
use super::profile::{COUNT, FINE, Factor, PACKINGS, Profile, REST, ROUTED, SKEW, WEIGHTS};
use super::prompt::{OF_COMPUTE, OF_REST, REST as PROMPT_REST, balance};
use super::prompt_profile::{self, PromptProfile};
use super::reason::{self};
use super::table::{FittedTable, variance};
use crate::hardware::{Device, Family};
use crate::setup::Devices;

/// Engine of a chip that no known engine supports.
const OF_THE_MAKER: &str = "software of its maker";

impl FittedTable {
    /// Projects the table onto decoding on a device under some conditions.
    #[must_use]
    pub fn profile(&self, device: &Device, devices: Devices, conditions: &Conditions) -> Profile {
        let levels = EffectLevels::new(device, devices, conditions);
        let blank = Profile { words: conditions.words(), rate: levels.rate, link: levels.link, ..Profile::default() };
        let none = |reason: &str| Profile { reason: String::from(reason), ..blank.clone() };
        if self.entries.is_empty() {
            return none("no measurements were given to the estimator");
        }
        if device.family == Family::Accelerator {
            return Profile { words: String::from(OF_THE_MAKER), ..none("no measurement of such a chip is known") };
        }
        let evidence = |effect: Effect, level: u32| self.evidence(Key::new(Cost::Weights, effect, level));
        let place = evidence(Effect::Place, levels.place());
        let engine = evidence(Effect::Engine, levels.engine as u32);
        let of_device = evidence(Effect::Device, levels.device);
        let known = of_device.devices > 0 && place.devices > 0;
        let independent = place.sources.min(engine.sources) >= INDEPENDENT;
        Profile {
            reason: reason::of_decode(self, &levels),
            supported: true,
            measured: (known || place.devices >= MEASURED) && independent,
            linked: self.evidence(all_reduce(levels.link)).devices > 0,
            engine_known: engine.devices > 0,
            factors: self.factors_of(&levels),
            coverage: reason::coverage_words(self, &levels),
            band: self.band,
            width: self.widths.of(levels.width_key(), of_device.sources),
            floor: self.floor,
            ..blank
        }
    }

    /// Projects the table onto reading prompts on a device under some conditions.
    #[must_use]
    pub fn prompt_profile(&self, device: &Device, devices: Devices, conditions: &Conditions) -> PromptProfile {
        let levels = EffectLevels::new(device, devices, conditions);
        let chunk = conditions.engine.stack().chunk().into();
        let blank = PromptProfile { words: conditions.words(), rate: levels.rate, chunk, ..PromptProfile::default() };
        let none = |reason: &str| PromptProfile { reason: String::from(reason), ..blank.clone() };
        if self.entries.is_empty() {
            return none("no measurements of prompts were given to the estimator");
        }
        if device.family == Family::Accelerator {
            return PromptProfile {
                words: String::from(OF_THE_MAKER),
                ..none("no measurement of such a chip is known")
            };
        }
        let place = self.evidence(Key::new(Cost::Compute, Effect::Place, levels.place()));
        let of_device = self.evidence(Key::new(Cost::Compute, Effect::Device, levels.device));
        PromptProfile {
            reason: reason::of_prompt(self, &device.id),
            supported: true,
            measured: place.devices >= MEASURED && place.sources >= INDEPENDENT,
            factors: self.prompt_factors(&levels, device),
            coverage: reason::coverage_words(self, &levels),
            band: self.band,
            width: self.widths.of(levels.width_key(), of_device.sources),
            floor: self.floor,
            ..blank
        }
    }

    fn prompt_factors(&self, levels: &EffectLevels, device: &Device) -> [Factor; prompt_profile::COUNT] {
        let known = self.evidence(Key::new(Cost::Compute, Effect::Device, levels.device)).pairs > 0;
        let mut factors = [Factor::default(); prompt_profile::COUNT];
        let mut set = |at: usize, effects: &[(Key, f64)]| factors[at] = self.factor(effects, known);
        let mut compute = levels.effects(Cost::Compute, OF_COMPUTE);
        compute.extend(balance(levels, device.bandwidth));
        set(prompt_profile::COMPUTE, &compute);
        for packing in Packing::ALL {
            set(prompt_profile::PACKINGS + packing as usize, &levels.packed(Cost::Compute, packing));
        }
        set(prompt_profile::MIXTURE, &levels.effects(Cost::Compute, &[Effect::MixturePlace]));
        for (at, cost) in PROMPT_REST.into_iter().enumerate() {
            set(prompt_profile::OTHERS + at, &levels.effects(cost, OF_REST));
        }
        factors
    }

    fn factors_of(&self, levels: &EffectLevels) -> [Factor; COUNT] {
        let device = |cost: Cost| self.evidence(Key::new(cost, Effect::Device, levels.device)).pairs > 0;
        let known = device(Cost::Weights) || device(Cost::Layer);
        let mut factors = [Factor::default(); COUNT];
        let mut set = |at: usize, effects: &[(Key, f64)]| factors[at] = self.factor(effects, known);
        set(WEIGHTS, &levels.effects(Cost::Weights, OF_WEIGHTS));
        for packing in Packing::ALL {
            set(PACKINGS + packing as usize, &levels.packed(Cost::Weights, packing));
        }
        set(ROUTED, &[(Key::new(Cost::Weights, Effect::Routed, 0), 1.0)]);
        set(SKEW, &[(Key::new(Cost::Weights, Effect::Skew, 0), 1.0)]);
        for (part, cost) in REST_COSTS.into_iter().enumerate() {
            set(REST + part, &levels.effects(cost, effects_of(cost)));
        }
        factors
    }

    fn factor(&self, effects: &[(Key, f64)], known: bool) -> Factor {
        let (mut sum, mut squares) = (0.0, 0.0);
        for (key, weight) in effects {
            sum += self.value(*key) * weight;
            squares += weight * weight * variance(*key, self.evidence(*key), known);
        }
        Factor { value: rounded(sum / FINE), spread: rounded(rooflight_primitives::math::sqrt(squares) / UNIT) }
    }
}

/// Rounds to the nearest whole number.
#[allow(clippy::cast_possible_truncation, reason = "effects are far below 2^31 units")]
fn rounded(value: f64) -> i32 {
    libm::round(value) as i32
}
