//! Draws the whole glossary: every entry is a link on its layer, the lowest layer at the bottom.
//!
//! 1. In a very large glossary only the [`MAX_ENTRIES`] entries with the most links are drawn; the page's list has all.
//! 2. [`order`] positions them; the height of a layer depends on its number of lines.
//! 3. Faint lines connect related entries: all of them if they are few, else one for each entry.
//! 4. Each entry's outgoing and incoming links are lines after it, visible while the entry is hovered or focused, since
//!    all at once would be unreadable.

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

/// Maximum number of drawn entries.
pub(crate) const MAX_ENTRIES: usize = 400;
/// Maximum number of pairs of related entries whose lines are all drawn.
const MAX_PAIRS: usize = 120;
/// Width of the picture, in pixels.
const WIDTH: f64 = 1200.0;
/// Width of the column with the layers' names, in pixels.
const MARGIN: f64 = 128.0;
/// Height of a line of names, and additional height of a layer, in pixels.
const LINE: f64 = 30.0;
const PADDING: f64 = 26.0;
/// Font size of the names, in pixels.
const SIZE: f64 = 14.0;

/// Half the height of a name, in pixels.
const HALF: f64 = 10.0;

/// The position of a name, in pixels.
#[derive(Clone, Copy)]
struct Spot {
    x: f64,
    y: f64,
    width: f64,
}

/// The picture of all entries.
#[derive(Debug)]
pub(crate) struct MapPicture {
    pub(crate) svg: String,
    /// Number of entries that are not drawn.
    pub(crate) left_out: usize,
}

/// Draws all entries; `layers` start with the lowest, `labelled_by` is the id of the picture's heading.
#[must_use]
pub(crate) fn picture(
    glossary: &Glossary,
    layers: &[LayerView],
    graph: Graph<'_>,
    root: &str,
    labelled_by: &str,
    is_rtl: bool,
) -> MapPicture {
    // In right-to-left pages the browser mirrors text anchors, but not the picture.
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
    MapPicture { svg, left_out: glossary.entries.len() - drawn.len() }
}

/// Returns the entries to draw, in the order of the glossary.
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
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<path class=\"rule\" d=\"M0 {top}h{WIDTH}\"/><a class=\"layer\" href=\"{}\"><text y=\"{y}\"{end}>{}</text></a>",
        layer.url,
        escape(&layer.title)
    );
}

/// Draws lines between related entries: all if they are few, else from each entry to its first related one.
fn at_rest(graph: Graph<'_>, spots: &BTreeMap<EntryId, Spot>) -> String {
    let pairs = |most: usize| -> BTreeSet<(EntryId, EntryId)> {
        let of = |own: EntryId| {
            let others = graph.related(own).into_iter().filter(|other| spots.contains_key(other));
            others.take(most).map(move |other| (own.min(other), own.max(other))).collect::<Vec<_>>()
        };
        spots.keys().copied().flat_map(of).collect()
    };
    let all = pairs(usize::MAX);
    let drawn = if all.len() > MAX_PAIRS { pairs(1) } else { all };
    let mut lines = String::new();
    for (own, other) in drawn {
        curve(&mut lines, spots[&own], spots[&other]);
    }
    lines
}

/// Draws an entry, followed by the lines of its links.
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

/// Draws a curve from name to name, and underlines the other name.
fn line(out: &mut String, here: Spot, there: Spot) {
    curve(out, here, there);
    let _ = write!(out, "M{:.0} {:.0}h{:.0}", there.x, there.y + HALF, there.width);
}

/// Draws a curve that starts and ends vertically at two names; between names on one line it runs below them.
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
