//! Reads a block of the language `runs`: lines of a key and its values, which ask for measured runs.
//!
//! Only the syntax is read here. Keys and ids are checked once the measurements are loaded. The lines are read where
//! they stand in the file, so that a problem points to its value.

use std::ops::Range;

/// The word after the fence.
pub(super) const LANGUAGE: &str = "runs";

/// The lines of a block, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct RunQuery<'a> {
    /// The lines that are not empty.
    pub lines: Vec<QueryLine<'a>>,
}

/// A line such as `device: rtx-4090-24gb, rtx-5090-32gb`.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryLine<'a> {
    /// The words before the colon; the whole line if it has none.
    pub key: Word<'a>,
    /// The values after it, which commas separate.
    pub values: Vec<Word<'a>>,
}

/// A word with its bytes in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Word<'a> {
    /// The word, without the spaces around it.
    pub text: &'a str,
    /// Its bytes.
    pub span: Range<usize>,
}

/// Reads the block at these bytes of the file, with its fences.
pub(super) fn read<'a>(file: &'a str, block: &Range<usize>) -> RunQuery<'a> {
    let written = file.get(block.clone()).unwrap_or_default();
    let mut at = block.start;
    let mut lines = Vec::new();
    for (number, line) in written.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        // In a quotation or a list, a line begins with the marks of those.
        let inside = line.trim_start_matches(['>', ' ', '\t']);
        let start = start + line.len() - inside.len();
        if number == 0 || inside.trim().is_empty() || inside.starts_with(['`', '~']) {
            continue;
        }
        let (key, values) = inside.split_once(':').unwrap_or((inside, ""));
        let first = start + key.len() + 1;
        lines.push(QueryLine { key: word(key, start), values: words(values, first) });
    }
    RunQuery { lines }
}

fn words(values: &str, mut at: usize) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    for value in values.split(',') {
        found.push(word(value, at));
        at += value.len() + 1;
    }
    found.retain(|word| !word.text.is_empty());
    found
}

fn word(text: &str, at: usize) -> Word<'_> {
    let start = at + text.len() - text.trim_start().len();
    let text = text.trim();
    Word { text, span: start..start + text.len() }
}
