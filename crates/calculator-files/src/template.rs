//! Texts with values: `{name}`, `{name:unit}`, `{name:unit:decimals}`, `{name::decimals}`.

use super::formulas::{DECIMALS, first};
use super::reader::FileReader;
use rooflight_expression::unit_text;
use rooflight_records::declared::{Piece, Unit};
use rooflight_source::diagnostic::messages;
use rooflight_source::yaml::Step;
use std::ops::Range;

impl FileReader<'_> {
    /// The pieces of a text.
    pub(super) fn template(&mut self, path: &[Step], text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut from = 0;
        while let Some(open) = text[from..].find('{').map(|at| from + at) {
            let words = text[from..open].to_owned();
            let Some(close) = text[open..].find('}').map(|at| open + at) else {
                self.broken(path, text, &(open..text.len()), "the `{` has no `}`");
                return pieces;
            };
            let inside = open + 1..close;
            if let Some(piece) = self.placeholder(path, text, &inside) {
                pieces.push(Piece { words, ..piece });
            }
            from = close + 1;
        }
        pieces.push(Piece { words: text[from..].trim_end().to_owned(), ..Piece::default() });
        pieces
    }

    fn broken(&mut self, path: &[Step], text: &str, at: &Range<usize>, message: &str) {
        let place = self.within(path, text, at);
        self.report(
            messages::expression(place, message).help("write `{name}`, `{name:unit}` or `{name:unit:decimals}`"),
        );
    }

    fn placeholder(&mut self, path: &[Step], text: &str, inside: &Range<usize>) -> Option<Piece> {
        let mut parts = text[inside.clone()].splitn(3, ':').map(str::trim);
        let (name, unit, decimals) =
            (parts.next()?, parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let place = self.within(path, text, inside);
        let (at, found, mut shown) = self.value(place, name)?;
        if !unit.is_empty() {
            if let Some(wrong) = unit.split('|').find(|unit| unit_text::unit(unit, &self.names.units).is_err()) {
                self.broken(path, text, inside, &format!("`{wrong}` is no unit"));
                return None;
            }
            let (other, larger) = self.unit_with_larger(path, unit)?;
            let name = first(unit);
            if !self.same_dimension(path, name, &found, &other) {
                return None;
            }
            shown = Unit { name: name.to_owned(), factor: other.factor, larger, ..shown };
        }
        if !decimals.is_empty() {
            let Some(decimals) = decimals.parse::<u8>().ok().filter(|decimals| *decimals <= DECIMALS) else {
                self.broken(path, text, inside, &format!("`{decimals}` is no number of decimals from 0 to {DECIMALS}"));
                return None;
            };
            shown.decimals = Some(u64::from(decimals));
        }
        Some(Piece { words: String::new(), value: Some(at as u64), unit: shown })
    }
}
