//! Rewrites footnotes that the parser does not know: those of several paragraphs, and inline ones.
//!
//! 1. Indented lines after an empty line belong to the footnote above. The parser ends a note at an empty line, so a
//!    copy of the body has an HTML comment instead of the empty line, and the lines lose their indentation.
//! 2. `^[words]` becomes a reference to a footnote with these words, which is added at the end of a copy of the body.
//!    Signs in code, formulas and links do not count, and brackets within the words are balanced.
//!
//! Both ask the parser what is a note, code or text. Nothing is rendered here.

use crate::syntax::parser;
use crate::syntax::rewritten::Rewritten;
use pulldown_cmark::{Event, Tag, TagEnd};
use std::collections::BTreeSet;
use std::ops::Range;

/// The comment that separates two paragraphs of a note; it is not rendered.
pub(super) const SEPARATOR: &str = "<!-- -->";

/// Rewrites notes of several paragraphs, so that no empty line ends them; `None` if the body has no such note.
pub(super) fn joined(body: &str) -> Option<Rewritten> {
    let may_have_one = body.contains("[^") && (body.contains("\n    ") || body.contains("\n\t"));
    let notes = if may_have_one { notes_of_several_blocks(body) } else { Vec::new() };
    let mut out = Rewritten::default();
    let mut from = 0;
    for Note { span, blocks } in notes.iter().filter(|note| note.blocks.len() > 1) {
        out.own(&body[from..span.start], from);
        let mut at = span.start;
        for line in body[span.clone()].split_inclusive('\n') {
            let next = blocks.partition_point(|block| block.end <= at);
            let is_inside = blocks.get(next).is_some_and(|block| block.start <= at);
            if line.trim().is_empty() && !is_inside {
                out.new_text(&format!("{SEPARATOR}\n"), at);
            } else {
                let indentation = if at == span.start { 0 } else { indentation(line) };
                out.own(&line[indentation..], at + indentation);
            }
            at += line.len();
        }
        // After a list, an empty line alone would not end the note.
        out.new_text(&format!("\n{SEPARATOR}\n\n"), at);
        from = at;
    }
    if out.text.is_empty() {
        return None;
    }
    out.own(&body[from..], from);
    Some(out)
}

/// A footnote with its blocks, by their bytes in the body.
struct Note {
    span: Range<usize>,
    blocks: Vec<Range<usize>>,
}

/// The outermost footnotes, which contain the indented blocks below them.
fn notes_of_several_blocks(body: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let mut depth = 0_usize;
    let mut in_note = false;
    for (event, span) in parser::with_indented_notes(body) {
        match event {
            Event::Start(tag) => {
                if depth == 0 && matches!(tag, Tag::FootnoteDefinition(_)) {
                    let length = body[span.clone()].trim_end().len();
                    notes.push(Note { span: span.start..span.start + length, blocks: Vec::new() });
                    in_note = true;
                } else if let Some(note) = notes.last_mut().filter(|_| depth == 1 && in_note) {
                    note.blocks.push(span);
                }
                depth += 1;
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                in_note &= depth > 0;
            }
            _ => {}
        }
    }
    notes
}

/// The length in bytes of a line's indentation as a note's paragraph: a tab, or up to four spaces.
fn indentation(line: &str) -> usize {
    let spaces = line.bytes().take(4).take_while(|byte| *byte == b' ').count();
    if line.starts_with('\t') { 1 } else { spaces }
}

/// Rewrites inline notes as footnotes at the end of the body; `None` if it has none.
pub(super) fn at_the_end(body: &str, math: bool) -> Option<Rewritten> {
    let notes = if body.contains("^[") { in_the_line(body, math) } else { Vec::new() };
    if notes.is_empty() {
        return None;
    }
    let mut out = Rewritten::default();
    let mut from = 0;
    let named = body.split("[^note-").skip(1).filter_map(|rest| rest.split_once(']').map(|(name, _)| name));
    let taken: BTreeSet<&str> = named.collect();
    let free = (1_usize..).map(|number| number.to_string()).filter(|name| !taken.contains(name.as_str()));
    let names: Vec<String> = free.take(notes.len()).map(|number| format!("[^note-{number}]")).collect();
    for (note, name) in notes.iter().zip(&names) {
        out.own(&body[from..note.span.start], from);
        out.new_text(name, note.span.start);
        from = note.span.end;
    }
    out.own(&body[from..], from);
    let mut end = body.len();
    for (note, name) in notes.iter().zip(&names) {
        // Added separately, so that the end of the text before it maps to the end of that text in the body.
        out.new_text("\n\n", end);
        out.new_text(&format!("{name}: "), note.span.start);
        end = note.span.end - 1;
        let mut before = None;
        for line in &note.lines {
            let words = &body[line.clone()];
            if let Some(end_of_line) = before.replace(line.end) {
                out.new_text(" ", end_of_line);
            } else if words.starts_with(['#', '>', '-', '+', '=', ':', '|']) {
                // Escaped, since it would begin a block at the beginning of a footnote.
                out.new_text("\\", line.start);
            }
            out.own(words, line.start);
        }
    }
    out.new_text("\n", end);
    Some(out)
}

/// An inline note: its bytes, `^[` and `]` included, and those of its words in each line.
struct InlineNote {
    span: Range<usize>,
    lines: Vec<Range<usize>>,
}

/// An inline note whose end is not found yet.
struct OpenNote {
    start: usize,
    /// The byte at which its words in this line begin; `None` between two lines.
    line: Option<usize>,
    /// The bytes of its words in the lines before.
    lines: Vec<Range<usize>>,
    /// The number of open brackets within its words.
    brackets: usize,
}

/// The inline notes of a body, in order.
fn in_the_line(body: &str, math: bool) -> Vec<InlineNote> {
    let mut found = Vec::new();
    // The open note in each element around the text.
    let mut open: Vec<Option<OpenNote>> = vec![None];
    let mut in_code = false;
    for (event, span) in parser::without_superscripts(body, math) {
        if let Some(Some(note)) = open.last_mut() {
            note.line = note.line.or(Some(span.start));
        }
        match event {
            Event::Start(tag) => {
                in_code |= matches!(tag, Tag::CodeBlock(_));
                open.push(None);
            }
            Event::End(tag) => {
                in_code &= tag != TagEnd::CodeBlock;
                open.pop();
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(Some(note)) = open.last_mut() {
                    let line = note.line.take().filter(|start| *start < span.start);
                    note.lines.extend(line.map(|start| start..span.start));
                }
            }
            Event::Text(text) if !in_code && body.get(span.clone()) == Some(&*text) => {
                let Some(slot) = open.last_mut() else { continue };
                brackets(body, span, slot, &mut found);
            }
            _ => {}
        }
    }
    found.sort_by_key(|note: &InlineNote| note.span.start);
    found
}

/// Opens and closes notes at the brackets of a text, of which `slot` is the open note.
fn brackets(body: &str, span: Range<usize>, slot: &mut Option<OpenNote>, found: &mut Vec<InlineNote>) {
    for (offset, bracket) in body[span.clone()].match_indices(['[', ']']) {
        let at = span.start + offset;
        let before = &body[..at];
        let is_escaped = offset == 0 && before.ends_with('\\');
        match slot {
            _ if is_escaped => {}
            None if bracket == "[" && before.ends_with('^') && !before.ends_with("\\^") => {
                *slot = Some(OpenNote { start: at - 1, line: Some(at + 1), lines: Vec::new(), brackets: 0 });
            }
            None => {}
            Some(note) if bracket == "[" => note.brackets += 1,
            Some(note) if note.brackets > 0 => note.brackets -= 1,
            Some(_) => found.extend(slot.take().and_then(|note| closed(body, note, at))),
        }
    }
}

/// The note that ends with the bracket at byte `at`. `None` if it has no words, is a superscript or a link (`^[1]^`,
/// `^[1](…)`), or begins its line and is followed by a colon, which would make its reference a footnote definition.
fn closed(body: &str, note: OpenNote, at: usize) -> Option<InlineNote> {
    let mut lines = note.lines;
    lines.extend(note.line.filter(|start| *start < at).map(|start| start..at));
    let has_words = lines.iter().any(|line| !body[line.clone()].trim().is_empty());
    let mut before = body[..note.start].chars().rev().take_while(|c| *c != '\n');
    let begins_line = before.all(|c| c.is_whitespace() || ">-*+".contains(c));
    let after = &body[at + 1..];
    let is_other = after.starts_with(['^', '(']) || begins_line && after.starts_with(':');
    (has_words && !is_other).then_some(InlineNote { span: note.start..at + 1, lines })
}

#[cfg(test)]
mod tests {
    use super::{at_the_end, joined};

    #[test]
    fn paragraphs_of_a_note_are_joined() {
        let read = |body: &str| joined(body).map(|copy| copy.text);
        assert_eq!(
            read("A[^1].\n\n[^1]: One.\n\n    Two.\n\nEnd.\n").as_deref(),
            Some("A[^1].\n\n[^1]: One.\n<!-- -->\nTwo.\n<!-- -->\n\n\n\nEnd.\n")
        );
        let code = "[^1]: One.\n\n    ```\n    a\n\n    b\n    ```\n";
        assert_eq!(read(code).as_deref(), Some("[^1]: One.\n<!-- -->\n```\na\n\nb\n```\n<!-- -->\n\n\n"));
        for same in ["A[^1].\n\n[^1]: One.\n    More.\n", "[^1]: One.\n\nTwo.\n\n    code\n", "- a\n\n    b[^k]\n"] {
            assert_eq!(read(same), None, "{same}");
        }
    }

    #[test]
    fn notes_in_the_line_stand_at_the_end() {
        let read = |body: &str| at_the_end(body, true).map(|copy| copy.text);
        assert_eq!(read("A^[one *b* [c]] d.").as_deref(), Some("A[^note-1] d.\n\n[^note-1]: one *b* [c]\n"));
        assert_eq!(
            read("> A.^[one\n> two] B[^note-1].^[- x]").as_deref(),
            Some("> A.[^note-2] B[^note-1].[^note-3]\n\n[^note-2]: one two\n\n[^note-3]: \\- x\n")
        );
        for same in ["`^[a]`", "a ^[1]^ b", "\\^[a]", "$x^[2]$", "^[a](b)", "^[]", "^[a", "*^[a* b]", "    ^[a]\n"] {
            assert_eq!(read(same), None, "{same}");
        }
    }

    #[test]
    fn every_word_has_its_place() {
        let body = "First^[a note\nof two lines] and last";
        let copy = at_the_end(body, true).expect("a note");
        for word in ["First", "a note", "of two lines", " and last"] {
            let at = copy.text.find(word).expect("there");
            assert_eq!(&body[copy.origin(&(at..at + word.len()))], word);
        }
        let body = "[^1]: One.\n\n    Two words.\n\nEnd.\n";
        let copy = joined(body).expect("a note");
        for word in ["One.", "Two words.", "End."] {
            let at = copy.text.find(word).expect("there");
            assert_eq!(&body[copy.origin(&(at..at + word.len()))], word);
        }
    }
}
