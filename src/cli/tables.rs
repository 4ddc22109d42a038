//! Markdown as a terminal shows it: tables in columns, text without escapes.
//!
//! Widths are those of the characters in a terminal, of which some take two columns.

use unicode_width::UnicodeWidthStr as _;

/// Aligns the tables of Markdown in columns; a row with text in its first cell alone does not set the width.
pub(super) fn set(markdown: &str) -> String {
    let lines: Vec<&str> = markdown.lines().collect();
    let mut out = String::with_capacity(markdown.len() * 2);
    for table in lines.chunk_by(|a, b| a.starts_with('|') == b.starts_with('|')) {
        if table.iter().all(|line| line.starts_with('|')) {
            columns(&mut out, table);
        } else {
            for line in table {
                out.extend([&unescaped(line), "\n"]);
            }
        }
    }
    out
}

/// Removes Markdown's backslash escapes.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' || characters.peek().is_none_or(|next| !next.is_ascii_punctuation()) {
            out.push(character);
        } else {
            out.extend(characters.next());
        }
    }
    out
}

fn columns(out: &mut String, table: &[&str]) {
    let cells = |line: &str| -> Vec<String> {
        let inside = line.trim_matches('|').replace("\\|", "\0");
        inside.split('|').map(|cell| unescaped(&cell.trim().replace('\0', "\\|"))).collect()
    };
    let rows: Vec<Vec<String>> = table.iter().map(|line| cells(line)).collect();
    // A heading row fills only its first cell and does not set the width.
    let alone = |row: &[String]| row.iter().skip(1).all(String::is_empty);
    let width = |column: usize| {
        let wide = rows.iter().filter(|row| !alone(row)).filter_map(|row| row.get(column));
        wide.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let right: Vec<bool> = rows.get(1).into_iter().flatten().map(|cell| cell.ends_with(':')).collect();
    for (at, row) in rows.iter().enumerate() {
        if alone(row) {
            out.extend(["\n", row.first().map_or("", String::as_str), "\n"]);
            continue;
        }
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let padding = width.saturating_sub(cell.width());
            let (before, after) = if right.get(column) == Some(&true) { (padding, 0) } else { (0, padding) };
            let text = if at == 1 { "-".repeat(*width) } else { cell.clone() };
            let (before, after) = if at == 1 { (0, 0) } else { (before, after) };
            line.extend([" ".repeat(before), text, " ".repeat(after), "  ".to_owned()]);
        }
        out.extend([line.trim_end(), "\n"]);
    }
}
