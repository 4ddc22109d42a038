//! Parses the text of a drawing.
//!
//! 1. The head: `title: …`, `alt: …` (which may continue in indented lines) and `size: 20 x 9`, once each.
//! 2. The shapes, one per line; `timeline` and `plot` also contain the indented lines below them.
//! 3. Afterwards: names are unique and every connection's ends exist; every shape is on the grid.
//!
//! Every error is reported, up to a limit, and reading continues with the next line.

mod cursor;
mod inside;
mod shapes;
mod tokens;

use crate::drawing::fault::Fault;
use crate::drawing::limits::{MAX_BYTES, MAX_COLUMNS, MAX_FAULTS, MAX_ROWS, MAX_SHAPES};
use crate::drawing::shape::{Cells, Drawing, End, Extent, Shape, Spanned};
use std::collections::BTreeMap;
use std::ops::Range;
use tokens::SourceLine;

/// The lines before the shapes, as far as they were read.
#[derive(Default)]
struct Head {
    title: Option<String>,
    alternative: Option<String>,
    size: Option<Extent>,
}

/// Parses a drawing; `None` if a part of the head is missing or a limit is exceeded.
pub(crate) fn drawing(text: &str, faults: &mut Vec<Fault>) -> Option<Drawing> {
    if text.len() > MAX_BYTES {
        let message = format!("the drawing has {} bytes, at most {MAX_BYTES} are possible", text.len());
        faults.push(Fault::new(0..0, message));
        return None;
    }
    let mut head = Head::default();
    let mut shapes: Vec<Spanned<Shape>> = Vec::new();
    let mut count = 0;
    let mut lines = tokens::lines(text).peekable();
    while let Some(line) = lines.next() {
        if faults.len() >= MAX_FAULTS {
            return None;
        }
        let mut inner = Vec::new();
        while let Some(below) = lines.next_if(|below| below.inner) {
            inner.push(below);
        }
        count += 1 + inner.len();
        if count > MAX_SHAPES {
            let message = format!("the drawing has more than {MAX_SHAPES} lines");
            faults.push(Fault::new(line.span(), message).help("leave out what the sentence beside it says"));
            return None;
        }
        if !head.line(&line, &inner, faults) {
            shapes.extend(shapes::shape(line, &inner, faults));
        }
    }
    let drawing = head.finish(shapes, faults)?;
    check_names(&drawing.shapes, faults);
    check_places(&drawing, faults);
    Some(drawing)
}

impl Head {
    /// Reads a line of the head; returns false for any other line.
    fn line(&mut self, line: &SourceLine<'_>, inner: &[SourceLine<'_>], faults: &mut Vec<Fault>) -> bool {
        let Some((key, value)) = line.text.split_once(':') else { return false };
        let value = value.trim();
        let taken = match key {
            "title" => self.title.replace(value.to_owned()).is_some(),
            "alt" => {
                let words = std::iter::once(value).chain(inner.iter().map(|line| line.text));
                self.alternative.replace(words.collect::<Vec<_>>().join(" ").trim().to_owned()).is_some()
            }
            "size" => {
                let fits = |size: &Extent| size.wide <= MAX_COLUMNS && size.high <= MAX_ROWS;
                let size = cursor::extent(value).filter(fits);
                if size.is_none() {
                    let fault = Fault::new(line.span(), format!("`{value}` is not a size of a drawing"));
                    let most = format!("columns and rows, for example `20 x 9`; at most {MAX_COLUMNS} x {MAX_ROWS}");
                    faults.push(fault.help(most));
                }
                self.size.replace(size.unwrap_or(Extent { wide: MAX_COLUMNS, high: MAX_ROWS })).is_some()
            }
            _ => return false,
        };
        if taken {
            faults.push(Fault::new(line.span(), format!("`{key}` appears twice")));
        }
        if key != "alt" && !inner.is_empty() {
            faults.push(Fault::new(inner[0].span(), format!("`{key}` is one line")));
        }
        true
    }

    fn finish(self, shapes: Vec<Spanned<Shape>>, faults: &mut Vec<Fault>) -> Option<Drawing> {
        let mut needed = |found: Option<String>, key: &str, example: &str| {
            let found = found.filter(|words| !words.is_empty());
            if found.is_none() {
                faults.push(
                    Fault::new(0..0, format!("the drawing has no `{key}`")).help(format!("add `{key}: {example}`")),
                );
            }
            found
        };
        let title = needed(self.title, "title", "Blocks of one request");
        let alternative = needed(self.alternative, "alt", "what the drawing shows, in a sentence or two");
        if self.size.is_none() {
            faults.push(Fault::new(0..0, "the drawing has no `size`").help("add `size: 20 x 9`: columns and rows"));
        }
        if shapes.is_empty() && faults.is_empty() {
            faults.push(Fault::new(0..0, "the drawing has no shape").help("add one: `box 0,0 6x1 \"words\"`"));
        }
        Some(Drawing { title: title?, alternative: alternative?, size: self.size?, shapes })
    }
}

/// Reports duplicate names, and connections to names that do not exist.
fn check_names(shapes: &[Spanned<Shape>], faults: &mut Vec<Fault>) {
    let mut names: BTreeMap<&str, Option<&Cells>> = BTreeMap::new();
    for shape in shapes {
        let (name, cells) = match &shape.value {
            Shape::Box(found) => (found.name.as_deref(), None),
            Shape::Cells(cells) => (cells.name.as_deref(), Some(cells)),
            _ => continue,
        };
        if let Some(name) = name
            && names.insert(name, cells).is_some()
        {
            faults.push(Fault::new(shape.span.clone(), format!("the name `{name}` is given twice")));
        }
    }
    for shape in shapes {
        let Shape::Connection(connection) = &shape.value else { continue };
        for end in [&connection.from, &connection.to] {
            check_end(end, &names, faults);
        }
    }
}

fn check_end(end: &Spanned<End>, names: &BTreeMap<&str, Option<&Cells>>, faults: &mut Vec<Fault>) {
    let (name, cell) = match &end.value {
        End::Position(_) => return,
        End::Shape(name) => (name, None),
        End::Cell(name, cell) => (name, Some(*cell)),
    };
    let fault = |message: String, help: String| Fault::new(end.span.clone(), message).help(help);
    match (names.get(name.as_str()), cell) {
        (None, _) => {
            let known: Vec<&str> = names.keys().copied().collect();
            let help =
                if known.is_empty() { "give a box `name=…`".into() } else { format!("known: {}", known.join(", ")) };
            faults.push(fault(format!("nothing here is named `{name}`"), help));
        }
        (Some(None), Some(_)) => {
            faults.push(fault(format!("`{name}` is a box without cells"), format!("write `{name}`")));
        }
        (Some(Some(cells)), Some(cell)) if cell >= cells.columns * cells.rows => {
            let most = cells.columns * cells.rows - 1;
            faults.push(fault(format!("`{name}` has no cell {cell}"), format!("they are counted from 0 to {most}")));
        }
        _ => {}
    }
}

/// Reports shapes that leave the grid.
fn check_places(drawing: &Drawing, faults: &mut Vec<Fault>) {
    let Extent { wide, high } = drawing.size;
    let mut check = |at: crate::drawing::shape::Position, size: Extent, span: &Range<usize>| {
        let inside = at.x >= 0.0 && at.y >= 0.0 && at.x + size.wide <= wide + 1e-9 && at.y + size.high <= high + 1e-9;
        if !inside {
            let help = format!("the grid has {wide} columns and {high} rows; places begin at 0,0");
            faults.push(Fault::new(span.clone(), "this lies outside the drawing").help(help));
        }
    };
    let none = Extent { wide: 0.0, high: 0.0 };
    for Spanned { value, span } in &drawing.shapes {
        match value {
            Shape::Box(found) => check(found.at, found.size, span),
            Shape::Cells(cells) => check(cells.at, cells.extent(), span),
            Shape::Text(label) => check(label.at, none, span),
            Shape::Timeline(timeline) => check(timeline.at, timeline.size, span),
            Shape::Plot(plot) => check(plot.at, plot.size, span),
            Shape::Connection(connection) => {
                for end in [&connection.from, &connection.to] {
                    if let End::Position(place) = end.value {
                        check(place, none, &end.span);
                    }
                }
            }
        }
    }
}
