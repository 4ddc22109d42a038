//! The records that the search in the browser compares, and the folding of text that it compares them by.

pub mod fold;
pub(crate) mod pages;
mod phrases;
pub mod records;
