//! A model's licence and release date.

use alloc::string::String;
use rooflight_primitives::codec::Codec;

/// A model's licence and release month, for filtering and sorting lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Release {
    /// Id of the licence; empty if none is recorded.
    pub licence: String,
    /// Release month, 1 for January 2020, so that a byte holds it; `None` if it is not recorded or earlier.
    pub month: Option<u64>,
}

impl Release {
    /// Encodes or decodes the release.
    pub(super) fn layout<C: Codec>(&mut self, codec: &mut C) {
        codec.text(&mut self.licence);
        let mut month = self.month.unwrap_or_default();
        codec.whole(&mut month);
        self.month = (month > 0).then_some(month);
    }
}
