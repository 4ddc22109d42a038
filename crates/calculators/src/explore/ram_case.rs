//! If the reader states system RAM, a model that is too large for the card is a set-up too, with the rest in RAM: as
//! many layers as fit lie on the card, and of a mixture the routed experts go to the RAM first.
//!
//! Without a stated RAM such a split is offered, and its speed is given at the usual bandwidth. Holds no formula.

use super::case::Case;
use crate::ram_split::RamSplit;
use rooflight_calibration::profile::Profile;
use rooflight_estimator::offload;

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
