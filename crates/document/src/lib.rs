//! A document model for calculators' results, and its rendering as HTML, Markdown and SVG.
//!
//! 1. A calculator fills a `Report` (`report`) with `words` and values (`arg`, `number`); `html` and `markdown` render
//!    it, and `text_format` for every other format.
//! 2. `draw` draws the chart of an HTML report; `annotate` places its labels. `room` draws all models on one machine.
//! 3. `parse` parses the numbers that readers type.
//!
//! The same code runs when the site is built and in the browser, so both show the same text. It computes no physics,
//! reads nothing but its arguments and never panics on data.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod arg;
pub mod chart;
pub mod date;
pub mod digits;
pub mod html;
pub mod ink;
pub mod listing;
pub mod markdown;
pub mod number;
pub mod parse;
pub mod prelude;
pub mod reply;
pub mod report;
pub mod room;
pub mod scale;
pub mod text;
pub mod text_format;
pub mod typeface;
pub mod words;

pub mod markup;

mod annotate;
mod clutter;
mod draw;
mod figure;
mod geometry;
mod label;
mod linear;
mod plot;
mod room_labels;
mod ticks;

#[cfg(test)]
mod sample;
