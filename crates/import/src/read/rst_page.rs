//! Converts reStructuredText without `.. glossary::` to a Markdown page, in which the reader of pages finds the terms.
//!
//! 1. A line with a rule below it is a heading; its depth is the order in which the signs of the rules first appear.
//! 2. A line with an indented line right below it is a term of a definition list.
//! 3. Everything else is converted as in a definition: roles, links, literals and directives.
//!
//! Finds no terms itself.

use super::sphinx::{indent, inline, is_rule, markdown, targets};
use crate::draft::Origin;
use crate::input::InputFile;
use crate::report::Report;

/// Returns the file as Markdown.
pub(super) fn as_markdown(file: &InputFile, report: &mut Report) -> InputFile {
    let text = file.text();
    let lines: Vec<&str> = text.lines().collect();
    let targets = targets(&lines);
    let mut signs: Vec<u8> = Vec::new();
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let place = Origin::new(&file.path, at + 1);
        if is_heading(&lines, at) {
            let sign = lines[at + 1].as_bytes()[0];
            let depth = signs.iter().position(|known| *known == sign).unwrap_or_else(|| {
                signs.push(sign);
                signs.len() - 1
            });
            let title = inline(line.trim(), &targets, &mut |_| {});
            out.extend(["\n", &"#".repeat((depth + 1).min(6)), " ", &title, "\n\n"]);
            at += 2;
        } else if is_term(&lines, at) {
            let end = block(&lines, at + 1, |line| indent(line) == 0);
            let term = inline(line.trim(), &targets, &mut |_| {});
            let body = markdown(&lines[at + 1..end], &targets, &place, report);
            out.extend(["\n", &term, "\n: ", &body.replace('\n', "\n  "), "\n\n"]);
            at = end;
        } else if line.trim().is_empty() || is_rule(line.trim_end()) {
            out.push('\n');
            at += 1;
        } else {
            let end = (at + 1..lines.len())
                .find(|next| is_heading(&lines, *next) || is_term(&lines, *next) || is_rule(lines[*next].trim_end()))
                .unwrap_or(lines.len());
            out.extend([&markdown(&lines[at..end], &targets, &place, report), "\n\n"]);
            at = end;
        }
    }
    InputFile { path: file.path.clone(), bytes: out.into_bytes() }
}

/// True for a title with a rule of at least its length below it.
fn is_heading(lines: &[&str], at: usize) -> bool {
    let title = lines[at].trim_end();
    let rule = lines.get(at + 1).map(|line| line.trim_end()).unwrap_or_default();
    !title.is_empty() && !is_rule(title) && is_rule(rule) && rule.len() >= title.chars().count().min(4)
}

/// True for the term of a definition list: a line of words after a blank one or a definition, with an indented line
/// right below it.
fn is_term(lines: &[&str], at: usize) -> bool {
    let line = lines[at];
    let is_marked = || {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_number = first.ends_with(['.', ')']) && first.len() < 4;
        is_number || matches!(first, "-" | "*" | "+" | "..") || line.starts_with([':', '|', '.'])
    };
    let below = lines.get(at + 1).copied().unwrap_or_default();
    let before = at.checked_sub(1).map(|above| lines[above]).unwrap_or_default();
    let begins = before.trim().is_empty() || indent(before) > 0;
    indent(line) == 0 && !line.is_empty() && begins && !below.trim().is_empty() && indent(below) > 0 && !is_marked()
}

/// Returns the end of the block that begins at a line: the first line with words that `ends` it.
fn block(lines: &[&str], start: usize, ends: fn(&str) -> bool) -> usize {
    (start..lines.len()).find(|at| !lines[*at].trim().is_empty() && ends(lines[*at])).unwrap_or(lines.len())
}
