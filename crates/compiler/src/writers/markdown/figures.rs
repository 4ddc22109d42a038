//! Writes generated tables and charts as Markdown; a chart is its description.

use crate::site::figures::{Cell, CellPiece, Column, Figure, Table, TableRow};
use crate::writers::markdown::escape::plain;

/// Returns a figure as Markdown.
#[must_use]
pub fn markdown(figure: &Figure) -> String {
    match figure {
        Figure::Words(words) => plain(words),
        Figure::Table(table) => table_markdown(table),
        Figure::Chart(chart) => format!("{}. {}", plain(&chart.title), plain(&chart.description)),
    }
}

/// Returns a table, and its caption as a paragraph after it.
fn table_markdown(table: &Table) -> String {
    let wide = table.columns.len();
    let heads = table.columns.iter().map(|column| match column {
        Column::Words(words) | Column::Number(words, "") => cell(words),
        Column::Number(words, small) => format!("{} {}", cell(words), cell(small)),
    });
    let mut out = super::row(heads);
    out.extend(["|", &" --- |".repeat(wide), "\n"]);
    for row in &table.rows {
        let cells: Vec<String> = match row {
            TableRow::Group(words) => vec![format!("**{}**", cell(words))],
            TableRow::Cells(cells) => cells.iter().map(pieces).collect(),
        };
        let missing = wide.saturating_sub(cells.len());
        out.push_str(&super::row(cells.into_iter().chain(std::iter::repeat_n(String::new(), missing))));
    }
    format!("{out}\n{}", plain(&table.caption))
}

fn cell(words: &str) -> String {
    plain(words).replace('|', "\\|")
}

fn pieces(Cell(pieces): &Cell) -> String {
    let pieces = pieces.iter().filter_map(|piece| match piece {
        CellPiece::Text(words) => Some(cell(words)),
        CellPiece::Strong(words) => Some(format!("**{}**", cell(words))),
        CellPiece::Break => None,
        CellPiece::Link(words, url) => Some(format!("[{}](<{}>)", cell(words), url.replace('|', "%7C"))),
    });
    pieces.collect::<Vec<_>>().join(" ").trim().to_owned()
}
