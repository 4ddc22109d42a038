//! A table's rows as HTML, and where a long table folds.
//!
//! A group's row heads the rows after it until the next. It is never separated from them: where the fold falls inside
//! a group, its row is repeated after the fold. Rows that head others are not counted.

use alloc::string::String;

use super::{
    markup::{add, class_of, escape, put, text},
    number::push_count,
    report::{Cell, Column, Emphasis, Kind, Row, Table},
};

/// The rows shown before a table folds.
const FOLD: u64 = 12;

/// A table in two parts.
pub(super) struct Folded<'a> {
    pub(super) first: &'a [Row],
    /// The header of the group that the fold falls into.
    pub(super) again: Option<&'a Row>,
    /// Empty if the table is shown whole.
    pub(super) rest: &'a [Row],
}

/// The rows that are not headers of groups.
pub(super) fn runs(rows: &[Row]) -> u64 {
    let mut count = 0;
    for row in rows {
        count += u64::from(row.emphasis != Emphasis::Group);
    }
    count
}

/// Splits a long table. A quarter more rows than are shown is not worth a fold.
pub(super) fn fold(rows: &[Row]) -> Folded<'_> {
    let mut folded = Folded { first: rows, again: None, rest: &[] };
    if runs(rows) <= FOLD + FOLD / 4 {
        return folded;
    }
    let (mut left, mut group) = (FOLD, None);
    for (index, row) in rows.iter().enumerate() {
        if row.emphasis == Emphasis::Group {
            group = Some(row);
            if left == 0 {
                (folded.first, folded.rest) = rows.split_at(index);
                return folded;
            }
        } else if left == 0 {
            (folded.first, folded.rest) = rows.split_at(index);
            folded.again = group;
            return folded;
        } else {
            left -= 1;
        }
    }
    folded
}

/// Writes a table of these rows; `again` comes before them. Without its caption it is a continuation.
pub(super) fn table(out: &mut String, table: &Table, again: Option<&Row>, rows: &[Row], caption: bool) {
    add(out, "<table class=\"tight\">");
    if caption && !table.caption.is_empty() {
        add(out, "<caption>");
        text(out, &table.caption);
        add(out, "</caption>");
    }
    add(out, "<thead><tr>");
    for column in &table.columns {
        heading(out, column);
    }
    add(out, "</tr></thead><tbody>");
    if let Some(row) = again {
        write_row(out, &table.columns, row);
    }
    for (index, row) in rows.iter().enumerate() {
        if index > 0 && row.emphasis == Emphasis::Group {
            add(out, "</tbody><tbody>");
        }
        write_row(out, &table.columns, row);
    }
    add(out, "</tbody></table>");
}

fn heading(out: &mut String, column: &Column) {
    add(out, "<th scope=\"col\"");
    class(out, &[number_class(column), width_class(column)]);
    out.push('>');
    escape(out, &column.label);
    if !column.small.is_empty() {
        add(out, "<small>");
        escape(out, &column.small);
        add(out, "</small>");
    }
    add(out, "</th>");
}

fn write_row(out: &mut String, columns: &[Column], row: &Row) {
    add(
        out,
        match row.emphasis {
            Emphasis::None => "<tr>",
            Emphasis::Sum => "<tr class=\"sum\">",
            Emphasis::Match => "<tr class=\"on\">",
            Emphasis::Group => "<tr class=\"group\">",
        },
    );
    if row.emphasis == Emphasis::Group {
        add(out, "<th scope=\"rowgroup\" colspan=\"");
        push_count(out, columns.len() as u64);
        add(out, "\">");
        diamond(out, row.diamond);
        if let Some(cell) = row.cells.first() {
            content(out, cell);
        }
        add(out, "</th>");
    } else {
        for (index, (cell, column)) in row.cells.iter().zip(columns).enumerate() {
            let formula = if column.kind == Kind::Formula { "eq" } else { "" };
            let ink = cell.ink.map_or("", class_of);
            add(out, if index == 0 { "<th scope=\"row\"" } else { "<td" });
            class(out, &[number_class(column), formula, ink, width_class(column)]);
            out.push('>');
            content(out, cell);
            add(out, if index == 0 { "</th>" } else { "</td>" });
        }
    }
    add(out, "</tr>");
}

/// The diamond that stands for a group in the chart.
fn diamond(out: &mut String, open: Option<bool>) {
    if let Some(open) = open {
        add(
            out,
            "<svg class=\"dia\" width=\"14\" height=\"14\" viewBox=\"-7 -7 14 14\" aria-hidden=\"true\"><path class=\"",
        );
        add(out, if open { "d-o" } else { "d-m" });
        add(out, "\" d=\"M0-5.5 5.5 0 0 5.5-5.5 0z\"/></svg>");
    }
}

fn content(out: &mut String, cell: &Cell) {
    text(out, &cell.text);
    if !cell.note.is_empty() {
        add(out, "<small>");
        text(out, &cell.note);
        add(out, "</small>");
    }
}

fn number_class(column: &Column) -> &'static str {
    if column.kind == Kind::Number { "n" } else { "" }
}

fn width_class(column: &Column) -> &'static str {
    if column.wide_only { "wide-only" } else { "" }
}

/// A class attribute of those names that are not empty.
fn class(out: &mut String, names: &[&str]) {
    let mut open = false;
    for name in names {
        if !name.is_empty() {
            put(out, &[if open { " " } else { " class=\"" }, name]);
            open = true;
        }
    }
    add(out, if open { "\"" } else { "" });
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn rows(groups: &[usize]) -> Vec<Row> {
        let head = || Row { emphasis: Emphasis::Group, ..Row::default() };
        groups.iter().flat_map(|count| core::iter::once(head()).chain((0..*count).map(|_| Row::default()))).collect()
    }

    #[test]
    fn a_group_is_headed_again_after_the_fold() {
        let all = rows(&[10, 10]);
        let folded = fold(&all);
        assert_eq!((folded.first.len(), folded.rest.len(), folded.again.is_some()), (14, 8, true));
        let all = rows(&[12, 10]);
        let folded = fold(&all);
        assert_eq!((folded.first.len(), folded.rest.len(), folded.again.is_some()), (13, 11, false));
        assert!(fold(&rows(&[15])).rest.is_empty());
    }

    proptest! {
        #[test]
        fn folding_loses_nothing(groups in prop::collection::vec(1..20_usize, 0..8)) {
            let all = rows(&groups);
            let folded = fold(&all);
            prop_assert_eq!(folded.first.len() + folded.rest.len(), all.len());
            prop_assert!(folded.rest.is_empty() || runs(folded.first) == FOLD);
            prop_assert!(folded.first.last().is_none_or(|row| row.emphasis != Emphasis::Group));
            prop_assert!(folded.again.is_some() || folded.rest.first().is_none_or(|row| row.emphasis == Emphasis::Group));
        }
    }
}
