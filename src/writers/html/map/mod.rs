//! Pictures of the links between entries, drawn when the site is built.
//!
//! 1. [`around`] draws an entry between those that lead to it and those that it leads to, each at its layer of the
//!    stack.
//! 2. [`whole`] draws all entries on the layers of the stack; [`order`] brings together what is linked.
//!
//! Pure and deterministic: the same links give the same bytes. Every mark that names an entry is a real link, nothing
//! needs a script, and a list with the same content stands beside each picture. Colour is data, and links have none.

pub(crate) mod around;
pub(crate) mod order;
pub(crate) mod whole;
mod width;
