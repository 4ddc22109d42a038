//! Tables with many rows: the first ones stand open, the rest behind a fold that works without scripts.
//!
//! 1. A [`Table`] has its caption, its columns and its rows as typed cells; a heading over rows is a row too.
//! 2. Templates see it as HTML. Where it is longer than its fold, the rest becomes a second table in `<details>`, with its heads, and with
//!    the heading of its first rows once more.
//!
//! Nothing is left out.

use crate::writers::html::catalog::cells::{self, Cell, Piece};
use crate::writers::html::catalog::context::ROOT;
use rooflight_document::number;
use rooflight_glossary::syntax::highlight::escape;
use serde::{Serialize, Serializer};

/// A column: its head, a smaller second line, whether it holds numbers, and whether narrow windows go without it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    pub(crate) head: &'static str,
    pub(crate) small: &'static str,
    pub(crate) class: &'static str,
}

/// A column of words.
pub(super) const fn words(head: &'static str) -> Column {
    Column { head, small: "", class: "" }
}

/// A column of numbers.
pub(super) const fn numbers(head: &'static str, small: &'static str) -> Column {
    Column { head, small, class: "n" }
}

/// A line of a table.
#[derive(Debug)]
pub(crate) enum Line {
    /// A heading over the rows that follow.
    Group(Vec<Piece>),
    /// The cells of a row.
    Row(Vec<Cell>),
}

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) caption: String,
    pub(crate) class: &'static str,
    pub(crate) columns: &'static [Column],
    pub(crate) lines: Vec<Line>,
    /// Rows that stand open.
    pub(crate) fold: usize,
    /// What the rows are, in the plural.
    pub(crate) what: &'static str,
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.html())
    }
}

/// How many rows may be behind a fold at least: a fold for less is in the way.
const LEAST: usize = 4;

/// No fold.
pub(super) const OPEN: usize = usize::MAX / 2;

impl Table {
    /// The table as HTML; nothing without rows.
    fn html(&self) -> String {
        let (fold, lines) = (self.fold, self.lines.as_slice());
        let rows = lines.iter().filter(|line| matches!(line, Line::Row(_))).count();
        let mut out = String::with_capacity(lines.len() * 160 + 512);
        if lines.is_empty() {
            return out;
        }
        if rows < fold + LEAST {
            self.part(&mut out, lines.iter());
            return out;
        }
        let mut seen = 0;
        let cut = lines.iter().position(|line| {
            seen += usize::from(matches!(line, Line::Row(_)));
            seen > fold
        });
        let cut = cut.unwrap_or(lines.len());
        // A heading that would end the open part belongs to the rows after it.
        let cut = if cut > 0 && matches!(lines[cut - 1], Line::Group(_)) { cut - 1 } else { cut };
        let (open, rest) = lines.split_at(cut);
        self.part(&mut out, open.iter());
        let [more, all] = [rows - fold, rows].map(|count| number::count(count as u64));
        out.extend(["<details><summary>", &more, " more ", self.what, ", ", &all, " in all</summary>\n"]);
        let again = open.iter().rev().find(|line| matches!(line, Line::Group(_)));
        let headed = matches!(rest.first(), Some(Line::Group(_)));
        self.part(&mut out, again.filter(|_| !headed).into_iter().chain(rest));
        out.push_str("</details>\n");
        out
    }

    fn part<'a>(&self, out: &mut String, lines: impl Iterator<Item = &'a Line>) {
        self.begin(out);
        for line in lines {
            push(out, self.columns, line);
        }
        out.push_str("</tbody></table></div>\n");
    }

    fn begin(&self, out: &mut String) {
        let label = escape(self.caption.split(['.', ';']).next().unwrap_or(&self.caption));
        let caption = escape(&self.caption);
        out.extend([
            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"",
            &label,
            "\"><table class=\"",
            self.class,
            "\"><caption>",
        ]);
        out.extend([&caption, "</caption>\n<thead><tr>"]);
        for Column { head, small, class } in self.columns {
            out.push_str("<th scope=\"col\"");
            if !class.is_empty() {
                out.extend([" class=\"", class, "\""]);
            }
            out.extend([">", head]);
            if !small.is_empty() {
                out.extend(["<small>", small, "</small>"]);
            }
            out.push_str("</th>");
        }
        out.push_str("</tr></thead>\n<tbody>\n");
    }
}

fn push(out: &mut String, columns: &[Column], line: &Line) {
    match line {
        Line::Group(pieces) => {
            let span = columns.len().to_string();
            out.extend(["<tr class=\"group\"><th scope=\"colgroup\" colspan=\"", &span, "\">"]);
            cells::html(out, ROOT, pieces);
            out.push_str("</th></tr>\n");
        }
        Line::Row(cells) => {
            out.push_str("<tr>");
            for (at, Cell { class, id, pieces }) in cells.iter().enumerate() {
                out.push_str(if at == 0 { "<th scope=\"row\"" } else { "<td" });
                for (name, value) in [(" class=\"", *class), (" id=\"", id.as_str())] {
                    if !value.is_empty() {
                        out.extend([name, value, "\""]);
                    }
                }
                out.push('>');
                cells::html(out, ROOT, pieces);
                out.push_str(if at == 0 { "</th>" } else { "</td>" });
            }
            out.push_str("</tr>\n");
        }
    }
}
