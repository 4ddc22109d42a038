//! Footnotes in forms that the parser does not know: of several paragraphs, and within the line.
//!
//! 1. What is indented behind an empty line belongs to the footnote above it. The parser ends a note at an empty line,
//!    so in a copy of the body a comment of HTML stands in its place, and the lines lose their indentation.
//! 2. `^[words]` is a reference to a footnote of these words, which stands at the end of a copy of the body. Signs in
//!    code, formulas and links are none, and brackets within the words come in pairs.
//!
//! Both take what is a note, code or text from the parser. Nothing is rendered here.

use crate::syntax::parser;
use crate::syntax::rewritten::Rewritten;
use pulldown_cmark::{Event, Tag, TagEnd};
use std::ops::Range;

/// The comment that separates two paragraphs of a note, and shows nothing.
pub(super) const SEPARATOR: &str = "<!-- -->";

/// The body in which no empty line ends a note that goes on; `None` if it has no such note.
pub(super) fn joined(body: &str) -> Option<Rewritten> {
    let may_have_one = body.contains("[^") && (body.contains("\n    ") || body.contains("\n\t"));
    let notes = if may_have_one { notes_of_several_blocks(body) } else { Vec::new() };
    let mut out = Rewritten::default();
    let mut from = 0;
    for Note { span, blocks } in notes.iter().filter(|note| note.blocks.len() > 1) {
        out.own(&body[from..span.start], from);
        let mut at = span.start;
        for line in body[span.clone()].split_inclusive('\n') {
            let is_inside = blocks.iter().any(|block| block.contains(&at));
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

/// A footnote with the blocks that it holds.
struct Note {
    span: Range<usize>,
    blocks: Vec<Range<usize>>,
}

/// The outermost footnotes, by the rule that what is indented belongs to them.
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

/// How many bytes of a line are the indentation of a note's paragraph.
fn indentation(line: &str) -> usize {
    let spaces = line.bytes().take(4).take_while(|byte| *byte == b' ').count();
    if line.starts_with('\t') { 1 } else { spaces }
}

/// The body with its notes in the line as footnotes at its end; `None` if it has none.
pub(super) fn at_the_end(body: &str, math: bool) -> Option<Rewritten> {
    let notes = if body.contains("^[") { in_the_line(body, math) } else { Vec::new() };
    if notes.is_empty() {
        return None;
    }
    let mut out = Rewritten::default();
    let mut from = 0;
    let free = (1_usize..).map(|number| format!("[^note-{number}]")).filter(|name| !body.contains(name.as_str()));
    let names: Vec<String> = free.take(notes.len()).collect();
    for (note, name) in notes.iter().zip(&names) {
        out.own(&body[from..note.span.start], from);
        out.new_text(name, note.span.start);
        from = note.span.end;
    }
    out.own(&body[from..], from);
    let mut end = body.len();
    for (note, name) in notes.iter().zip(&names) {
        // In a piece of its own, so that the text before it has its end in the body.
        out.new_text("\n\n", end);
        out.new_text(&format!("{name}: "), note.span.start);
        end = note.span.end - 1;
        let mut before = None;
        for line in &note.lines {
            let words = &body[line.clone()];
            if let Some(end_of_line) = before.replace(line.end) {
                out.new_text(" ", end_of_line);
            } else if words.starts_with(['#', '>', '-', '+', '=', ':', '|']) {
                // A sign that would begin a block at the beginning of a footnote.
                out.new_text("\\", line.start);
            }
            out.own(words, line.start);
        }
    }
    out.new_text("\n", end);
    Some(out)
}

/// A note in the line: its bytes with its signs, and the words in each line.
struct InLine {
    span: Range<usize>,
    lines: Vec<Range<usize>>,
}

/// A note whose end is not found yet.
struct Open {
    start: usize,
    /// Where its words in this line begin; `None` behind the end of a line.
    line: Option<usize>,
    lines: Vec<Range<usize>>,
    brackets: usize,
}

/// The notes in their line, in order.
fn in_the_line(body: &str, math: bool) -> Vec<InLine> {
    let mut found = Vec::new();
    // What is open in each element around the text.
    let mut open: Vec<Option<Open>> = vec![None];
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
    found.sort_by_key(|note: &InLine| note.span.start);
    found
}

/// Reads the brackets of a text.
fn brackets(body: &str, span: Range<usize>, slot: &mut Option<Open>, found: &mut Vec<InLine>) {
    for (offset, bracket) in body[span.clone()].match_indices(['[', ']']) {
        let at = span.start + offset;
        let before = &body[..at];
        let is_escaped = offset == 0 && before.ends_with('\\');
        match slot {
            _ if is_escaped => {}
            None if bracket == "[" && before.ends_with('^') && !before.ends_with("\\^") => {
                *slot = Some(Open { start: at - 1, line: Some(at + 1), lines: Vec::new(), brackets: 0 });
            }
            None => {}
            Some(note) if bracket == "[" => note.brackets += 1,
            Some(note) if note.brackets > 0 => note.brackets -= 1,
            Some(_) => found.extend(slot.take().and_then(|note| closed(body, note, at))),
        }
    }
}

/// The note that ends with the bracket at a byte, unless it has no words or is a raised bracket (`^[1]^`). Behind a
/// note that begins its line, a colon would make a footnote of what follows.
fn closed(body: &str, note: Open, at: usize) -> Option<InLine> {
    let mut lines = note.lines;
    lines.extend(note.line.filter(|start| *start < at).map(|start| start..at));
    let has_words = lines.iter().any(|line| !body[line.clone()].trim().is_empty());
    let line = body[..note.start].rsplit('\n').next().unwrap_or_default();
    let begins_line = line.trim_matches(|c: char| c.is_whitespace() || ">-*+".contains(c)).is_empty();
    let after = &body[at + 1..];
    let is_other = after.starts_with(['^', '(']) || begins_line && after.starts_with(':');
    (has_words && !is_other).then_some(InLine { span: note.start..at + 1, lines })
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
