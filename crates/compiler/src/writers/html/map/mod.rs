//! Draws the links between entries when the site is built.
//!
//! 1. [`around`] draws an entry with its incoming and outgoing links, each at its layer of the stack.
//! 2. [`whole`] draws all entries on the layers of the stack; [`order`] places linked entries close together.
//!
//! Pure and deterministic: the same links give the same bytes. Every name of an entry is a link, nothing needs a
//! script, and the page has each picture's content as a list too. Colour means data, and links are not data.

pub(crate) mod around;
pub(crate) mod order;
pub(crate) mod whole;
mod width;
