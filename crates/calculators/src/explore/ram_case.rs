//! Set-ups with a part of the model in system RAM, for models that are too large for the card. As many layers as fit
//! stay on the card; the routed experts of a mixture go to RAM first.
//!
//! If the reader states the system RAM, such a set-up gets a row. Otherwise it is an offer, at the usual bandwidth.
//! Holds no formula.

use super::case::Case;
use crate::ram_split::RamSplit;
use rooflight_estimator::offload;

impl Case<'_> {
    /// Computes the split with as much of the model on the card as fits, and the rest in system RAM; `None` if such a
    /// split cannot be estimated.
    pub(super) fn ram_split(&self) -> Option<RamSplit> {
        let setup = &self.setup();
        if !self.others.is_empty()
            || !self.device.device.class.is_discrete()
            || !RamSplit::is_known_for(setup, self.format.files)
        {
            return None;
        }
        let profile = self.device.profile(self.format.files)?;
        RamSplit::fullest(setup, offload::usual_part(setup), profile, self.ram.bandwidth)
    }

    /// Returns that split if the stated RAM holds its part of the model.
    pub(super) fn held_by_ram(&self) -> Option<RamSplit> {
        let usable = self.ram.usable?;
        let setup = self.setup();
        self.ram_split().filter(|split| split.host_bytes(&setup) <= usable)
    }
}
