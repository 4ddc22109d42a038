//! System RAM beside a card: where the reader states it, a model that is too large for the card is a set-up too, with
//! the rest of it in that memory.
//!
//! 1. The reader states how much RAM there is, and its bandwidth if that is not the usual one.
//! 2. As many layers as fit lie on the card; of a mixture the routed experts go to the RAM first.
//! 3. Of the RAM an eighth is left to the system, as everywhere else.
//!
//! Without a stated RAM such a split is offered, and its speed is said beside the usual bandwidth. Holds no formula.

use super::Case;
use crate::input::{Input, MEMORY};
use crate::input_error::InputError;
use crate::offload_inputs::HOST_BANDWIDTH;
use crate::query::Query;
use crate::ram_split::{RamSplit, USUAL_HOST};
use rooflight_calibration::profile::Profile;
use rooflight_document::prelude::*;
use rooflight_estimator::fit::usable_memory;
use rooflight_estimator::hardware::{Device, DeviceClass};
use rooflight_estimator::offload;
use rooflight_primitives::units::{GB, GIB};

pub(super) const RAM: Input =
    Input::real(("ram", "system_ram"), "System RAM beside the card", "", MEMORY, (0.25, 65_536.0)).folded();

/// The memory of the computer that a card is in.
#[derive(Clone, Copy)]
pub(super) struct SystemRam {
    /// Bytes a second.
    pub(super) bandwidth: f64,
    /// Bytes that programs can use; `None` if the reader states no RAM.
    pub(super) usable: Option<f64>,
}

impl SystemRam {
    /// Reads RAM and bandwidth.
    pub(super) fn read(query: &mut Query<'_>) -> Result<Self, InputError> {
        query.hint(&HOST_BANDWIDTH, words!("of {}\u{a0}GB/s", Arg::Plain(USUAL_HOST / GB, 1)));
        let memory = query.maybe(&RAM)?.map(|own| own * GIB);
        let bandwidth = query.maybe(&HOST_BANDWIDTH)?.map_or(USUAL_HOST, |own| own * GB);
        let host = Device { class: DeviceClass::Cpu, memory, ..Device::default() };
        Ok(Self { bandwidth, usable: usable_memory(&host) })
    }
}

impl Case<'_> {
    /// As much of the model on the card as fits, and the rest in system RAM; `None` where such a split is not known.
    pub(super) fn ram_split(&self) -> Option<RamSplit> {
        let setup = &self.setup();
        if !self.others.is_empty()
            || !self.device.device.class.is_discrete()
            || !RamSplit::is_known_for(setup, self.format.files)
        {
            return None;
        }
        let blank = Profile::default();
        let near = self.device.profile(self.format.files).unwrap_or(&blank);
        RamSplit::fullest(setup, offload::usual_part(setup), near, self.ram.bandwidth)
    }

    /// That split, where the stated RAM holds its part.
    pub(super) fn held_by_ram(&self) -> Option<RamSplit> {
        let usable = self.ram.usable?;
        let setup = self.setup();
        self.ram_split().filter(|split| split.host_bytes(&setup) <= usable)
    }
}
