//! The context of a match: word boundaries, affixes, and uses in which the same letters are not the term.

pub(in crate::link) mod affixes;
pub mod boundary;
pub(in crate::link) mod east_asian;
pub(in crate::link) mod english;
pub(in crate::link) mod english_verbs;
pub(in crate::link) mod french;
pub(in crate::link) mod german;
pub(in crate::link) mod russian;
pub mod sentences;
