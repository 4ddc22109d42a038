//! Sorts a list by the column and direction that the reader chose, inputs like the others, which the address keeps.
//!
//! Sorts rows within their groups; a row without a value comes last in both directions. Without a choice the rows keep
//! the answer's own order.

use super::groups::sort;
use crate::input::{Choice, Input};
use crate::input_error::InputError;
use crate::query::Query;
use core::cmp::Ordering;
use rooflight_document::listing::{Listing, ListingColumn, ListingRow};

pub(super) const SORT: Input = Input::new(("sort", "sort"), "Sort by", COLUMNS[0].0, Choice::One(COLUMNS)).folded();
const COLUMNS: &[(&str, &str)] = &[
    ("answer", "the answer's order"),
    ("name", "name"),
    ("memory", "memory needed"),
    ("ceiling", "ceiling"),
    ("speed", "realistic speed"),
    ("measured", "measured speed"),
    ("prompt", "seconds of the prompt"),
    ("last", "context, power or rent"),
    ("score", "score"),
];

pub(super) const DIRECTION: Input =
    Input::new(("dir", "direction"), "Direction", "usual", Choice::One(DIRECTIONS)).folded();
const DIRECTIONS: &[(&str, &str)] = &[("usual", "best first"), ("reversed", "best last")];

/// Sorts the rows of each group as the reader chose.
pub(super) fn apply(query: &Query<'_>, listing: &mut Listing) -> Result<(), InputError> {
    let column = ListingColumn::of(query.one(&SORT)?);
    let reversed = query.one(&DIRECTION)? != DIRECTION.default;
    let Some(column) = column else { return Ok(()) };
    let up = match column {
        ListingColumn::Name | ListingColumn::Memory | ListingColumn::Prompt => true,
        ListingColumn::Last => listing.last.is_less_better,
        _ => false,
    };
    let down = reversed == up;
    for group in &mut listing.groups {
        sort(&mut group.rows, &|a, b| compare(a, b, column, down));
    }
    listing.order = Some((column, down));
    Ok(())
}

fn compare(a: &ListingRow, b: &ListingRow, column: ListingColumn, down: bool) -> Ordering {
    let order = match (a.value(column), b.value(column)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (a, b) if column != ListingColumn::Name => return a.is_none().cmp(&b.is_none()),
        _ => a.name.0.cmp(&b.name.0),
    };
    if down { order.reverse() } else { order }
}
