//! Answers rows from the page's record: finds device, model and format by their ids, and passes them to [`speeds`].
//!
//! Computes nothing itself.

use super::judge::Answers;
use super::question::{number, unknown};
use super::speeds::{self, Speeds, Subject};
use alloc::format;
use alloc::string::String;
use rooflight_estimator::records::BenchmarksRecord;
use rooflight_estimator::weights::Weights;
use rooflight_primitives::units::GIB;

impl Answers for &BenchmarksRecord {
    fn answer<'r>(&mut self, row: &dyn Fn(&str) -> &'r str) -> Result<Speeds, String> {
        let [device_id, model_id, format_id] = ["hardware_id", "model_id", "quant_id"].map(row);
        let mut devices = self.names.devices.iter().map(|known| &known.device);
        let device = devices.find(|device| device.id == device_id);
        let device = device.ok_or_else(|| unknown("hardware_id", device_id))?;
        let model = self.models.iter().find(|model| model.id == model_id);
        let model = model.ok_or("model_id: this model cannot be computed")?;
        let format = model.formats.iter().find(|format| format.id == format_id);
        let missing = || format!("quant_id: the size of {} in this format is not known", model.name);
        let stored = &format.ok_or_else(missing)?.weights;
        let size = number(row, "file_size_gib")?.map(|gib| gib * GIB).filter(|_| stored.scale().is_some());
        let own = match size {
            Some(bytes) => {
                let plain = Weights::from_lines(stored.lines().to_vec(), stored.experts(), None);
                Some(plain.scaled_to(bytes).map_err(|_| missing())?)
            }
            None => None,
        };
        #[allow(clippy::cast_precision_loss, reason = "a number of tokens")]
        let max_context = model.max_context.map(|tokens| tokens as f64);
        let weights = own.as_ref().unwrap_or(stored);
        let subject = Subject { device, model: &model.shape, max_context, weights, published: true };
        speeds::answer(row, &subject, &self.calibration)
    }
}
