//! Leaves that are expensive to make: drawings, formulas, highlighted code.
//!
//! The first pass makes and keeps each of them, and later passes take them in the same order. A leaf with a mistake is
//! reported in the first pass and left out of every tree.

use super::{BodyReader, FirstPassOutput};
use crate::syntax::tree::{Block, CodeBlock, CowStr, Formula, Inline, NodeKind};
use crate::syntax::{drawing, highlight, math};
use std::ops::Range;

impl<'a> BodyReader<'a, '_> {
    /// Reads a drawing in the first pass; adds it to the tree in later ones.
    pub(super) fn drawing(&mut self, text: &str, lines: &drawing::LineOrigins, span: Range<usize>) {
        if let Some(FirstPassOutput { path, problems, kept, .. }) = &mut self.first {
            kept.drawings.push(drawing::read(text, lines, (path, self.text), &span, problems));
        }
        if let Some(Some(drawing)) = self.drawings.next() {
            self.leaf(NodeKind::Block(Block::Drawing(drawing)), span);
        }
    }

    /// Converts a formula between dollar signs in the first pass; adds it to the tree in later ones.
    pub(super) fn formula(&mut self, text: &CowStr<'a>, is_display: bool, span: Range<usize>) {
        let latex = math::dollars::latex(text);
        if let Some(FirstPassOutput { path, problems, kept, .. }) = &mut self.first {
            let place = |inside: &Range<usize>| math::place(self.text, &span, &latex, inside);
            kept.formulas.push(math::read(&latex, is_display, path, place, problems));
        }
        if let Some(Some(mathml)) = self.formulas.next() {
            self.leaf(NodeKind::Inline(Inline::Math(Formula { latex, mathml, is_display })), span);
        }
    }

    /// Converts a formula in a block of the language `math` in the first pass; adds it to the tree in later ones.
    pub(super) fn formula_block(&mut self, latex: CowStr<'a>, lines: &drawing::LineOrigins, span: Range<usize>) {
        if let Some(FirstPassOutput { path, problems, kept, .. }) = &mut self.first {
            let place = |inside: &Range<usize>| lines.span(inside, &drawing::fence(self.text, &span));
            kept.formulas.push(math::read(latex.trim_end(), true, path, place, problems));
        }
        if let Some(Some(mathml)) = self.formulas.next() {
            let formula = Box::new(Formula { latex, mathml, is_display: true });
            self.leaf(NodeKind::Block(Block::Math(formula)), span);
        }
    }

    /// Highlights a code block in the first pass; returns it with its highlighted HTML in later ones.
    pub(super) fn code(&mut self, language: CowStr<'a>, text: CowStr<'a>) -> CodeBlock<'a> {
        if let Some(first) = &mut self.first {
            first.kept.code.push(highlight::marked(&language, &text).into());
        }
        CodeBlock { language, text, marked: self.code.next().map_or("", |html| html) }
    }
}
