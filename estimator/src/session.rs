//! A session of an agent: the requests of one task, turn by turn, in tokens.
//!
//! 1. The first prompt is the system prompt and the first message. Each turn appends a message or tool result, and the
//!    text that the model generated.
//! 2. If the prefix is still cached, a turn reads only what the cache lacks; if it was lost, the whole prompt.
//! 3. If the next prompt drops the thinking, the common prefix ends before the answer, which is then read again.
//! 4. A turn that would exceed a threshold is preceded by a compaction: one more request, which reads the new message
//!    and writes a summary. The next prompt is the system prompt, the summary and the message; of these, only the
//!    system prompt is cached. The compaction itself exceeds the threshold, which must therefore be below the context
//!    limit.
//!
//! Counts tokens only; `prefill`, `decode` and `fit` turn these requests into time and memory.
//!
//! Sources: reuse of the longest common prefix, llama.cpp's server (`cache_prompt` and `timings.cache_n` in
//! tools/server/README.md); compaction by a summary, openai/codex, codex-rs/core/src/compact.rs.

use rooflight_primitives::math::floor;
use rooflight_primitives::units::count;

/// An agent session. Every number of tokens is whole and not negative.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Session {
    /// Tokens of the system prompt, tool definitions included.
    pub system: f64,
    /// Turns: requests of the agent, compactions not counted.
    pub turns: u64,
    /// Tokens that each turn appends before the model writes: a tool result or a message.
    pub message: f64,
    /// Tokens of thinking per turn.
    pub thinking: f64,
    /// Tokens of each answer, tool calls included; at least one.
    pub answer: f64,
    /// True if thinking stays in the prompts that follow.
    pub keeps_thinking: bool,
    /// Number of turns after which the prefix is lost, again and again; zero if it is kept.
    pub lost_every: u64,
    /// When the conversation is summarised; `None` for never.
    pub compaction: Option<Compaction>,
}

/// When a conversation is summarised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compaction {
    /// Tokens of context that no turn exceeds.
    pub threshold: f64,
    /// Tokens of the summary; at least one.
    pub summary: f64,
}

/// A request, whose prompt is the cached and the read tokens together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Request {
    /// Tokens of the prompt that are already cached.
    pub cached: f64,
    /// Tokens of the prompt that are read now.
    pub read: f64,
    /// Tokens that are generated.
    pub written: f64,
}

impl Request {
    /// Tokens of context at its end, the most that its cache holds.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.cached + self.read + self.written
    }
}

/// A turn: its request, and the compaction before it, if any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Position in the session, counted from 1.
    pub number: u64,
    /// Request for a summary, if the turn would exceed the threshold.
    pub compaction: Option<Request>,
    /// The turn's own request, sent after the compaction.
    pub request: Request,
}

impl Turn {
    /// Tokens of context at the end of the request or of the compaction, whichever is more.
    #[must_use]
    pub fn peak_context(&self) -> f64 {
        self.compaction.map_or(0.0, |request| request.end()).max(self.request.end())
    }
}

/// Iterator over the turns of a session.
#[derive(Clone, Debug)]
pub struct Turns<'a> {
    session: &'a Session,
    number: u64,
    /// Tokens of the conversation so far, with which the next prompt begins.
    history: f64,
    /// Tokens of `history` that are cached.
    cached: f64,
}

impl Session {
    /// Iterates over the turns.
    #[must_use]
    pub const fn turns(&self) -> Turns<'_> {
        Turns { session: self, number: 0, history: self.system, cached: 0.0 }
    }

    /// Tokens that the model generates in a turn.
    #[must_use]
    pub fn written(&self) -> f64 {
        self.thinking + self.answer
    }

    /// Tokens that each turn adds to the conversation.
    #[must_use]
    pub fn growth(&self) -> f64 {
        self.message + self.answer + if self.keeps_thinking { self.thinking } else { 0.0 }
    }

    /// Tokens of context at the end of the first turn.
    #[must_use]
    pub fn first_end(&self) -> f64 {
        self.system + self.message + self.written()
    }

    /// Number of turns that fit into a context without compaction.
    #[must_use]
    pub fn most_turns(&self, context: f64) -> f64 {
        let left = context - self.first_end();
        if left < 0.0 { 0.0 } else { floor(left / self.growth().max(1.0)) + 1.0 }
    }

    /// The smallest threshold that the turn after a compaction does not exceed.
    #[must_use]
    pub fn least_threshold(&self, summary: f64) -> f64 {
        self.first_end() + summary
    }

    /// The most tokens of context at any time of the session.
    #[must_use]
    pub fn longest_context(&self) -> f64 {
        self.turns().map(|turn| turn.peak_context()).fold(0.0, f64::max)
    }

    /// The longest message with which no request exceeds `context`, everything else being equal, for a session without
    /// compaction; `None` if not even one token is left for it.
    #[must_use]
    pub fn longest_message(&self, context: f64) -> Option<f64> {
        let others = Self { message: 0.0, compaction: None, ..*self }.longest_context();
        let message = floor((context - others) / count(self.turns.max(1)));
        (message >= 1.0).then_some(message)
    }
}

impl Iterator for Turns<'_> {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        let session = self.session;
        if self.number >= session.turns {
            return None;
        }
        // With `lost_every` of 0 the prefix is never lost.
        if self.number.checked_rem(session.lost_every) == Some(0) {
            self.cached = 0.0;
        }
        self.number += 1;
        let written = session.written();
        let compaction = session.compaction.filter(|compaction| {
            let end = self.history + session.message + written;
            end > compaction.threshold && self.history > session.system + compaction.summary
        });
        let compaction = compaction.map(|compaction| {
            let read = self.history + session.message - self.cached;
            let request = Request { cached: self.cached, read, written: compaction.summary };
            self.history = session.system + compaction.summary;
            self.cached = if session.lost_every == 1 { 0.0 } else { session.system };
            request
        });
        let prompt = self.history + session.message;
        let request = Request { cached: self.cached, read: prompt - self.cached, written };
        self.history += session.growth();
        // The cache ends with the thinking and the answer; the next prompt matches it only if the thinking stays.
        let matches = session.keeps_thinking || session.thinking <= 0.0;
        self.cached = if matches { self.history } else { prompt };
        Some(Turn { number: self.number, compaction, request })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    const SESSION: Session = Session {
        system: 8000.0,
        turns: 16,
        message: 600.0,
        thinking: 0.0,
        answer: 400.0,
        keeps_thinking: false,
        lost_every: 0,
        compaction: None,
    };

    fn read(session: &Session) -> f64 {
        session.turns().map(|turn| turn.request.read + turn.compaction.map_or(0.0, |request| request.read)).sum()
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn a_kept_prefix_reads_each_token_once() {
        // 8,000 + 16 × 600; without the cache 8,600 + 9,600 + … + 23,600.
        near(read(&SESSION), 17_600.0);
        near(read(&Session { lost_every: 1, ..SESSION }), 257_600.0);
        // Lost before turns 5, 9 and 13: prompts of 12,600, 16,600 and 20,600 in place of 600.
        near(read(&Session { lost_every: 4, ..SESSION }), 17_600.0 + 12_000.0 + 16_000.0 + 20_000.0);
        near(SESSION.longest_context(), 24_000.0);
    }

    #[test]
    fn dropped_thinking_costs_the_answer_again() {
        let thinks = Session { thinking: 1000.0, ..SESSION };
        near(read(&thinks), 17_600.0 + 15.0 * 400.0);
        near(thinks.longest_context(), 25_000.0);
        let keeps = Session { keeps_thinking: true, ..thinks };
        near(read(&keeps), 17_600.0);
        near(keeps.longest_context(), 8000.0 + 16.0 * 2000.0);
    }

    #[test]
    fn compaction_begins_again_from_the_summary() {
        let session = Session { compaction: Some(Compaction { threshold: 12_000.0, summary: 1000.0 }), ..SESSION };
        let turns: Vec<Turn> = session.turns().collect();
        // Four turns end with 12,000 tokens. The fifth would end with 13,000.
        assert_eq!(turns[3].compaction, None);
        assert_eq!(turns[4].compaction, Some(Request { cached: 12_000.0, read: 600.0, written: 1000.0 }));
        assert_eq!(turns[4].request, Request { cached: 8000.0, read: 1600.0, written: 400.0 });
        near(session.longest_context(), 13_600.0);
        near(session.least_threshold(1000.0), 10_000.0);
    }

    #[test]
    fn a_context_holds_so_many_turns() {
        near(SESSION.most_turns(24_000.0), 16.0);
        near(SESSION.most_turns(23_999.0), 15.0);
        near(SESSION.most_turns(8999.0), 0.0);
        assert_eq!(SESSION.longest_message(24_000.0), Some(600.0));
        assert_eq!(SESSION.longest_message(23_000.0), Some(537.0));
        assert_eq!(SESSION.longest_message(14_000.0), None);
    }

    proptest! {
        #[test]
        fn every_turn_reads_and_the_context_holds(
            system in 0_u32..20_000, turns in 1_u64..60, message in 1_u32..3000, thinking in 0_u32..2000, answer in 1_u32..1000,
            keeps_thinking: bool, lost_every in 0_u64..5, share in 0_u32..40_000, summary in 1_u32..2000,
        ) {
            let mut session = Session {
                system: system.into(), turns, message: message.into(), thinking: thinking.into(), answer: answer.into(),
                keeps_thinking, lost_every, compaction: None,
            };
            prop_assert!(session.most_turns(session.longest_context()) >= count(turns));
            let threshold = session.least_threshold(summary.into()) + f64::from(share);
            let lost = Session { lost_every: 1, ..session };
            prop_assert!(read(&session) <= read(&lost));
            session.compaction = Some(Compaction { threshold, summary: summary.into() });
            for turn in session.turns() {
                prop_assert!(turn.request.read >= session.message && turn.request.cached >= 0.0);
                prop_assert!(turn.compaction.is_none_or(|request| request.read >= session.message));
            }
            prop_assert_eq!(session.turns().count() as u64, turns);
        }
    }
}
