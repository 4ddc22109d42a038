//! The width of a range: depends on the group of measurements that a question belongs to, and on how far off the fit
//! was on held-out runs of such groups.
//!
//! 1. A question has levels: its place (family, stack and backend), its engine, how many publications measured its
//!    device, the place once more if none did, how the devices share the model; and it is interpolated between nodes of
//!    bytes streamed, of tokens in the context and of sequences decoded together, so that nothing jumps.
//! 2. Each level has a factor on the width, which a prior keeps near one if few independent runs inform it; a power of
//!    the estimate's spread is a factor too. The build fits all of them.
//! 3. A [`Width`] is the projection on one engine and one device, which is sent with a profile.
//!
//! Uses no measurement itself, and never moves a typical speed.
//!
//! Source: conformal prediction with normalized errors, Lei et al. arXiv 1604.04173; a scale as a product of factors,
//! Harvey 1976 (multiplicative heteroscedasticity).

use alloc::vec::Vec;

use super::fixed::UNIT;
use crate::setup::Devices;
use serde::{Deserialize, Serialize};

/// Nodes of bytes streamed by a step.
const STREAMS: [f64; 4] = [0.3e9, 1.2e9, 5e9, 2e10];

/// Nodes of tokens in the context.
const DEPTHS: [f64; 4] = [1e3, 6e3, 2e4, 8e4];

/// Nodes of sequences decoded together.
const BATCHES: [f64; 4] = [1.0, 4.0, 24.0, 128.0];

/// Number of variants of `Devices`.
const SHARINGS: usize = 3;

/// Fewest publications with which a device counts as known by some, by several and by many.
pub const KNOWN: [u32; 3] = [1, 2, 4];

/// Spread to which the power of the spread is relative.
const USUAL: f64 = 0.2;

/// A level, as a number: the kind of group in the upper eight bits, then which one.
pub type Level = u32;

/// Level of a place: family, stack and backend.
#[must_use]
pub const fn place(place: u32) -> Level {
    place
}

/// Level of an engine.
#[must_use]
pub const fn engine(engine: u32) -> Level {
    1 << 24 | engine
}

/// Position of a number of publications among none, some, several and many: 0 to 3.
#[must_use]
pub fn knowledge(sources: u32) -> usize {
    KNOWN.iter().filter(|least| sources >= **least).count()
}

/// Level of the number of publications that measured the device of a question.
#[must_use]
pub fn known(sources: u32) -> Level {
    node(6, knowledge(sources))
}

/// Level of a place, for devices that no publication measured.
#[must_use]
pub const fn unknown(place: u32) -> Level {
    7 << 24 | place
}

fn sharing(devices: Devices) -> usize {
    match devices {
        Devices::One => 0,
        Devices::LayerSplit(_) => 1,
        Devices::TensorParallel(_) => 2,
    }
}

#[allow(clippy::cast_possible_truncation)] // At most four.
const fn node(kind: u32, at: usize) -> Level {
    kind << 24 | at as u32
}

/// Size of a setup, on which the width of its range depends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Bytes that a step streams.
    pub bytes: f64,
    /// Tokens in the context.
    pub tokens: f64,
    /// Sequences decoded together.
    pub batch: f64,
}

/// A question to the widths: its levels with weights that sum to one for each kind, and the spread of its estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct WidthQuery {
    /// Levels with their weights.
    pub levels: Vec<(Level, f64)>,
    /// Logarithm of the spread over the usual one.
    pub spread: f64,
}

impl WidthQuery {
    /// Makes a question from its place and engine by number, the number of publications that measured its device, its
    /// extent and its devices.
    #[must_use]
    pub fn new(width_key: [u32; 2], sources: u32, spread: f64, extent: Extent, devices: Devices) -> Self {
        let Extent { bytes, tokens, batch } = extent;
        let of_setup = [place(width_key[0]), engine(width_key[1]), known(sources), node(4, sharing(devices))];
        let mut levels: Vec<(Level, f64)> = of_setup.into_iter().map(|level| (level, 1.0)).collect();
        levels.extend((sources == 0).then(|| (unknown(width_key[0]), 1.0)));
        for (kind, nodes, value) in [(2, &STREAMS, bytes), (3, &DEPTHS, tokens), (5, &BATCHES, batch)] {
            let weights = between(nodes, value).into_iter().enumerate().filter(|(_, weight)| *weight > 0.0);
            levels.extend(weights.map(|(at, weight)| (node(kind, at), weight)));
        }
        Self { levels, spread: libm::log(spread / USUAL) }
    }
}

/// Weights of the two nodes around a value, linear in its logarithm; the others are zero.
fn between(nodes: &[f64; 4], value: f64) -> [f64; 4] {
    let mut weights = [0.0; 4];
    let value = value.clamp(nodes[0], nodes[3]);
    for at in 0..3 {
        let (low, high) = (nodes[at], nodes[at + 1]);
        if (low..=high).contains(&value) {
            let share = libm::log(value / low) / libm::log(high / low);
            (weights[at], weights[at + 1]) = (1.0 - share, share);
            return weights;
        }
    }
    weights
}

/// Fitted factors of all levels.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Widths {
    /// Logarithm of each level's factor, in units of `UNIT`, sorted by level.
    pub levels: Vec<(Level, i32)>,
    /// Logarithm of the common scale, in the same units.
    pub base: i32,
    /// Power of the spread, in the same units.
    pub power: i32,
}

impl Widths {
    fn level(&self, level: Level) -> i32 {
        let at = self.levels.binary_search_by_key(&level, |(known, _)| *known);
        at.ok().and_then(|at| self.levels.get(at)).map_or(0, |(_, units)| *units)
    }

    /// Projects the widths on one place and engine, by number, and on a device that this many publications measured.
    #[must_use]
    pub fn of(&self, width_key: [u32; 2], sources: u32) -> Width {
        let nodes = |kind: u32| core::array::from_fn(|at| self.level(node(kind, at)));
        Width {
            base: self.base
                + self.level(place(width_key[0]))
                + self.level(engine(width_key[1]))
                + self.level(known(sources))
                + if sources == 0 { self.level(unknown(width_key[0])) } else { 0 },
            power: self.power,
            streams: nodes(2),
            depths: nodes(3),
            sharings: core::array::from_fn(|at| self.level(node(4, at))),
            batches: nodes(5),
        }
    }

    /// Scale of a question's errors, in natural logarithms.
    #[must_use]
    pub fn scale(&self, width_query: &WidthQuery) -> f64 {
        let sum: f64 = width_query.levels.iter().map(|(level, weight)| f64::from(self.level(*level)) * weight).sum();
        libm::exp((f64::from(self.base) + sum + f64::from(self.power) * width_query.spread) * UNIT)
    }
}

/// Factors of one engine on one device, in units of `UNIT`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Width {
    base: i32,
    power: i32,
    streams: [i32; STREAMS.len()],
    depths: [i32; DEPTHS.len()],
    sharings: [i32; SHARINGS],
    batches: [i32; BATCHES.len()],
}

impl Width {
    /// Scale of the errors of an estimate with this spread.
    #[must_use]
    pub fn scale(&self, spread: f64, extent: Extent, devices: Devices) -> f64 {
        let Extent { bytes, tokens, batch } = extent;
        let along = |units: &[i32; 4], nodes: &[f64; 4], value: f64| -> f64 {
            between(nodes, value).iter().zip(units).map(|(weight, units)| weight * f64::from(*units)).sum()
        };
        let shared = self.sharings.get(sharing(devices)).copied().unwrap_or_default();
        let sum = f64::from(self.base)
            + f64::from(shared)
            + along(&self.streams, &STREAMS, bytes)
            + along(&self.depths, &DEPTHS, tokens)
            + along(&self.batches, &BATCHES, batch)
            + f64::from(self.power) * libm::log(spread / USUAL);
        libm::exp(sum * UNIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_nodes_sum_to_one_and_do_not_jump() {
        let mut last = between(&DEPTHS, 0.0);
        for step in 0..4000 {
            let weights = between(&DEPTHS, f64::from(step) * 50.0);
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let moved: f64 = weights.iter().zip(last).map(|(new, old)| (new - old).abs()).sum();
            assert!(moved < 0.1, "{step} {moved}");
            last = weights;
        }
    }

    #[test]
    fn a_width_is_what_the_widths_say() {
        let levels = (0..7_u32)
            .flat_map(|kind| (0..3_u32).map(move |at| (kind << 24 | at, 100 + 7 * (kind + at).cast_signed())));
        let widths = Widths { levels: levels.collect(), base: -4000, power: 2500 };
        let extent = Extent { bytes: 3e9, tokens: 9e3, batch: 7.0 };
        let devices = Devices::LayerSplit(2);
        let width_query = WidthQuery::new([2, 1], 2, 0.31, extent, devices);
        let short = widths.of([2, 1], 2).scale(0.31, extent, devices);
        assert!((short / widths.scale(&width_query) - 1.0).abs() < 1e-12);
    }
}
