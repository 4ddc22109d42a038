//! Whether a setup fits into memory, the longest context that does, and the largest batch.
//!
//! Step by step: from the usable memory of all devices, subtract the weights, the cache and state of every sequence,
//! and the runtime's own memory. The rest over the bytes of one more position or one more sequence is the answer.
//!
//! The memory that a runtime needs in addition to weights and cache is an estimate.
//!
//! Source: the sum of weights and cache, Pope et al. arXiv 2211.05102; memory that systems reserve, `usable_share`.

use crate::hardware::{Device, DeviceClass};
use crate::kv::{self, KvType};
use crate::model::shape::Shape;
use crate::setup::Setup;
use rooflight_primitives::units::{GIB, MIB, count};

/// Tokens of a prompt that a runtime takes in one pass; its buffers are sized for them.
pub const PROMPT_CHUNK: f64 = 512.0;

/// Memory that the runtime and the driver take on each device, bytes. An estimate.
pub const RUNTIME: f64 = 400.0 * MIB;

/// Memory use of a setup, bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Memory that programs can use, over all devices.
    pub usable: f64,
    /// Bytes of the weights.
    pub weights: f64,
    /// Caches and states of all sequences.
    pub cache: f64,
    /// Runtime, driver and buffers, over all devices. An estimate.
    pub overhead: f64,
}

impl Fit {
    /// Bytes needed: weights, caches and overhead.
    #[must_use]
    pub fn needed(&self) -> f64 {
        self.weights + self.cache + self.overhead
    }

    /// Bytes left; below zero where the setup does not fit.
    #[must_use]
    pub fn left(&self) -> f64 {
        self.usable - self.needed()
    }

    /// True if everything fits.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.left() >= 0.0
    }
}

/// Whether a setup fits; every list, page and calculator uses this rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitVerdict {
    /// It fits with at least a twentieth of the usable memory to spare.
    Yes,
    /// It fits with less than a twentieth of the usable memory left, which other programs may take.
    Tight,
    /// It needs more than the usable memory.
    No,
    /// The memory of the device is not known.
    Unknown,
}

impl FitVerdict {
    /// Judges a memory use; `Unknown` if the device's memory is not known.
    #[must_use]
    pub fn of(fit: Option<&Fit>) -> Self {
        const SPARE: f64 = 0.05;
        match fit {
            None => Self::Unknown,
            Some(fit) if !fit.fits() => Self::No,
            Some(fit) if fit.left() < SPARE * fit.usable => Self::Tight,
            Some(_) => Self::Yes,
        }
    }

    /// True if the memory is known and sufficient.
    #[must_use]
    pub const fn is_known_to_fit(self) -> bool {
        matches!(self, Self::Yes | Self::Tight)
    }
}

/// Memory of one device that programs can use, bytes; `None` if the device's memory is not known. Source:
/// `usable_share`.
#[must_use]
pub fn usable_memory(device: &Device) -> Option<f64> {
    Some(device.memory? * usable_share(device)?)
}

/// Share of a device's memory that programs can use; `None` if the memory is not known.
///
/// macOS lets the GPU use two thirds of a memory below 36 GiB and three quarters of a larger one (the working-set size
/// that Metal recommends). APUs, CPUs and boards leave an eighth of their memory to the system, phones half. 98 % of a
/// card's own memory is usable: the driver and the display hold the rest.
#[must_use]
pub fn usable_share(device: &Device) -> Option<f64> {
    let memory = device.memory?;
    Some(match device.class {
        DeviceClass::AppleSoc if memory < 36.0 * GIB => 2.0 / 3.0,
        DeviceClass::AppleSoc => 0.75,
        DeviceClass::Apu | DeviceClass::Cpu | DeviceClass::Edge | DeviceClass::Sbc => 0.875,
        DeviceClass::Phone => 0.5,
        _ => 0.98,
    })
}

/// Buffers of one pass over a prompt chunk, bytes: 32-bit scores over the vocabulary and one hidden vector for each
/// token of the chunk. llama.cpp reports this size for models with plain attention; for other runtimes it is an
/// estimate.
#[must_use]
pub fn buffers(model: &Shape) -> f64 {
    4.0 * PROMPT_CHUNK * count(model.vocabulary + model.hidden)
}

/// Bytes that one sequence of `context` tokens keeps: cache and state.
#[must_use]
pub fn sequence_bytes(model: &Shape, kv: KvType, context: f64) -> f64 {
    kv::stored_bytes(model, kv, context) + kv::state_bytes(model)
}

/// Memory use of `setup`, with its depth as the context of every sequence; `None` if the memory is not known.
#[must_use]
pub fn fit(setup: &Setup) -> Option<Fit> {
    let number = count(setup.devices.number());
    Some(Fit {
        usable: usable_memory(setup.device)? * number,
        weights: setup.weights.file_bytes(),
        cache: setup.batch * sequence_bytes(setup.model, setup.kv, setup.depth),
        overhead: number * RUNTIME + buffers(setup.model),
    })
}

/// The longest context, in whole tokens, that `batch` sequences can each have; zero if even the weights do not fit,
/// `None` if the memory is not known or the cache does not grow. Found by bisection, because sliding windows make the
/// growth uneven.
#[must_use]
pub fn longest_context(setup: &Setup) -> Option<f64> {
    longest_where(|depth| fit(&Setup { depth, ..*setup }).map(|fit| fit.fits()))
}

/// The longest context for which `fits` holds, with the same conventions as [`longest_context`].
#[must_use]
pub fn longest_where(fits: impl Fn(f64) -> Option<bool>) -> Option<f64> {
    if !fits(0.0)? {
        return Some(0.0);
    }
    if fits(crate::setup::MAX_COUNT)? {
        return None;
    }
    let (mut low, mut high) = (0.0, crate::setup::MAX_COUNT);
    while high - low > 1.0 {
        let middle = rooflight_primitives::math::floor(f64::midpoint(low, high));
        if fits(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// The largest batch of sequences with the setup's context that fits; zero if none fits, `None` if the memory is not
/// known or a sequence takes no memory.
#[must_use]
pub fn largest_batch(setup: &Setup) -> Option<f64> {
    let empty = fit(&Setup { batch: 0.0, ..*setup })?;
    let sequence = sequence_bytes(setup.model, setup.kv, setup.depth);
    if sequence <= 0.0 {
        return None;
    }
    Some(rooflight_primitives::math::floor((empty.left() / sequence).max(0.0)))
}

/// The smallest number of equal devices that hold the setup in a layer split; `None` if the memory is not known, if one
/// device's memory does not exceed its own runtime's, or if there are fewer layers than devices. Layers are taken to
/// fill every device, which is nearly true of many layers. Source: the sum of `fit`, solved for the number.
#[must_use]
pub fn devices_needed(setup: &Setup) -> Option<f64> {
    let fit = fit(setup)?;
    let room = usable_memory(setup.device)? - RUNTIME;
    if room <= 0.0 {
        return None;
    }
    let shared = fit.weights + fit.cache + buffers(setup.model);
    Some(rooflight_primitives::math::ceil(shared / room).max(1.0)).filter(|number| *number <= count(setup.model.layers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::shape::CacheGroup;
    use crate::weights::Weights;

    #[test]
    fn devices_hold_what_one_cannot() {
        let model = Shape { layers: 4, hidden: 1024, vocabulary: 1024, ..Shape::default() };
        let weights = Weights::default();
        let device = Device { memory: Some(2.0 * GIB), ..Device::default() };
        let setup = Setup::single(&model, &weights, &device, 0.0);
        // 2 GiB × 0.98 − 400 MiB = 1,607 MiB of room; buffers of 4 × 512 × 2,048 B = 4 MiB.
        assert_eq!(devices_needed(&setup), Some(1.0));
        let group = CacheGroup { reading: 4, storing: 4, elements: 128, ..CacheGroup::default() };
        let model = Shape { cache: alloc::vec![group], ..model };
        // 4 × 128 × 2 B = 1 KiB a token: 3 million tokens are 2,930 MiB, and twice the room is 3,214 MiB.
        let setup = Setup { model: &model, depth: 3e6, ..setup };
        assert_eq!(devices_needed(&setup), Some(2.0));
        assert_eq!(devices_needed(&Setup { depth: 6e6, ..setup }), Some(4.0));
        assert_eq!(devices_needed(&Setup { depth: 7e6, ..setup }), None, "more devices than layers");
        let small = Device { memory: Some(0.25 * GIB), ..Device::default() };
        assert_eq!(devices_needed(&Setup { device: &small, ..setup }), None);
    }
}
