//! Draws the links of one entry: the stack in the middle, incoming links on the left, outgoing links on the right.
//!
//! 1. Each side has the closest neighbours, at most [`MAX_NEIGHBOURS`]; a neighbour with links both ways is on the
//!    right, with a thick line.
//! 2. Only layers with a drawn entry appear, the highest on top; the entry's own layer has a thick frame.
//! 3. In right-to-left text the sides are swapped. The browser mirrors text anchors there, so each label sets its own.
//! 4. Rows are in pixels, so text keeps its size at every width; the style sheet positions the columns.
//!
//! The picture has few bytes, since it is part of every entry's page.

use crate::site::graph::RELATED;
use crate::site::graph::{Graph, Neighbour};
use crate::site::paths::entry_path;
use crate::writers::html::map::width::{cut, width};
use rooflight_glossary::link::Glossary;
use rooflight_glossary::model::config::Config;
use rooflight_glossary::model::ids::{EntryId, LayerId};
use rooflight_glossary::syntax::highlight::escape;
use std::fmt::Write;

/// Maximum number of entries on each side.
pub(crate) const MAX_NEIGHBOURS: usize = 7;
/// Height of a row in pixels, enough for a touch target.
const ROW: usize = 24;
/// Maximum width of a name in pixels at [`SIZE`]; two must fit into the narrowest window.
const MAX_NAME_WIDTH: f64 = 132.0;
/// Maximum width of a layer's name in pixels at [`SIZE`], where its box is narrowest.
const MAX_CAPTION_WIDTH: f64 = 94.0;
/// Height of a line of a layer's name in pixels.
const LINE: usize = 14;
/// Font size of names, in pixels.
const SIZE: f64 = 12.0;

/// A layer of the stack with the neighbours on its left and right.
struct DrawnLayer {
    number: LayerId,
    left: Vec<Neighbour>,
    right: Vec<Neighbour>,
}

impl DrawnLayer {
    fn rows(&self) -> usize {
        self.left.len().max(self.right.len()).max(1)
    }
}

/// Draws the picture as SVG; `labelled_by` is the id of its heading. `None` if the entry has no neighbours.
#[must_use]
pub(crate) fn svg(
    glossary: &Glossary,
    config: &Config,
    graph: Graph<'_>,
    own: EntryId,
    root: &str,
    labelled_by: &str,
) -> Option<String> {
    let (layers, counts) = layers(glossary, config, graph, own)?;
    let height = layers.iter().map(DrawnLayer::rows).sum::<usize>() * ROW + ROW;
    let head = |key: &str, count: usize| {
        let side = config.strings.get(key);
        let (shown, all) = (MAX_NEIGHBOURS.to_string(), count.to_string());
        let values = [("side", side), ("shown", shown.as_str()), ("count", all.as_str())];
        let words =
            if count > MAX_NEIGHBOURS { config.strings.fill("entry.neighbours", &values) } else { side.to_owned() };
        escape(&words)
    };
    let (here, on) = (head("entry.leads_here", counts.0), head("entry.leads_on", counts.1));
    let is_rtl = config.language.is_right_to_left();
    let (first, second) = if is_rtl { (on, here) } else { (here, on) };
    let [left_end, right_end] = if is_rtl { [" text-anchor=\"start\"", " text-anchor=\"end\""] } else { [""; 2] };
    let column = |end: &str, head: &str| format!("<g><text y=\"16\"{end}>{head}</text>");
    let (mut left, mut right) = (column(left_end, &first), column(right_end, &second));
    let (mut captions, mut thin, mut thick) = ("<g>".to_owned(), String::new(), String::new());
    let mut top = ROW;
    for layer in &layers {
        let is_own = layer.number == glossary.entries[own].layer;
        let bottom = top + layer.rows() * ROW;
        let lines = caption(&config.layers[layer.number].title, bottom - top);
        let class = if is_own { " class=\"on\"" } else { "" };
        let first = usize::midpoint(top, bottom) + 4 - LINE * (lines.len() - 1) / 2;
        // Writing to a string cannot fail.
        for (number, line) in lines.iter().enumerate() {
            let _ = write!(captions, "<text{class} y=\"{}\">{}</text>", first + number * LINE, escape(line));
        }
        let _ = write!(if is_own { &mut thick } else { &mut thin }, "M5 {top}V{bottom}H35V{top}z");
        let (on_left, on_right) = if is_rtl { (&layer.right, &layer.left) } else { (&layer.left, &layer.right) };
        let sides = [(&mut left, on_left, left_end, 0, 5), (&mut right, on_right, right_end, 35, 40)];
        for (column, side, end, from, to) in sides {
            for (row, other) in side.iter().enumerate() {
                let y = top + row * ROW;
                column.push_str(&link(glossary, *other, root, end, y + 16));
                let wire = if other.onward && other.inward { &mut thick } else { &mut thin };
                let _ = write!(wire, "M{from} {}H{to}", y + ROW / 2);
            }
        }
        top = bottom;
    }
    Some(format!(
        "<svg class=\"around\" height=\"{height}\" role=\"group\" aria-labelledby=\"{labelled_by}\"><svg width=\"32%\" viewBox=\"0 0 40 {height}\" preserveAspectRatio=\"none\"><path d=\"{thin}\"/><path d=\"{thick}\"/></svg>{captions}</g>{left}</g>{right}</g></svg>"
    ))
}

/// Returns the layers of the entry and its drawn neighbours, the highest first, and the total number of incoming and
/// outgoing neighbours.
fn layers(
    glossary: &Glossary,
    config: &Config,
    graph: Graph<'_>,
    own: EntryId,
) -> Option<(Vec<DrawnLayer>, (usize, usize))> {
    // Every drawn entry is also in a list on the page. Neighbours that are only related are drawn if they are in the
    // list of related entries.
    let shown: Vec<EntryId> = graph.related(own).into_iter().take(RELATED).collect();
    let mut all = graph.neighbours(own);
    all.retain(|other| other.onward || other.mentions || shown.contains(&other.entry));
    let (onward, inward): (Vec<Neighbour>, Vec<Neighbour>) = all.into_iter().partition(|other| other.onward);
    if onward.is_empty() && inward.is_empty() {
        return None;
    }
    let on = |side: &[Neighbour], number: LayerId| -> Vec<Neighbour> {
        let shown = side.iter().take(MAX_NEIGHBOURS);
        shown.filter(|other| glossary.entries[other.entry].layer == number).copied().collect()
    };
    let layers = config.layers.ids().rev().map(|number| DrawnLayer {
        number,
        left: on(&inward, number),
        right: on(&onward, number),
    });
    let stands = |layer: &DrawnLayer| {
        layer.number == glossary.entries[own].layer || !layer.left.is_empty() || !layer.right.is_empty()
    };
    Some((layers.filter(stands).collect(), (inward.len(), onward.len())))
}

/// Breaks the name of a layer into the lines that fit into its box, which is this many pixels high. The list below has
/// the whole name.
fn caption(title: &str, height: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in title.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, SIZE) + width(word, SIZE) < MAX_CAPTION_WIDTH => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > height / LINE {
        let rest = lines.split_off(height / LINE - 1);
        lines.push(rest.join(" "));
    }
    lines.into_iter().map(|line| cut(&line, SIZE, MAX_CAPTION_WIDTH).unwrap_or(line)).collect()
}

fn link(glossary: &Glossary, other: Neighbour, root: &str, end: &str, y: usize) -> String {
    let entry = &glossary.entries[other.entry];
    let (term, address) = (&entry.document.front.term, entry_path(entry));
    match cut(term, SIZE, MAX_NAME_WIDTH) {
        None => format!("<a href=\"{root}{address}\"><text y=\"{y}\"{end}>{}</text></a>", escape(term)),
        Some(short) => format!(
            "<a href=\"{root}{address}\" aria-label=\"{}\"><text y=\"{y}\"{end}>{}</text></a>",
            escape(term),
            escape(&short)
        ),
    }
}
