//! Parses templates, texts with placeholders: `{name}`, `{name:unit}`, `{name:unit:decimals}`, `{name::decimals}`.

use super::formulas::{MAX_DECIMALS, first};
use super::reader::FileReader;
use rooflight_expression::unit_text;
use rooflight_records::declared::{TextSegment, Unit};
use rooflight_source::diagnostic::messages;
use rooflight_source::yaml::PathSegment;
use std::ops::Range;

impl FileReader<'_> {
    /// Parses a template into segments; the last one has no value. Reports invalid placeholders.
    pub(super) fn template(&mut self, path: &[PathSegment], text: &str) -> Vec<TextSegment> {
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
                pieces.push(TextSegment { words, ..piece });
            }
            from = close + 1;
        }
        pieces.push(TextSegment { words: text[from..].trim_end().to_owned(), ..TextSegment::default() });
        pieces
    }

    fn broken(&mut self, path: &[PathSegment], text: &str, at: &Range<usize>, message: &str) {
        let place = self.within(path, text, at);
        self.report(
            messages::expression(place, message).help("write `{name}`, `{name:unit}` or `{name:unit:decimals}`"),
        );
    }

    fn placeholder(&mut self, path: &[PathSegment], text: &str, inside: &Range<usize>) -> Option<TextSegment> {
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
            let Some(decimals) = decimals.parse::<u8>().ok().filter(|decimals| *decimals <= MAX_DECIMALS) else {
                self.broken(
                    path,
                    text,
                    inside,
                    &format!("`{decimals}` is no number of decimals from 0 to {MAX_DECIMALS}"),
                );
                return None;
            };
            shown.decimals = Some(u64::from(decimals));
        }
        Some(TextSegment { words: String::new(), value: Some(at as u64), unit: shown })
    }
}
