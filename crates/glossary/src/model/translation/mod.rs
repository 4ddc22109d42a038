//! Translations: entries in a further language, each beside the original that it was made from.
//!
//! 1. [`files`] pairs the files of a language with their originals.
//! 2. [`front`] decodes the keys of a translation, lays them over those of its original, and says which words of an
//!    original are translated.
//! 3. [`fingerprint`] is a hash of what a translator reads in an original; a translation names the one it was made
//!    from.
//! 4. [`parse`] makes the document, and says whether the original has changed since.
//! 5. [`status`] lists how all translations stand; [`draft`] begins a new one.
//!
//! Nothing here asks when a file was changed, or by whom.

pub mod draft;
pub mod files;
pub mod fingerprint;
pub mod front;
pub mod parse;
pub mod status;
