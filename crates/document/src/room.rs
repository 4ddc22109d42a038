//! A picture of all models on one machine: memory across, speed up, both logarithmic.
//!
//! 1. The roof is the bound of a model that reads all that it fills: the bus over the memory, less what no token reads.
//!    The wall is the memory that programs can use. The room between them is lit.
//! 2. Each model is a bar, its realistic range, with a point at its typical speed. Named models also have their own
//!    ceiling and their measurements.
//! 3. `room_labels` places the names. What a point stands for is shown in the
//!    upper right corner while it is pointed at or has the focus, by the style sheet alone.
//!
//! It computes no speed; coordinates, classes and placement are those of the other charts.

use alloc::{string::String, vec::Vec};

use super::{
    annotate::Label,
    digits::push_tenths,
    draw::{DIAMOND, diamonds, open, points as path, share, text},
    geometry::Position,
    markup::{attribute, escaped, put},
    number,
    scale::{Axis, Scale},
};

/// Height of the plot in pixels, without the numbers below it, and space kept free at its top.
pub(super) const HEIGHT: f64 = 400.0;
const HEAD: f64 = 44.0;

/// Ends of the memory axis as multiples of the wall.
const ENDS: (f64, f64) = (1.0 / 12.0, 2.6);

/// The data of the picture. Memory is in GB, speed in tokens per second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    /// The title, for screen readers.
    pub title: String,
    /// The conclusion in a sentence, for screen readers.
    pub desc: String,
    /// GB/s of the bus.
    pub bus: f64,
    /// Memory that a model fills and no token reads.
    pub unread: f64,
    /// Memory that programs can use.
    pub wall: f64,
    /// The models that fit, the most important first.
    pub points: Vec<RoomPoint>,
    /// The memory of each model that does not fit.
    pub beyond: Vec<f64>,
    /// The words at the roof.
    pub roof_words: String,
    /// The two lines at the wall.
    pub wall_words: [String; 2],
    /// The two lines in the upper right corner, while no model is pointed at.
    pub corner: [String; 2],
}

/// A model, or several of which each number is the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoomPoint {
    /// Its name.
    pub name: String,
    /// The address of its page.
    pub href: String,
    /// Its numbers in words.
    pub words: String,
    /// The memory that it fills.
    pub memory: f64,
    /// The upper limit of its speed.
    pub ceiling: f64,
    /// Its realistic range: low, typical, high.
    pub range: [f64; 3],
    /// Its measurements; true for an open diamond.
    pub dots: Vec<(f64, bool)>,
    /// True for a model with a name, ceiling and diamonds.
    pub is_named: bool,
}

impl Room {
    /// The HTML of the picture; empty if nothing fits.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut out = String::new();
        if !self.points.is_empty() {
            Drawing::new(self).draw(&mut out);
        }
        out
    }

    /// The bound at a memory.
    pub(super) fn roof(&self, memory: f64) -> f64 {
        self.bus / (memory - self.unread)
    }
}

/// A picture with its axes.
pub(super) struct Drawing<'a> {
    pub(super) room: &'a Room,
    /// The models within the axis of memory, from left to right, in which order the arrow keys visit them.
    pub(super) points: Vec<&'a RoomPoint>,
    pub(super) x: Axis,
    y: Axis,
    /// The ends of the axis of speed.
    low: f64,
    top: f64,
}

impl<'a> Drawing<'a> {
    fn new(room: &'a Room) -> Self {
        let x = Axis::new(Scale::Logarithmic, room.wall * ENDS.0, room.wall * ENDS.1);
        let mut points: Vec<&RoomPoint> = room.points.iter().filter(|point| x.holds(point.memory, 1.0)).collect();
        points.sort_by(|a, b| a.memory.total_cmp(&b.memory));
        let (mut low, mut high) = (f64::INFINITY, 1.0_f64);
        for point in &points {
            low = low.min(point.range[0]);
            high = high.max(if point.is_named { point.ceiling } else { point.range[2] });
        }
        let low = low.min(high / 2.0) * 0.6;
        let top = high * libm::pow(high / low, HEAD / (HEIGHT - HEAD));
        Self { room, points, x, y: Axis::new(Scale::Logarithmic, low, top), low, top }
    }

    /// The position of a memory and a speed.
    pub(super) fn at(&self, memory: f64, speed: f64) -> Position {
        (self.x.at(memory), (1.0 - self.y.at(speed)) * HEIGHT)
    }

    /// The roof from where it leaves the top of the plot to a memory.
    fn roof(&self, from: f64, to: f64) -> Vec<Position> {
        let first = (self.room.unread + self.room.bus / self.top).max(from);
        let step = libm::pow((to / first).max(1.0), 1.0 / 32.0);
        (0..=32).map(|at| first * libm::pow(step, f64::from(at))).map(|x| self.at(x, self.room.roof(x))).collect()
    }

    fn draw(&self, out: &mut String) {
        let Room { title, desc, wall, .. } = self.room;
        open(out, "class=\"chart room\" height=\"420\" role=\"group\"", "room", [title, desc]);
        put(out, &["<defs><path id=\"room-m\" d=\"", DIAMOND, "\"/></defs>"]);
        let roof = self.roof(wall * ENDS.0, *wall);
        self.stretched(&roof, out);
        let (end, ridge) = self.at(*wall, self.room.roof(*wall));
        put(out, &["<line class=\"floor\" x2=\"100%\" y1=\"400\" y2=\"400\"/><line class=\"wall\""]);
        share(out, "x1", end);
        share(out, "x2", end);
        attribute(out, "y1", ridge);
        put(out, &[" y2=\"401\"/>"]);
        for point in self.points.iter().filter(|point| point.is_named) {
            self.named(point, out);
        }
        let labels = self.labels(&roof);
        put(out, &["<g class=\"halo\">"]);
        for (label, _) in labels.iter().filter(|(_, point)| point.is_none()) {
            text(label, out);
        }
        for (line, y) in self.room.corner.iter().zip(["12", "28"]) {
            put(out, &["<text class=\"end rest\" x=\"100%\" y=\"", y, "\">"]);
            escaped(out, line);
            put(out, &["</text>"]);
        }
        for (speed, height) in self.speeds() {
            put(out, &["<text"]);
            attribute(out, "y", height - 4.0);
            out.push('>');
            number::push_plain(out, speed, 0);
            put(out, &["</text>"]);
        }
        put(out, &["</g>"]);
        for point in &self.points {
            let label = labels.iter().find(|(_, of)| of.is_some_and(|of| core::ptr::eq(of, *point)));
            self.link(point, label.map(|(label, _)| label), out);
        }
        self.memory_ticks(out);
        put(out, &["</svg>"]);
    }

    /// Draws the parts that stretch with the width: room, grid, ranges, roof, and points, which are lines without length.
    fn stretched(&self, roof: &[Position], out: &mut String) {
        let (wall, far) = (self.room.wall, self.room.wall * ENDS.1);
        put(out, &["<svg width=\"100%\" height=\"400\" viewBox=\"0 0 1000 400\" preserveAspectRatio=\"none\">"]);
        put(out, &["<path class=\"lit\" d=\"M0 400L0"]);
        coordinate(out, roof.first().map_or(0.0, |first| first.1));
        out.push('L');
        path(roof, out);
        put(out, &["V400z\"/><path class=\"grid\" d=\""]);
        for (_, height) in self.speeds() {
            put(out, &["M0"]);
            coordinate(out, height);
            put(out, &["h1000"]);
        }
        put(out, &["\"/><path class=\"spans\" d=\""]);
        for point in &self.points {
            out.push('M');
            path(&[self.at(point.memory, point.range[2])], out);
            out.push('V');
            coordinate(out, self.at(point.memory, point.range[0]).1);
        }
        put(out, &["\"/><path class=\"points\" d=\""]);
        for point in &self.points {
            out.push('M');
            path(&[self.at(point.memory, point.range[1])], out);
            put(out, &["h0"]);
        }
        put(out, &["\"/><path class=\"l-c\" d=\"M"]);
        path(roof, out);
        put(out, &["\"/><path class=\"l-c out\" d=\"M"]);
        path(&self.roof(wall, far), out);
        put(out, &["\"/><path class=\"grid\" d=\""]);
        for memory in self.room.beyond.iter().filter(|memory| self.x.holds(**memory, 1.0)) {
            out.push('M');
            path(&[(self.x.at(*memory), HEIGHT - 9.0)], out);
            put(out, &["v9"]);
        }
        put(out, &["\"/></svg>"]);
    }

    /// The ceiling and the diamonds of a named model; solid ones lie on top.
    fn named(&self, point: &RoomPoint, out: &mut String) {
        let (x, y) = self.at(point.memory, point.ceiling);
        put(out, &["<svg"]);
        share(out, "x", x);
        attribute(out, "y", y);
        put(out, &["><path class=\"cap\" d=\"M-6 0h12\"/></svg>"]);
        let dots: Vec<_> = point.dots.iter().map(|(speed, open)| (self.at(point.memory, *speed), *open)).collect();
        diamonds(out, "room-m", &dots);
    }

    /// A model as a link: its name if it has a place, and what the corner shows.
    fn link(&self, point: &RoomPoint, label: Option<&Label>, out: &mut String) {
        put(out, &["<a href=\""]);
        escaped(out, &point.href);
        put(out, &[if point.is_named { "\">" } else { "\" tabindex=\"-1\">" }]);
        let (x, y) = self.at(point.memory, point.range[1]);
        if let Some(label) = label {
            put(out, &["<g class=\"halo\">"]);
            leader((x, y), label, out);
            text(label, out);
            put(out, &["</g>"]);
        }
        put(out, &["<circle"]);
        share(out, "cx", x);
        attribute(out, "cy", y);
        put(out, &[" r=\"9\"/><text class=\"end tip b\" x=\"100%\" y=\"12\">"]);
        escaped(out, &point.name);
        put(out, &["<tspan x=\"100%\" dy=\"16\"> "]);
        escaped(out, &point.words);
        put(out, &["</tspan></text></a>"]);
    }

    /// The numbers of the axis of speed with their heights: ones, twos and fives of each power of ten.
    pub(super) fn speeds(&self) -> Vec<(f64, f64)> {
        let digits: &[f64] = if self.y.decades() > 2.2 { &[1.0, 5.0] } else { &[1.0, 2.0, 5.0] };
        let ticks = self.y.marks(digits).into_iter().filter(|tick| self.low * 1.2 < *tick && *tick < self.top / 1.3);
        ticks.map(|tick| (tick, self.at(self.room.wall, tick).1)).collect()
    }

    /// The numbers below: doublings, the unit at the last.
    fn memory_ticks(&self, out: &mut String) {
        let mut ticks = Vec::new();
        let mut tick = 0.25;
        while tick < self.room.wall * ENDS.1 {
            if self.x.holds(tick, 1.12) {
                ticks.push(tick);
            }
            tick *= 2.0;
        }
        for (at, tick) in ticks.iter().enumerate() {
            put(out, &["<text class=\"mid\""]);
            share(out, "x", self.x.at(*tick));
            put(out, &[" y=\"417\">"]);
            number::push_plain(out, *tick, 2);
            put(out, &[if at + 1 == ticks.len() { " GB</text>" } else { "</text>" }]);
        }
    }
}

/// Appends a coordinate of a path after a space.
fn coordinate(out: &mut String, value: f64) {
    out.push(' ');
    push_tenths(out, value);
}

/// A hairline from a point to its name, if that stands away from it.
fn leader((x, y): Position, label: &Label, out: &mut String) {
    let area = label.spot.area;
    let shift = f64::midpoint(area.top, area.bottom) - y;
    if shift.abs() > 12.0 {
        put(out, &["<svg"]);
        share(out, "x", x);
        attribute(out, "y", y);
        put(out, &[" class=\"", label.lines.first().map_or("", |line| line.class), "\"><path class=\"here\" d=\"M"]);
        let side = if label.spot.flipped { -1.0 } else { 1.0 };
        coordinate(out, side * 2.0);
        coordinate(out, shift * 0.2);
        put(out, &["L"]);
        coordinate(out, side * 7.0);
        coordinate(out, shift);
        put(out, &["\"/></svg>"]);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{super::sample, *};
    use alloc::vec;

    fn point(name: &str, memory: f64, speed: f64, is_named: bool) -> RoomPoint {
        RoomPoint {
            name: name.into(),
            href: "./models/x/".into(),
            words: "its numbers".into(),
            memory,
            ceiling: speed * 1.5,
            range: [speed * 0.8, speed, speed * 1.2],
            dots: vec![(speed, true), (speed * 1.1, false)],
            is_named,
        }
    }

    #[test]
    fn named_models_have_their_marks_and_all_are_links() {
        let points = vec![
            point("A <model>", 20.0, 60.0, true),
            point("Another", 8.0, 150.0, true),
            point("One more", 10.0, 120.0, false),
            point("Too small for the axis", 0.5, 900.0, true),
        ];
        let beyond = vec![40.0, 4000.0];
        let room = Room {
            title: "T".into(),
            desc: "D".into(),
            bus: 1792.0,
            unread: 1.2,
            wall: 33.0,
            points,
            beyond,
            ..Room::default()
        };
        let out = room.svg();
        sample::check_markup(&out);
        assert_eq!(out.matches("<a href=\"./models/x/\"").count(), 3);
        assert_eq!(out.matches("tabindex=\"-1\"").count(), 1);
        assert_eq!((out.matches("d-o").count(), out.matches("d-m").count()), (2, 2));
        assert_eq!(out.matches(">A &lt;model&gt;<").count(), 2, "at its point, and in the corner");
        assert_eq!(out.matches(">One more<").count(), 1, "in the corner");
        assert_eq!(Room::default().svg(), "");
    }
}
