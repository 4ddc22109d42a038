//! The names of all devices, with the facts that tell devices of the same name apart.
//!
//! It is one file, fetched when a reader pastes the output of a machine's tools. Nothing is computed here.

use super::record::Record;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::hardware::Device;
use rooflight_primitives::codec::{Codec, list};

/// All devices, each with its aliases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamesRecord {
    /// Each device with its aliases, in catalog order.
    pub devices: Vec<(Device, Vec<String>)>,
}

impl Record for NamesRecord {
    const KIND: u64 = 7;
    const FOLDER: &'static str = "explore";

    fn layout<C: Codec>(&mut self, codec: &mut C) {
        list(codec, &mut self.devices, |codec, (device, aliases)| {
            device.layout(codec);
            list(codec, aliases, C::text);
        });
    }
}
