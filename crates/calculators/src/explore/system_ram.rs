//! System RAM next to a card: the reader enters its size, and its bandwidth if that is not the usual one. The system
//! keeps an eighth of it, as on every device of class `Cpu`.

use crate::input::{Input, MEMORY};
use crate::input_error::InputError;
use crate::offload_inputs::HOST_BANDWIDTH;
use crate::query::Query;
use crate::ram_split::USUAL_HOST;
use rooflight_document::prelude::*;
use rooflight_estimator::fit::usable_memory;
use rooflight_estimator::hardware::{Device, DeviceClass};
use rooflight_primitives::units::{GB, GIB};

pub(super) const RAM: Input =
    Input::real(("ram", "system_ram"), "System RAM beside the card", "", MEMORY, (0.25, 65_536.0)).folded();

/// The system RAM of the computer with the card.
#[derive(Clone, Copy)]
pub(super) struct SystemRam {
    /// Bytes per second.
    pub(super) bandwidth: f64,
    /// Bytes that programs can use; `None` if the reader enters no RAM.
    pub(super) usable: Option<f64>,
}

impl SystemRam {
    /// Reads size and bandwidth of the RAM.
    pub(super) fn read(query: &mut Query<'_>) -> Result<Self, InputError> {
        query.hint(&HOST_BANDWIDTH, words!("of {}\u{a0}GB/s", Arg::Plain(USUAL_HOST / GB, 1)));
        let memory = query.maybe(&RAM)?.map(|own| own * GIB);
        let bandwidth = query.maybe(&HOST_BANDWIDTH)?.map_or(USUAL_HOST, |own| own * GB);
        let host = Device { class: DeviceClass::Cpu, memory, ..Device::default() };
        Ok(Self { bandwidth, usable: usable_memory(&host) })
    }
}
