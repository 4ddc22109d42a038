//! Timelines: names of lanes to the left, bars in a row, the axis at the bottom.

use crate::drawing::scene::primitives::{Area, Primitive, Style};
use crate::drawing::scene::{ROW, Scene, room, words};
use crate::drawing::shape::{Align, Ink, Range, Spanned, Timeline};
use rooflight_document::number;
use rooflight_document::typeface::SMALL;
use std::ops::Range as Bytes;

impl Scene<'_> {
    /// Adds a timeline.
    pub(super) fn timeline(&mut self, timeline: &Timeline, span: &Bytes<usize>) {
        let whole = self.area(timeline.at, timeline.size.wide, timeline.size.high);
        let names = timeline.lanes.iter().map(|lane| room(&lane.value.name, (0.0, 0.0), Align::Left, SMALL).right);
        let left = whole.left + names.fold(0.0, f64::max) + 6.0;
        let foot = whole.bottom - ROW;
        let count = u32::try_from(timeline.lanes.len().max(1)).map_or(1.0, f64::from);
        let high = ((foot - whole.top) / count).min(1.5 * ROW);
        let Range { from, to } = timeline.range;
        let x = |value: f64| left + (value - from) / (to - from) * (whole.right - left);
        let mut top = whole.top;
        for Spanned { value: lane, span } in &timeline.lanes {
            let middle = top + high / 2.0;
            let mut name = words(&lane.name, (whole.left, middle), Align::Left, span);
            name.within = Some(Area { left: whole.left - 4.0, top, right: left, bottom: top + high });
            self.primitives.push(Primitive::Text(name));
            for Spanned { value: bar, span } in &lane.bars {
                let area =
                    Area { left: x(bar.range.from), top: top + 2.0, right: x(bar.range.to), bottom: top + high - 2.0 };
                self.primitives.push(Primitive::Rectangle(area, Style::Box { dashed: false }, bar.ink));
                if let Some(text) = &bar.words {
                    let mut label = words(text, area.middle(), Align::Middle, span);
                    label.within = Some(area);
                    self.primitives.push(Primitive::Text(label));
                }
            }
            top += high;
        }
        self.primitives.push(Primitive::Path(vec![(left, foot), (whole.right, foot)], Style::Axis, Ink::Plain));
        let middle = foot + ROW / 2.0;
        let mut unit = words(&timeline.unit, (whole.right, middle), Align::Right, span);
        unit.soft = true;
        let free = unit.area.left - 4.0;
        self.primitives.push(Primitive::Text(unit));
        for tick in ticks(timeline.range) {
            let at = x(tick);
            self.primitives.push(Primitive::Path(vec![(at, foot), (at, foot + 4.0)], Style::Axis, Ink::Plain));
            let mut label = words(&number::plain(tick, 2), (at, middle + 1.0), Align::Middle, span);
            label.soft = true;
            if label.area.right < free && label.area.left >= -0.5 {
                self.primitives.push(Primitive::Text(label));
            }
        }
    }
}

/// Returns at most seven round values of a linear axis.
pub(super) fn ticks(range: Range) -> Vec<f64> {
    let length = range.to - range.from;
    let power = libm::pow(10.0, libm::floor(libm::log10(length)) - 1.0);
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| length / step <= 6.001).unwrap_or(length);
    let first = libm::ceil(range.from / step - 1e-9);
    let mut found = Vec::new();
    let mut number = first;
    while number * step <= range.to + step * 1e-6 && found.len() < 8 {
        found.push(number * step);
        number += 1.0;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(Range { from: 0.0, to: 12.0 }), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
        assert_eq!(ticks(Range { from: 0.0, to: 100.0 }), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(
            ticks(Range { from: 3.0, to: 4.0 }),
            [3.0, 3.2, 3.400_000_000_000_000_4, 3.6, 3.800_000_000_000_000_3, 4.0]
        );
        for range in [Range { from: -1e12, to: 1e12 }, Range { from: 0.0, to: 1e-9 }] {
            assert!((2..=7).contains(&ticks(range).len()), "{:?}", ticks(range));
        }
    }
}
