//! The ledger as a reader checks it: every line with its formula and the reader's numbers put in.
//!
//! 1. The bytes that one token moves, by tensor group and block type, then the cache and the state; their sum.
//! 2. The ceiling: bandwidth over that sum. The estimate: the same bytes at the fitted efficiencies, plus the fixed costs.
//! 3. The memory that it takes, beside the memory that there is.
//!
//! Holds no formula: the numbers come from `ledger`, `calibration` and `fit`.

use super::join;
use crate::calibration::{Estimate, Terms};
use crate::fit::Fit;
use crate::ledger::{Item, Ledger, Line as Bytes};
use crate::setup::Setup;
use crate::view::number;
use crate::view::report::{Ink, Table, Text};
use crate::view::tables::{self, Line};
use alloc::string::String;
use alloc::vec::Vec;

/// The table of bytes and what follows from them.
#[must_use]
pub fn table(setup: &Setup, estimate: &Estimate, fit: Option<&Fit>) -> Table {
    let ledger = Ledger::of(setup);
    let mut lines: Vec<Line> = ledger.moved.iter().map(moved).collect();
    let total = ledger.moved_bytes();
    lines.push(Line {
        sum: true,
        ..plain("Per token", &join(&["all lines above, once a token"]), number::gigabytes(total))
    });
    let formula = join(&[&number::gigabytes(setup.device.bandwidth), "/s ÷ ", &number::gigabytes(total)]);
    lines.push(Line { ink: Some(Ink::Ceiling), ..plain("Ceiling", &formula, rate(estimate.ceiling.per_stream())) });
    if let Some(range) = &estimate.range {
        let formula = estimate.terms.as_ref().map(typical).unwrap_or_default();
        lines.push(Line { ink: Some(Ink::Range), ..plain("Typical", &formula, rate(range.typical)) });
        let span = number::unit(number::range(range.low, range.high), "tok/s");
        lines.push(Line { ink: Some(Ink::Range), ..plain("Realistic", &estimate.reason, span) });
    }
    lines.extend(fit.map(memory));
    let caption = Text::from("Read from memory for every token, in GB of 10⁹ bytes; then what follows from it");
    let mut table = tables::ledger("bytes", "The bytes behind it", caption, &lines);
    table.note = Text::from(idle(&ledger).as_str());
    table
}

fn plain(part: &str, formula: &str, result: String) -> Line {
    Line { part: part.into(), formula: Text::from(formula), result, ..Line::default() }
}

fn rate(speed: f64) -> String {
    number::unit(number::speed(speed), "tok/s")
}

fn moved(line: &Bytes) -> Line {
    let (part, formula) = match line.item {
        Item::Weights { group, block, parameters, bits } => {
            let part = join(&[&super::capital(group.name()), ", ", block.name]);
            (part, join(&[&number::billions(parameters), " × ", &number::plain(bits, 4), " bits ÷ 8"]))
        }
        Item::Experts { block, all, touched, total } => {
            let part = join(&["Routed experts, ", block.name]);
            let share = join(&[&number::plain(touched, 1), " of ", &number::plain(total, 0)]);
            (part, join(&[&number::gigabytes(all), " × ", &share, " experts"]))
        }
        Item::Cache { layers, elements, positions, bytes, window, .. } => {
            let part = if window.is_some() { "KV cache, local layers" } else { "KV cache" };
            let numbers = [layers, elements, positions, bytes].map(|value| number::plain(value, 4));
            let [layers, elements, positions, bytes] = &numbers;
            let formula =
                [layers, " layers × ", elements, " elements × ", positions, " tokens × ", bytes, " bytes"].concat();
            (part.into(), formula)
        }
        Item::State { elements, bytes, .. } => {
            let formula =
                [&number::billions(elements), " elements × ", &number::plain(bytes, 2), " bytes, read and written"]
                    .concat();
            ("State of recurrent layers".into(), formula)
        }
    };
    plain(&part, &formula, number::gigabytes(line.bytes))
}

fn typical(terms: &Terms) -> String {
    let parts = [
        (terms.step.weights, "weights"),
        (terms.step.cache, "cache"),
        (terms.step.overhead, "fixed costs of layers"),
        (terms.step.communication, "communication"),
    ];
    let shown = parts.iter().filter(|(seconds, _)| *seconds > 0.0);
    let words: Vec<String> =
        shown.map(|(seconds, name)| [&number::unit(number::speed(seconds * 1e3), "ms"), " ", name].concat()).collect();
    join(&["1 ÷ (", &words.join(" + "), ")"])
}

fn memory(fit: &Fit) -> Line {
    let parts = [(fit.weights, "weights"), (fit.cache, "cache"), (fit.overhead, "buffers (estimated)")];
    let words: Vec<String> =
        parts.iter().map(|(bytes, name)| [&number::gigabytes(*bytes), " ", name].concat()).collect();
    let room = number::gigabytes(fit.usable);
    let verdict = if fit.fits() { "fits" } else { "does not fit" };
    let formula = join(&[&words.join(" + "), " of ", &room, " usable: ", verdict]);
    plain("Memory", &formula, number::gigabytes(fit.needed()))
}

/// What lies in memory and is not read.
fn idle(ledger: &Ledger) -> String {
    let words: Vec<String> = ledger
        .idle
        .iter()
        .filter(|line| line.bytes >= 1e6)
        .map(|line| {
            let name = match line.item {
                Item::Weights { group, .. } => group.name(),
                _ => "experts that are not routed to",
            };
            [name, " ", &number::gigabytes(line.bytes)].concat()
        })
        .collect();
    if words.is_empty() {
        String::new()
    } else {
        join(&["In memory, but not read for a token: ", &words.join(", "), "."])
    }
}
