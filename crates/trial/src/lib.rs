//! Calculators that a site declares in files, tried before anybody uses them.
//!
//! 1. [`presets`] answers the defaults and the presets of a file, and compares what they give with what it expects.
//! 2. [`playground`] reads a file that is being written, and replies with its mistakes or with its answer. The build
//!    and the module of the playground's page call the same function.
//!
//! Pure: texts come in, values go out.

#![forbid(unsafe_code)]

pub mod playground;
pub mod presets;
