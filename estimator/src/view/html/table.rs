//! Tables in HTML: written row by row, folded where they are long.
//!
//! A group's row heads the rows after it until the next, and is never separated from them: where the fold falls inside a group, its row is
//! repeated after the fold. Rows that head others are not counted. Nothing is computed, left out or sorted here.

use alloc::string::String;

use super::super::ink::Ink;
use super::super::markup::put;
use super::super::number::push_count;
use super::super::report::{Column, Emphasis, Kind};
use super::HtmlReport;

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

impl HtmlReport<'_> {
    pub(super) fn open_table(
        &mut self,
        id: &'static str,
        caption: &str,
        columns: &'static [Column],
        (total, unit): (usize, &'static str),
    ) {
        self.table = Table { columns, id, unit, total, ..Table::default() };
        self.scroll("");
        self.put(&["<table class=\"tight\"><caption>"]);
        self.text(caption);
        self.put(&["</caption>"]);
        self.headings();
    }

    fn headings(&mut self) {
        self.put(&["<thead><tr>"]);
        for (label, small, kind) in self.table.columns {
            self.put(&["<th scope=\"col\"", class(*kind, None, true), ">", label]);
            self.around("<small>", small, "</small>");
            self.put(&["</th>"]);
        }
        self.put(&["</tr></thead><tbody>"]);
    }

    /// Opens a box that scrolls sideways and can be reached by keyboard.
    fn scroll(&mut self, part: &str) {
        let start = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"";
        self.put(&[start, self.prefix, "h-", self.table.id, part, "\">"]);
    }

    pub(super) fn open_group(&mut self, open: bool) {
        self.end_row();
        self.fold(false);
        if self.table.begun {
            self.put(&["</tbody><tbody>"]);
        }
        self.table.start = self.out.len();
        self.put(&["<tr class=\"group\"><th scope=\"rowgroup\" colspan=\""]);
        push_count(&mut self.out, self.table.columns.len() as u64);
        self.put(&[DIAMOND, if open { "d-o" } else { "d-m" }, "\" d=\"M0-5.5 5.5 0 0 5.5-5.5 0z\"/></svg>"]);
        self.table.begun = true;
    }

    pub(super) fn close_group(&mut self) {
        self.put(&["</th></tr>"]);
        self.table.group = String::from(self.out.get(self.table.start..).unwrap_or_default());
    }

    pub(super) fn open_row(&mut self, emphasis: Emphasis) {
        self.end_row();
        self.fold(true);
        self.put(&[match emphasis {
            Emphasis::None => "<tr>",
            Emphasis::Sum => "<tr class=\"sum\">",
            Emphasis::Match => "<tr class=\"on\">",
        }]);
        self.table.rows += 1;
        self.table.begun = true;
    }

    /// Opens the next cell and returns its end tag.
    pub(super) fn open_cell(&mut self, ink: Option<Ink>) -> &'static str {
        let at = self.table.cell;
        let kind = self.table.columns.get(at).map_or(Kind::Words, |(_, _, kind)| *kind);
        let (open, close) = if at == 0 { ("<th scope=\"row\"", "</th>") } else { ("<td", "</td>") };
        self.put(&[open, class(kind, ink, false), ">"]);
        self.table.cell += 1;
        close
    }

    fn end_row(&mut self) {
        if self.table.cell > 0 {
            self.put(&["</tr>"]);
            self.table.cell = 0;
        }
    }

    /// Folds the rest away, once, where the table is long enough.
    fn fold(&mut self, within: bool) {
        let Table { total, rows, folded, unit, id, .. } = self.table;
        if folded || rows < FOLD || total <= FOLD + FOLD / 4 {
            return;
        }
        self.table.folded = true;
        self.table.begun = false;
        self.put(&["</tbody></table></div><details><summary id=\"", self.prefix, "h-", id, "-more\">"]);
        push_count(&mut self.out, (total - rows) as u64);
        self.put(&[" more ", unit, ", "]);
        push_count(&mut self.out, total as u64);
        self.put(&[" in all</summary>"]);
        self.scroll("-more");
        self.put(&["<table class=\"tight\">"]);
        self.headings();
        if within && !self.table.group.is_empty() {
            put(&mut self.out, &[&self.table.group]);
            self.table.begun = true;
        }
    }

    pub(super) fn close_table(&mut self) {
        self.end_row();
        self.put(&["</tbody></table></div>", if self.table.folded { "</details>" } else { "" }]);
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
