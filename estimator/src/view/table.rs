//! Tables: written row by row, folded where they are long.
//!
//! A group's row heads the rows after it until the next, and is never separated from them: where the fold falls inside a group, its row is
//! repeated after the fold. Rows that head others are not counted. Nothing is computed, left out or sorted here.

use alloc::string::String;

use super::number::push_count;
use super::sheet::{Ink, Mode, Sheet, Words, put};

/// The rows shown before a table folds. A quarter more is not worth a fold.
const FOLD: usize = 12;

/// How a column's cells are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Text, from the left.
    #[default]
    Words,
    /// The same, left out in a narrow window, because a caption or another column holds the fact.
    Wide,
    /// A formula: softer than the result it leads to.
    Formula,
    /// A number, from the right, never wrapped.
    Number,
}

/// A column: its heading, a second smaller line of it that may be empty, how its cells are set.
pub type Column = (&'static str, &'static str, Kind);

/// What sets a row apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Nothing.
    #[default]
    None,
    /// It sums the rows above.
    Sum,
    /// It matches the reader's inputs.
    Match,
}

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
    /// Cells of the present row so far.
    cell: usize,
    emphasis: Emphasis,
}

impl Sheet<'_> {
    /// Opens the table of a section: the section's id, what it holds and in which units, the columns, how many rows will come and what
    /// a row is, in the plural.
    pub fn table(
        &mut self,
        id: &'static str,
        caption: &str,
        columns: &'static [Column],
        (total, unit): (usize, &'static str),
    ) {
        self.table = Table { columns, id, unit, total, ..Table::default() };
        self.scroll("");
        if self.mode == Mode::Markdown {
            self.markup(&[], "\n");
            self.text(caption);
            self.markup(&[], "\n\n|");
        } else {
            self.markup(&["<table class=\"tight\"><caption>"], "");
            self.text(caption);
            self.markup(&["</caption>"], "");
        }
        self.headings();
    }

    fn headings(&mut self) {
        let columns = self.table.columns;
        self.markup(&["<thead><tr>"], "");
        for (label, small, kind) in columns {
            self.markup(&["<th scope=\"col\"", class(*kind, None, true), ">", label], " ");
            self.markup(&[], label);
            if !small.is_empty() {
                self.markup(&["<small>", small, "</small>"], " ");
                self.markup(&[], small);
            }
            self.markup(&["</th>"], " |");
        }
        self.markup(&["</tr></thead><tbody>"], "\n|");
        for (_, _, kind) in columns {
            self.markup(&[], if *kind == Kind::Number { "---:|" } else { "---|" });
        }
        self.markup(&[], "\n");
    }

    /// Opens a box that scrolls sideways and can be reached by keyboard.
    fn scroll(&mut self, part: &str) {
        let start = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"";
        self.markup(&[start, self.prefix, "h-", self.table.id, part, "\">"], "");
    }

    /// Opens the row that heads those that follow: it has one cell, across the table, and a diamond, open or solid.
    pub fn group(&mut self, open: bool) {
        self.end_row();
        self.fold(false);
        if self.table.begun {
            self.markup(&["</tbody><tbody>"], "");
        }
        let start = self.out.len();
        self.markup(&["<tr class=\"group\"><th scope=\"rowgroup\" colspan=\""], "| ");
        if self.mode == Mode::Html {
            push_count(&mut self.out, self.table.columns.len() as u64);
        }
        let diamond =
            "<svg class=\"dia\" width=\"14\" height=\"14\" viewBox=\"-7 -7 14 14\" aria-hidden=\"true\"><path class=\"";
        self.markup(
            &["\">", diamond, if open { "d-o" } else { "d-m" }, "\" d=\"M0-5.5 5.5 0 0 5.5-5.5 0z\"/></svg>"],
            "",
        );
        self.table.group = String::new();
        self.table.begun = true;
        self.table.cell = start;
    }

    /// Ends it; the caution below is a smaller line, and may be empty.
    pub fn end_group(&mut self, caution: &str) {
        if !caution.is_empty() {
            self.markup(&["<small>"], " (");
            self.text(caution);
            self.markup(&["</small>"], ")");
        }
        self.markup(&["</th></tr>"], " |");
        for _ in 1..self.table.columns.len() {
            self.markup(&[], " |");
        }
        self.markup(&[], "\n");
        let start = self.table.cell;
        put(&mut self.table.group, &[self.out.get(start..).unwrap_or_default()]);
        self.table.cell = 0;
    }

    /// Opens a row.
    pub fn row(&mut self, emphasis: Emphasis) {
        self.end_row();
        self.fold(true);
        let start = match emphasis {
            Emphasis::None => "<tr>",
            Emphasis::Sum => "<tr class=\"sum\">",
            Emphasis::Match => "<tr class=\"on\">",
        };
        self.markup(&[start], "|");
        self.table.rows += 1;
        self.table.begun = true;
        self.table.emphasis = emphasis;
    }

    /// Writes the next cell, in the ink of its kind if it is one of the three.
    pub fn cell(&mut self, ink: Option<Ink>, words: Words<'_>) {
        let at = self.table.cell;
        let kind = self.table.columns.get(at).map_or(Kind::Words, |(_, _, kind)| *kind);
        let emphasis = self.table.emphasis;
        let strong = (at == 0 && emphasis == Emphasis::Match) || emphasis == Emphasis::Sum;
        let (open, close) = if at == 0 { ("<th scope=\"row\"", "</th>") } else { ("<td", "</td>") };
        self.markup(&[open, class(kind, ink, false), ">"], if strong { " **" } else { " " });
        self.say(words);
        self.markup(&[close], if strong { "** |" } else { " |" });
        self.table.cell += 1;
    }

    fn end_row(&mut self) {
        if self.table.cell > 0 {
            self.markup(&["</tr>"], "\n");
            self.table.cell = 0;
        }
    }

    /// Folds the rest away, once, where the table is long enough.
    fn fold(&mut self, within: bool) {
        let Table { total, rows, folded, unit, id, .. } = self.table;
        if self.mode == Mode::Markdown || folded || rows < FOLD || total <= FOLD + FOLD / 4 {
            return;
        }
        self.table.folded = true;
        self.table.begun = false;
        self.markup(&["</tbody></table></div><details><summary id=\"", self.prefix, "h-", id, "-more\">"], "");
        push_count(&mut self.out, (total - rows) as u64);
        self.markup(&[" more ", unit, ", "], "");
        push_count(&mut self.out, total as u64);
        self.markup(&[" in all</summary>"], "");
        self.scroll("-more");
        self.markup(&["<table class=\"tight\">"], "");
        self.headings();
        if within && !self.table.group.is_empty() {
            put(&mut self.out, &[&self.table.group]);
            self.table.begun = true;
        }
    }

    /// Ends the table.
    pub fn end_table(&mut self) {
        self.end_row();
        self.markup(&["</tbody></table></div>", if self.table.folded { "</details>" } else { "" }], "");
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
