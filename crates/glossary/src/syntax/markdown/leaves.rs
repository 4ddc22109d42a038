//! Leaves that take long to make: drawings, formulas, highlighted code.
//!
//! The first reading makes each and keeps it; the readings after it take them in the same order. One with a mistake is
//! reported in the first reading, and stands in no tree.

use super::{First, Reader};
use crate::syntax::tree::{Block, CodeBlock, CowStr, Formula, Inline, Kind};
use crate::syntax::{drawing, highlight, math};
use std::ops::Range;

impl<'a> Reader<'a, '_> {
    /// A drawing is read once, and stands in the tree unless it has a mistake.
    pub(super) fn drawing(&mut self, text: &str, lines: &drawing::Lines, span: Range<usize>) {
        if let Some(First { path, problems, kept, .. }) = &mut self.first {
            kept.drawings.push(drawing::read(text, lines, (path, self.text), &span, problems));
        }
        if let Some(Some(drawing)) = self.drawings.next() {
            self.leaf(Kind::Block(Block::Drawing(drawing)), span);
        }
    }

    /// A formula between dollar signs is read once, and stands in the tree unless it has a mistake.
    pub(super) fn formula(&mut self, text: &CowStr<'a>, is_display: bool, span: Range<usize>) {
        let latex = math::dollars::latex(text);
        if let Some(First { path, problems, kept, .. }) = &mut self.first {
            let place = |inside: &Range<usize>| math::place(self.text, &span, &latex, inside);
            kept.formulas.push(math::read(&latex, is_display, path, place, problems));
        }
        if let Some(Some(mathml)) = self.formulas.next() {
            self.leaf(Kind::Inline(Inline::Math(Formula { latex, mathml, is_display })), span);
        }
    }

    /// A formula in a block of the language `math`, read once like one between dollar signs.
    pub(super) fn formula_block(&mut self, latex: CowStr<'a>, lines: &drawing::Lines, span: Range<usize>) {
        if let Some(First { path, problems, kept, .. }) = &mut self.first {
            let place = |inside: &Range<usize>| lines.span(inside, &drawing::fence(self.text, &span));
            kept.formulas.push(math::read(latex.trim_end(), true, path, place, problems));
        }
        if let Some(Some(mathml)) = self.formulas.next() {
            let formula = Box::new(Formula { latex, mathml, is_display: true });
            self.leaf(Kind::Block(Block::Math(formula)), span);
        }
    }

    /// Code is highlighted once.
    pub(super) fn code(&mut self, language: CowStr<'a>, text: CowStr<'a>) -> CodeBlock<'a> {
        if let Some(first) = &mut self.first {
            first.kept.code.push(highlight::marked(&language, &text).into());
        }
        CodeBlock { language, text, marked: self.code.next().map_or("", |html| html) }
    }
}
