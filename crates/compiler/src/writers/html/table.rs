//! Writes tables as HTML. The first rows are visible, the others folded in `<details>`, which needs no
//! script.
//!
//! A table with a fold becomes two. The second repeats the column heads, and the group heading to which its first rows
//! belong.

use crate::site::catalog::context::ROOT;
use crate::site::inline::Cell;
use crate::site::table::{GridColumn, GridLine, GridTable};
use crate::writers::html::inline;
use rooflight_document::number;
use rooflight_glossary::syntax::highlight::escape;
use serde::{Serialize, Serializer};

impl Serialize for GridTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&html(self, ROOT))
    }
}

/// Minimum number of rows to fold; fewer are shown.
const MIN_FOLDED: usize = 4;

/// Returns the table as HTML; an empty string if it has no lines. `root` is the relative path of the site's root.
pub(super) fn html(table: &GridTable, root: &str) -> String {
    let (fold, lines) = (table.fold, table.lines.as_slice());
    let rows = lines.iter().filter(|line| matches!(line, GridLine::Row(_))).count();
    let mut out = String::with_capacity(lines.len() * 160 + 512);
    if lines.is_empty() {
        return out;
    }
    if rows < fold + MIN_FOLDED {
        part(table, root, &mut out, lines.iter());
        return out;
    }
    let mut seen = 0;
    let cut = lines.iter().position(|line| {
        seen += usize::from(matches!(line, GridLine::Row(_)));
        seen > fold
    });
    let cut = cut.unwrap_or(lines.len());
    // A group heading before the fold belongs to the rows after it.
    let cut = if cut > 0 && matches!(lines[cut - 1], GridLine::Group(_)) { cut - 1 } else { cut };
    let (open, rest) = lines.split_at(cut);
    part(table, root, &mut out, open.iter());
    let [more, all] = [rows - fold, rows].map(|count| number::count(count as u64));
    out.extend(["<details><summary>", &more, " more ", table.what, ", ", &all, " in all</summary>\n"]);
    let again = open.iter().rev().find(|line| matches!(line, GridLine::Group(_)));
    let headed = matches!(rest.first(), Some(GridLine::Group(_)));
    part(table, root, &mut out, again.filter(|_| !headed).into_iter().chain(rest));
    out.push_str("</details>\n");
    out
}

fn part<'a>(table: &GridTable, root: &str, out: &mut String, lines: impl Iterator<Item = &'a GridLine>) {
    begin(table, out);
    for line in lines {
        push(out, root, &table.columns, line);
    }
    out.push_str("</tbody></table></div>\n");
}

fn begin(table: &GridTable, out: &mut String) {
    let label = escape(table.caption.split(['.', ';']).next().unwrap_or(&table.caption));
    let caption = escape(&table.caption);
    out.extend([
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"",
        &label,
        "\"><table class=\"",
        table.class,
        "\"><caption>",
    ]);
    out.extend([&caption, "</caption>\n<thead><tr>"]);
    for GridColumn { head, small, class } in &*table.columns {
        out.push_str("<th scope=\"col\"");
        if !class.is_empty() {
            out.extend([" class=\"", class, "\""]);
        }
        out.extend([">", &escape(head)]);
        if !small.is_empty() {
            out.extend(["<small>", small, "</small>"]);
        }
        out.push_str("</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
}

fn push(out: &mut String, root: &str, columns: &[GridColumn], line: &GridLine) {
    match line {
        GridLine::Group(pieces) => {
            let span = columns.len().to_string();
            out.extend(["<tr class=\"group\"><th scope=\"colgroup\" colspan=\"", &span, "\">"]);
            inline::html(out, root, pieces);
            out.push_str("</th></tr>\n");
        }
        GridLine::Row(cells) => {
            out.push_str("<tr>");
            for (at, Cell { class, id, pieces }) in cells.iter().enumerate() {
                out.push_str(if at == 0 { "<th scope=\"row\"" } else { "<td" });
                for (name, value) in [(" class=\"", *class), (" id=\"", id.as_str())] {
                    if !value.is_empty() {
                        out.extend([name, value, "\""]);
                    }
                }
                out.push('>');
                inline::html(out, root, pieces);
                out.push_str(if at == 0 { "</th>" } else { "</td>" });
            }
            out.push_str("</tr>\n");
        }
    }
}
