//! The whole glossary on one picture: a layer for each layer, the ground at the bottom, every entry a link in its
//! layer.
//!
//! 1. Of a very large glossary the [`MAX_ENTRIES`] best linked entries are drawn; the list beside the picture has all.
//! 2. [`order`] places them; a layer is as high as it has lines.
//! 3. Lines between related entries are there from the start, faint: all where they are few, otherwise one for each
//!    entry.
//! 4. Each entry is followed by its lines: to what it leads to, and from what leads to it. They show when the entry is
//!    pointed at or has the focus, since all of them at once show nothing.

use crate::site::graph::Graph;
use crate::site::paths::entry_path;
use crate::writers::html::map::order::{self, Placed};
use crate::writers::html::map::width::width;
use crate::writers::html::views::LayerView;
use rayon::prelude::*;
use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::ids::EntryId;
use rooflight_glossary::syntax::highlight::escape;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The most entries that are drawn.
pub(crate) const MAX_ENTRIES: usize = 400;
/// The most pairs of related entries whose lines are all there from the start: more are a thicket.
const CALM: usize = 120;
/// The width of the picture, in pixels.
const WIDTH: f64 = 1200.0;
/// The room for the layers' names.
const MARGIN: f64 = 128.0;
/// The height of a line of names, and what a layer has beside its lines.
const LINE: f64 = 30.0;
const PADDING: f64 = 26.0;
/// The size of the names.
const SIZE: f64 = 14.0;

/// Half the height of a name.
const HALF: f64 = 10.0;

/// Where a name is.
#[derive(Clone, Copy)]
struct Spot {
    x: f64,
    y: f64,
    width: f64,
}

/// A picture, and how many entries it leaves out.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) svg: String,
    /// How many entries are only in the list.
    pub(crate) left_out: usize,
}

/// The picture of all entries; `layers` from the ground up, `labelled_by` the id of its heading.
#[must_use]
pub(crate) fn picture(
    glossary: &Glossary,
    layers: &[LayerView],
    graph: Graph<'_>,
    root: &str,
    labelled_by: &str,
    is_rtl: bool,
) -> Picture {
    // A browser mirrors anchors of text with the direction of the page, and the picture stays as it is.
    let end = if is_rtl { " text-anchor=\"end\"" } else { "" };
    let drawn = drawn(glossary, graph);
    let inside: Vec<Vec<EntryId>> = (0..layers.len())
        .map(|layer| drawn.iter().copied().filter(|own| glossary.entries[*own].layer.index() == layer).collect())
        .collect();
    let widths = drawn.iter().map(|own| (*own, width(&glossary.entries[*own].document.front.term, SIZE))).collect();
    let lines = order::lines(&inside, &widths, graph, WIDTH - MARGIN);
    let mut body = String::new();
    let mut spots: BTreeMap<EntryId, Spot> = BTreeMap::new();
    let mut top = 0.0;
    for (layer, lines) in layers.iter().zip(&lines).rev() {
        frame(&mut body, layer, end, top);
        for (row, line) in lines.iter().enumerate() {
            let y = (0..row).fold(top + PADDING / 2.0 + LINE / 2.0, |y, _| y + LINE);
            spots.extend(line.iter().map(|(own, x): &Placed| (*own, Spot { x: MARGIN + x, y, width: widths[own] })));
        }
        top = lines.iter().fold(top + PADDING, |y, _| y + LINE).max(top + PADDING + LINE);
    }
    let _ = write!(body, "<path class=\"all\" d=\"{}\"/>", at_rest(graph, &spots));
    for lines in lines.iter().rev() {
        for (own, _) in lines.iter().flatten() {
            node(&mut body, glossary, graph, &spots, *own, root);
        }
    }
    let svg = format!(
        "<svg class=\"map\" viewBox=\"0 0 {WIDTH} {top}\" width=\"{WIDTH}\" height=\"{top}\" role=\"group\" aria-labelledby=\"{labelled_by}\">{body}<path class=\"ground\" d=\"M0 {top}h{WIDTH}\"/></svg>"
    );
    Picture { svg, left_out: glossary.entries.len() - drawn.len() }
}

/// The entries to draw, in the order of the entries.
fn drawn(glossary: &Glossary, graph: Graph<'_>) -> Vec<EntryId> {
    let mut all: Vec<EntryId> = glossary.entries.ids().collect();
    if all.len() > MAX_ENTRIES {
        let counts: Vec<usize> = all.par_iter().map(|own| graph.neighbours(*own).len()).collect();
        all.sort_by_key(|own| (Reverse(counts[own.index()]), *own));
        all.truncate(MAX_ENTRIES);
        all.sort_unstable();
    }
    all
}

fn frame(out: &mut String, layer: &LayerView, end: &str, top: f64) {
    let y = top + PADDING / 2.0 + LINE / 2.0 + 5.0;
    // Nothing here can fail: it is a string.
    let _ = writeln!(
        out,
        "<path class=\"rule\" d=\"M0 {top}h{WIDTH}\"/><a class=\"layer\" href=\"{}\"><text y=\"{y}\"{end}>{}</text></a>",
        layer.url,
        escape(&layer.title)
    );
}

/// Lines between entries that an author calls related: all where they are few, otherwise from each entry to the first.
fn at_rest(graph: Graph<'_>, spots: &BTreeMap<EntryId, Spot>) -> String {
    let pairs = |most: usize| -> BTreeSet<(EntryId, EntryId)> {
        let of = |own: EntryId| {
            let others = graph.related(own).into_iter().filter(|other| spots.contains_key(other));
            others.take(most).map(move |other| (own.min(other), own.max(other))).collect::<Vec<_>>()
        };
        spots.keys().copied().flat_map(of).collect()
    };
    let all = pairs(usize::MAX);
    let drawn = if all.len() > CALM { pairs(1) } else { all };
    let mut lines = String::new();
    for (own, other) in drawn {
        curve(&mut lines, spots[&own], spots[&other]);
    }
    lines
}

/// An entry with its lines.
fn node(
    out: &mut String,
    glossary: &Glossary,
    graph: Graph<'_>,
    spots: &BTreeMap<EntryId, Spot>,
    own: EntryId,
    root: &str,
) {
    let entry = &glossary.entries[own];
    let here = spots[&own];
    let _ = write!(
        out,
        "<g><a href=\"{root}{}\"><text x=\"{:.0}\" y=\"{}\">{}</text></a>",
        entry_path(entry),
        here.x + here.width / 2.0,
        here.y + 5.0,
        escape(&entry.document.front.term)
    );
    let (mut onward, mut inward) = (String::new(), String::new());
    for other in graph.neighbours(own) {
        let Some(there) = spots.get(&other.entry) else { continue };
        line(if other.onward { &mut onward } else { &mut inward }, here, *there);
    }
    for (class, path) in [("", onward), (" class=\"in\"", inward)] {
        if !path.is_empty() {
            let _ = write!(out, "<path{class} d=\"{path}\"/>");
        }
    }
    out.push_str("</g>\n");
}

/// A line from name to name, and one under the other name.
fn line(out: &mut String, here: Spot, there: Spot) {
    curve(out, here, there);
    let _ = write!(out, "M{:.0} {:.0}h{:.0}", there.x, there.y + HALF, there.width);
}

/// A curve that leaves a name and arrives at the other upright; between names of one line it hangs below them.
fn curve(out: &mut String, here: Spot, there: Spot) {
    let (from, to) = (here.x + here.width / 2.0, there.x + there.width / 2.0);
    let _ = if (here.y - there.y).abs() < 1.0 {
        let y = here.y + HALF;
        write!(out, "M{from:.0} {y}C{from:.0} {0} {to:.0} {0} {to:.0} {y}", y + 12.0)
    } else {
        let side = if there.y > here.y { HALF } else { -HALF };
        let (start, end) = (here.y + side, there.y - side);
        write!(out, "M{from:.0} {start}C{from:.0} {0} {to:.0} {0} {to:.0} {end}", f64::midpoint(start, end))
    };
}
