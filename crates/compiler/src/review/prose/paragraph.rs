//! Splits a body into paragraphs of plain text, with the file positions of their words and the positions of citations.

use rooflight_glossary::syntax::tree::{Block, Inline, Name, NodeKind, Tree, WalkEvent};
use std::ops::Range;

/// Replaces code and formulas, whose words are not prose.
const CODE: &str = "`";

/// A paragraph, or the text of a list item.
#[derive(Debug, Default)]
pub(in crate::review) struct Paragraph {
    /// The plain text; a line break is a space.
    pub(in crate::review) text: String,
    /// Byte positions in the text of citations: sources, footnotes, measured runs.
    marks: Vec<usize>,
    /// Byte ranges of the text, each with its byte range in the file.
    pieces: Vec<(Range<usize>, Range<usize>)>,
}

impl Paragraph {
    fn push(&mut self, text: &str, span: &Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push((start..self.text.len(), span.clone()));
    }

    /// Returns the byte ranges of the sentences; each ends with a full stop, question mark or exclamation mark before a
    /// space.
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

    /// True if something is cited in the sentence or right after its full stop.
    pub(in crate::review) fn cites(&self, sentence: &Range<usize>) -> bool {
        self.marks.iter().any(|mark| sentence.start < *mark && *mark <= sentence.end)
    }

    /// Returns the byte range in the file that a range of the text comes from.
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

/// Returns the paragraphs of a body.
pub(in crate::review) fn all(tree: &Tree<'_, Name<'_>>) -> Vec<Paragraph> {
    let mut found = Vec::new();
    let (mut open, mut passed_over) = (Paragraph::default(), 0_usize);
    let mut end = |open: &mut Paragraph| {
        let paragraph = std::mem::take(open);
        found.extend((!paragraph.text.trim().is_empty()).then_some(paragraph));
    };
    for event in tree.walk() {
        match event {
            WalkEvent::Enter(_, node) => match &node.kind {
                NodeKind::Block(block) => {
                    end(&mut open);
                    passed_over += usize::from(is_passed_over(block));
                }
                _ if passed_over > 0 => {}
                NodeKind::Inline(Inline::Text(text)) => open.push(text, &node.span),
                NodeKind::Inline(Inline::SoftBreak | Inline::HardBreak) => open.push(" ", &node.span),
                NodeKind::Inline(Inline::Code(_) | Inline::Math(_)) => open.push(CODE, &node.span),
                NodeKind::Inline(Inline::Run(_) | Inline::NoteReference(_))
                | NodeKind::Reference(Name::Citation(_)) => {
                    open.marks.push(open.text.len());
                }
                _ => {}
            },
            WalkEvent::Leave(_, node) => {
                if let NodeKind::Block(block) = &node.kind {
                    end(&mut open);
                    passed_over -= usize::from(is_passed_over(block));
                }
            }
        }
    }
    end(&mut open);
    found
}

/// True for blocks whose text is not prose, and for a definition, which says in short what the body says with sources.
const fn is_passed_over(block: &Block<'_>) -> bool {
    matches!(block, Block::Quote | Block::Table(_) | Block::Heading(_) | Block::Definition)
}

/// Returns the words of a range of a text, each with its byte range.
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
