//! Draws the memory of models on a device as bars.
//!
//! A bar shows the weights, then the cache; a bar that exceeds the memory is outlined. A line marks the memory.

use crate::site::catalog::memory_chart::{Bar, MemoryChart, fits};
use crate::site::catalog::words::gb;
use rooflight_document::number;
use rooflight_glossary::syntax::highlight::escape;
use rooflight_primitives::units::GIB;
use serde::{Serialize, Serializer};
use std::fmt::Write;

/// Height of a bar with its label, in pixels.
const BAR: u32 = 44;

impl Serialize for MemoryChart<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&svg(self))
    }
}

fn svg(picture: &MemoryChart<'_>) -> String {
    let (bars, usable) = (&picture.bars, picture.usable);
    let widest = bars.iter().map(|bar| bar.fit.needed()).fold(usable, f64::max) * 1.02;
    let per_cent = |bytes: f64| number::plain(bytes / widest * 100.0, 1);
    let height = 20 + BAR * u32::try_from(bars.len()).unwrap_or(0);
    let memory = picture.memory.map(|bytes| number::plain(bytes / GIB, 1)).unwrap_or_default();
    let sizes: Vec<String> = bars
        .iter()
        .map(|bar| {
            format!("{} {} GB{}", bar.name, gb(bar.fit.needed()), if fits(bar, usable) { "" } else { ", too large" })
        })
        .collect();
    let label = format!("Of {memory} GiB, {} GB can be used. {}.", gb(usable), sizes.join("; "));
    let mut out = format!("<svg class=\"chart\" height=\"{height}\" role=\"img\" aria-label=\"{}\">", escape(&label));
    let x = per_cent(usable);
    // Keeps the label inside the picture at both ends.
    let (class, at) = if usable / widest > 0.7 { ("c v end", "100".to_owned()) } else { ("c v mid", x.clone()) };
    let _ = write!(
        out,
        "<line class=\"cap\" x1=\"{x}%\" x2=\"{x}%\" y1=\"18\" y2=\"{height}\"/><text class=\"{class}\" x=\"{at}%\" y=\"12\">{} GB usable</text>",
        escape(&gb(usable))
    );
    let mut top = 0;
    for bar in bars {
        let Bar { name, format, fit } = bar;
        top += BAR;
        let fitting = fits(bar, usable);
        let note = if fitting { "" } else { ": too large" };
        let _ = write!(
            out,
            "<text class=\"halo\" x=\"0\" y=\"{y}\"><tspan class=\"b\">{}</tspan> {}</text><text class=\"end halo\" x=\"100%\" y=\"{y}\">{} GB{note}</text>",
            escape(name),
            escape(format),
            escape(&gb(fit.needed())),
            y = top - 10
        );
        let classes = if fitting { ["bar-w", "bar-k", "bar-b"] } else { ["bar-no"; 3] };
        let mut from = 0.0;
        for (class, bytes) in classes.into_iter().zip([fit.weights, fit.cache, fit.overhead]) {
            let (x, width) = (per_cent(from), per_cent(bytes));
            let _ =
                write!(out, "<rect class=\"{class}\" x=\"{x}%\" width=\"{width}%\" y=\"{}\" height=\"10\"/>", top - 3);
            from += bytes;
        }
    }
    out.push_str("</svg>");
    out
}
