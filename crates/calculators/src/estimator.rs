//! The records that answers come from.

use super::input::Input;
use alloc::vec::Vec;
use rooflight_records::{DeclaredRecord, DeviceRecord, ModelRecord, PromptRecord, Release, Rent, Score};

/// Records, ready to answer.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    /// The devices that are loaded.
    pub devices: Vec<DeviceRecord>,
    /// The models that are loaded.
    pub models: Vec<ModelRecord>,
    /// The devices that are loaded, as readers of prompts.
    pub prompts: Vec<PromptRecord>,
    /// The published scores of the models that are loaded.
    pub scores: Vec<Score>,
    /// Licence and month of the models that are loaded, in their order.
    pub releases: Vec<Release>,
    /// The rents of the devices that are loaded.
    pub rents: Vec<Rent>,
    /// The declared calculator that is asked, with its inputs, if it is one.
    pub declared: Option<(&'static DeclaredRecord, &'static [Input])>,
}
