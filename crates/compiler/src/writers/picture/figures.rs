//! The footer of an entry's picture: the answer of its calculator, or the first row of its short table.
//!
//! The figures are those of the report that the page shows, without their notes.

use crate::site::sections::glance;
use crate::writers::picture::content::{Figure, Footer};
use rooflight_document::report::{self, Report};
use rooflight_glossary::model::front_matter::FrontMatter;
use rooflight_glossary::syntax::inline;

/// Chooses the footer of an entry's picture.
#[must_use]
pub fn foot(answer: Option<&Report>, front: &FrontMatter) -> Footer {
    let answered = answer.and_then(numbers);
    let row = |(label, text): (String, String)| Footer::Row { label, text: inline::text(&text) };
    answered.or_else(|| glance(front).next().map(row)).unwrap_or(Footer::None)
}

/// Returns the numbers of an answer and their conditions; `None` if it has no numbers.
fn numbers(report: &Report) -> Option<Footer> {
    let figures: Vec<Figure> = report.figures.iter().filter_map(figure).collect();
    (!figures.is_empty()).then(|| Footer::Figures {
        answer: report.answer.plain(),
        conditions: report.conditions.plain(),
        figures,
    })
}

/// Returns a figure of the report; `None` if it has no value.
fn figure(figure: &report::Figure) -> Option<Figure> {
    let label = format!("{} {}", figure.label, figure.wide.plain());
    Some(Figure { ink: figure.ink, label: label.trim_end().to_owned(), value: figure.value.as_ref()?.plain() })
}
