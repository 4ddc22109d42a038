//! Tables of figures as HTML: a caption, heads, rows under headings. Columns of numbers are set right.

use crate::syntax::highlight::escape;

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// Words, from the left.
    Words(&'static str),
    /// Numbers, to the right; with a second, smaller line of the head.
    Number(&'static str, &'static str),
}

/// A table that is being written.
#[derive(Debug)]
pub(super) struct Table<'a> {
    columns: &'a [Column],
    html: String,
}

impl<'a> Table<'a> {
    /// A table with its caption and heads.
    pub(super) fn new(caption: &str, columns: &'a [Column]) -> Self {
        let mut html = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table class=\"figures\"><caption>{}</caption>\n<thead><tr>",
            escape(caption)
        );
        let head = |column: &Column| {
            let (class, words, small) = match column {
                Column::Words(words) => ("", words, ""),
                Column::Number(words, small) => (" class=\"n\"", words, *small),
            };
            let small = if small.is_empty() { String::new() } else { format!("<small>{}</small>", escape(small)) };
            format!("<th scope=\"col\"{class}>{}{small}</th>", escape(words))
        };
        html.extend(columns.iter().map(head));
        html.push_str("</tr></thead>\n<tbody>\n");
        Self { columns, html }
    }

    /// A heading over the rows that follow.
    pub(super) fn group(&mut self, words: &str) {
        let (span, words) = (self.columns.len().to_string(), escape(words));
        let parts =
            ["<tr class=\"group\"><th scope=\"colgroup\" colspan=\"", &span, "\"><b>", &words, "</b></th></tr>\n"];
        self.html.extend(parts);
    }

    /// A row; cells are HTML.
    pub(super) fn row(&mut self, cells: &[String]) {
        self.html.push_str("<tr>");
        for (at, (cell, column)) in cells.iter().zip(self.columns).enumerate() {
            let class = if matches!(column, Column::Number(..)) { " class=\"n\"" } else { "" };
            let (open, close) = if at == 0 { ("<th scope=\"row\"", "</th>") } else { ("<td", "</td>") };
            self.html.extend([open, class, ">", cell, close]);
        }
        self.html.push_str("</tr>\n");
    }

    /// The finished table.
    pub(super) fn html(mut self) -> String {
        self.html.push_str("</tbody></table></div>\n");
        self.html
    }
}
