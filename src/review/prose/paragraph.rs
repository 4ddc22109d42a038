//! Paragraphs of a body as text, with the places of their words in the file and the sources that they cite.

use rooflight_glossary::syntax::tree::{Block, Inline, Kind, Name, Step, Tree};
use std::ops::Range;

/// Stands for code and formulas, whose words are not the author's.
const CODE: &str = "`";

/// A paragraph, or the text of an item.
#[derive(Debug, Default)]
pub(in crate::review) struct Paragraph {
    /// Its text; a line break is a space.
    pub(in crate::review) text: String,
    /// Where in the text something is cited: a source, a footnote, a measured run.
    marks: Vec<usize>,
    /// Pieces of the text with their bytes in the file.
    pieces: Vec<(Range<usize>, Range<usize>)>,
}

impl Paragraph {
    fn push(&mut self, text: &str, span: &Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push((start..self.text.len(), span.clone()));
    }

    /// The sentences: each ends with a full stop, a question mark or an exclamation mark before a space.
    pub(in crate::review) fn sentences(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut start = 0;
        for (at, sign) in self.text.char_indices().filter(|(_, sign)| matches!(sign, '.' | '!' | '?')) {
            let end = at + sign.len_utf8();
            let rest = self.text[end..].trim_start_matches(['"', '”', '’', ')']);
            let begins = rest
                .trim_start()
                .chars()
                .next()
                .is_none_or(|next| next.is_uppercase() || next.is_numeric() || next == '`');
            if (rest.is_empty() || rest.starts_with(' ')) && begins {
                found.push(start..end);
                start = self.text.len() - rest.trim_start().len();
            }
        }
        if !self.text[start..].trim().is_empty() {
            found.push(start..self.text.len());
        }
        found
    }

    /// True if the sentence cites something, in it or right behind its full stop.
    pub(in crate::review) fn cites(&self, sentence: &Range<usize>) -> bool {
        self.marks.iter().any(|mark| sentence.start < *mark && *mark <= sentence.end)
    }

    /// The bytes of the file that a part of the text comes from.
    pub(in crate::review) fn place(&self, range: &Range<usize>) -> Range<usize> {
        let next = self.pieces.partition_point(|(text, _)| text.end <= range.start);
        let Some((text, file)) = self.pieces.get(next) else { return 0..0 };
        if text.len() != file.len() {
            return file.clone();
        }
        let start = file.start + range.start - text.start;
        start..(start + range.len()).min(file.end)
    }
}

/// The paragraphs of a body.
pub(in crate::review) fn all(tree: &Tree<'_, Name<'_>>) -> Vec<Paragraph> {
    let mut found = Vec::new();
    let (mut open, mut passed_over) = (Paragraph::default(), 0_usize);
    let mut end = |open: &mut Paragraph| {
        let paragraph = std::mem::take(open);
        found.extend((!paragraph.text.trim().is_empty()).then_some(paragraph));
    };
    for step in tree.steps() {
        match step {
            Step::Enter(_, node) => match &node.kind {
                Kind::Block(block) => {
                    end(&mut open);
                    passed_over += usize::from(is_passed_over(block));
                }
                _ if passed_over > 0 => {}
                Kind::Inline(Inline::Text(text)) => open.push(text, &node.span),
                Kind::Inline(Inline::SoftBreak | Inline::HardBreak) => open.push(" ", &node.span),
                Kind::Inline(Inline::Code(_) | Inline::Math(_)) => open.push(CODE, &node.span),
                Kind::Inline(Inline::Run(_) | Inline::NoteReference(_)) | Kind::Reference(Name::Citation(_)) => {
                    open.marks.push(open.text.len());
                }
                _ => {}
            },
            Step::Leave(_, node) => {
                if let Kind::Block(block) = &node.kind {
                    end(&mut open);
                    passed_over -= usize::from(is_passed_over(block));
                }
            }
        }
    }
    end(&mut open);
    found
}

/// True for blocks whose words are not running text of the author's; of those, the ones that hold others.
const fn is_passed_over(block: &Block<'_>) -> bool {
    matches!(block, Block::Quote | Block::Table(_) | Block::Heading(_))
}

/// Where a word stands by itself in a part of a text, whatever its capitals.
pub(in crate::review) fn words<'t>(
    text: &'t str,
    within: &Range<usize>,
) -> impl Iterator<Item = (Range<usize>, &'t str)> {
    let (text, start) = (&text[within.clone()], within.start);
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\'' | '’'))).filter(|word| !word.is_empty()).map(
        move |word| {
            let at = start + word.as_ptr() as usize - text.as_ptr() as usize;
            (at..at + word.len(), word)
        },
    )
}
