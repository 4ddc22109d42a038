//! The table of the ledger: every line with its formula and the reader's numbers put in.
//!
//! 1. The bytes that one token moves, by tensor group and block type, then the cache and the state; their sum.
//! 2. The ceiling: bandwidth over that sum. The estimate: the same bytes at the fitted efficiencies, plus the fixed
//!    costs.
//! 3. The memory needed, and the memory usable.
//!
//! Holds no formula: the numbers come from `ledger`, `calibration` and `fit`.

use super::report_writer::ReportWriter;
use alloc::string::String;
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_estimator::calibration::{Estimate, Terms};
use rooflight_estimator::fit::Fit;
use rooflight_estimator::ledger::{Item, Ledger, Line};
use rooflight_estimator::setup::Setup;

/// Writes the table: bytes per token, ceiling, estimate, memory.
pub(crate) fn write(
    writer: &mut ReportWriter<'_>,
    setup: &Setup<'_>,
    estimate: &Estimate,
    fit: Option<&Fit>,
    sizes: Sizes,
) {
    let ledger = Ledger::of(setup);
    for line in &ledger.moved {
        moved(writer, line, sizes);
    }
    let total = sizes.giga(ledger.moved_bytes());
    writer.quantity(words!("{}", total)).sum("Per token", words!("all lines above, once a token"));
    let quantity = writer.quantity(words!(RATE, Arg::Speed(estimate.ceiling.per_stream()))).ink(Ink::Ceiling);
    quantity.step("Ceiling", words!("{}/s ÷ {}", sizes.giga(setup.device.bandwidth), total));
    if let Some(range) = &estimate.range {
        let formula = estimate.terms.as_ref().map(typical).unwrap_or_default();
        let quantity = writer.quantity(words!(RATE, Arg::Speed(range.typical))).ink(Ink::Range);
        quantity.step("Typical", words!("{}", Arg::Text(&formula)));
        let quantity = writer.quantity(words!(RATE, Arg::Range(range.low, range.high))).ink(Ink::Range);
        quantity.step("Realistic", words!("{}", Arg::Text(&estimate.reason)));
    }
    if let Some(fit) = fit {
        memory(writer, fit, sizes);
    }
    let caption = filled(words!("Read from memory for every token, in {}; then what follows from it", sizes.words()));
    writer.open_steps("bytes", "The bytes behind it", &caption);
    idle(writer.report, &ledger, sizes);
    writer.report.end_section();
}

const RATE: &str = "{}\u{a0}tok/s";

fn moved(writer: &mut ReportWriter<'_>, line: &Line, sizes: Sizes) {
    let quantity = writer.quantity(words!("{}", sizes.giga(line.bytes)));
    match line.item {
        Item::Weights { group, block, parameters, bits } => {
            let part = joined(&[&capital(group.name()), ", ", block.name]);
            let values = [Arg::Billions(parameters), Arg::Plain(bits, 4)];
            quantity.step(&part, words!("{} × {} bits ÷ 8", ..values));
        }
        Item::Experts { block, all, touched, total } => {
            let part = joined(&["Routed experts, ", block.name]);
            let values = [sizes.giga(all), Arg::Plain(touched, 1), Arg::Plain(total, 0)];
            quantity.step(&part, words!("{} × {} of {} experts", ..values));
        }
        Item::Cache { layers, elements, positions, bytes, window, .. } => {
            let part = if window.is_some() { "KV cache, local layers" } else { "KV cache" };
            let values = [layers, elements, positions, bytes].map(|value| Arg::Plain(value, 4));
            quantity.step(part, words!("{} layers × {} elements × {} tokens × {} bytes", ..values));
        }
        Item::State { elements, bytes, .. } => {
            let values = [Arg::Billions(elements), Arg::Plain(bytes, 2)];
            let formula = words!("{} elements × {} bytes, read and written", ..values);
            quantity.step("State of recurrent layers", formula);
        }
    }
}

fn typical(terms: &Terms) -> String {
    let parts = [
        (terms.step.weights, "\u{a0}ms weights"),
        (terms.step.cache, "\u{a0}ms cache"),
        (terms.step.overhead, "\u{a0}ms fixed costs of layers"),
        (terms.step.communication, "\u{a0}ms communication"),
    ];
    let mut text = String::new();
    for (seconds, name) in parts {
        if seconds > 0.0 {
            text.push_str(if text.is_empty() { "1 ÷ (" } else { " + " });
            Arg::Speed(seconds * 1e3).push(&mut text);
            text.push_str(name);
        }
    }
    text.push(')');
    text
}

fn memory(writer: &mut ReportWriter<'_>, fit: &Fit, sizes: Sizes) {
    let verdict = if fit.fits() { "fits" } else { "does not fit" };
    let values = [
        sizes.giga(fit.weights),
        sizes.giga(fit.cache),
        sizes.giga(fit.overhead),
        sizes.giga(fit.usable),
        Arg::Text(verdict),
    ];
    let formula = words!("{} weights + {} cache + {} buffers (estimated) of {} usable: {}", ..values);
    writer.quantity(words!("{}", sizes.giga(fit.needed()))).step("Memory", formula);
}

/// Writes a note on the bytes that are in memory but not read for a token, in parts of at least 1 MB.
fn idle(report: &mut Report, ledger: &Ledger, sizes: Sizes) {
    let mut text = String::new();
    let mut add = |name: &str, bytes: f64| {
        if bytes >= 1e6 {
            text.push_str(if text.is_empty() { "In memory, but not read for a token: " } else { ", " });
            text.push_str(&filled(words!("{} {}", Arg::Text(name), sizes.giga(bytes))));
        }
    };
    let mut experts = 0.0;
    for line in &ledger.idle {
        match line.item {
            Item::Weights { group, .. } => add(group.name(), line.bytes),
            _ => experts += line.bytes,
        }
    }
    add("experts that are not routed to", experts);
    if !text.is_empty() {
        report.paragraph("note", words!("{}.", Arg::Text(&text)));
    }
}
