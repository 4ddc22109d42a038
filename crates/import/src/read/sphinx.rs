//! Reads reStructuredText with `.. glossary::`: terms at the directive's indentation, definitions indented below them.
//!
//! 1. Several terms above a definition are a term and its aliases. The text after ` : ` is a sort key if it is one
//!    letter, else a classifier, which is a tag.
//! 2. Roles become Markdown: `:term:` a link to the entry, references such as `:ref:` their words, other roles and
//!    literals code. Links become Markdown links.
//! 3. Directives inside a definition are left out, except for the text of notes and versions. A block after `::` is
//!    code.
//!
//! Text outside the directive is left out, and the report names each paragraph.

use crate::draft::{Draft, Origin, ReaderOutput};
use crate::input::InputFile;
use crate::report::{Handling, Report};
use std::collections::BTreeMap;

pub(super) fn read(file: &InputFile, report: &mut Report) -> ReaderOutput {
    // A tab is eight columns, as docutils counts them.
    let text = file.text().replace('\t', "        ");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = ReaderOutput { title: title(&lines), ..ReaderOutput::default() };
    let targets = targets(&lines);
    let mut at = 0;
    let mut outside: Vec<usize> = Vec::new();
    while at < lines.len() {
        if is_directive(lines[at]) {
            let margin = indent(lines[at]);
            at = glossary(file, &lines, at + 1, margin, &targets, &mut found, report);
        } else {
            outside.push(at);
            at += 1;
        }
    }
    leave(file, &lines, &outside, report);
    found
}

/// Reports the paragraphs outside the directive; titles, rules, targets and comments are none.
fn leave(file: &InputFile, lines: &[&str], outside: &[usize], report: &mut Report) {
    let mut is_inside = false;
    for at in outside {
        let line = lines[*at].trim();
        let next = lines.get(at + 1).map(|line| line.trim()).unwrap_or_default();
        let starts = !is_inside && !line.is_empty();
        is_inside = !line.is_empty();
        // `.. _name:` and `:orphan:` have no text.
        let is_target = line.starts_with(".. ") && !line.contains("::") || line.starts_with(':') && line.ends_with(':');
        if starts && !is_rule(line) && !is_rule(next) && !is_target {
            report.name(Handling::Left, "text that belongs to no term", line, &Origin::new(&file.path, at + 1));
        }
    }
}

/// True if the terms of a file stand below the directive.
pub(super) fn has_directive(file: &InputFile) -> bool {
    file.text().lines().any(is_directive)
}

fn is_directive(line: &str) -> bool {
    line.trim_start().starts_with(".. glossary::")
}

/// Returns true for at least three of the same sign, such as `=`.
pub(super) fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.bytes().all(|byte| byte == line.as_bytes()[0] && b"=-~*#^".contains(&byte))
}

/// Returns the first line with a rule below it.
fn title(lines: &[&str]) -> Option<String> {
    lines
        .windows(2)
        .find(|pair| !pair[0].trim().is_empty() && !is_rule(pair[0]) && is_rule(pair[1].trim_end()))
        .map(|pair| pair[0].trim().to_owned())
}

/// Returns the names and URLs of `.. _name: url`.
pub(super) fn targets(lines: &[&str]) -> BTreeMap<String, String> {
    let target = |line: &&str| {
        let (name, url) = line.trim().strip_prefix(".. _")?.split_once(": ")?;
        crate::draft::is_web(url.trim()).then(|| (name.trim_matches('`').to_lowercase(), url.trim().to_owned()))
    };
    // Of two with a name, the first counts.
    lines.iter().rev().filter_map(target).collect()
}

pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Reads a directive and returns the number of the first line after it.
fn glossary(
    file: &InputFile,
    lines: &[&str],
    start: usize,
    margin: usize,
    targets: &BTreeMap<String, String>,
    found: &mut ReaderOutput,
    report: &mut Report,
) -> usize {
    let mut at = start;
    let mut terms: Vec<(usize, Draft)> = Vec::new();
    let mut text: Vec<&str> = Vec::new();
    let inside = lines[start..].iter().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with(':'));
    let level = inside.map_or(margin + 3, |line| indent(line));
    let mut flush = |terms: &mut Vec<(usize, Draft)>, text: &mut Vec<&str>, report: &mut Report| {
        let mut all = terms.drain(..);
        if let Some((line, mut draft)) = all.next() {
            draft.origin = Origin::new(&file.path, line);
            draft.body = markdown(text, targets, &draft.origin, report);
            draft.targets.insert(0, draft.term.clone());
            for (_, other) in all {
                draft.aliases.push(other.term);
                draft.tags.extend(other.tags);
            }
            found.drafts.push(draft);
        } else if let Some(words) = text.iter().find(|line| !line.is_empty()) {
            report.name(Handling::Left, "text that belongs to no term", words, &Origin::new(&file.path, start));
        }
        text.clear();
    };
    while at < lines.len() {
        let line = lines[at];
        let is_blank = line.trim().is_empty();
        if !is_blank && indent(line) <= margin {
            break;
        }
        let is_option = terms.is_empty() && text.is_empty() && line.trim_start().starts_with(':');
        let is_comment = line.trim_start().starts_with("..") && indent(line) == level;
        if is_blank {
            text.push("");
        } else if indent(line) <= level && !is_option && !is_comment {
            if text.iter().any(|line| !line.is_empty()) {
                flush(&mut terms, &mut text, report);
            }
            text.clear();
            let mut parts = line.trim().split(" : ");
            let mut draft = Draft::default();
            let term = inline(parts.next().unwrap_or_default(), targets, &mut |_| {});
            crate::headword::set(&mut draft, &term);
            draft.tags.extend(parts.map(str::trim).filter(|part| part.chars().count() > 1).map(str::to_owned));
            terms.push((at + 1, draft));
        } else if is_comment {
            report.name(Handling::Left, "comment or directive between terms", line, &Origin::new(&file.path, at + 1));
        } else if !is_option {
            text.push(line);
        }
        at += 1;
    }
    flush(&mut terms, &mut text, report);
    at
}

/// Converts the lines of a definition to Markdown.
pub(super) fn markdown(
    lines: &[&str],
    targets: &BTreeMap<String, String>,
    place: &Origin,
    report: &mut Report,
) -> String {
    let margin = lines.iter().filter(|line| !line.is_empty()).map(|line| indent(line)).min().unwrap_or_default();
    let mut out = String::new();
    let mut hidden: Option<usize> = None;
    // The indentation above a literal block, and that of the block.
    let mut literal: Option<(usize, Option<usize>)> = None;
    let lines = whole_roles(lines);
    for line in &lines {
        let line = line.get(margin..).unwrap_or_default();
        if let Some((above, inside)) = literal {
            if line.is_empty() || indent(line) > above {
                let inside = inside.or((!line.is_empty()).then(|| indent(line)));
                if let (Some((_, None)), Some(_)) = (literal, inside) {
                    out.push_str("```\n");
                }
                literal = Some((above, inside));
                out.push_str(line.get(inside.unwrap_or_default()..).unwrap_or_default());
                out.push('\n');
                continue;
            }
            close(&mut out, literal.take());
        }
        if hidden.is_some_and(|level| line.is_empty() || indent(line) > level) {
            continue;
        }
        hidden = None;
        let trimmed = line.trim_start();
        if let Some((name, words)) = trimmed.strip_prefix(".. ").and_then(|rest| rest.split_once("::")) {
            match name {
                "note" | "warning" | "tip" | "seealso" | "versionadded" | "versionchanged" | "deprecated" => {
                    report.note(Handling::Mapped, format!("directive `{name}` to its words"), place);
                    out.push_str(words.trim());
                    out.push('\n');
                }
                _ => {
                    report.note(Handling::Left, format!("directive `{name}`"), place);
                    hidden = Some(indent(line));
                }
            }
            continue;
        }
        if trimmed.starts_with(".. ") || trimmed == ".." {
            hidden = Some(indent(line));
            continue;
        }
        let converted = inline(line.trim_end(), targets, &mut |role| {
            report.note(Handling::Mapped, format!("role `:{role}:` to its words"), place);
        });
        let converted = match converted.strip_suffix("::") {
            Some(before) => {
                literal = Some((indent(line), None));
                if before.is_empty() || before.ends_with(' ') {
                    before.trim_end().to_owned()
                } else {
                    format!("{before}:")
                }
            }
            None => converted,
        };
        out.push_str(&converted);
        out.push('\n');
    }
    close(&mut out, literal);
    out.trim().to_owned()
}

/// Joins lines between which a role or a link is broken: an odd number of backticks, of which the last begins a word.
fn whole_roles(lines: &[&str]) -> Vec<String> {
    let is_broken = |line: &str| {
        let opening = line.rfind('`').map(|at| (line[..at].chars().next_back(), line[at + 1..].chars().next()));
        let begins = |(before, after): (Option<char>, Option<char>)| {
            before.is_none_or(|c| c == ':' || c == '(' || c.is_whitespace())
                && after.is_some_and(|c| !c.is_whitespace())
        };
        line.matches('`').count() % 2 == 1 && opening.is_some_and(begins)
    };
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        match out.last_mut().filter(|last| !line.trim().is_empty() && is_broken(last)) {
            Some(last) => {
                last.push(' ');
                last.push_str(line.trim_start());
            }
            None => out.push((*line).to_owned()),
        }
    }
    out
}

/// Ends the code of a literal block.
fn close(out: &mut String, literal: Option<(usize, Option<usize>)>) {
    if let Some((_, Some(_))) = literal {
        out.truncate(out.trim_end().len());
        out.push_str("\n```\n\n");
    }
}

/// Converts the roles, literals and links of a line to Markdown.
pub(super) fn inline(line: &str, targets: &BTreeMap<String, String>, on_role: &mut dyn FnMut(&str)) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        let before = &rest[..at];
        if let Some(literal) = rest[at..].strip_prefix("``")
            && let Some(end) = literal.find("``")
        {
            out.extend([before, "`", &literal[..end], "`"]);
            rest = &literal[end + 2..];
            continue;
        }
        let Some(end) = rest[at + 1..].find('`').map(|end| at + 1 + end) else { break };
        let inside = &rest[at + 1..end];
        let after = &rest[end + 1..];
        let role = before.strip_suffix(':').and_then(|text| {
            let outside = |(_, c): &(usize, char)| !(c.is_alphanumeric() || "-:+_".contains(*c));
            let from = text.char_indices().rev().find(outside).map_or(0, |(at, c)| at + c.len_utf8());
            text[from..].strip_prefix(':')
        });
        let (title, target) =
            match inside.rsplit_once('<').and_then(|(title, rest)| Some((title, rest.strip_suffix('>')?))) {
                Some((title, target)) => (title.trim(), target.trim()),
                None => (inside.trim_start_matches(['~', '!']), inside),
            };
        match role {
            Some("term") => {
                out.push_str(&before[..before.len() - 6]);
                let link = if title == target { format!("[[{target}]]") } else { format!("[[{target}|{title}]]") };
                out.push_str(&link);
            }
            Some(role) => {
                out.push_str(&before[..before.len() - role.len() - 2]);
                on_role(role);
                let is_code = !matches!(
                    role,
                    "ref" | "doc" | "abbr" | "dfn" | "pep" | "rfc" | "term" | "guilabel" | "menuselection"
                );
                let before =
                    if matches!(role, "pep" | "rfc") { format!("{} ", role.to_uppercase()) } else { String::new() };
                let words = if is_code { format!("`{title}`") } else { format!("{before}{title}") };
                out.push_str(&words);
            }
            None if after.starts_with('_') => {
                out.push_str(before);
                let known = targets.get(&inside.to_lowercase()).map(String::as_str);
                let url = if crate::draft::is_web(target) { Some(target) } else { known };
                out.push_str(&url.map_or_else(|| title.to_owned(), |url| format!("[{title}]({url})")));
                rest = after.trim_start_matches('_');
                continue;
            }
            None => out.extend([before, "*", title, "*"]),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::inline;

    #[test]
    fn roles_and_links() {
        let targets = [("egg".to_owned(), "https://egg.example/".to_owned())].into();
        for (line, expected) in [
            ("See :term:`Wheel`.", "See [[Wheel]]."),
            (":term:`wheels <Wheel>` and :ref:`x <y>`", "[[Wheel|wheels]] and x"),
            ("``pip install`` and :pep:`427`", "`pip install` and PEP 427"),
            ("`pip <https://pip.example/>`__ or `egg`_", "[pip](https://pip.example/) or [egg](https://egg.example/)"),
            ("plain *words* `kept", "plain *words* `kept"),
        ] {
            assert_eq!(inline(line, &targets, &mut |_| {}), expected, "{line}");
        }
    }
}
