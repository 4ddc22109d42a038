//! A model's licence and release date.

use alloc::string::String;
use serde::{Deserialize, Serialize};

/// A model's licence and release month, for filtering and sorting lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// Id of the licence; empty if none is recorded.
    pub licence: String,
    /// Release month, 1 for January 2020, so that a byte holds it; `None` if it is not recorded or earlier.
    pub month: Option<u64>,
}
