//! Tables with many rows: the first ones stand open, the rest behind a fold that works without scripts.
//!
//! 1. Heads come from the columns, rows as HTML from whoever knows them; a heading over rows is a row too.
//! 2. Where a table is longer than its fold, the rest becomes a second table in `<details>`, with its heads, and with the heading of its
//!    first rows once more.
//!
//! Nothing is left out.

use crate::syntax::highlight::escape;
use rooflight_estimator::view::number;

/// A column: its head, a smaller second line, whether it holds numbers, and whether narrow windows go without it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub(super) head: &'static str,
    pub(super) small: &'static str,
    pub(super) class: &'static str,
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
pub(super) enum Line {
    /// A heading over the rows that follow: HTML.
    Group(String),
    /// The cells of a row: HTML.
    Row(String),
}

/// How many rows may be behind a fold at least: a fold for less is in the way.
const LEAST: usize = 4;

/// Writes a table. `fold`: rows that stand open; `what`: what the rows are, in the plural; `class`: of the table.
pub(super) fn write(caption: &str, class: &str, columns: &[Column], lines: &[Line], fold: usize, what: &str) -> String {
    let rows = lines.iter().filter(|line| matches!(line, Line::Row(_))).count();
    let mut out = String::with_capacity(lines.len() * 160 + 512);
    if rows < fold + LEAST {
        table(&mut out, caption, class, columns, lines);
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
    table(&mut out, caption, class, columns, open);
    let [more, all] = [rows - fold, rows].map(|count| number::count(count as u64));
    out.extend(["<details><summary>", &more, " more ", what, ", ", &all, " in all</summary>\n"]);
    let again = open.iter().rev().find(|line| matches!(line, Line::Group(_)));
    let headed = matches!(rest.first(), Some(Line::Group(_)));
    let again = again.filter(|_| !headed).into_iter();
    begin(&mut out, caption, class, columns);
    for line in again.chain(rest) {
        push(&mut out, columns, line);
    }
    end(&mut out);
    out.push_str("</details>\n");
    out
}

fn table(out: &mut String, caption: &str, class: &str, columns: &[Column], lines: &[Line]) {
    begin(out, caption, class, columns);
    for line in lines {
        push(out, columns, line);
    }
    end(out);
}

fn begin(out: &mut String, caption: &str, class: &str, columns: &[Column]) {
    let label = escape(caption.split(['.', ';']).next().unwrap_or(caption));
    let caption = escape(caption);
    out.extend([
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"",
        &label,
        "\"><table class=\"",
        class,
        "\"><caption>",
    ]);
    out.extend([&caption, "</caption>\n<thead><tr>"]);
    for Column { head, small, class } in columns {
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

fn push(out: &mut String, columns: &[Column], line: &Line) {
    match line {
        Line::Group(html) => {
            let span = columns.len().to_string();
            out.extend(["<tr class=\"group\"><th scope=\"colgroup\" colspan=\"", &span, "\">", html, "</th></tr>\n"]);
        }
        Line::Row(html) => out.extend(["<tr>", html, "</tr>\n"]),
    }
}

fn end(out: &mut String) {
    out.push_str("</tbody></table></div>\n");
}
