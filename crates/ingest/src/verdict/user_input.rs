//! Facts that the user supplies by flag or form field.
//!
//! User input overrides a printed fact if all runs of a text have the same one. If the runs differ, as those of two
//! models do, the input cannot hold for all: it applies only to runs whose output lacks the fact, or states an unknown
//! one.

use super::Refusal;
use crate::outputs::Run;
use alloc::string::String;
use alloc::vec::Vec;

/// The facts that the user supplies; `None` where nothing was entered.
#[derive(Debug, Clone, Default)]
pub struct UserInput {
    /// Id or name of an engine.
    pub engine: Option<String>,
    /// Id or name of a device.
    pub hardware: Option<String>,
    /// Number of devices.
    pub count: Option<u32>,
    /// Id or name of a model.
    pub model: Option<String>,
    /// Id or name of a weight format.
    pub format: Option<String>,
    /// Tokens in the context before the run.
    pub context: Option<u32>,
    /// Concurrent requests.
    pub requests: Option<u32>,
}

impl UserInput {
    /// Returns the facts for one run of several; those that the output prints, and that differ between runs, override
    /// nothing.
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

/// The user's facts as they apply to a run.
pub(super) struct RunOverrides<'a> {
    /// Facts that replace the output's.
    pub(super) corrects: UserInput,
    /// Facts used only if the output lacks them.
    pub(super) fills: &'a UserInput,
}

impl RunOverrides<'_> {
    /// Resolves a fact: `by_name` for the user's name, `own` for the output's.
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
