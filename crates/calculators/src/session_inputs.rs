//! The inputs of an agent's session: tokens, turns, prefix caching, compaction.
//!
//! 1. Limits each number to what the context has room for. Without a context limit, the model's own applies.
//! 2. The threshold of compaction is a share of that limit. A threshold that leaves no room for a turn is an error,
//!    with the tokens that a turn takes.
//!
//! Shared by the calculator and by the alternatives to a memory that is too small. Holds no formula.

use super::input::{Choice, Input, PERCENT, TOKENS};
use super::input_error::InputError;
use super::prompt::OUTPUT;
use super::query::{Query, whole};
use rooflight_document::prelude::*;
use rooflight_estimator::session::{Compaction, Session};

pub(super) const SYSTEM: Input =
    Input::whole(("sp", "system"), "System prompt and tools", "8780", TOKENS, (0.0, 1_048_576.0));
pub(super) const TURNS: Input = Input::whole(("tu", "turns"), "Turns", "17", &[("turns", 1.0)], (1.0, 500.0));
pub(super) const MESSAGE: Input =
    Input::whole(("tr", "tool_result"), "Tool result or message", "1410", TOKENS, (1.0, 1_048_576.0));
pub(super) const ANSWER: Input = OUTPUT.with_default("110");
pub(super) const THINKING: Input = Input::whole(("tt", "thinking"), "Thinking per turn", "0", TOKENS, (0.0, 131_072.0));
pub(super) const LOST: Input =
    Input::whole(("le", "lost_every"), "Prefix lost every", "0", &[("turns", 1.0)], (0.0, 500.0));
pub(super) const KEEP: Input =
    Input::new(("tk", "thinking_kept"), "Earlier thinking", "dropped", Choice::One(KEPT)).folded();
pub(super) const LIMIT: Input =
    Input::whole(("c", "context"), "Context limit", "", TOKENS, (16.0, 16_777_216.0)).folded();
pub(super) const COMPACT: Input =
    Input::real(("cp", "compaction"), "Compaction at", "", PERCENT, (1.0, 100.0)).folded();
pub(super) const SUMMARY: Input = Input::whole(("sz", "summary"), "Summary", "1500", TOKENS, (1.0, 131_072.0)).folded();

const KEPT: &[(&str, &str)] = &[("dropped", "dropped from the next prompt"), ("kept", "kept in the prompt")];

/// A session, and the limit of its context.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionInputs {
    /// The turns, and the tokens of each.
    pub session: Session,
    /// Tokens of context at most: the reader's limit, or the model's.
    pub limit: f64,
    /// Tokens of a summary, whether or not one is made.
    pub summary: f64,
}

impl SessionInputs {
    /// Reads the inputs for a model whose longest context is `longest`.
    ///
    /// # Errors
    /// A number for which the context has no room; a compaction that makes no room.
    pub(super) fn read(query: &mut Query<'_>, longest: f64) -> Result<Self, InputError> {
        let own = !query.text(&LIMIT).is_empty();
        let limit = if own { query.number_to(&LIMIT, longest)? } else { query.maybe(&LIMIT)?.unwrap_or(longest) };
        let system = query.number_to(&SYSTEM, limit - 2.0)?;
        let message = query.number_to(&MESSAGE, limit - system - 1.0)?;
        let answer = query.number_to(&ANSWER, limit - system - message)?;
        let thinking = query.number_to(&THINKING, limit - system - message - answer)?;
        let keeps_thinking = query.one(&KEEP)? == "kept";
        query.hint(&LOST, words!("turns; 0 keeps it, 1 loses it each time"));
        let lost_every = whole(query.number(&LOST)?);
        query.hint(&COMPACT, words!("% of the limit; empty for never"));
        let share = query.maybe(&COMPACT)?;
        let summary = query.number(&SUMMARY)?;
        let mut session =
            Session { system, turns: 1, message, thinking, answer, keeps_thinking, lost_every, compaction: None };
        let Some(share) = share else {
            session.turns = whole(query.number_to(&TURNS, session.most_turns(limit))?);
            return Ok(Self { session, limit, summary });
        };
        session.turns = whole(query.number(&TURNS)?);
        session.compaction = Some(Compaction { threshold: limit * share / 100.0, summary });
        let inputs = Self { session, limit, summary };
        if !inputs.has_room() {
            let values = [session.least_threshold(summary), session.longest_context(), limit];
            let values = values.map(|tokens| Arg::Plain(tokens, 0));
            let message = words!(
                "A turn after a compaction takes {} tokens, and the request for the summary up to {}; the limit is {}.",
                ..values
            );
            return Err(InputError { field: COMPACT.key, message: filled(message) });
        }
        Ok(inputs)
    }

    /// Returns this session, compacted at `threshold` tokens within a context of `limit` tokens.
    #[must_use]
    pub(super) fn compacted(&self, threshold: f64, limit: f64) -> Self {
        let compaction = Some(Compaction { threshold, summary: self.summary });
        Self { session: Session { compaction, ..self.session }, limit, ..*self }
    }

    /// True if no request exceeds the limit, and a turn after a compaction stays within its threshold.
    #[must_use]
    pub(super) fn has_room(&self) -> bool {
        let session = &self.session;
        let turn = session
            .compaction
            .is_none_or(|compaction| session.least_threshold(compaction.summary) <= compaction.threshold);
        turn && session.longest_context() <= self.limit
    }
}
