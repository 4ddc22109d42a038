//! Lists the hardware that runs a model: every device, alone or as many as hold the model, grouped by whether it
//! reaches the target.

use super::case::Case;
use super::explorer_input::{ExplorerInput, named};
use super::filters;
use super::groups::{by_target, is_known_to_fit, likely, reaching, sort};
use super::inputs::{BEST, FORMAT, SUBJECT};
use super::worth::Costs;
use crate::input_error::InputError;
use crate::query::Query;
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_document::listing::{Listing, ListingRow};
use rooflight_document::markup::joined;
use rooflight_document::prelude::*;
use rooflight_estimator::records::ModelRecord;
use rooflight_estimator::setup::Devices;

/// Makes the list of devices.
///
/// # Errors
/// The first input that cannot be used; a context that the model does not have.
pub(super) fn listing(query: &mut Query<'_>) -> Result<Listing, InputError> {
    let input = ExplorerInput::read(query)?;
    let model = query.model(&SUBJECT)?;
    let most = input.most;
    if let Some(format) = input.format_of(model, &|_| true) {
        query.hint(&SUBJECT, words!("{} parameters", Arg::Billions(format.weights.parameters())));
        let bits = Arg::Fixed(format.weights.bits_per_weight(), 2);
        let each = [words!("of each device"), words!("{} bits each", bits)];
        query.hint(&FORMAT, each[usize::from(input.format != BEST)]);
    }
    if input.context > model.longest_context() {
        let message =
            words!("{} has at most {} tokens.", Arg::Text(&model.name), Arg::Plain(model.longest_context(), 0));
        return Err(InputError { field: crate::input::CONTEXT.key, message: filled(message) });
    }
    let costs = Costs::read(query)?;
    let target = input.target;
    let mut rows = Vec::new();
    for (position, device) in input.estimator.devices.iter().enumerate() {
        let stacked = if device.device.class.is_stacked() { most } else { 1 };
        let format = input.format_on(device, stacked, model)?;
        let alone = input.case(device, Devices::One, (model, format));
        let mut listed = Vec::from([alone]);
        if device.device.class.is_stacked() {
            let few = (2..=most).find(|number| Case { devices: Devices::LayerSplit(*number), ..alone }.fits());
            if let Some(number) = few {
                let (layers, tensor) = (Devices::LayerSplit(number), Devices::TensorParallel(number));
                if !alone.fits() {
                    listed = Vec::from([Case { devices: layers, ..alone }]);
                }
                listed.push(Case { devices: tensor, ..alone });
            }
        }
        for case in listed.iter().filter(|case| listed.len() == 1 || case.fits()) {
            let address = joined(&["../hardware/", &device.device.id, "/"]);
            let mut row =
                case.row((named(device, case.devices), address), input.split_words(case.devices, format), None);
            row.last = costs.of(position, case, &row);
            rows.push(row);
        }
    }
    // Those that reach the target are sorted by cost, the others by speed.
    sort(&mut rows, &|a, b| likely(b).total_cmp(&likely(a)));
    let fits = || rows.iter().filter(|row| is_known_to_fit(row));
    // A ceiling alone is far above what runs reach, so it is the nearest only where no row has a range.
    let typical = fits().find(|row| row.speeds.is_some_and(|(_, range)| range.is_some()));
    let fastest = typical.or_else(|| fits().next()).cloned();
    let mut groups = by_target(rows, target);
    if let Some(reach) = groups.first_mut() {
        sort(&mut reach.rows, &|a, b| a.last.unwrap_or(f64::MAX).total_cmp(&b.last.unwrap_or(f64::MAX)));
    }
    let answer = answer(reaching(&groups), (target, costs), fastest.as_ref());
    filters::apply(query, &mut groups)?;
    Ok(Listing {
        answer,
        conditions: conditions(input, model),
        first: "Hardware",
        last: costs.column(),
        score: None,
        prompt: input.context,
        target: Some(target),
        groups,
        notes: costs.note().into_iter().collect(),
        oldest: costs.oldest().into(),
        ..Listing::default()
    })
}

/// Returns the answer: how many set-ups reach the target and which costs least, or else the fastest.
fn answer(reaching: &[ListingRow], (target, costs): (f64, Costs<'_>), fastest: Option<&ListingRow>) -> String {
    let target = Arg::Plain(target, 2);
    let found = reaching.len();
    // They are sorted by cost, those without one last.
    let least = reaching.first().and_then(|row| Some((row.last?, row)));
    match (least, fastest) {
        (Some((cost, row)), _) => {
            let least = costs.least(&row.name.0, cost);
            let values = [Arg::Count(found as u64), target, Arg::Text(&least)];
            filled(words!("{} set-ups should reach {} tokens per second; {}", ..values))
        }
        (None, Some(_)) if found > 0 => {
            filled(words!("{} set-ups should reach {} tokens per second", Arg::Count(found as u64), target))
        }
        (None, Some(fastest)) => {
            let values = [target, Arg::Text(&fastest.name.0), Arg::Speed(likely(fastest))];
            filled(words!(
                "Nothing here typically reaches {} tokens per second; {} comes nearest with about {}",
                ..values
            ))
        }
        (None, None) => String::from("Nothing here holds this model in this format at this context"),
    }
}

fn conditions<'a>(input: ExplorerInput<'a>, model: &'a ModelRecord) -> String {
    let load = input.load();
    let values = [Arg::Text(&model.name), Arg::Text(input.format_name_of(model)), Arg::Text(&load)];
    filled(words!("{} in {}, {}; the usual engine of each device", ..values))
}
