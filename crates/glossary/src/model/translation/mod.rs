//! Translations: entries in a further language, each made from an original in the default language.
//!
//! 1. [`files`] pairs the files of a language with their originals.
//! 2. [`front`] decodes the keys of a translation, puts them in place of its original's, and collects the words of an
//!    original that are translated.
//! 3. [`source_hash`] hashes those words; a translation names the hash of the original that it was made from.
//! 4. [`parse`] makes the document, and compares the two hashes to see whether the original has changed.
//! 5. [`status`] lists the state of all translations; [`draft`] begins a new one.
//!
//! Nothing here depends on when a file was changed, or by whom.

pub mod draft;
pub mod files;
pub mod front;
pub mod parse;
pub mod source_hash;
pub mod status;
