//! Writes a drawing as SVG with elements and classes only. Colours, text sizes and dashes come from the style sheet.

use crate::drawing::scene::{Area, PlacedText, Primitive, Scene, Style, WIDTH};
use crate::drawing::shape::{Align, Drawing, Ink};
use rooflight_document::digits::push_tenths;
use rooflight_document::markup::{attribute, escaped, put};

/// Returns the drawing as SVG. The slug `id` begins the ids of its title and description.
#[must_use]
pub fn svg(drawing: &Drawing, id: &str) -> String {
    let scene = Scene::new(drawing);
    let mut out = String::with_capacity(scene.primitives.len() * 90 + 300);
    put(&mut out, &["<svg viewBox=\"0 0 "]);
    push_tenths(&mut out, WIDTH);
    out.push(' ');
    push_tenths(&mut out, scene.height);
    put(&mut out, &["\" role=\"img\" aria-labelledby=\"", id, "-t ", id, "-d\">"]);
    for (tag, part, text) in [("title", "-t", &drawing.title), ("desc", "-d", &drawing.alternative)] {
        put(&mut out, &["<", tag, " id=\"", id, part, "\">"]);
        escaped(&mut out, text);
        put(&mut out, &["</", tag, ">"]);
    }
    // Text comes last, so that no line crosses it.
    for primitive in &scene.primitives {
        match primitive {
            Primitive::Rectangle(area, style, ink) => rectangle(area, *style, *ink, &mut out),
            Primitive::Path(points, style, ink) => path(points, *style, *ink, &mut out),
            Primitive::Text(_) => {}
        }
    }
    for primitive in &scene.primitives {
        if let Primitive::Text(found) = primitive {
            words(found, &mut out);
        }
    }
    put(&mut out, &["</svg>"]);
    out
}

fn rectangle(area: &Area, style: Style, ink: Ink, out: &mut String) {
    put(out, &["<rect"]);
    class(style, ink, out);
    attribute(out, "x", area.left);
    attribute(out, "y", area.top);
    attribute(out, "width", area.right - area.left);
    attribute(out, "height", area.bottom - area.top);
    put(out, &["/>"]);
}

fn path(points: &[(f64, f64)], style: Style, ink: Ink, out: &mut String) {
    put(out, &["<path"]);
    class(style, ink, out);
    put(out, &[" d=\"M"]);
    for (number, (x, y)) in points.iter().enumerate() {
        if number > 0 {
            out.push(' ');
        }
        push_tenths(out, *x);
        out.push(' ');
        push_tenths(out, *y);
    }
    put(out, &[if style == Style::Solid { "z\"/>" } else { "\"/>" }]);
}

fn class(style: Style, ink: Ink, out: &mut String) {
    let style = match style {
        Style::Box { dashed: false } => "d-box",
        Style::Box { dashed: true } => "d-box d-dash",
        Style::Line { dashed: false } => "d-line",
        Style::Line { dashed: true } => "d-line d-dash",
        Style::Solid => "d-solid",
        Style::Axis => "d-axis",
        Style::Grid => "d-grid",
    };
    put(out, &[" class=\"", style, ink.class(), "\""]);
}

fn words(words: &PlacedText, out: &mut String) {
    put(out, &["<text"]);
    let parts = [
        match words.align {
            Align::Left => "",
            Align::Middle => " d-mid",
            Align::Right => " d-end",
        },
        if words.bold { " d-bold" } else { "" },
        if words.soft { " d-soft" } else { "" },
        if words.within.is_some() { " d-in" } else { "" },
        words.ink.class(),
    ];
    let classes = parts.concat();
    if !classes.is_empty() {
        put(out, &[" class=\"", classes.trim_start(), "\""]);
    }
    attribute(out, "x", words.at.0);
    attribute(out, "y", words.at.1);
    out.push('>');
    escaped(out, &words.text);
    put(out, &["</text>"]);
}

impl Ink {
    /// The class, after a space; empty for [`Ink::Plain`].
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::One => " d-1",
            Self::Two => " d-2",
            Self::Three => " d-3",
        }
    }
}
