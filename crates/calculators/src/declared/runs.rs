//! The sections of published runs and of losses of quality.

use super::super::measured::{self, ShownRow};
use super::super::quality;
use super::report::DeclaredReport;
use alloc::vec::Vec;
use rooflight_document::prelude::*;
use rooflight_estimator::records::declared::DeclaredRuns;
use rooflight_primitives::units::count;

impl DeclaredReport<'_> {
    /// Writes the published runs of the model on the device, or that none is known.
    pub(super) fn runs(&self, report: &mut Report, declared: &'static DeclaredRuns) {
        let runs = declared.over.and_then(|over| Some((usize::try_from(over).ok()?, self.host.runs.as_ref()?)));
        let rows: Vec<ShownRow<'_>> = runs.map_or_else(Vec::new, |(over, runs)| {
            let rows = runs.rows.iter().enumerate().map(|(at, row)| (row, self.with(over, count(at as u64))));
            let rows = rows.filter(|(_, values)| declared.when.is_empty() || self.is_true(&declared.when, values));
            let shown = rows.map(|(row, values)| ShownRow {
                open: if declared.open.is_empty() { row.open } else { self.is_true(&declared.open, &values) },
                matches: self.is_true(&declared.matches, &values),
                ..*row
            });
            shown.collect()
        });
        match runs {
            Some((_, runs)) if !rows.is_empty() => measured::write_named(report, runs.list, &rows, runs.naming),
            _ if !declared.nothing.is_empty() => measured::nothing(report, &declared.nothing),
            Some((_, runs)) => measured::nothing(report, runs.naming.nothing),
            None => measured::nothing(report, measured::DECODING.nothing),
        }
    }

    /// Writes the published losses of quality of the model's formats.
    pub(super) fn quality(&self, report: &mut Report) {
        if let (Some(model), Some(format)) = (self.host.models.last(), self.host.formats.get(self.host.chosen)) {
            quality::write(report, model.record, format.record);
        }
    }
}
