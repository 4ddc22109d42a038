//! The foot of an entry's picture: what its calculator answers, or a row of its short table.
//!
//! An answer has its sentence, which names the unit, its three numbers with their colours and shapes, and all that they
//! hold under: numbers without their conditions would be none, so where those have no room there are no numbers.

use crate::writers::picture::content::{Figure, Footer};
use crate::writers::picture::ink::Ink;
use crate::writers::picture::layout::{BREADTH, Block, LABEL, LEFT, LOW, Sheet, block, bold, regular};
use crate::writers::picture::lines;
use crate::writers::picture::typeface::{Style, printable};
use rooflight_document::ink;

/// The distance of two numbers.
const COLUMN: f32 = BREADTH / 3.0;
/// How wide a number may be.
const ROOM: f32 = COLUMN - 32.0;
/// How far the name of a number stands from its mark's left edge.
const MARK: f32 = 42.0;

/// The sizes of an answer, the largest first.
const ANSWERS: [Style; 3] = [bold(6), bold(5), bold(4)];
/// The sizes of numbers, the largest first.
const NUMBERS: [Style; 3] = [bold(9), bold(7), bold(5)];
/// The conditions of the numbers, in at most two lines.
const CONDITIONS: Block = block(regular(4), 30, 2);

/// Where the foot with numbers begins, from the top, if there is one line of conditions.
const HIGH: i32 = 404;

impl Sheet {
    /// Draws the foot and returns where it begins; `None` for a picture without one.
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
        let fit = |style: &Style| figures.iter().all(|one| self.typeface.width(&one.value, *style) <= ROOM);
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

    /// A number with its name, this far from the left in a foot that begins there.
    fn figure(&mut self, figure: &Figure, style: Style, (x, top): (f32, i32)) {
        let (ink, indent) = match figure.ink {
            ink::Ink::Ceiling => (Ink::Ceiling, MARK),
            ink::Ink::Range => (Ink::Range, MARK),
            ink::Ink::Measured => (Ink::Measured, MARK),
            ink::Ink::Plain => (Ink::Text, 0.0),
        };
        self.mark(figure.ink, (x, top));
        let label = self.line(&figure.label, LABEL, ROOM - indent);
        self.text(&label, LABEL, x + indent, top + 99, Ink::Soft);
        let value = self.line(&figure.value, style, ROOM);
        self.text(&value, style, x, top + 153, ink);
    }

    /// A thick line, a ruled band, a diamond: as the charts have them.
    fn mark(&mut self, ink: ink::Ink, (x, top): (f32, i32)) {
        // The middle of the small letters beside it.
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
