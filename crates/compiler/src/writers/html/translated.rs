//! How an entry's page in another language refers to the original.
//!
//! 1. A translated term that differs from the original term is followed by it.
//! 2. An entry without a translation shows the original text, and its canonical address is the original's.
//! 3. A translation of an older version links to the original.

use crate::site::inputs::Inputs;
use crate::site::languages::is_untranslated;
use crate::site::paths::entry_path;
use crate::writers::html::views::{OriginalView, TranslatedView};
use rooflight_glossary::link::Entry;
use rooflight_glossary::model::config::Language;

/// The view of a page's relation to its original; empty in the default language. `root` is the relative path from the
/// page to the root of its language.
pub(crate) fn view(inputs: &Inputs<'_>, entry: &Entry, root: &str) -> TranslatedView {
    let Some(original) = inputs.original else { return TranslatedView::default() };
    let language = &original.config.language;
    let url = || Some(format!("{root}../{}", entry_path(entry)));
    let Some(translation) = &entry.document.translation else {
        return TranslatedView {
            foreign: foreign(inputs, entry),
            original_url: url(),
            untranslated: true,
            ..TranslatedView::default()
        };
    };
    let term = &translation.original.front.term;
    // A difference in capitals alone is not worth showing.
    let differs = term.to_lowercase() != entry.document.front.term.to_lowercase();
    let view =
        || OriginalView { term: term.clone(), language: language.autonym().to_owned(), tag: language.to_string() };
    TranslatedView {
        original: differs.then(view),
        original_url: if translation.lags { url() } else { None },
        ..TranslatedView::default()
    }
}

/// HTML attributes of an entry's texts if they are in the original language; empty for a translation, and in the
/// default language.
pub(crate) fn foreign(inputs: &Inputs<'_>, entry: &Entry) -> String {
    let original = inputs.original.filter(|_| is_untranslated(inputs.config, entry));
    original.map_or_else(String::new, |original| attributes(&original.config.language, &inputs.config.language))
}

/// HTML attributes of an element in one language on a page in another: `lang`, and `dir` if the direction differs.
pub(crate) fn attributes(language: &Language, page: &Language) -> String {
    let direction = match (language.is_right_to_left(), page.is_right_to_left()) {
        (true, false) => " dir=\"rtl\"",
        (false, true) => " dir=\"ltr\"",
        _ => "",
    };
    format!(" lang=\"{}\"{direction}", &**language)
}

/// The canonical address of an entry's page; the original's if the entry is not translated.
pub(crate) fn canonical(inputs: &Inputs<'_>, entry: &Entry) -> String {
    let site = if is_untranslated(inputs.config, entry) { inputs.in_default_language() } else { inputs };
    site.config.base_url.join(&entry_path(entry))
}
