//! The files of a site as text with positions, and what every reader of them needs.
//!
//! 1. [`mod@file`]: every file that a build reads, in memory.
//! 2. [`yaml`]: YAML decoded into types, checked against their schemas, with the position of each key and value.
//! 3. [`diagnostic`]: problems as values with their positions, codes and wording.
//! 4. [`lines`]: the line and column of each byte.
//! 5. [`slug`], [`url`], [`characters`] and [`csv_cell`]: names, addresses, characters and cells that are safe
//!    everywhere; [`limits`] on texts that many pages repeat.
//!
//! Nothing here knows what an entry or a calculator is, and nothing touches disk, clock or environment.

pub mod characters;
pub mod csv_cell;
pub mod diagnostic;
pub mod file;
pub mod limits;
pub mod lines;
pub mod slug;
pub mod url;
pub mod yaml;
