//! The records that search in the browser compares, and the folding of text before comparison.

pub mod fold;
pub(crate) mod pages;
mod phrases;
pub(crate) mod questions;
pub mod records;
