//! The `rooflight` program: commands that read a glossary from disk, hand it to the pure stages of
//! [`rooflight_compiler`], and write or serve what they make.
//!
//! [`edge`] and [`cli`] are the only modules that touch disk, network, clock or terminal.

pub mod cli;
pub mod edge;
