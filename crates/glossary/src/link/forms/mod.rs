//! The forms by which terms are found: names, abbreviations and their inflections, before any text is read.

pub mod abbreviations;
pub mod capitals;
pub(in crate::link) mod entry_forms;
pub(in crate::link) mod expansion;
pub mod fold;
pub mod form;
pub mod headwords;
pub mod inflect;
pub(in crate::link) mod introduced;
pub mod lexicon;
pub mod name_pairs;
pub mod origin;
pub(in crate::link) mod own_text;
pub mod parenthesis;
pub(in crate::link) mod stated_names;
pub mod surface_forms;
pub mod text_language;
