//! Under which licence a model was released, and when.

use alloc::string::String;
use rooflight_primitives::codec::Codec;

/// A model's licence and release month, for filtering and sorting lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Release {
    /// The licence by its id; empty where none is recorded.
    pub licence: String,
    /// Months since 2020 began, so that a byte holds them; `None` where no day is recorded, or an earlier one.
    pub month: Option<u64>,
}

impl Release {
    /// The layout, for both directions.
    pub(super) fn layout<C: Codec>(&mut self, codec: &mut C) {
        codec.text(&mut self.licence);
        let mut month = self.month.unwrap_or_default();
        codec.whole(&mut month);
        self.month = (month > 0).then_some(month);
    }
}
