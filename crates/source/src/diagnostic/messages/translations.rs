//! The wording of problems with translations: missing originals, unknown languages, and missing hashes of originals.

use crate::diagnostic::Code;
use crate::diagnostic::nearest::{did_you_mean, short};
use crate::diagnostic::problem::{Diagnostic, Location};

/// A further language that the settings already name.
#[must_use]
pub fn repeated_language(location: Location, tag: &str) -> Diagnostic {
    Diagnostic::new(Code::Duplicate, location, format!("the site has the language `{}` already", short(tag)))
        .help("`languages` lists the languages beside that of `language`, each once")
}

/// A translation whose original is gone.
#[must_use]
pub fn orphaned_translation<'a>(path: &str, original: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::new(
        Code::OrphanedTranslation,
        Location::whole(path),
        format!("this translates `{original}`, which is not there"),
    )
    .help(
        did_you_mean(original, known)
            .unwrap_or_else(|| "rename it as its original is called now, or remove it".to_owned()),
    )
}

/// A translation in a language that the site does not have.
#[must_use]
pub fn unknown_language(path: &str, tag: &str) -> Diagnostic {
    Diagnostic::new(
        Code::UnknownLanguage,
        Location::whole(path),
        format!("this is a translation into `{}`, and the site has no such language", short(tag)),
    )
    .help(format!("add it to the settings, `languages: [{tag}]` in `content/site.yaml`"))
}

/// Two files that translate one entry into one language.
#[must_use]
pub fn translated_twice(path: &str, other: &str) -> Diagnostic {
    Diagnostic::new(Code::Duplicate, Location::whole(path), "the entry has two translations into this language")
        .label("again")
        .related(Location::whole(other), "first here")
        .help("keep one of the two files")
}

/// A translation that does not state the hash of the original it was made from.
#[must_use]
pub fn no_translation_hash(location: Location, written: Option<&str>, slug: &str) -> Diagnostic {
    let message = match written {
        Some(text) => format!("`{}` names no version of the original", short(text)),
        None => "the translation does not say which version of its original it was made from".to_owned(),
    };
    Diagnostic::new(Code::TranslationHash, location, message)
        .help(format!("where it is up to date, `rooflight translations --accept {slug}` writes the hash"))
}
