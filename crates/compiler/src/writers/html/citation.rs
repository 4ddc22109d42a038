//! The text for citing a calculator's answer: figure, conditions, and the nearest measured run with its source.
//!
//! The page adds the publisher, the date of the data and the address. `static/js/cite.js` builds the same text for the
//! reader's own inputs from the page's content. Nothing is computed here.

use rooflight_document::report::{DocBlock, Emphasis, Report, Table, TableRow, Text, TextRun};

/// The id of the report's section with published runs.
const MEASURED: &str = "measured";

/// Returns the text, in one line.
#[must_use]
pub(crate) fn citation(report: &Report) -> String {
    let mut out = format!("{}. {}.", report.answer.plain(), report.conditions.plain());
    if let Some(run) = report.sections().find(|section| section.id == MEASURED).and_then(|section| {
        section.blocks.iter().find_map(|block| if let DocBlock::Table(table) = block { nearest(table) } else { None })
    }) {
        out.push(' ');
        out.push_str(&run);
    }
    out
}

/// Returns the run under the same conditions as the answer, else the first run of the table; with its source.
fn nearest(table: &Table) -> Option<String> {
    let is = |wanted: Option<Emphasis>| {
        move |row: &TableRow| match row {
            TableRow::Cells(emphasis, _) => wanted.is_none_or(|wanted| *emphasis == wanted),
            TableRow::Group(..) => false,
        }
    };
    let own = table.rows.iter().position(is(Some(Emphasis::Match)));
    let at = own.or_else(|| table.rows.iter().position(is(None)))?;
    let (before, rest) = table.rows.split_at_checked(at)?;
    let TableRow::Cells(_, cells) = rest.first()? else { return None };
    let head =
        before.iter().rev().find_map(|row| if let TableRow::Group(_, text, _) = row { Some(text) } else { None })?;
    let (column, (_, speed)) = table.columns.iter().zip(cells).find(|(_, (ink, _))| ink.is_some())?;
    let ((depth, ..), (_, tokens)) = table.columns.iter().zip(cells).next()?;
    let words = if own.is_some() { "Measured" } else { "Measured under other conditions" };
    Some(format!(
        "{words}: {} {} ({} {}), {}{}.",
        speed.plain(),
        column.1,
        depth.to_lowercase(),
        tokens.plain(),
        head.plain(),
        address(head)
    ))
}

/// Returns the address of the first link in a row's heading, after a comma; empty without a link.
fn address(head: &Text) -> String {
    let links = head.0.iter().find_map(|(_, run)| if let TextRun::Link(_, href) = run { Some(href) } else { None });
    links.map(|href| format!(", {href}")).unwrap_or_default()
}
