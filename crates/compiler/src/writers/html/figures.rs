//! Writes generated tables and charts as HTML. Numbers are right-aligned; a wide table can be scrolled by keyboard.

use crate::site::figures::{Cell, CellPiece, Column, Figure, Table, TableRow};
use crate::writers::html::family_chart;
use rooflight_glossary::syntax::highlight::escape;

/// Writes a figure: a table or a chart.
#[must_use]
pub fn html(figure: &Figure) -> String {
    match figure {
        Figure::Words(words) => escape(words),
        Figure::Table(table) => table_html(table),
        Figure::Chart(chart) => family_chart::html(chart),
    }
}

fn table_html(table: &Table) -> String {
    let mut out = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table class=\"figures\"><caption>{}</caption>\n<thead><tr>",
        escape(&table.caption)
    );
    let head = |column: &Column| {
        let (class, words, small) = match column {
            Column::Words(words) => ("", words, ""),
            Column::Number(words, small) => (" class=\"n\"", words, *small),
        };
        let small = if small.is_empty() { String::new() } else { format!("<small>{}</small>", escape(small)) };
        format!("<th scope=\"col\"{class}>{}{small}</th>", escape(words))
    };
    out.extend(table.columns.iter().map(head));
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        match row {
            TableRow::Group(words) => {
                let (span, words) = (table.columns.len().to_string(), escape(words));
                out.extend(["<tr class=\"group\"><th scope=\"colgroup\" colspan=\"", &span, "\"><b>", &words]);
                out.push_str("</b></th></tr>\n");
            }
            TableRow::Cells(cells) => row_html(&mut out, cells, &table.columns),
        }
    }
    out.push_str("</tbody></table></div>\n");
    out
}

fn row_html(out: &mut String, cells: &[Cell], columns: &[Column]) {
    out.push_str("<tr>");
    for (at, (Cell(pieces), column)) in cells.iter().zip(columns).enumerate() {
        let class = if matches!(column, Column::Number(..)) { " class=\"n\"" } else { "" };
        let (open, close) = if at == 0 { ("<th scope=\"row\"", "</th>") } else { ("<td", "</td>") };
        out.extend([open, class, ">"]);
        out.extend(pieces.iter().map(|piece| match piece {
            CellPiece::Text(words) => escape(words),
            CellPiece::Strong(words) => format!("<b>{}</b>", escape(words)),
            CellPiece::Break => "<br>".to_owned(),
            CellPiece::Link(words, url) => format!("<a href=\"{}\">{}</a>", escape(url), escape(words)),
        }));
        out.push_str(close);
    }
    out.push_str("</tr>\n");
}
