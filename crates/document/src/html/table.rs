//! Renders tables as HTML; long ones are folded.
//!
//! A group's heading row is never separated from the rows that it heads: where the fold falls inside a group, its
//! heading is repeated after the fold. Heading rows are not counted. Nothing is computed, left out or sorted here.

use alloc::string::String;

use super::super::ink::Ink;
use super::super::markup::{around, escaped, put};
use super::super::number::push_count;
use super::super::report::{CellKind, Column, Emphasis, Table, TableRow, Text};
use super::text;

/// Rows shown before a table folds. Up to a quarter more are shown without folding.
const FOLD: usize = 12;

/// Start of the diamond in a group's heading, up to its class.
const DIAMOND: &str =
    "\"><svg class=\"dia\" width=\"14\" height=\"14\" viewBox=\"-7 -7 14 14\" aria-hidden=\"true\"><path class=\"";

/// Appends a table.
pub(super) fn write(out: &mut String, table: &Table) {
    scroll(out, table.id, "");
    put(out, &["<table class=\"tight\">"]);
    around(out, "<caption>", &table.caption, "</caption>");
    headings(out, &table.columns);
    let total = table.rows.iter().filter(|row| matches!(row, TableRow::Cells(..))).count();
    let mut must_fold = total > FOLD + FOLD / 4;
    // Rows of cells written so far, whether this part of the table has a row, and the heading of the current group.
    let (mut written, mut begun, mut head) = (0, false, None);
    for row in &table.rows {
        let is_group = matches!(row, TableRow::Group(..));
        if must_fold && written == FOLD {
            must_fold = false;
            begun = false;
            fold(out, table, total);
            if let Some(head) = head.filter(|_| !is_group) {
                write_row(out, &table.columns, head);
                begun = true;
            }
        }
        if is_group {
            put(out, &[if begun { "</tbody><tbody>" } else { "" }]);
            head = Some(row);
        } else {
            written += 1;
        }
        write_row(out, &table.columns, row);
        begun = true;
    }
    let is_folded = total > FOLD + FOLD / 4;
    put(out, &["</tbody></table></div>", if is_folded { "</details>" } else { "" }]);
}

fn headings(out: &mut String, columns: &[Column]) {
    put(out, &["<thead><tr>"]);
    for (label, small, kind) in columns {
        put(out, &["<th scope=\"col\"", class(*kind, None, true), ">"]);
        escaped(out, label);
        around(out, "<small>", small, "</small>");
        put(out, &["</th>"]);
    }
    put(out, &["</tr></thead><tbody>"]);
}

/// Opens a box that scrolls horizontally and can be focused with the keyboard.
fn scroll(out: &mut String, id: &str, part: &str) {
    let start = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"";
    put(out, &[start, "h-", id, part, "\">"]);
}

/// Closes the visible part and opens the folded part.
fn fold(out: &mut String, table: &Table, total: usize) {
    put(out, &["</tbody></table></div><details><summary id=\"h-", table.id, "-more\">"]);
    push_count(out, (total - FOLD) as u64);
    put(out, &[" more ", table.unit, ", "]);
    push_count(out, total as u64);
    put(out, &[" in all</summary>"]);
    scroll(out, table.id, "-more");
    put(out, &["<table class=\"tight\">"]);
    headings(out, &table.columns);
}

fn write_row(out: &mut String, columns: &[Column], row: &TableRow) {
    match row {
        TableRow::Group(open, words, caution) => group(out, columns.len(), *open, words, caution),
        TableRow::Cells(emphasis, cells) => {
            put(
                out,
                &[match emphasis {
                    Emphasis::None => "<tr>",
                    Emphasis::Sum => "<tr class=\"sum\">",
                    Emphasis::Match => "<tr class=\"on\">",
                }],
            );
            for (at, (ink, words)) in cells.iter().enumerate() {
                let kind = columns.get(at).map_or(CellKind::Words, |(_, _, kind)| *kind);
                let (open, close) = if at == 0 { ("<th scope=\"row\"", "</th>") } else { ("<td", "</td>") };
                put(out, &[open, class(kind, *ink, false), ">"]);
                text(out, words);
                put(out, &[close]);
            }
            put(out, &["</tr>"]);
        }
    }
}

fn group(out: &mut String, columns: usize, open: bool, words: &Text, caution: &str) {
    put(out, &["<tr class=\"group\"><th scope=\"rowgroup\" colspan=\""]);
    push_count(out, columns as u64);
    put(out, &[DIAMOND, if open { "d-o" } else { "d-m" }, "\" d=\"M0-5.5 5.5 0 0 5.5-5.5 0z\"/></svg>"]);
    text(out, words);
    around(out, "<small>", caution, "</small>");
    put(out, &["</th></tr>"]);
}

/// The class attribute of a cell or a heading.
const fn class(kind: CellKind, ink: Option<Ink>, heading: bool) -> &'static str {
    match (kind, ink) {
        (CellKind::Number, Some(Ink::Ceiling)) => " class=\"n c\"",
        (CellKind::Number, Some(Ink::Range)) => " class=\"n r\"",
        (CellKind::Number, Some(Ink::Measured)) => " class=\"n m\"",
        (CellKind::Number, None | Some(Ink::Plain)) => " class=\"n\"",
        (CellKind::Formula, _) if !heading => " class=\"eq\"",
        (CellKind::Wide, _) => " class=\"wide-only\"",
        _ => "",
    }
}
