//! Draws the footer of an entry's picture: its calculator's answer, or a row of its short table.
//!
//! An answer has a sentence with the unit, up to three numbers with their colours and marks, and their conditions.
//! Numbers are useless without conditions, so without room for the conditions nothing is drawn.

use crate::writers::picture::content::{Figure, Footer};
use crate::writers::picture::ink::Ink;
use crate::writers::picture::layout::{BREADTH, LABEL, LEFT, LOW, Sheet, TextBlock, block, bold, regular};
use crate::writers::picture::lines;
use crate::writers::picture::typeface::{Style, printable};
use rooflight_document::ink;

/// Distance between two numbers, in pixels.
const COLUMN: f32 = BREADTH / 3.0;
/// Maximum width of a number, in pixels.
const MAX_NUMBER_WIDTH: f32 = COLUMN - 32.0;
/// Distance from a mark's left edge to the label of its number, in pixels.
const MARK: f32 = 42.0;

/// Styles of an answer, the largest first.
const ANSWERS: [Style; 3] = [bold(6), bold(5), bold(4)];
/// Styles of numbers, the largest first.
const NUMBERS: [Style; 3] = [bold(9), bold(7), bold(5)];
/// Style of the conditions, in at most two lines.
const CONDITIONS: TextBlock = block(regular(4), 30, 2);

/// Top of a footer with numbers and one line of conditions, in pixels.
const HIGH: i32 = 404;

impl Sheet {
    /// Draws the footer and returns its top; `None` if there is none or it cannot be drawn.
    pub(super) fn foot(&mut self, foot: &Footer) -> Option<i32> {
        match foot {
            Footer::None => None,
            Footer::Row { label, text } => self.row(label, text),
            Footer::Figures { answer, conditions, figures } => self.figures(answer, conditions, figures),
        }
    }

    fn figures(&mut self, answer: &str, conditions: &str, figures: &[Figure]) -> Option<i32> {
        let answer = printable(&mut self.typeface, answer)?;
        let conditions = printable(&mut self.typeface, conditions)?;
        let conditions = lines::lines(&mut self.typeface, &conditions, CONDITIONS.style, BREADTH, usize::MAX);
        let more = conditions.len().saturating_sub(1);
        if more >= CONDITIONS.most {
            return None;
        }
        let top = HIGH - CONDITIONS.leading * i32::try_from(more).unwrap_or(0);
        self.panel(top);
        let fits = |style: &Style| self.typeface.width(&answer, *style) <= BREADTH;
        let style = ANSWERS.into_iter().find(fits).unwrap_or(bold(4));
        let answer = self.line(&answer, style, BREADTH);
        self.text(&answer, style, LEFT, top + 50, Ink::Text);
        let fit = |style: &Style| figures.iter().all(|one| self.typeface.width(&one.value, *style) <= MAX_NUMBER_WIDTH);
        let style = NUMBERS.into_iter().find(fit).unwrap_or(bold(5));
        for (number, figure) in (0_u8..3).zip(figures) {
            self.figure(figure, style, (LEFT + f32::from(number) * COLUMN, top));
        }
        let mut baseline = top + 197;
        for line in conditions {
            self.text(&line, CONDITIONS.style, LEFT, baseline, Ink::Soft);
            baseline += CONDITIONS.leading;
        }
        Some(top)
    }

    fn row(&mut self, label: &str, text: &str) -> Option<i32> {
        printable(&mut self.typeface, label)?;
        let text = printable(&mut self.typeface, text)?;
        self.panel(LOW);
        let label = self.line(label, LABEL, BREADTH);
        self.text(&label, LABEL, LEFT, LOW + 58, Ink::Soft);
        let large = block(bold(8), 56, 1);
        let fits = self.typeface.width(&text, large.style) <= BREADTH;
        self.block(&text, LOW + 76, if fits { large } else { block(bold(6), 45, 2) }, Ink::Text);
        Some(LOW)
    }

    /// Draws a number with its label, at this distance from the left, in a footer with this top.
    fn figure(&mut self, figure: &Figure, style: Style, (x, top): (f32, i32)) {
        let (ink, indent) = match figure.ink {
            ink::Ink::Ceiling => (Ink::Ceiling, MARK),
            ink::Ink::Range => (Ink::Range, MARK),
            ink::Ink::Measured => (Ink::Measured, MARK),
            ink::Ink::Plain => (Ink::Text, 0.0),
        };
        self.mark(figure.ink, (x, top));
        let label = self.line(&figure.label, LABEL, MAX_NUMBER_WIDTH - indent);
        self.text(&label, LABEL, x + indent, top + 99, Ink::Soft);
        let value = self.line(&figure.value, style, MAX_NUMBER_WIDTH);
        self.text(&value, style, x, top + 153, ink);
    }

    /// Draws the mark of the charts: a thick line, a hatched band or a diamond.
    fn mark(&mut self, ink: ink::Ink, (x, top): (f32, i32)) {
        // Centred on the lower-case letters of the label.
        let middle = f32::from(i16::try_from(top + 89).unwrap_or(0));
        let around = |points: [(f32, f32); 4]| points.map(|(dx, dy)| (x + dx, middle + dy));
        let bar = |top: f32, bottom: f32| around([(0.0, top), (28.0, top), (28.0, bottom), (0.0, bottom)]);
        match ink {
            ink::Ink::Ceiling => self.canvas.polygon(&bar(-2.5, 2.5), Ink::Ceiling),
            ink::Ink::Range => {
                for line in [-9.0, -4.0, 1.0, 6.0] {
                    self.canvas.polygon(&bar(line, line + 2.0), Ink::Range);
                }
            }
            ink::Ink::Measured => {
                self.canvas.polygon(&around([(13.0, -11.0), (24.0, 0.0), (13.0, 11.0), (2.0, 0.0)]), Ink::Measured);
            }
            ink::Ink::Plain => {}
        }
    }
}
