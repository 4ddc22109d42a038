//! The serving chart: throughput per device against the speed of each user, from one request to the largest batch.
//!
//! 1. Each batch size is a point of a curve: its speed per request on the horizontal axis, its throughput per device on
//!    the vertical one. The left end of a curve is the largest batch that fits.
//! 2. The range is vertical: the throughput per device while each user gets that speed.
//! 3. Measured runs are points by their own numbers of requests and devices.
//!
//! A speed per user that the slow end of the range never reaches has no range.

use super::batch_capacity::BatchCapacity;
use super::measured::{self, ShownRow};
use super::prelude::*;
use super::subject::Subject;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::count;

/// A curve of points: tokens per second of each user, and of a device.
type Curve = Vec<(f64, f64)>;

/// The largest batch drawn, unless the reader's own is larger: then the next power of two.
const LARGEST_BATCH: f64 = 256.0;

/// Draws the chart of a set-up, with its own batch marked.
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
    let batches = scale::points((1.0, scale::doubled(LARGEST_BATCH, setup.batch))).into_iter().map(libm::round);
    for batch in batches.filter(|batch| capacity.draws(*batch)).rev() {
        let speeds = subject.profile.speeds(&Setup { batch, ..*setup });
        ceiling.push(place(speeds.ceiling, batch));
        let Some(range) = speeds.range else { continue };
        for (curve, each) in [(&mut low, range.low), (&mut typical, range.typical), (&mut high, range.high)] {
            curve.push(place(each, batch));
        }
    }
    let band = typical.iter().filter_map(|(x, _)| Some((*x, at(&low, *x)?, at(&high, *x)?))).collect();
    let same_format = rows.iter().filter(|shown| shown.same_format && !shown.row.drafted);
    let dots: Vec<Dot> = same_format.map(dot).collect();
    let speeds = subject.profile.speeds(setup);
    let here = speeds.likely();
    let all = ceiling.iter().chain(&typical).map(|place| place.0).chain(dots.iter().map(|dot| dot.x)).chain([here]);
    let (least, most) = all.fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
    let mut chart = Chart {
        title: "Tokens per second of a device against those that each user gets, while answers are written",
        desc,
        x: (least / 1.1, most * 1.1),
        x_label: "tokens per second of each user".into(),
        y_label: "tokens per second of a device".into(),
        here,
        ceiling,
        band,
        typical,
        dots,
        ..Chart::default()
    };
    let ink = if speeds.range.is_some() { Ink::Range } else { Ink::Ceiling };
    chart.mark(ink, place(here, setup.batch).1);
    chart.explain_dots(&["solid: this context", "open: other conditions"]);
    measured::mark(&mut chart, subject.record, rows.iter());
    chart
}

/// Returns the point of a measurement: its speed per request, and per device.
fn dot(ShownRow { row, open, .. }: &ShownRow<'_>) -> Dot {
    Dot { x: row.speed / count(row.requests.max(1)), y: row.speed / count(row.count.max(1)), open: *open }
}

/// Interpolates a curve on logarithmic scales; `None` outside it.
fn at(curve: &[(f64, f64)], x: f64) -> Option<f64> {
    let [(x0, y0), (x1, y1)] = curve.windows(2).find_map(|pair| match *pair {
        [from, to] if from.0 <= x && x <= to.0 && from.0 < to.0 => Some([from, to]),
        _ => None,
    })?;
    let share = libm::log2(x / x0) / libm::log2(x1 / x0);
    Some(y0 * libm::exp2(share * libm::log2(y1 / y0)))
}
