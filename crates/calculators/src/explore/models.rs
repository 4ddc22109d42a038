//! Lists the models that a machine runs: each in the reader's format, grouped by whether it fits and how fast it is,
//! recent models and high scores first.

use super::case::{Case, ExtraDevice};
use super::explorer_input::{ExplorerInput, named, split};
use super::filters::{self, Filters};
use super::groups::{UNKNOWN, by_target, is_known_to_fit, likely, reaching, sort};
use super::inputs::{
    ALSO, ALSO_FOURTH, ALSO_FOURTH_NUMBER, ALSO_NUMBER, ALSO_THIRD, ALSO_THIRD_NUMBER, FORMAT, LINK, MACHINE, SHARED,
    benchmark, fallback_benchmark,
};
use crate::input::{OWN_BANDWIDTH, OWN_MEMORY};
use crate::input_error::InputError;
use crate::query::{Query, whole};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::listing::{LastColumn, Listing, ListingGroup, ListingRow};
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_estimator::heterogeneous;
use rooflight_estimator::records::OWN;
use rooflight_estimator::records::{DeviceRecord, FormatRecord, Score};
use rooflight_estimator::setup::Devices;
use rooflight_primitives::units::GB;

/// The note on how the score of a row is chosen.
const SCORES: &str = "Scores are published ones, per cent: the maker's own before an independent one before another maker's, and of several settings the highest. Settings differ, so scores close to each other do not rank models. A score leads to all of its model's, each with setting, date and source; a blank means that none is in the catalog.";

/// Models released more than this many months before the newest one are listed last.
const RECENT: u64 = 18;

/// Makes the list of models.
///
/// # Errors
/// The first input that cannot be used.
pub(super) fn listing(query: &mut Query<'_>) -> Result<Listing, InputError> {
    let input = ExplorerInput::read(query)?;
    let record = query.device(&MACHINE)?;
    let device = &DeviceRecord { device: query.device_with(record, &OWN_BANDWIDTH, &OWN_MEMORY)?, ..record.clone() };
    let others = others(query)?;
    let own: String = [&OWN_BANDWIDTH, &OWN_MEMORY]
        .iter()
        .filter(|input| !query.text(input).trim().is_empty())
        .map(|input| joined(&["&", input.key, "=", query.text(input)]))
        .collect();
    let number = input.numbers[0] + others.iter().map(|other| other.number).sum::<u64>();
    let devices = match query.one(&SHARED)? {
        "tensor" if number > 1 => Devices::TensorParallel(number),
        _ => split(number),
    };
    let link = link(query, device, devices)?;
    query.hint(&MACHINE, words!("{}\u{a0}GB/s", Arg::Plain(device.device.bandwidth / GB, 1)));
    query.hint(&FORMAT, words!("of every model"));
    let filters = Filters::read(query)?;
    let target = input.target;
    let newest = input.estimator.releases.iter().filter_map(|release| release.month).max().unwrap_or_default();
    // The reader's own model, recent ones, old ones.
    let mut ages = [const { Vec::new() }; 3];
    for (at, model) in input.estimator.models.iter().enumerate() {
        let case = |format| Case { others: &others, link, ..input.case(device, devices, (model, format)) };
        let Some(format) = input.format_of(model, &|format| case(format).fits()) else { continue };
        let release = input.estimator.releases.get(at);
        let licence = release.map_or("", |release| &release.licence);
        if !filters.pass(model, format.weights.parameters(), licence) {
            continue;
        }
        let case = case(format);
        let longest = case.longest().unwrap_or(model.longest_context()).min(model.longest_context());
        if longest < filters.reach {
            continue;
        }
        // The reader's own model has no page.
        let address = if model.id == OWN { case.calculator_address() } else { joined(&["../models/", &model.id, "/"]) };
        let name = (model.name.clone(), address);
        let mut row = case.row(name, small_line(input, format, licence), (longest > 0.0).then_some(longest));
        row.question.push_str(&own);
        let score = |wanted| {
            let its = |(model, benchmark, _): &&Score| (*model, *benchmark) == (at, wanted);
            input.estimator.scores.iter().find(its).map(|(.., score)| *score)
        };
        row.score = score(input.benchmark);
        let month = release.and_then(|release| release.month);
        row.fallback = (score(fallback_benchmark(input.benchmark)).unwrap_or_default(), month.unwrap_or_default());
        let is_old = month.is_some_and(|month| month + RECENT < newest);
        let age = if model.id == OWN { 0 } else { 1 + usize::from(is_old) };
        ages[age].push(row);
    }
    let mut groups = by_target(in_order(ages), target);
    if let Some(too_large) = groups.last_mut() {
        // The smallest first.
        sort(&mut too_large.rows, &|a, b| a.memory.0.total_cmp(&b.memory.0));
    }
    let machine = machine(named(device, split(input.numbers[0])), &others);
    let answer = answer(&groups, &machine, target);
    let notes = notes((devices, !others.is_empty(), link.is_some()), &groups, input.benchmark);
    filters::apply(query, &mut groups)?;
    Ok(Listing {
        answer,
        conditions: conditions(input, &machine, devices, !others.is_empty()),
        first: "Model",
        last: LastColumn { title: "Longest context", unit: "tokens", ..LastColumn::default() },
        score: Some(benchmark(input.benchmark)),
        prompt: input.context,
        target: Some(target),
        groups,
        notes,
        ..Listing::default()
    })
}

/// Returns the smaller line of a model: its parameters, its format if that is not the chosen one, its licence.
fn small_line(input: ExplorerInput<'_>, format: &FormatRecord, licence: &str) -> String {
    let mut under = filled(words!("{} parameters", Arg::Billions(format.weights.parameters())));
    if format.id != input.format {
        under.push_str(&joined(&[", ", &format.name]));
    }
    if !licence.is_empty() {
        under.push_str(&joined(&[", ", licence]));
    }
    under
}

/// Returns the rows of each age by score, one age after the other. Models without one follow by their score in the
/// fallback benchmark, then by release, the newest first; of one month those that need more memory come first.
fn in_order(ages: [Vec<ListingRow>; 3]) -> Vec<ListingRow> {
    let score = |row: &ListingRow| row.score.unwrap_or_default();
    let mut rows = Vec::new();
    for mut age in ages {
        sort(&mut age, &|a, b| {
            let [(a_score, a_month), (b_score, b_month)] = [a.fallback, b.fallback];
            let by_release = || b_month.cmp(&a_month).then_with(|| b.memory.0.total_cmp(&a.memory.0));
            score(b).total_cmp(&score(a)).then_with(|| b_score.total_cmp(&a_score)).then_with(by_release)
        });
        rows.append(&mut age);
    }
    rows
}

/// Returns the names of all kinds of devices.
fn machine(first: String, others: &[ExtraDevice<'_>]) -> String {
    let mut machine = first;
    for (at, other) in others.iter().enumerate() {
        let between = if at + 1 == others.len() { " and " } else { ", " };
        machine.push_str(&joined(&[between, &named(other.device, split(other.number))]));
    }
    machine
}

/// Reads the devices of other kinds that share a model with the first.
fn others<'a>(query: &mut Query<'a>) -> Result<Vec<ExtraDevice<'a>>, InputError> {
    let mut others = Vec::new();
    let inputs = [(&ALSO, &ALSO_NUMBER), (&ALSO_THIRD, &ALSO_THIRD_NUMBER), (&ALSO_FOURTH, &ALSO_FOURTH_NUMBER)];
    for (input, count) in inputs {
        let number = whole(query.number(count)?);
        if number == 0 {
            query.hint(input, words!("optional"));
            continue;
        }
        let device = query.device(input)?;
        query.hint(input, words!("{}\u{a0}GB/s", Arg::Plain(device.device.bandwidth / GB, 1)));
        others.push(ExtraDevice { device, number });
    }
    Ok(others)
}

/// Reads the bytes per second of the stated link; `None` for the usual links or a single device.
fn link(query: &mut Query<'_>, device: &DeviceRecord, devices: Devices) -> Result<Option<f64>, InputError> {
    let chosen = query.one(&LINK)?;
    let link = if chosen == "own" { device.device.link } else { heterogeneous::bandwidth(chosen) };
    if chosen == "own" && link.is_none() {
        let message = words!("The link of {} is not known here: choose another.", Arg::Text(&device.device.name));
        return Err(InputError { field: LINK.key, message: filled(message) });
    }
    if let Some(link) = link {
        query.hint(&LINK, words!("{}\u{a0}GB/s one way", Arg::Plain(link / GB, 1)));
    }
    Ok(link.filter(|_| devices.number() > 1))
}

/// Returns the notes below the list. The first explains its ranges, if devices are unlike or divide layers over a
/// stated link.
fn notes((devices, unlike, linked): (Devices, bool, bool), groups: &[ListingGroup], chosen: usize) -> Vec<String> {
    let rows = || groups.iter().flat_map(|group| &group.rows);
    let (scored, all) = (rows().filter(|row| row.score.is_some()).count(), rows().count());
    let tensor = devices.at_once() > 1;
    let basis = match (tensor, unlike) {
        (true, true) => {
            "Equal parts of every layer: the slowest device sets the speed, and the smallest memory what fits. No run on such a machine is in the catalog, so that there is the ceiling alone."
        }
        (true, false) if linked => {
            "What dividing every layer costs was fitted to other links: over a stated one there is the ceiling alone, without the latency of messages."
        }
        (false, true) => {
            "No run on such a machine is in the catalog. The range is put together from those of its kinds, all at their low or all at their high end; nothing measured checks it."
        }
        _ => "",
    };
    let order = filled(words!(
        "The highest score stands first, models without one follow by {}, then by release; models {} months older than the newest stand last. {} of {} have a score.",
        Arg::Text(benchmark(fallback_benchmark(chosen))),
        Arg::Count(RECENT),
        Arg::Count(scored as u64),
        Arg::Count(all as u64)
    ));
    [String::from(basis), order, String::from(SCORES)].into_iter().filter(|note| !note.is_empty()).collect()
}

/// Returns the answer: the first model with its speed, then how many models fit and reach the target; if the memory is
/// not known, how many would reach it if they fitted.
fn answer(groups: &[ListingGroup], machine: &str, target: f64) -> String {
    let rows = || groups.iter().flat_map(|group| &group.rows);
    let (all, fitting) = (rows().count(), rows().filter(|row| is_known_to_fit(row)).count());
    let speed = Arg::Plain(target, 2);
    if all > 0 && rows().all(|row| row.memory.1.is_none()) {
        let reach = groups[UNKNOWN].rows.iter().filter(|row| likely(row) >= target).count();
        let values = [Arg::Text(machine), Arg::Count(reach as u64), Arg::Count(all as u64), speed];
        return filled(words!(
            "The memory of {} is not known here: state it. Where they fit, {} of {} models should reach {} tokens per second",
            ..values
        ));
    }
    let reaching = reaching(groups).len();
    let first = first(groups);
    let whole = fitting == reaching && fitting > 0;
    let [fitting, all, reaching] = [fitting, all, reaching].map(|number| Arg::Count(number as u64));
    if whole {
        let values = [Arg::Text(&first), fitting, all, speed];
        return filled(words!("{}{} of {} models fit, and all of them should reach {} tokens per second", ..values));
    }
    let values = [Arg::Text(&first), fitting, all, reaching, speed];
    filled(words!("{}{} of {} models fit, and {} of them should reach {} tokens per second", ..values))
}

/// Returns a sentence with the speed of the first row, if that is known to fit; empty otherwise.
fn first(groups: &[ListingGroup]) -> String {
    let row = groups.iter().flat_map(|group| &group.rows).next().filter(|row| is_known_to_fit(row));
    let Some((row, (ceiling, Some([_, typical, _])))) = row.and_then(|row| Some((row, row.speeds?))) else {
        return String::new();
    };
    let values = [Arg::Text(&row.name.0), Arg::Speed(typical), Arg::Speed(ceiling)];
    filled(words!("{}: about {} tokens per second, at most {}. ", ..values))
}

fn conditions(input: ExplorerInput<'_>, machine: &str, devices: Devices, unlike: bool) -> String {
    let shared = match (unlike, devices) {
        (_, Devices::TensorParallel(_)) => ", every layer divided between them in equal parts",
        (true, _) => ", layers split between them by their memory",
        (false, Devices::One) => "",
        _ => ", layers split between them",
    };
    let load = input.load();
    let values = [Arg::Text(machine), Arg::Text(shared), Arg::Text(input.format_name()), Arg::Text(&load)];
    filled(words!("{}{}: {}, {}, or as many as the model can have", ..values))
}
