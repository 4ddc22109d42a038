//! The command that starts the engine of an answer, and the context that the engine keeps by itself, for the terminal
//! and for programs.

use crate::calibrate::question::Asked;
use crate::cli::data::Data;
use rooflight_calculators::launch::{self, EngineSetup, Launch};
use serde_json::{Value, json};

/// Formats that a publisher's own repository has.
const PUBLISHED: [&str; 2] = ["bf16", "fp16"];

/// The launch of an answer's engine; none where its options were not read.
pub(super) fn of(asked: &Asked<'_>, data: &Data) -> Option<Launch> {
    let known = data.catalog.models.iter().find(|known| known.record.id == asked.model.id);
    let repository = known.and_then(|known| known.record.hf_repo.as_deref());
    launch::of(&EngineSetup {
        engine: asked.engine_id(),
        repository: repository.filter(|_| PUBLISHED.contains(&asked.format.id.as_str())),
        setup: &asked.setup(),
        profile: &asked.profile(),
        longest: asked.model.longest_context(),
        host: None,
    })
}

/// The same for programs.
pub(super) fn json(launch: &Launch) -> Value {
    json!({"command": launch.command, "left_alone": launch.alone, "checked_against": launch.checked})
}
