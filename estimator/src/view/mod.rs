//! A calculator's result as something to read.
//!
//! 1. A calculator writes on a `sheet`, as HTML or as Markdown: words with values (`arg`, `number`), figures, `table`s.
//! 2. `draw` draws its chart, whose labels `annotate` places.
//! 3. `parse` reads what a reader types.
//!
//! The same code runs when the site is built and in the browser, so both show the same text. It computes no physics,
//! reads nothing but its arguments and never panics on data.

pub mod arg;
pub mod chart;
pub mod date;
pub mod number;
pub mod parse;
pub mod scale;
pub mod sheet;
pub mod sizes;
pub mod sources;
pub mod table;

mod annotate;
mod clutter;
mod digits;
mod draw;
mod label;
mod plot;
mod ticks;
mod typeface;

#[cfg(test)]
mod sample;
