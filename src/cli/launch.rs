//! The command that starts an answer's engine, and the engine's default context.

use rooflight_calculators::launch::{self, EngineSetup, Launch};
use rooflight_compiler::calibrate::question::ResolvedQuestion;
use serde_json::{Value, json};

/// The launch of an answer's engine; `None` if the engine's options have not been checked.
pub(super) fn launch_of(question: &ResolvedQuestion<'_>) -> Option<Launch> {
    launch::launch(&EngineSetup {
        engine: question.engine_id(),
        repository: launch::repository(question.model, question.format),
        setup: &question.setup(),
        profile: &question.profile(),
        longest: question.model.longest_context(),
        host: None,
    })
}

/// The launch command as JSON.
pub(super) fn json(launch: &Launch) -> Value {
    json!({"command": launch.command, "left_alone": launch.default_context, "checked_against": launch.checked})
}
