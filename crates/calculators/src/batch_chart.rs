//! The two charts of a batch: all requests together by their number, and what a device gives against what each user gets.
//!
//! 1. Both run the batch from one request to the end of memory or of the axis, and lay the measurements over the curves.
//! 2. By the number of requests, the ends of the range stand at each number.
//! 3. Against the speed of each user, each number of requests is a place on a curve, so that a curve's end at the left is
//!    the largest batch. The range is read upwards: what a device gives while each user gets that speed.
//!
//! A speed of each that the slow end of the range never reaches has no range.

use super::batch::{BY_REQUESTS, BatchAnswer};
use super::measured::{self, ShownRow};
use super::prelude::*;
use rooflight_calibration::Estimate;
use rooflight_estimator::setup::Setup;
use rooflight_primitives::units::count;

/// A curve: the speed of each user, and what a device gives.
type Curve = Vec<(f64, f64)>;

impl BatchAnswer<'_> {
    pub(super) fn chart(&self) -> Chart {
        let mut chart = if self.picture == BY_REQUESTS { self.by_requests() } else { self.by_users() };
        chart.explain_dots(&["solid: this context", "open: other conditions"]);
        measured::mark(&mut chart, self.subject.record, self.rows.iter());
        chart
    }

    /// The numbers of requests to draw.
    fn batches(&self) -> impl DoubleEndedIterator<Item = f64> {
        let points = scale::points((1.0, self.end())).into_iter().map(libm::round);
        points.filter(|batch| self.capacity.draws(*batch))
    }

    fn same_format(&self) -> impl Iterator<Item = &ShownRow<'_>> {
        self.rows.iter().filter(|shown| shown.same_format && !shown.row.drafted)
    }

    fn by_requests(&self) -> Chart {
        let mut chart = Chart {
            title: "Tokens per second of all requests against how many are decoded together",
            desc: self.description(),
            x: (1.0, self.end()),
            x_label: "requests decoded together",
            y_label: "tokens per second together",
            here: self.setup.batch,
            ..Chart::default()
        };
        for batch in self.batches() {
            let (ceiling, found) = self.subject.profile.speed(&Setup { batch, ..*self.setup });
            chart.point(batch, ceiling.aggregate(), found.map(|(range, _)| range.times(batch).values()));
        }
        for ShownRow { row, open, .. } in self.same_format() {
            chart.dots.push(Dot { x: count(row.requests.max(1)), y: row.speed, open: *open });
        }
        chart.mark(Ink::Ceiling, self.estimate.ceiling.aggregate());
        if let Some(range) = self.estimate.range {
            chart.mark_range(range.times(self.setup.batch).values());
        }
        chart.end_of_memory(self.capacity.most);
        chart
    }

    fn by_users(&self) -> Chart {
        let devices = count(self.setup.devices.number());
        let place = |each: f64, batch: f64| (each, each * batch / devices);
        let [mut ceiling, mut low, mut typical, mut high]: [Curve; 4] = Default::default();
        for batch in self.batches().rev() {
            let (best, found) = self.subject.profile.speed(&Setup { batch, ..*self.setup });
            ceiling.push(place(best.per_stream(), batch));
            let Some((range, _)) = found else { continue };
            for (curve, each) in [(&mut low, range.low), (&mut typical, range.typical), (&mut high, range.high)] {
                curve.push(place(each, batch));
            }
        }
        let band = typical.iter().filter_map(|(x, _)| Some((*x, at(&low, *x)?, at(&high, *x)?))).collect();
        let dots: Vec<Dot> = self.same_format().map(dot).collect();
        let Estimate { ceiling: best, range, .. } = self.estimate;
        let here = range.map_or(best.per_stream(), |range| range.typical);
        let all = ceiling.iter().chain(&typical).map(|place| place.0).chain(dots.iter().map(|dot| dot.x)).chain([here]);
        let (least, most) = all.fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
        let mut chart = Chart {
            title: "Tokens per second of a device against those that each user gets",
            desc: self.description(),
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
        let ink = if range.is_some() { Ink::Range } else { Ink::Ceiling };
        chart.mark(ink, place(here, self.setup.batch).1);
        chart
    }
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
