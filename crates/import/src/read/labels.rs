//! Labels in the texts of terms: `- **Definition:** …`, `**Also known as:** …` under each of several headings.
//!
//! 1. [`are_labels`] tells labels from terms: few different words stand again and again.
//! 2. [`set`] reads a text that begins with the label of a definition: what a label names goes to its field, all else
//!    stays in the body. [`set_sections`] does so with notes that have a heading for each field.

use super::cells;
use super::lead::{self, TermMark};
use crate::draft::Draft;
use crate::mapping::Field;
use crate::{Mapping, headers};
use rooflight_glossary::syntax::lead::words;
use serde_json::Value;
use std::collections::BTreeSet;

/// True if the marked words of lists and paragraphs repeat, as labels do: each stands twice or more on average.
pub(super) fn are_labels(marked: &[Draft]) -> bool {
    let different: BTreeSet<String> = marked.iter().map(|draft| draft.term.to_lowercase()).collect();
    marked.len() >= 4 && different.len() * 2 <= marked.len()
}

/// Moves labelled parts of the body to their fields, if the first of them is a definition.
pub(super) fn set(draft: &mut Draft, mapping: &Mapping) {
    let body = std::mem::take(&mut draft.body);
    let lines: Vec<&str> = body.lines().collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|at| label(lines[*at]).is_some()).collect();
    let field = |start: usize| headers::column(&label(lines[start])?.0, mapping);
    let first = starts.first().filter(|at| lines[..**at].iter().all(|line| line.trim().is_empty()));
    if first.and_then(|at| field(*at)) != Some(Field::Definition) {
        draft.body = body;
        return;
    }
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(lines.len());
        let rest = lines[start + 1..end].iter().map(|line| format!("\n{}", line.trim_start()));
        let taken = field(*start).filter(|field| is_taken(*field)).zip(label(lines[*start]));
        // A second definition stays where it is.
        if let Some((field, (name, text))) = taken.filter(|(field, _)| *field != Field::Definition || number == 0) {
            let text = text.to_owned() + &rest.collect::<String>();
            cells::set(draft, field, &name, &Value::String(text.trim().to_owned()));
        } else {
            cells::append(&mut draft.body, lines[*start..end].join("\n").trim_end());
        }
    }
}

/// Moves the sections of a note to their fields, if every heading names a field and one of them the definition. What
/// has no field of its own, such as examples, stays in the body.
pub(super) fn set_sections(draft: &mut Draft, mapping: &Mapping) {
    let lines: Vec<&str> = draft.body.lines().collect();
    let level = |line: &str| line.len() - line.trim_start_matches('#').len();
    let first = lines.iter().map(|line| level(line)).find(|level| *level > 0).unwrap_or(1);
    let heading = |line: &str| (level(line) == first).then(|| words(&line[first..]));
    let starts: Vec<usize> = (0..lines.len()).filter(|at| heading(lines[*at]).is_some()).collect();
    let field = |start: &usize| headers::column(&heading(lines[*start])?, mapping);
    let fields: Option<Vec<Field>> = starts.iter().map(field).collect();
    let begins = starts.first().is_some_and(|at| lines[..*at].iter().all(|line| line.trim().is_empty()));
    let Some(fields) = fields.filter(|all| begins && all.len() > 1 && all.contains(&Field::Definition)) else { return };
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let sections: Vec<(Field, String, String)> = (fields.into_iter().zip(&starts).zip(ends))
        .map(|((field, start), end)| (field, lines[*start].to_owned(), lines[start + 1..end].join("\n")))
        .collect();
    draft.body.clear();
    for (field, heading, text) in sections {
        if is_taken(field) || matches!(field, Field::Term | Field::Layer) {
            // Of several names, that of the file is the term.
            let mut names: Vec<&str> = text.trim().lines().collect();
            names.sort_by_key(|name| field == Field::Term && !name.eq_ignore_ascii_case(&draft.term));
            cells::set(draft, field, &heading, &Value::String(names.join("\n")));
        } else {
            cells::append(&mut draft.body, &format!("{heading}\n\n{}", text.trim()));
        }
    }
}

/// Fields that a label fills.
const fn is_taken(field: Field) -> bool {
    matches!(field, Field::Definition | Field::Alias | Field::Avoid | Field::Superseded | Field::Related)
}

/// Returns the words of the label that a line begins with, and the text after it.
fn label(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start();
    let text = ["- ", "* ", "+ "].iter().find_map(|sign| line.strip_prefix(sign)).unwrap_or(line);
    let lead = lead::split(text).filter(|lead| lead.mark == TermMark::Set && lead.others.is_empty())?;
    Some((words(lead.term), lead.text))
}
