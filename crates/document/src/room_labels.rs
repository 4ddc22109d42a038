//! Places the words in the picture of all models: what roof and wall are, then the names by rank, as many as a plot of
//! each width has room for. A name without a place is left out, since the corner shows it.

use alloc::{vec, vec::Vec};

use super::{
    annotate::{Label, LabelLine, size_of, small_line},
    clutter::{Clutter, Sketch},
    geometry::Position,
    label::{Anchor, Area, LabelRequest, Placer},
    room::{Drawing, HEIGHT, RoomPoint},
    typeface::SMALL_BOLD,
};

/// Widths in pixels from which a plot shows more names, and the class of those: the first are shown at every width.
const TIERS: [(f64, &str); 3] = [(272.0, "b"), (460.0, "b w4"), (640.0, "b w7")];

impl<'a> Drawing<'a> {
    /// Every label that found a place, with its point if it is a name.
    pub(super) fn labels(&self, roof: &[Position]) -> Vec<(Label<'a>, Option<&'a RoomPoint>)> {
        let mut placer = Placer::new(self.clutter(roof), HEIGHT);
        placer.reserve(Area { x: 1.0, left: -270.0, right: 0.0, top: 0.0, bottom: 34.0, narrowest: TIERS[0].0 });
        let mut labels = Vec::new();
        let mut put = |lines: Vec<LabelLine<'a>>, request: &LabelRequest, of| {
            let size = size_of(&lines);
            let spot = placer.place(&LabelRequest { size, ..*request });
            labels.extend(spot.map(|spot| (Label { lines, spot }, of)));
            spot.is_some()
        };
        let near = LabelRequest::NEAR;
        let small = |text: &'a str, class| LabelLine { class, em: SMALL_BOLD, ..small_line(text) };
        let end = self.x.at(self.room.wall);
        let (_, ridge) = self.at(self.room.wall, self.room.roof(self.room.wall));
        // Above the roof that goes on beyond the wall.
        let beside = [Anchor(end, ridge - 24.0, 0.0)];
        let lines = vec![small(&self.room.wall_words[0], "b w7"), small(&self.room.wall_words[1], "w7")];
        put(
            lines,
            &LabelRequest { anchors: &beside, gap: 9.0, flip: 1e9, limit: 1e6, narrowest: TIERS[2].0, ..near },
            None,
        );
        let along: Vec<Anchor> = roof.iter().map(|(x, y)| Anchor(*x, *y, x * 30.0)).collect();
        let above = LabelRequest { anchors: &along, gap: 10.0, reach: (20.0, 0.0), pull: 1.0, limit: 400.0, ..near };
        put(vec![small(&self.room.roof_words, "c w4")], &LabelRequest { narrowest: TIERS[1].0, ..above }, None);
        for point in self.room.points.iter().filter(|point| point.is_named && self.x.holds(point.memory, 1.0)) {
            let (x, y) = self.at(point.memory, point.range[1]);
            let anchors = [Anchor(x, y, 0.0)];
            for (narrowest, class) in TIERS {
                let request = LabelRequest {
                    anchors: &anchors,
                    gap: 9.0,
                    reach: (84.0, 84.0),
                    pull: 1.6,
                    flip: 4.0,
                    limit: 190.0,
                    narrowest,
                    ..near
                };
                if put(vec![small(&point.name, class)], &request, Some(point)) {
                    break;
                }
            }
        }
        labels
    }

    /// The ink that labels avoid.
    fn clutter(&self, roof: &[Position]) -> Clutter {
        let mut sketch = Sketch::new(HEIGHT);
        sketch.curve(roof, 6);
        let end = self.x.at(self.room.wall);
        sketch.block((end - 0.008, end + 0.008), (0.0, HEIGHT), 20);
        for (_, height) in self.speeds() {
            sketch.block((0.0, 0.1), ((height - 18.0).max(0.0), height), 30);
        }
        for point in &self.points {
            let mut mark = |speed, half: f64, weight| {
                let (x, y) = self.at(point.memory, speed);
                sketch.block(((x - 0.012).max(0.0), x + 0.012), ((y - half).max(0.0), y + half), weight);
            };
            mark(point.range[1], 5.0, if point.is_named { 12 } else { 3 });
            if point.is_named {
                mark(point.ceiling, 4.0, 30);
                for (speed, _) in &point.dots {
                    mark(*speed, 7.0, 60);
                }
            }
        }
        sketch.finish()
    }
}
