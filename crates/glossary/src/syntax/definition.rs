//! Finds where the definition of an entry is written: in the front matter, or at the beginning of the body.
//!
//! 1. Without a definition in the front matter, the lead of the body is the definition ([`crate::syntax::lead`]).
//! 2. A definition in the front matter that the body's first paragraph says too, word for word or in the beginning of a
//!    longer text, is shown once: as that paragraph, or, if its own Markdown has more to show, in its place.
//! 3. Otherwise the definition of the front matter precedes the body.
//!
//! Compares plain words only, so that markup makes no difference.

use crate::syntax::lead::{first_paragraph, words};
use std::ops::Range;

/// Where the definition of an entry is written.
#[derive(Debug, Clone)]
pub enum DefinitionPlace<'a> {
    /// In the front matter: its bytes in the file, and the text that YAML reads there.
    Front(Range<usize>, &'a str),
    /// In the body: the first paragraphs, if they begin within these bytes of the file.
    Lead(Range<usize>),
}

impl Default for DefinitionPlace<'_> {
    fn default() -> Self {
        Self::Lead(0..0)
    }
}

/// Finds the place of the definition that YAML reads at `span` as `text`, in an entry of the file `file` whose body
/// begins at byte `start`. Returns it with the byte at which the rest of the body begins.
#[must_use]
pub fn in_front<'a>(file: &str, start: usize, span: Range<usize>, text: &'a str) -> (DefinitionPlace<'a>, usize) {
    let body = file.get(start..).unwrap_or_default();
    let paragraph = first_paragraph(body).filter(|range| body[..range.start].trim().is_empty());
    let Some(range) = paragraph else { return (DefinitionPlace::Front(span, text), start) };
    let written = body[range.clone()].trim();
    let place = start + range.start..start + range.end;
    match repeats(text, written) {
        Some(Repeated::Beginning) => (DefinitionPlace::Lead(place), start),
        Some(Repeated::Whole) if text.trim().len() <= written.len() => (DefinitionPlace::Lead(place), start),
        Some(Repeated::Whole) => (DefinitionPlace::Front(span, text), place.end),
        None => (DefinitionPlace::Front(span, text), start),
    }
}

/// How much of a paragraph says the definition again.
#[derive(Debug, PartialEq, Eq)]
enum Repeated {
    Whole,
    Beginning,
}

/// Compares a definition with a paragraph; `None` if the paragraph says something else.
fn repeats(definition: &str, paragraph: &str) -> Option<Repeated> {
    let first = |text: &str| text.chars().find(|c| c.is_alphanumeric());
    // Most bodies begin with another word, and parsing takes time.
    if first(definition) != first(paragraph) && !paragraph.starts_with(['[', '<', '!', '&']) {
        return None;
    }
    let (definition, paragraph) = (words(definition), words(paragraph));
    let said = definition.trim_end_matches(['.', '。', '．', '…', ' ']);
    let rest = paragraph.strip_prefix(said).filter(|_| !said.is_empty())?;
    if rest.trim_end_matches(['.', '。', '．', '…', ' ']).is_empty() {
        return Some(Repeated::Whole);
    }
    let ends = said.len() < definition.len() || definition.ends_with(['!', '?', '！', '？', ':', '؟', '।']);
    (ends && !rest.starts_with(char::is_alphanumeric)).then_some(Repeated::Beginning)
}

#[cfg(test)]
mod tests {
    use super::{Repeated, repeats};

    #[test]
    fn plain_words_are_compared() {
        assert_eq!(repeats("Below the crust.", "Below the *[[crust]]*"), Some(Repeated::Whole));
        assert_eq!(repeats("Below the crust.", "Below the crust. It is soft."), Some(Repeated::Beginning));
        assert_eq!(repeats("Below the …", "Below the crust of a loaf."), Some(Repeated::Beginning));
        assert_eq!(repeats("Bread", "Breadcrumbs are dry."), None);
        assert_eq!(repeats("Bread", "Bread is baked."), None);
        assert_eq!(repeats("A loaf.", "It has a crust."), None);
    }
}
