//! The tables of an agent's session: the turns, and the effect of changes.
//!
//! 1. A row per turn: its context, the tokens read, the time to its first token, its whole time and the size of its
//!    cache. Long sessions show evenly spaced turns, the first compacted one and the first that does not fit.
//! 2. A row per change, which computes the same session with one thing changed: prefix, thinking, cache format, tool
//!    results, compaction, turns.
//!
//! Offers no change without an effect. Holds no formula.

use super::agent_session::{MINUTE, Task, Timed};
use super::prelude::*;
use super::report_writer::SweepRow;
use super::shortage::Shortage;
use super::wait::WaitPart;
use rooflight_estimator::calibration::FileFormat;
use rooflight_estimator::fit;
use rooflight_estimator::kv::KvType;
use rooflight_estimator::session::{Session, Turn};
use rooflight_primitives::math::floor;

/// Most evenly spaced rows of the table of turns.
const MAX_TURN_ROWS: usize = 12;

/// The share of a context at which the table offers a compaction.
const COMPACTION_SHARE: f64 = 0.8;

impl Task<'_> {
    /// Writes the table of turns, and a note on the longest context that fits.
    pub(super) fn table(&self, writer: &mut ReportWriter<'_>, turns: &[Timed]) {
        let stride = turns.len().div_ceil(MAX_TURN_ROWS);
        let too_long = self.first_too_long(turns).map_or(0, |turn| turn.number);
        let compacted = turns.iter().find(|timed| timed.turn.compaction.is_some()).map_or(0, |timed| timed.turn.number);
        let shown = turns.iter().enumerate().filter(|(at, timed)| {
            at % stride == 0 || at + 1 == turns.len() || [too_long, compacted].contains(&timed.turn.number)
        });
        let mut caption =
            String::from("Tokens and seconds of each turn; typical where there is a range, else the fastest");
        if stride > 1 {
            caption.push_str(". A long session shows some of its turns");
        }
        writer.open_table(("turns", "Turn by turn"), &caption, "turns", shown, |row, (_, timed)| {
            self.turn_row(row, timed, too_long);
        });
        let most = fit::longest_context(&self.full());
        let both = [Arg::Plain(or_nan(most), 0), Arg::Plain(self.session().longest_context(), 0)];
        let all = [both[0], both[1], Arg::Count(too_long)];
        let words = match (most, too_long) {
            (None, _) => words!("The memory is not known, or holds any context, so that nothing stops fitting here."),
            (Some(_), 0) => words!("The cache fits up to {} tokens of context. This session takes {} at most.", ..both),
            (Some(_), _) => words!(
                "The cache fits up to {} tokens of context, and this session takes {}. Turn {} is the first that does not fit.",
                ..all
            ),
        };
        writer.report.paragraph("note", words);
        writer.report.end_section();
    }

    fn turn_row(&self, row: &mut SweepRow<'_>, timed: &Timed, too_long: u64) {
        let Turn { number, compaction, request } = timed.turn;
        let full = self.full();
        let fits = too_long == 0 || timed.turn.peak_context() <= fit::longest_context(&full).unwrap_or(f64::INFINITY);
        let event = match (fits, compaction) {
            (false, _) => "does not fit",
            (true, Some(_)) => "compacted",
            (true, None) if request.cached <= 0.0 && number > 1 => "prefix lost",
            _ => "",
        };
        let event = [Arg::Count(number), Arg::Text(if event.is_empty() { "" } else { ", " }), Arg::Text(event)];
        let bytes = fit::sequence_bytes(full.model, full.kv, request.end());
        row.text("Turn", "", words!("{}{}{}", ..event));
        row.number("Context", "tokens", words!("{}", Arg::Plain(request.cached + request.read, 0)));
        row.number("Read", "tokens", words!("{}", Arg::Plain(request.read, 0)));
        likely(row, "First token", timed.first());
        likely(row, "Writing", timed.parts[2]);
        row.inked(Ink::Ceiling, "Fastest", "s", words!("{}", Arg::Speed(timed.whole().least)));
        row.optional(Ink::Range, "Realistic", "s", timed.whole().span.map(|span| Arg::Range(span.fast, span.slow)));
        row.number("Cache", "", words!("{}", self.sizes.any(bytes)));
    }

    /// Writes the table of changes: the session as entered, then with one thing changed in each row.
    pub(super) fn changes(&self, writer: &mut ReportWriter<'_>) {
        let own = (String::from("As entered"), *self);
        let changed: Vec<_> = core::iter::once(own).chain(self.changed()).collect();
        let caption = "Minutes of the task, and the most that its context takes";
        let head = ("changes", "What a change does");
        writer.table(head, caption, "changes", changed.iter().enumerate(), |row, (at, (name, task))| {
            let (full, total) = (task.full(), task.total());
            row.highlight(at == 0);
            row.text("Change", "", words!("{}", Arg::Text(name)));
            row.number("Context", "tokens, at most", words!("{}", Arg::Plain(full.depth, 0)));
            row.number("Cache", "", words!("{}", self.sizes.any(fit::sequence_bytes(full.model, full.kv, full.depth))));
            let fits = match (fit::fit(&full), Shortage::of(&full, self.sizes)) {
                (None, _) => words!("not known"),
                (Some(_), None) => words!("yes"),
                (Some(_), Some(_)) => words!("no"),
            };
            row.text("Fits", "", fits);
            row.inked(Ink::Ceiling, "Fastest", "min", words!("{}", Arg::Speed(total.least / MINUTE)));
            let range = total.span.map(|span| Arg::Range(span.fast / MINUTE, span.slow / MINUTE));
            row.optional(Ink::Range, "Realistic", "min", range);
        });
    }

    /// Returns the changes that have an effect, with their names.
    fn changed(&self) -> Vec<(String, Self)> {
        let (session, mut found) = (*self.session(), Vec::new());
        let with = |session: Session| {
            let mut task = *self;
            task.inputs.session = session;
            task
        };
        let name = if session.lost_every == 0 { "Prefix lost in every turn" } else { "Prefix kept" };
        if session.turns > 1 {
            found.push((String::from(name), self.other_prefix()));
        }
        if session.thinking > 0.0 {
            found.push((String::from("No thinking"), with(Session { thinking: 0.0, ..session })));
            let half = floor(session.thinking / 2.0);
            found.push((String::from("Half the thinking"), with(Session { thinking: half, ..session })));
            let other = with(Session { keeps_thinking: !session.keeps_thinking, ..session });
            if other.inputs.has_room() {
                let name = if session.keeps_thinking { "Earlier thinking dropped" } else { "Earlier thinking kept" };
                found.push((String::from(name), other));
            }
        }
        for kv in smaller(self.subject.kv, self.subject.format.files) {
            let mut task = *self;
            task.subject.kv = *kv;
            found.push((filled(words!("Cache in {}", Arg::Text(kv.name()))), task));
        }
        if session.message > 1.0 {
            let half = floor(session.message / 2.0);
            found.push((String::from("Tool results half as long"), with(Session { message: half, ..session })));
        }
        self.shorter(&mut found);
        found
    }

    /// Adds a compaction within what memory holds. If the session does not fit, also adds the longest tool results and
    /// the most turns that do.
    fn shorter(&self, found: &mut Vec<(String, Self)>) {
        let session = *self.session();
        let room = fit::longest_context(&self.full()).unwrap_or(f64::INFINITY).min(self.inputs.limit);
        let threshold = floor(COMPACTION_SHARE * room);
        let mut compacted = *self;
        compacted.inputs = self.inputs.compacted(threshold, room);
        let helps = session.longest_context() > threshold && session.compaction != compacted.session().compaction;
        if helps && compacted.inputs.has_room() {
            found.push((filled(words!("Compaction at {} tokens", Arg::Plain(threshold, 0))), compacted));
        }
        if session.longest_context() <= room || session.compaction.is_some() {
            return;
        }
        if let Some(message) = session.longest_message(room) {
            let mut task = *self;
            task.inputs.session.message = message;
            found.push((filled(words!("Tool results of {} tokens", Arg::Plain(message, 0))), task));
        }
        let turns = session.most_turns(room);
        if turns >= 1.0 {
            let mut task = *self;
            task.inputs.session.turns = whole(turns);
            found.push((filled(words!("The first {} turns alone", Arg::Plain(turns, 0))), task));
        }
    }
}

/// Returns the smaller cache formats that the usual engines of such files support.
fn smaller(kv: KvType, files: FileFormat) -> impl Iterator<Item = &'static KvType> {
    let offered: &'static [KvType] = match files {
        FileFormat::Gguf => &[KvType::Q8_0, KvType::Q4_0],
        FileFormat::Safetensors => &[KvType::Fp8],
        _ => &[],
    };
    offered.iter().filter(move |other| other.bytes() < kv.bytes())
}

/// Adds a cell of seconds: typical, or else the least.
fn likely(row: &mut SweepRow<'_>, column: &'static str, part: WaitPart) {
    let ink = if part.span.is_some() { Ink::Range } else { Ink::Ceiling };
    row.inked(ink, column, "s", words!("{}", Arg::Speed(part.likely())));
}
