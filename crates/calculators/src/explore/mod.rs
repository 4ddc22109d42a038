//! The explorer: what runs on a machine, which hardware runs a model, and set-ups side by side.
//!
//! 1. The mode selects one of three lists, which share device, model, format, context and target.
//! 2. A row is one set-up: its memory, ceiling, realistic range and newest measurement, from the same estimate as the
//!    calculators.
//! 3. Rows are grouped by whether they reach the target. A set-up that does not fit has no speed, but links to changes
//!    that would make it fit.
//!
//! Holds no formula. The explorer has its own page and is not in the list of calculators.

mod case;
mod compare;
mod explorer_input;
mod filters;
mod groups;
mod hardware;
mod inputs;
mod models;
mod order;
mod ram_case;
mod system_ram;
mod worth;

use super::answer::Outcome;
use super::input::{CONTEXT, OWN_BANDWIDTH, OWN_MEMORY};
use super::input_error::InputError;
use super::offload_inputs::HOST_BANDWIDTH;
use super::query::Query;
use super::record_schema;
use super::spec::{Evaluation, Group, Spec, Validation};
use alloc::string::String;
use alloc::vec;
use groups::is_known_to_fit;
use inputs::{
    ALSO, ALSO_FOURTH, ALSO_FOURTH_NUMBER, ALSO_NUMBER, ALSO_THIRD, ALSO_THIRD_NUMBER, BATCH, BENCHMARK, ENGINE,
    FIRST_ROWS, FORMAT, FOURTH, FOURTH_NUMBER, LINK, MACHINE, MAX_DEVICES, MODE, NUMBER, ROWS, SECOND, SECOND_NUMBER,
    SHARED, SUBJECT, TARGET, THIRD, THIRD_NUMBER,
};
pub use inputs::{benchmarks, formats};
use rooflight_document::date::date;
use rooflight_document::listing::Listing;
use rooflight_document::prelude::*;
use rooflight_primitives::units::count;

/// The declaration of the explorer.
pub const SPEC: Spec = Spec {
    kind: "explore",
    title: "Explore",
    about: "What runs on your machine, which hardware runs a model at a speed, and set-ups side by side.",
    inputs: &[
        MODE,
        MACHINE,
        NUMBER,
        ALSO,
        ALSO_NUMBER,
        ALSO_THIRD,
        ALSO_THIRD_NUMBER,
        ALSO_FOURTH,
        ALSO_FOURTH_NUMBER,
        SHARED,
        LINK,
        SECOND,
        SECOND_NUMBER,
        THIRD,
        THIRD_NUMBER,
        FOURTH,
        FOURTH_NUMBER,
        SUBJECT,
        FORMAT,
        ENGINE,
        CONTEXT,
        BATCH,
        TARGET,
        MAX_DEVICES,
        worth::WORTH,
        BENCHMARK,
        filters::SHOW,
        ROWS,
        order::SORT,
        order::DIRECTION,
        filters::FAMILY,
        filters::LICENCE,
        filters::MIN_PARAMETERS,
        filters::MAX_PARAMETERS,
        filters::REACH,
        OWN_BANDWIDTH,
        OWN_MEMORY,
        system_ram::RAM,
        HOST_BANDWIDTH,
    ],
    records: &[record_schema::LIBRARY, record_schema::OWN_MODEL],
    group: (Group::Output, 0),
    validation: Validation::Never,
    is_benchmarkable: false,
    evaluation: Evaluation::BuiltIn(evaluate),
};

fn evaluate(query: &mut Query<'_>, report: &mut Report) -> Result<Outcome, InputError> {
    let mode = query.one(&MODE)?;
    let mut listing = match mode {
        "which" => hardware::listing(query)?,
        "compare" => compare::listing(query, report)?,
        _ => models::listing(query)?,
    };
    order::apply(query, &mut listing)?;
    listing.notes.extend(days_of_runs(&listing));
    listing.first_rows = (query.one(&ROWS)? == ROWS.default).then_some(FIRST_ROWS);
    let numbers = tally(&listing);
    let status = listing.answer.clone();
    report.listing(listing);
    Ok(Outcome { status, numbers })
}

/// Returns the note on the dates of a list's measurements; `None` if it has none.
fn days_of_runs(listing: &Listing) -> Option<String> {
    let rows = || listing.groups.iter().flat_map(|group| &group.rows);
    let days = || rows().map(|row| row.day.as_str()).filter(|day| !day.is_empty());
    let [oldest, newest] = [days().min()?, days().max()?].map(date);
    let values = [Arg::Text(&oldest), Arg::Text(&newest)];
    Some(filled(words!("The measurements here are of {} to {}, each with its own day.", ..values)))
}

/// Returns the bare numbers: rows, rows that are known to fit, and the sum of the typical speeds, or else ceilings.
fn tally(listing: &Listing) -> super::Numbers {
    let rows = || listing.groups.iter().flat_map(|group| &group.rows);
    let speeds = rows().filter_map(|row| row.speeds);
    vec![
        ("rows", count(rows().count() as u64)),
        ("fitting", count(rows().filter(|row| is_known_to_fit(row)).count() as u64)),
        ("sum of speeds", speeds.map(|(ceiling, range)| range.map_or(ceiling, |[_, typical, _]| typical)).sum()),
    ]
}
