//! Places labels in a chart whose width is unknown.
//!
//! x is a fraction of the width plus pixels, y is pixels, and text keeps its size at every width from 272 to 1,100
//! pixels.
//! 1. A request lists anchors, how far the label may move up and down, and the cost of each move.
//! 2. Every candidate that leaves the plot or touches a placed label at any width is rejected.
//! 3. The cheapest remaining candidate wins: clutter underneath, distance, side. If its cost is over the limit, the
//!    label is dropped.
//!
//! Labels are placed by falling priority, so that the least important gives way. No two placed boxes ever overlap.

use alloc::vec::Vec;

use super::{
    clutter::{Clutter, height_at},
    geometry::{Position, WIDTHS},
};

/// A box. Its left and right edges are at the fraction `x` of the width plus `left` or `right` pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// Fraction of the width from which `left` and `right` are measured.
    pub(super) x: f64,
    /// Offset of the left edge, pixels.
    pub(super) left: f64,
    /// Offset of the right edge, pixels.
    pub(super) right: f64,
    /// Top edge, pixels from the top of the plot.
    pub(super) top: f64,
    /// Bottom edge, pixels from the top of the plot.
    pub(super) bottom: f64,
    /// Width in pixels of the narrowest plot that shows the box.
    pub(super) narrowest: f64,
}

/// The position of a label: its box, and the side of the anchor that it is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// The box that the text fills.
    pub(super) area: Area,
    /// True if the text ends at the anchor, to the left of `area.x`, instead of starting there.
    pub(super) flipped: bool,
}

/// A candidate anchor: fraction of the width, pixels from the top, and the cost of choosing it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor(pub(super) f64, pub(super) f64, pub(super) f64);

/// A request for a position. Lengths are in pixels, costs in the weights of the clutter map.
pub(super) struct LabelRequest<'a> {
    /// Width and height of the text.
    pub(super) size: (f64, f64),
    /// Candidate anchors.
    pub(super) anchors: &'a [Anchor],
    /// Distance between the anchor and the text.
    pub(super) gap: f64,
    /// How far the label's centre may move up and down from the anchor.
    pub(super) reach: (f64, f64),
    /// Cost of each pixel of vertical distance.
    pub(super) pull: f64,
    /// Cost of being below the anchor; if negative, the cost of being above it.
    pub(super) below: f64,
    /// Cost of being to the left of the anchor.
    pub(super) flip: f64,
    /// Highest cost at which the label is still drawn.
    pub(super) limit: f64,
    /// Width in pixels of the narrowest plot that shows the label.
    pub(super) narrowest: f64,
    /// A curve that the label must not cross upwards from an anchor below it. Empty if there is none.
    pub(super) roof: &'a [Position],
}

/// The clutter map and the labels placed so far.
pub(super) struct Placer {
    clutter: Clutter,
    height: f64,
    taken: Vec<Area>,
}

impl Area {
    /// True if two boxes are apart at every width. Edges move linearly with the width, so an order that holds at both
    /// ends of the interval holds in between.
    pub(super) fn clear_of(&self, other: &Self) -> bool {
        let widths = [self.narrowest.max(other.narrowest), WIDTHS[1]];
        let before = |a: &Self, b: &Self| widths.iter().all(|width| a.x * width + a.right <= b.x * width + b.left);
        self.bottom <= other.top || other.bottom <= self.top || before(self, other) || before(other, self)
    }

    /// True if the box stays inside a plot of this height at every width.
    pub(super) fn inside(&self, height: f64) -> bool {
        let fits = |width: &f64| self.x * width + self.left >= -0.01 && self.x * width + self.right <= width + 0.01;
        self.top >= 0.0 && self.bottom <= height && [self.narrowest, WIDTHS[1]].iter().all(fits)
    }

    /// The range of fractions of the width that the box covers, over all widths.
    fn reach(&self) -> (f64, f64) {
        let (narrow, wide) = (self.narrowest, WIDTHS[1]);
        (self.x + (self.left / narrow).min(self.left / wide), self.x + (self.right / narrow).max(self.right / wide))
    }
}

impl Placer {
    /// A placer without labels, for a plot of this height in pixels.
    pub(super) fn new(clutter: Clutter, height: f64) -> Self {
        Self { clutter, height, taken: Vec::new() }
    }

    /// Keeps a box free of labels.
    pub(super) fn reserve(&mut self, area: Area) {
        self.taken.push(area);
    }

    /// Finds the cheapest position and reserves it; `None` if the label is better left out.
    pub(super) fn place(&mut self, request: &LabelRequest) -> Option<Spot> {
        let mut best: Option<(Spot, f64)> = None;
        for anchor in request.anchors {
            for flipped in [false, true] {
                let mut offset = request.highest(anchor);
                while offset <= request.reach.1 {
                    let spot = request.spot(anchor, offset, flipped);
                    let cost = anchor.2 + request.cost(offset, flipped);
                    // The clutter is looked up last because it costs the most time.
                    if best.is_none_or(|found| cost < found.1) && cost <= request.limit && self.is_free(&spot.area) {
                        let cost =
                            cost + f64::from(self.clutter.under(spot.area.reach(), (spot.area.top, spot.area.bottom)));
                        if cost <= request.limit && best.is_none_or(|found| cost < found.1) {
                            best = Some((spot, cost));
                        }
                    }
                    offset += 2.0;
                }
            }
        }
        let (spot, _) = best?;
        self.taken.push(spot.area);
        Some(spot)
    }

    fn is_free(&self, area: &Area) -> bool {
        area.inside(self.height) && self.taken.iter().all(|other| area.clear_of(other))
    }
}

impl LabelRequest<'_> {
    /// Defaults for the other requests: no anchors, no movement, no cost.
    pub(super) const NEAR: Self = Self {
        size: (0.0, 0.0),
        anchors: &[],
        gap: 0.0,
        reach: (0.0, 0.0),
        pull: 0.0,
        below: 0.0,
        flip: 0.0,
        limit: 0.0,
        narrowest: WIDTHS[0],
        roof: &[],
    };

    /// The lowest offset, that is, how far up the centre may move.
    fn highest(&self, anchor: &Anchor) -> f64 {
        match height_at(self.roof, anchor.0) {
            Some(roof) if anchor.1 > roof - 0.5 => (roof - anchor.1 + self.size.1 / 2.0).max(-self.reach.0),
            _ => -self.reach.0,
        }
    }

    fn spot(&self, anchor: &Anchor, offset: f64, flipped: bool) -> Spot {
        let (width, height) = self.size;
        let (left, right) = if flipped { (-self.gap - width, -self.gap) } else { (self.gap, self.gap + width) };
        let top = libm::round(anchor.1 + offset - height / 2.0);
        Spot { area: Area { x: anchor.0, left, right, top, bottom: top + height, narrowest: self.narrowest }, flipped }
    }

    fn cost(&self, offset: f64, flipped: bool) -> f64 {
        let side = if offset > 0.0 { self.below.max(0.0) } else { (-self.below).max(0.0) };
        offset.abs() * self.pull + side + if flipped { self.flip } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{super::clutter::Sketch, *};
    use proptest::prelude::*;

    fn request(anchors: &[Anchor]) -> LabelRequest<'_> {
        LabelRequest {
            size: (40.0, 16.0),
            anchors,
            gap: 7.0,
            reach: (40.0, 40.0),
            pull: 1.0,
            below: 5.0,
            flip: 5.0,
            limit: 100.0,
            narrowest: WIDTHS[0],
            roof: &[],
        }
    }

    fn placer() -> Placer {
        Placer::new(Sketch::new(264.0).finish(), 264.0)
    }

    #[test]
    fn labels_flip_at_the_right_edge() {
        let spot = placer().place(&request(&[Anchor(1.0, 100.0, 0.0)])).unwrap();
        assert!(spot.flipped);
        assert!(!placer().place(&request(&[Anchor(0.0, 100.0, 0.0)])).unwrap().flipped);
    }

    #[test]
    fn labels_push_apart_and_the_last_gives_way() {
        let mut placer = placer();
        let anchors = [Anchor(0.0, 100.0, 0.0)];
        let narrow = LabelRequest { reach: (16.0, 16.0), ..request(&anchors) };
        let tops: Vec<f64> = core::iter::from_fn(|| placer.place(&narrow)).map(|spot| spot.area.top).collect();
        assert_eq!(tops, [92.0, 76.0, 108.0]);
    }

    #[test]
    fn labels_stay_under_their_roof() {
        let roof = [(0.0, 90.0), (1.0, 90.0)];
        let anchors = [Anchor(0.0, 95.0, 0.0)];
        let up = LabelRequest { below: -1000.0, ..request(&anchors) };
        assert!(
            placer().place(&LabelRequest { below: 1000.0, limit: 2000.0, roof: &roof, ..up }).unwrap().area.top >= 90.0
        );
    }

    proptest! {
        #[test]
        fn boxes_never_meet(wishes in prop::collection::vec((0.0..=1.0_f64, 0.0..264.0_f64, 8.0..150.0_f64, 12.0..50.0_f64, prop_oneof![Just(272.0), Just(380.0)]), 1..24)) {
            let mut placer = placer();
            for (x, y, width, height, narrowest) in wishes {
                placer.place(&LabelRequest { size: (width, height), narrowest, ..request(&[Anchor(x, y, 0.0)]) });
            }
            // Compares in pixels at every width, without the placer's shortcut.
            for pixels in (272..=1100).step_by(9).map(f64::from) {
                let shown: Vec<_> = placer.taken.iter().filter(|area| area.narrowest <= pixels).map(|area| (area.x * pixels + area.left, area.x * pixels + area.right, area.top, area.bottom)).collect();
                for (index, a) in shown.iter().enumerate() {
                    prop_assert!(a.0 >= -0.1 && a.1 <= pixels + 0.1 && a.2 >= 0.0 && a.3 <= 264.0);
                    prop_assert!(shown[..index].iter().all(|b| a.1 <= b.0 + 1e-6 || b.1 <= a.0 + 1e-6 || a.3 <= b.2 || b.3 <= a.2));
                }
            }
        }
    }
}
