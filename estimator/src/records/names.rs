//! The names of all devices, with the facts that tell devices of the same name apart.
//!
//! It is one file, fetched when a reader pastes the output of a machine's tools. Nothing is computed here.

use super::record::Record;
use crate::hardware::Device;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// All devices, each with its aliases.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NamesRecord {
    /// Each device with its aliases, in catalog order.
    pub devices: Vec<(Device, Vec<String>)>,
}

impl Record for NamesRecord {
    const KIND: u8 = 7;
    const FOLDER: &'static str = "explore";
}
