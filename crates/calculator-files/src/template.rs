//! Parses texts: templates with placeholders (`{name}`, `{name:unit}`, `{name:unit:decimals}`, `{name::decimals}`) and
//! inks (`<b>`, `<c>`, `<r>`, `<m>`), alone or one for each case.

use super::formulas::{MAX_DECIMALS, first};
use super::keys::{CaseKeys, FormatKeys, TextKeys};
use super::reader::FileReader;
use crate::expression::scope::is_name;
use crate::expression::{Type, unit_text};
use rooflight_estimator::formula::Op;
use rooflight_estimator::formula::host::{REASON, TEXT_FACTS};
use rooflight_estimator::records::declared::{
    ConditionalText, Ink, NumberFormat, RangeEnd, TextCase, TextSegment, Unit,
};
use rooflight_source::diagnostic::messages;
use rooflight_source::limits;
use rooflight_source::yaml::PathSegment;
use rooflight_source::yaml_path;
use std::collections::BTreeMap;
use std::ops::Range;

/// The tags of inks in a template, each with the ink that it opens.
const TAGS: [(&str, Option<Ink>); 8] = [
    ("<b>", Some(Ink::Plain)),
    ("<c>", Some(Ink::Ceiling)),
    ("<r>", Some(Ink::Range)),
    ("<m>", Some(Ink::Measured)),
    ("</b>", None),
    ("</c>", None),
    ("</r>", None),
    ("</m>", None),
];

/// Most characters of a text with the texts that it contains.
const MAX_WORDS: usize = 2000;

/// Most texts that contain each other in a row.
const MAX_DEPTH: usize = 8;

/// Returns the format with this name: `2`, `~2`, `short`, `ratio`, `percent`.
fn format(name: &str) -> Option<NumberFormat> {
    let decimals = |digits: &str| digits.parse::<u8>().ok().filter(|found| *found <= MAX_DECIMALS).map(u64::from);
    match name {
        "short" => Some(NumberFormat::Short),
        "ratio" => Some(NumberFormat::Ratio),
        "percent" => Some(NumberFormat::Percent),
        "thousands" => Some(NumberFormat::Thousands),
        "bytes" => Some(NumberFormat::Bytes),
        _ => match name.strip_prefix('~') {
            Some(digits) => decimals(digits).map(NumberFormat::AtMost),
            None => decimals(name).map(NumberFormat::Fixed),
        },
    }
}

/// Returns what of a range has this name: `typical`, `low`, `high`.
pub(super) fn range_end(name: &str) -> Option<RangeEnd> {
    RangeEnd::ALL.into_iter().find(|end| end.name() == name)
}

impl FileReader<'_> {
    /// Reads the format of a result, and reports one that is unknown.
    pub(super) fn format(&mut self, path: &[PathSegment], keys: Option<&FormatKeys>) -> NumberFormat {
        let name = match keys {
            None => return NumberFormat::default(),
            Some(FormatKeys::Decimals(decimals)) => decimals.to_string(),
            Some(FormatKeys::Named(name)) => name.clone(),
        };
        format(&name).unwrap_or_else(|| {
            let message = format!("`{name}` is no number of decimals: a result has at most {MAX_DECIMALS}");
            self.refuse(path, message, "write `2`, `~2` for two at most, `short`, `ratio`, `percent` or `thousands`");
            NumberFormat::default()
        })
    }

    /// Reads the texts that other texts contain. They may contain each other, but not themselves.
    pub(super) fn words(&mut self, words: &BTreeMap<String, TextKeys>) {
        self.words.extend(words.keys().cloned());
        for (name, keys) in words {
            let path = yaml_path!["words", name.as_str()];
            if self.names.find(name).is_some() || !is_name(name) {
                let message = format!("`{name}` cannot be the name of a text");
                self.refuse(path, message, "choose a name that no input and no formula has");
            }
            let text = self.conditional(path, keys);
            self.record.words.push(text);
        }
        for at in 0..self.record.words.len() {
            let Some(name) = self.words.get(at).cloned() else { continue };
            if self.length_of(at, &mut Vec::new()).is_none_or(|length| length > MAX_WORDS) {
                let message =
                    format!("`{name}` contains itself, or is longer than {MAX_WORDS} characters with what it contains");
                self.refuse(yaml_path!["words", name.as_str()], message, "shorten it");
                // Nothing may contain it.
                self.record.words[at] = ConditionalText::default();
            }
        }
    }

    /// Returns the length of a text with the texts that it contains, values counted as one; `None` in a circle.
    fn length_of(&self, at: usize, above: &mut Vec<usize>) -> Option<usize> {
        if above.contains(&at) || above.len() > MAX_DEPTH {
            return None;
        }
        above.push(at);
        let mut most = 0;
        for case in &self.record.words.get(at)?.0 {
            let mut length = 0_usize;
            for segment in &case.segments {
                let contained = match segment.text.and_then(|text| usize::try_from(text).ok()) {
                    Some(text) => self.length_of(text, above)?,
                    None => 1,
                };
                length = length.saturating_add(segment.words.len()).saturating_add(contained);
                if length > MAX_WORDS {
                    above.pop();
                    return Some(length);
                }
            }
            most = most.max(length);
        }
        above.pop();
        Some(most)
    }

    /// Reads a text that may depend on cases; empty if there is none.
    pub(super) fn maybe_text(&mut self, path: &[PathSegment], keys: Option<&TextKeys>) -> ConditionalText {
        keys.map_or_else(ConditionalText::default, |keys| self.conditional(path, keys))
    }

    /// Reads a text that may depend on cases.
    pub(super) fn conditional(&mut self, path: &[PathSegment], keys: &TextKeys) -> ConditionalText {
        let cases = match keys {
            TextKeys::One(text) => {
                self.length(path, "text", text, limits::MAX_SENTENCE);
                return ConditionalText::always(self.template(path, text));
            }
            TextKeys::Cases(cases) => cases,
        };
        let mut text = ConditionalText::default();
        for (at, case) in cases.iter().enumerate() {
            let below = |more: &[PathSegment]| [path, yaml_path![at], more].concat();
            if at + 1 < cases.len() && matches!(case, CaseKeys::Otherwise(_)) {
                let message = "the texts below this one are never shown, since it has no case".to_owned();
                self.refuse(&below(&[]), message, "move it to the end, or give it `when`");
            }
            let (say_path, say) = match case {
                CaseKeys::Otherwise(say) => (below(&[]), say),
                CaseKeys::Case(case) => (below(yaml_path!["say"]), &case.say),
            };
            self.length(&say_path, "text", say, limits::MAX_SENTENCE);
            let formula = match case {
                CaseKeys::Otherwise(_) => Vec::new(),
                CaseKeys::Case(case) => self.truth(&below(yaml_path!["when"]), &case.when),
            };
            let segments = self.template(&say_path, say);
            text.0.push(TextCase { formula, segments });
        }
        text
    }

    /// Parses a template into segments; the last one has no value. Reports invalid placeholders.
    fn template(&mut self, path: &[PathSegment], text: &str) -> Vec<TextSegment> {
        let text = text.trim_end();
        let (mut pieces, mut words, mut ink, mut from) = (Vec::new(), String::new(), None, 0);
        while let Some(at) = text[from..].find(['{', '<']).map(|at| from + at) {
            words.push_str(&text[from..at]);
            if let Some((tag, opened)) = TAGS.into_iter().find(|(tag, _)| text[at..].starts_with(tag)) {
                if !words.is_empty() {
                    let words = std::mem::take(&mut words);
                    pieces.push(TextSegment { ink, words, ..TextSegment::default() });
                }
                (ink, from) = (opened, at + tag.len());
                continue;
            }
            if text[at..].starts_with('<') {
                words.push('<');
                from = at + 1;
                continue;
            }
            let Some(close) = text[at..].find('}').map(|end| at + end) else {
                self.broken(path, text, &(at..text.len()), "the `{` has no `}`");
                return pieces;
            };
            if let Some(piece) = self.placeholder(path, text, &(at + 1..close)) {
                pieces.push(TextSegment { ink, words: std::mem::take(&mut words), ..piece });
            }
            from = close + 1;
        }
        words.push_str(&text[from..]);
        pieces.push(TextSegment { ink, words, ..TextSegment::default() });
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
        if let Some(fact) = self.text_fact(name) {
            return Some(fact);
        }
        if let Some(at) = self.words.iter().position(|known| known == name) {
            return Some(TextSegment { text: Some(at as u64), ..TextSegment::default() });
        }
        let end = name.rsplit_once('.').and_then(|(name, end)| Some((name, range_end(end)?)));
        let (name, end) = end.unwrap_or((name, RangeEnd::Both));
        let (at, found, mut shown) = self.value(place, name)?;
        if matches!(end, RangeEnd::Low | RangeEnd::High) && !self.is_range(&[Op::Value(at)]) {
            self.broken(path, text, inside, &format!("`{name}` is no range, so that it has no ends"));
            return None;
        }
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
            let Some(format) = format(decimals) else {
                let message = format!("`{decimals}` is no number of decimals from 0 to {MAX_DECIMALS}");
                self.broken(path, text, inside, &message);
                return None;
            };
            shown.format = format;
        }
        Some(TextSegment { value: Some(at as u64), end, unit: shown, ..TextSegment::default() })
    }

    /// Returns a fact in words of a record that an input names, or the reason for a range: `speed.reason`. `None` for
    /// another name.
    fn text_fact(&self, name: &str) -> Option<TextSegment> {
        let (record, fact) = name.split_once('.')?;
        let (at, found) = self.names.find(record)?;
        let is_known = match found {
            Type::Record(kind) => TEXT_FACTS.contains(&(*kind, fact)),
            _ => fact == REASON && self.is_range(&[Op::Value(*at)]),
        };
        is_known.then(|| TextSegment {
            value: Some(*at as u64),
            unit: Unit { name: fact.to_owned(), ..Unit::default() },
            ..TextSegment::default()
        })
    }
}
