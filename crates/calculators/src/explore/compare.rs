//! Compares up to four machines: their set-ups on one axis, and a table of bandwidth, memory and power.

use super::case::Case;
use super::explorer_input::{ExplorerInput, named, shared, split};
use super::groups::{is_known_to_fit, likely};
use super::inputs::{FOURTH, MACHINE, SECOND, SUBJECT, THIRD};
use crate::input_error::InputError;
use crate::query::Query;
use crate::report_writer::ReportWriter;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::listing::{LastColumn, Listing, ListingGroup, ListingRow};
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_estimator::fit;
use rooflight_estimator::setup::Devices;
use rooflight_primitives::units::{GB, count};

/// Makes the list of the set-ups side by side, and writes the table.
pub(super) fn listing(query: &mut Query<'_>, report: &mut Report) -> Result<Listing, InputError> {
    let input = ExplorerInput::read(query)?;
    let model = query.model(&SUBJECT)?;
    if let Some(format) = input.format_of(model, &|_| true) {
        query.hint(&SUBJECT, words!("{} parameters", Arg::Billions(format.weights.parameters())));
    }
    let (mut rows, mut cases, mut machines) = (Vec::new(), Vec::new(), Vec::new());
    for (machine, number) in [MACHINE, SECOND, THIRD, FOURTH].iter().zip(input.numbers) {
        if number == 0 {
            continue;
        }
        let device = query.device(machine)?;
        query.hint(machine, words!("{}\u{a0}GB/s", Arg::Plain(device.device.bandwidth / GB, 1)));
        let format = input.format_on(device, number, model)?;
        let one = input.case(device, split(number), (model, format));
        let mut setups = Vec::from([one]);
        if number > 1 && device.device.class.is_stacked() {
            setups.push(Case { devices: Devices::TensorParallel(number), ..one });
        }
        machines.push(rows.len()..rows.len() + setups.len());
        for case in setups {
            let longest = fit::longest_context(&case.setup()).unwrap_or(model.longest_context());
            let longest = longest.min(model.longest_context());
            let address = joined(&["../hardware/", &device.device.id, "/"]);
            let name = (named(device, case.devices), address);
            rows.push(case.row(name, input.split_words(case.devices, format), (longest > 0.0).then_some(longest)));
            cases.push(case);
        }
    }
    facts(report, &rows, &cases);
    let load = input.load();
    let values = [Arg::Text(&model.name), Arg::Text(input.format_name_of(model)), Arg::Text(&load)];
    Ok(Listing {
        answer: answer(machines.into_iter().filter_map(|its| rows.get(its))),
        conditions: filled(words!("{} in {}, {}", ..values)),
        first: "Set-up",
        last: LastColumn { title: "Longest context", unit: "tokens", ..LastColumn::default() },
        score: None,
        prompt: input.context.min(model.longest_context()),
        target: None,
        groups: Vec::from([ListingGroup { title: ("Side by side", String::from("on one axis")), rows }]),
        ..Listing::default()
    })
}

/// Returns the name of a row, with how its devices share the model if there are several.
fn full_name(row: &ListingRow) -> String {
    if row.under.starts_with(shared(Devices::One)) {
        row.name.0.clone()
    } else {
        joined(&[&row.name.0, " (", &row.under, ")"])
    }
}

/// Returns the answer: the fastest machine against each of the others that hold the model, each by its fastest set-up.
fn answer<'a>(machines: impl Iterator<Item = &'a [ListingRow]>) -> String {
    let fastest = |rows: &mut dyn Iterator<Item = &'a ListingRow>| {
        rows.filter(|row| is_known_to_fit(row)).max_by(|a, b| likely(a).total_cmp(&likely(b)))
    };
    let best: Vec<&ListingRow> = machines.filter_map(|its| fastest(&mut its.iter())).collect();
    let Some(first) = fastest(&mut best.iter().copied()) else {
        return String::from("None of these is known to hold this model in this format at this context");
    };
    let slower: Vec<&&ListingRow> = best.iter().filter(|row| likely(row) < likely(first)).collect();
    if slower.is_empty() {
        return filled(words!("{} holds this model; nothing else does, or is as fast", Arg::Text(&first.name.0)));
    }
    let mut answer = joined(&[&full_name(first), " should be "]);
    for (at, row) in slower.iter().enumerate() {
        let between = ["", ", "][usize::from(at > 0)];
        let values = [Arg::Text(between), Arg::Fixed(likely(first) / likely(row), 1), Arg::Text(&full_name(row))];
        answer.push_str(&filled(words!("{}{} times as fast as {}", ..values)));
    }
    answer
}

/// Writes the table of bandwidth, memory and power, with a row for each set-up.
fn facts(report: &mut Report, rows: &[ListingRow], cases: &[Case<'_>]) {
    let caption = "Bandwidth is that at work on a token, power the limit of the boards";
    let head = ("facts", "The rest in one table");
    ReportWriter::new(report).table(head, caption, "set-ups", rows.iter().zip(cases), |row, (shown, case)| {
        let device = &case.device.device;
        let [at_once, all] = [case.devices.at_once(), case.devices.number()].map(count);
        let (needed, usable) = shown.memory;
        row.text("Set-up", "", words!("{}", Arg::Text(&full_name(shown))));
        row.number("Bandwidth", "GB/s", words!("{}", Arg::Plain(device.bandwidth / GB * at_once, 0)));
        row.number("Needed", "GB", words!("{}", Arg::Speed(needed / GB)));
        row.optional(Ink::Plain, "Usable", "GB", usable.map(|usable| Arg::Speed(usable / GB)));
        row.optional(Ink::Plain, "Power", "W", device.power.map(|watts| Arg::Plain(watts * all, 0)));
    });
}
