//! The cost by which hardware is ranked: power, rent per hour, or rent per million tokens.
//!
//! 1. Power is the device's limit. Rent is the median of its providers' lowest list prices, from the
//!    catalog.
//! 2. The rent of a million tokens is that of the time that all requests together take for them at the typical speed.
//!
//! A device that no provider lists has no rent, and is not ranked by it.

use super::case::Case;
use super::groups::likely;
use crate::input::{Choice, Input};
use crate::input_error::InputError;
use crate::query::Query;
use alloc::string::String;
use rooflight_document::date::date;
use rooflight_document::listing::{LastColumn, ListingRow};
use rooflight_document::prelude::*;
use rooflight_estimator::records::Rent;
use rooflight_primitives::units::count;

pub(super) const WORTH: Input = Input::new(("by", "by"), "Least", "power", Choice::One(COSTS));
const COSTS: &[(&str, &str)] =
    &[("power", "power"), ("rent", "rent by the hour"), ("tokens", "rent of a million tokens")];

/// How hardware is ranked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
    Power,
    Rent,
    Tokens,
}

/// How hardware is ranked, with the rental prices that two of the rankings need.
#[derive(Clone, Copy)]
pub(super) struct Costs<'a> {
    pub(super) worth: Worth,
    rents: &'a [Rent],
}

impl<'a> Costs<'a> {
    /// Reads the cost by which hardware is ranked.
    pub(super) fn read(query: &mut Query<'a>) -> Result<Self, InputError> {
        let worth = match query.one(&WORTH)? {
            "rent" => Worth::Rent,
            "tokens" => Worth::Tokens,
            _ => Worth::Power,
        };
        let hint = if worth == Worth::Power { words!("of the device") } else { words!("list prices") };
        query.hint(&WORTH, hint);
        Ok(Self { worth, rents: &query.estimator().rents })
    }

    /// Computes the cost of a row on the device at this position; `None` if power or rent is not known.
    pub(super) fn of(&self, position: usize, case: &Case<'_>, row: &ListingRow) -> Option<f64> {
        let devices = count(case.devices.number());
        if self.worth == Worth::Power {
            return case.device.device.power.map(|watts| watts * devices);
        }
        let (_, hour, _) = self.rents.iter().find(|(device, ..)| *device == position)?;
        let hour = hour * devices;
        let second = likely(row) * case.requests;
        match self.worth {
            Worth::Tokens => (second > 0.0).then(|| hour / (second * 3600.0) * 1e6),
            _ => Some(hour),
        }
    }

    /// Returns the column of the costs.
    pub(super) const fn column(&self) -> LastColumn {
        let (title, unit, decimals) = match self.worth {
            Worth::Power => ("Power", "W at the limit", 0),
            Worth::Rent => ("Rent", "$ an hour", 2),
            Worth::Tokens => ("Rent", "$ a million tokens", 2),
        };
        LastColumn { title, unit, decimals, is_less_better: true }
    }

    /// Returns the end of the answer, on the row that costs least.
    pub(super) fn least(&self, name: &str, cost: f64) -> String {
        let values = [Arg::Text(name), Arg::Plain(cost, self.column().decimals)];
        filled(match self.worth {
            Worth::Power => words!("{} needs the least power, {} W", ..values),
            Worth::Rent => words!("{} rents for the least, ${} an hour", ..values),
            Worth::Tokens => words!("{} costs the least rent, ${} for a million tokens", ..values),
        })
    }

    /// Returns the day of the oldest price; empty if hardware is not ranked by prices.
    pub(super) fn oldest(&self) -> &'a str {
        self.days().min().unwrap_or_default()
    }

    /// Returns the days of the prices; none if hardware is not ranked by prices.
    fn days(&self) -> impl Iterator<Item = &'a str> {
        let is_priced = self.worth != Worth::Power;
        self.rents.iter().map(|(.., day)| day.as_str()).filter(move |_| is_priced)
    }

    /// Returns the note on the prices, with the days between which they were read; `None` without prices.
    pub(super) fn note(&self) -> Option<String> {
        let (oldest, newest) = (date(self.days().min()?), date(self.days().max()?));
        let values = [Arg::Text(&oldest), Arg::Text(&newest)];
        Some(filled(words!(
            "Rent: the middle of what providers listed for one such device, without storage and traffic, read between {} and {}. Prices move within weeks: the page of each device has those of each provider, with day and source. A set-up without a price is not ranked.",
            ..values
        )))
    }
}
