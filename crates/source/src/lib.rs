//! The files of a site as text with places: what every reader of them needs and none of them owns.
//!
//! 1. [`mod@file`]: every file that a build reads, in memory.
//! 2. [`yaml`]: YAML decoded into types, with the place of each key and value, and compared with a schema.
//! 3. [`diagnostic`]: problems as values with their place, their codes and their wording.
//! 4. [`slug`], [`url`] and [`characters`]: names, addresses and characters that are safe everywhere; [`limits`] on
//!    what a site says of itself.
//!
//! Nothing here knows what an entry or a calculator is, and nothing touches disk, clock or environment.

pub mod characters;
pub mod diagnostic;
pub mod file;
pub mod limits;
pub mod slug;
pub mod url;
pub mod yaml;
