//! Tables in HTML: written row by row, folded where they are long.
//!
//! A group's row heads the rows after it until the next, and is never separated from them: where the fold falls inside a group, its row is
//! repeated after the fold. Rows that head others are not counted. Nothing is computed, left out or sorted here.

use alloc::string::String;

use super::super::ink::Ink;
use super::super::markup::{around, escaped, put};
use super::super::number::push_count;
use super::super::report::{Column, Emphasis, Kind};

/// The rows shown before a table folds. A quarter more is not worth a fold.
const FOLD: usize = 12;

/// The diamond of a group, up to its class.
const DIAMOND: &str =
    "\"><svg class=\"dia\" width=\"14\" height=\"14\" viewBox=\"-7 -7 14 14\" aria-hidden=\"true\"><path class=\"";

/// A table while it is written.
#[derive(Debug, Default)]
pub(super) struct Table {
    columns: &'static [Column],
    id: &'static str,
    unit: &'static str,
    /// How many rows there will be, heads of groups aside.
    total: usize,
    /// How many there are.
    rows: usize,
    /// Whether the table or its second part has a row yet.
    begun: bool,
    folded: bool,
    /// The row of the present group, as written.
    group: String,
    /// Where the row of the present group starts.
    start: usize,
    /// Cells of the present row so far.
    cell: usize,
}

impl Table {
    /// Opens a table: the section's id, the caption, the columns, how many rows will come and what a row is.
    pub(super) fn open(
        out: &mut String,
        id: &'static str,
        caption: &str,
        columns: &'static [Column],
        (total, unit): (usize, &'static str),
    ) -> Self {
        let table = Table { columns, id, unit, total, ..Table::default() };
        table.scroll(out, "");
        put(out, &["<table class=\"tight\"><caption>"]);
        escaped(out, caption);
        put(out, &["</caption>"]);
        table.headings(out);
        table
    }

    fn headings(&self, out: &mut String) {
        put(out, &["<thead><tr>"]);
        for (label, small, kind) in self.columns {
            put(out, &["<th scope=\"col\"", class(*kind, None, true), ">", label]);
            around(out, "<small>", small, "</small>");
            put(out, &["</th>"]);
        }
        put(out, &["</tr></thead><tbody>"]);
    }

    /// Opens a box that scrolls sideways and can be reached by keyboard.
    fn scroll(&self, out: &mut String, part: &str) {
        let start = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"";
        put(out, &[start, "h-", self.id, part, "\">"]);
    }

    pub(super) fn open_group(&mut self, out: &mut String, open: bool) {
        self.end_row(out);
        self.fold(out, false);
        if self.begun {
            put(out, &["</tbody><tbody>"]);
        }
        self.start = out.len();
        put(out, &["<tr class=\"group\"><th scope=\"rowgroup\" colspan=\""]);
        push_count(out, self.columns.len() as u64);
        put(out, &[DIAMOND, if open { "d-o" } else { "d-m" }, "\" d=\"M0-5.5 5.5 0 0 5.5-5.5 0z\"/></svg>"]);
        self.begun = true;
    }

    pub(super) fn close_group(&mut self, out: &mut String) {
        put(out, &["</th></tr>"]);
        self.group = String::from(out.get(self.start..).unwrap_or_default());
    }

    pub(super) fn open_row(&mut self, out: &mut String, emphasis: Emphasis) {
        self.end_row(out);
        self.fold(out, true);
        put(
            out,
            &[match emphasis {
                Emphasis::None => "<tr>",
                Emphasis::Sum => "<tr class=\"sum\">",
                Emphasis::Match => "<tr class=\"on\">",
            }],
        );
        self.rows += 1;
        self.begun = true;
    }

    /// Opens the next cell and returns its end tag.
    pub(super) fn open_cell(&mut self, out: &mut String, ink: Option<Ink>) -> &'static str {
        let kind = self.columns.get(self.cell).map_or(Kind::Words, |(_, _, kind)| *kind);
        let (open, close) = if self.cell == 0 { ("<th scope=\"row\"", "</th>") } else { ("<td", "</td>") };
        put(out, &[open, class(kind, ink, false), ">"]);
        self.cell += 1;
        close
    }

    fn end_row(&mut self, out: &mut String) {
        if self.cell > 0 {
            put(out, &["</tr>"]);
            self.cell = 0;
        }
    }

    /// Folds the rest away, once, where the table is long enough.
    fn fold(&mut self, out: &mut String, within: bool) {
        let Table { total, rows, folded, unit, id, .. } = *self;
        if folded || rows < FOLD || total <= FOLD + FOLD / 4 {
            return;
        }
        self.folded = true;
        self.begun = false;
        put(out, &["</tbody></table></div><details><summary id=\"h-", id, "-more\">"]);
        push_count(out, (total - rows) as u64);
        put(out, &[" more ", unit, ", "]);
        push_count(out, total as u64);
        put(out, &[" in all</summary>"]);
        self.scroll(out, "-more");
        put(out, &["<table class=\"tight\">"]);
        self.headings(out);
        if within && !self.group.is_empty() {
            put(out, &[&self.group]);
            self.begun = true;
        }
    }

    pub(super) fn close(&mut self, out: &mut String) {
        self.end_row(out);
        put(out, &["</tbody></table></div>", if self.folded { "</details>" } else { "" }]);
    }
}

/// The class attribute of a cell or of a heading.
const fn class(kind: Kind, ink: Option<Ink>, heading: bool) -> &'static str {
    match (kind, ink) {
        (Kind::Number, Some(Ink::Ceiling)) => " class=\"n c\"",
        (Kind::Number, Some(Ink::Range)) => " class=\"n r\"",
        (Kind::Number, Some(Ink::Measured)) => " class=\"n m\"",
        (Kind::Number, None | Some(Ink::Plain)) => " class=\"n\"",
        (Kind::Formula, _) if !heading => " class=\"eq\"",
        (Kind::Wide, _) => " class=\"wide-only\"",
        _ => "",
    }
}
