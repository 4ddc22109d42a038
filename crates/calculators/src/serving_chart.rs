//! The picture of serving: what a device gives against what each user gets, from one request to the largest batch.
//!
//! 1. Each number of requests is a place on a curve: to the right the speed of each, upwards that of all, over the
//!    devices. A curve's end at the left is the largest batch that fits.
//! 2. The range is read upwards: what a device gives while each user gets that speed.
//! 3. Measured runs are laid over it by their own number of requests and of devices.
//!
//! A speed of each that the slow end of the range never reaches has no range.

use super::machine::BatchCapacity;
use super::measured::{self, ShownRow};
use super::prelude::*;
use super::subject::Subject;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::count;

/// A curve: the speed of each user, and what a device gives.
type Curve = Vec<(f64, f64)>;

/// The right end of what is drawn: 256 requests, or the power of two that holds the reader's.
const REQUESTS: f64 = 256.0;

/// The chart of a set-up whose batch is where the reader stands.
pub(crate) fn chart(
    subject: &Subject<'_>,
    setup: &Setup<'_>,
    capacity: &BatchCapacity,
    rows: &[ShownRow<'_>],
    desc: String,
) -> Chart {
    let devices = count(setup.devices.number());
    let place = |each: f64, batch: f64| (each, each * batch / devices);
    let [mut ceiling, mut low, mut typical, mut high]: [Curve; 4] = Default::default();
    let batches = scale::points((1.0, scale::doubled(REQUESTS, setup.batch))).into_iter().map(libm::round);
    for batch in batches.filter(|batch| capacity.draws(*batch)).rev() {
        let (best, found) = subject.profile.speed(&Setup { batch, ..*setup });
        ceiling.push(place(best.per_stream(), batch));
        let Some((range, _)) = found else { continue };
        for (curve, each) in [(&mut low, range.low), (&mut typical, range.typical), (&mut high, range.high)] {
            curve.push(place(each, batch));
        }
    }
    let band = typical.iter().filter_map(|(x, _)| Some((*x, at(&low, *x)?, at(&high, *x)?))).collect();
    let same_format = rows.iter().filter(|shown| shown.same_format && !shown.row.drafted);
    let dots: Vec<Dot> = same_format.map(dot).collect();
    let (best, found) = subject.profile.speed(setup);
    let here = found.as_ref().map_or(best.per_stream(), |(range, _)| range.typical);
    let all = ceiling.iter().chain(&typical).map(|place| place.0).chain(dots.iter().map(|dot| dot.x)).chain([here]);
    let (least, most) = all.fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
    let mut chart = Chart {
        title: "Tokens per second of a device against those that each user gets, while answers are written",
        desc,
        x: (least / 1.1, most * 1.1),
        x_label: "tokens per second of each user",
        y_label: "tokens per second of a device",
        here,
        ceiling,
        band,
        typical,
        dots,
        ..Chart::default()
    };
    let ink = if found.is_some() { Ink::Range } else { Ink::Ceiling };
    chart.mark(ink, place(here, setup.batch).1);
    chart.explain_dots(&["solid: this context", "open: other conditions"]);
    measured::mark(&mut chart, subject.record, rows.iter());
    chart
}

/// A measurement: the speed of each of its requests, and of each of its devices.
fn dot(ShownRow { row, open, .. }: &ShownRow<'_>) -> Dot {
    Dot { x: row.speed / count(row.requests.max(1)), y: row.speed / count(row.count.max(1)), open: *open }
}

/// The height of a curve between two of its places, on a logarithmic scale; `None` outside it.
fn at(curve: &[(f64, f64)], x: f64) -> Option<f64> {
    let [(x0, y0), (x1, y1)] = curve.windows(2).find_map(|pair| match *pair {
        [from, to] if from.0 <= x && x <= to.0 && from.0 < to.0 => Some([from, to]),
        _ => None,
    })?;
    let share = libm::log2(x / x0) / libm::log2(x1 / x0);
    Some(y0 * libm::exp2(share * libm::log2(y1 / y0)))
}
