//! Facts that the reader supplies by flag or form field.
//!
//! A fact that all runs of a text have alike is corrected by what the reader says. Where runs differ, as those of two
//! tools or of two models do, it cannot be true of all: there it counts for the runs alone that do not say, or say what
//! is not known.

use super::Refusal;
use crate::outputs::Run;
use alloc::string::String;
use alloc::vec::Vec;

/// The facts that the reader says.
#[derive(Debug, Clone, Default)]
pub struct UserInput {
    /// An id or name of an engine.
    pub engine: Option<String>,
    /// An id or name of a device.
    pub hardware: Option<String>,
    /// How many of it.
    pub count: Option<u32>,
    /// An id or name of a model.
    pub model: Option<String>,
    /// An id or name of a weight format.
    pub format: Option<String>,
    /// Tokens in the context.
    pub context: Option<u32>,
    /// Requests at once.
    pub requests: Option<u32>,
}

impl UserInput {
    /// The reader's facts for one run of several: a fact that the output prints, and that differs between the runs, is
    /// not overridden.
    pub(super) fn about(&self, run: &Run, all: &[Run]) -> RunOverrides<'_> {
        let mut corrects = self.clone();
        let differs = |has: bool, alike: &dyn Fn(&Run) -> bool| has && !all.iter().all(alike);
        if differs(self.engine.is_some() && !run.engine.is_empty(), &|other| other.engine == run.engine) {
            corrects.engine = None;
        }
        let machine = self.hardware.is_some() || self.count.is_some();
        if differs(machine && !run.devices.is_empty(), &|other| other.devices == run.devices) {
            (corrects.hardware, corrects.count) = (None, None);
        }
        let named = !(run.model.is_empty() && run.file.is_empty());
        let alike = |other: &Run| other.model == run.model && other.file == run.file;
        if differs(self.model.is_some() && named, &alike) {
            corrects.model = None;
        }
        if differs(self.format.is_some() && !run.format.is_empty(), &|other| other.format == run.format) {
            corrects.format = None;
        }
        if differs(self.context.is_some() && run.depth.is_some(), &|other| other.depth == run.depth) {
            corrects.context = None;
        }
        if differs(self.requests.is_some() && run.requests.is_some(), &|other| other.requests == run.requests) {
            corrects.requests = None;
        }
        RunOverrides { corrects, fills: self }
    }
}

/// The reader's facts as they count for one run.
pub(super) struct RunOverrides<'a> {
    /// In place of what the output says.
    pub(super) corrects: UserInput,
    /// Used only where the output does not say.
    pub(super) fills: &'a UserInput,
}

impl RunOverrides<'_> {
    /// A fact: by the name that the reader gives, or the output's own.
    pub(super) fn choose<T>(
        &self,
        fact: fn(&UserInput) -> Option<&String>,
        notes: &mut Vec<String>,
        by_name: impl Fn(&str, &mut Vec<String>) -> Result<T, Refusal>,
        own: impl FnOnce(&mut Vec<String>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if let Some(name) = fact(&self.corrects) {
            return by_name(name, notes);
        }
        own(notes).or_else(|refusal| fact(self.fills).map_or(Err(refusal), |name| by_name(name, notes)))
    }
}
