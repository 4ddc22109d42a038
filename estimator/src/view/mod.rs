//! A calculator's result as something to read.
//!
//! 1. `report` is the result as plain data, filled by a calculator with the help of `number` and `tables`.
//! 2. `html` and `markdown` write it; `draw` draws its chart.
//! 3. `parse` reads what a reader types.
//!
//! The same code runs when the site is built and in the browser, so both show the same text. It computes no physics,
//! reads nothing but its arguments and never panics on data.

pub mod chart;
pub mod date;
pub mod html;
pub mod markdown;
pub mod number;
pub mod parse;
pub mod report;
pub mod scale;
pub mod tables;

mod annotate;
mod clutter;
mod digits;
mod draw;
mod label;
mod markup;
mod plot;
mod rows;
mod ticks;
mod typeface;

#[cfg(test)]
mod sample;
