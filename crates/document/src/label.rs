//! Places labels in a chart whose width is not known.
//!
//! x is a fraction of the width plus pixels, y is pixels, and the text keeps its size at every width from 272 to 1,100
//! pixels.
//! 1. A label asks for a place: anchors, how far it may move up and down, what each move costs.
//! 2. Every candidate that leaves the plot, or touches a label already placed at any width, is out.
//! 3. The cheapest of the others is taken: clutter underneath, distance, side. If even that is too dear, the label is
//!    dropped.
//!
//! Labels are placed in the order of their importance, so that the least important gives way. No two placed boxes ever
//! overlap.

use alloc::vec::Vec;

use super::{
    clutter::{Clutter, height_at},
    geometry::{Position, WIDTHS},
};

/// A box: its edges are `x` of the width plus `left` or `right` pixels, and pixels from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// Fraction of the width that the box hangs on.
    pub(super) x: f64,
    /// Pixels from there to the left edge.
    pub(super) left: f64,
    /// Pixels from there to the right edge.
    pub(super) right: f64,
    /// Pixels from the top of the plot.
    pub(super) top: f64,
    /// Pixels from the top of the plot.
    pub(super) bottom: f64,
    /// The narrowest plot that shows the box.
    pub(super) narrowest: f64,
}

/// A place for a label: its box, and whether its text ends there instead of starting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    /// The box that the text fills.
    pub(super) area: Area,
    /// The text is anchored at its end, to the left of `area.x`.
    pub(super) flipped: bool,
}

/// A point that a label would like to be near: fraction of the width, pixels from the top, and the cost of choosing it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor(pub(super) f64, pub(super) f64, pub(super) f64);

/// A label's request for a place. Lengths in pixels; costs in the weights of the clutter map.
pub(super) struct LabelRequest<'a> {
    /// Width and height of the text.
    pub(super) size: (f64, f64),
    /// Where it may hang.
    pub(super) anchors: &'a [Anchor],
    /// Between the anchor and the text.
    pub(super) gap: f64,
    /// How far its centre may move from the anchor, up and down.
    pub(super) reach: (f64, f64),
    /// Cost of a pixel of that distance.
    pub(super) pull: f64,
    /// Cost of lying below the anchor instead of above (negative: the other way round).
    pub(super) below: f64,
    /// Cost of standing to the left of the anchor instead of to the right.
    pub(super) flip: f64,
    /// The highest cost at which a label is still drawn.
    pub(super) limit: f64,
    /// The narrowest plot that shows the label.
    pub(super) narrowest: f64,
    /// A curve that the label must not climb over from an anchor below it.
    pub(super) roof: &'a [Position],
}

/// Labels placed so far.
pub(super) struct Placer {
    clutter: Clutter,
    height: f64,
    taken: Vec<Area>,
}

impl Area {
    /// Whether two boxes keep apart at every width. Edges move in straight lines as the width grows, so one order of
    /// the two at both ends of the scale holds in between.
    pub(super) fn clear_of(&self, other: &Self) -> bool {
        let widths = [self.narrowest.max(other.narrowest), WIDTHS[1]];
        let before = |a: &Self, b: &Self| widths.iter().all(|width| a.x * width + a.right <= b.x * width + b.left);
        self.bottom <= other.top || other.bottom <= self.top || before(self, other) || before(other, self)
    }

    /// Whether the box stays inside a plot of this height at every width.
    pub(super) fn inside(&self, height: f64) -> bool {
        let fits = |width: &f64| self.x * width + self.left >= -0.01 && self.x * width + self.right <= width + 0.01;
        self.top >= 0.0 && self.bottom <= height && [self.narrowest, WIDTHS[1]].iter().all(fits)
    }

    /// The fractions of the width that the box covers at one width or another.
    fn reach(&self) -> (f64, f64) {
        let (narrow, wide) = (self.narrowest, WIDTHS[1]);
        (self.x + (self.left / narrow).min(self.left / wide), self.x + (self.right / narrow).max(self.right / wide))
    }
}

impl Placer {
    /// No labels yet, on a plot of this height.
    pub(super) fn new(clutter: Clutter, height: f64) -> Self {
        Self { clutter, height, taken: Vec::new() }
    }

    /// Finds a place, takes it and returns it, or `None` if the label is better left out.
    pub(super) fn place(&mut self, wish: &LabelRequest) -> Option<Spot> {
        let mut best: Option<(Spot, f64)> = None;
        for anchor in wish.anchors {
            for flipped in [false, true] {
                let mut offset = wish.highest(anchor);
                while offset <= wish.reach.1 {
                    let spot = wish.spot(anchor, offset, flipped);
                    let cost = anchor.2 + wish.cost(offset, flipped);
                    // The clutter is asked last: it costs the most.
                    if best.is_none_or(|found| cost < found.1) && cost <= wish.limit && self.is_free(&spot.area) {
                        let cost =
                            cost + f64::from(self.clutter.under(spot.area.reach(), (spot.area.top, spot.area.bottom)));
                        if cost <= wish.limit && best.is_none_or(|found| cost < found.1) {
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
    /// Fills in what another wish leaves out: no anchors, no reach, no cost.
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

    /// How far up the centre may move, as an offset.
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

    fn wish(anchors: &[Anchor]) -> LabelRequest<'_> {
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
        let spot = placer().place(&wish(&[Anchor(1.0, 100.0, 0.0)])).unwrap();
        assert!(spot.flipped);
        assert!(!placer().place(&wish(&[Anchor(0.0, 100.0, 0.0)])).unwrap().flipped);
    }

    #[test]
    fn labels_push_apart_and_the_last_gives_way() {
        let mut placer = placer();
        let anchors = [Anchor(0.0, 100.0, 0.0)];
        let narrow = LabelRequest { reach: (16.0, 16.0), ..wish(&anchors) };
        let tops: Vec<f64> = core::iter::from_fn(|| placer.place(&narrow)).map(|spot| spot.area.top).collect();
        assert_eq!(tops, [92.0, 76.0, 108.0]);
    }

    #[test]
    fn labels_stay_under_their_roof() {
        let roof = [(0.0, 90.0), (1.0, 90.0)];
        let anchors = [Anchor(0.0, 95.0, 0.0)];
        let up = LabelRequest { below: -1000.0, ..wish(&anchors) };
        assert!(
            placer().place(&LabelRequest { below: 1000.0, limit: 2000.0, roof: &roof, ..up }).unwrap().area.top >= 90.0
        );
    }

    proptest! {
        #[test]
        fn boxes_never_meet(wishes in prop::collection::vec((0.0..=1.0_f64, 0.0..264.0_f64, 8.0..150.0_f64, 12.0..50.0_f64, prop_oneof![Just(272.0), Just(380.0)]), 1..24)) {
            let mut placer = placer();
            for (x, y, width, height, narrowest) in wishes {
                placer.place(&LabelRequest { size: (width, height), narrowest, ..wish(&[Anchor(x, y, 0.0)]) });
            }
            // Pixels at every width, without the shortcut that the placer takes.
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
