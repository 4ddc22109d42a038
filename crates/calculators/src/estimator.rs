//! The records that answers come from.

use alloc::vec::Vec;
use rooflight_estimator::records::{DeviceRecord, ModelRecord, PromptRecord, Release, Rent, Score};

/// The loaded records. An answer depends on these and the query alone.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    /// The loaded devices.
    pub devices: Vec<DeviceRecord>,
    /// The loaded models.
    pub models: Vec<ModelRecord>,
    /// The prompt calibration and prompt measurements of the loaded devices.
    pub prompts: Vec<PromptRecord>,
    /// The published benchmark scores of the loaded models.
    pub scores: Vec<Score>,
    /// Licence and month of release, in the order of `models`.
    pub releases: Vec<Release>,
    /// Rental prices, each with the position of its device in `devices`.
    pub rents: Vec<Rent>,
}
