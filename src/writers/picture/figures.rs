//! The figure of an entry: the answer of its calculator, or the first row of its short table.
//!
//! The numbers are those of the recorded report, as the page shows them. Their notes are left out.

use crate::site::sections::glance;
use crate::writers::picture::content::{Figure, Footer};
use rooflight_document::report::{self, Report};
use rooflight_glossary::model::front_matter::FrontMatter;
use rooflight_glossary::syntax::inline;

/// The foot of an entry's picture.
#[must_use]
pub fn foot(answer: Option<&Report>, front: &FrontMatter) -> Footer {
    let answered = answer.and_then(numbers);
    let row = |(label, text): (String, String)| Footer::Row { label, text: inline::text(&text) };
    answered.or_else(|| glance(front).next().map(row)).unwrap_or(Footer::None)
}

/// The numbers of an answer, with the conditions that they hold under; `None` if it has no number.
fn numbers(report: &Report) -> Option<Footer> {
    let figures: Vec<Figure> = report.figures.iter().filter_map(figure).collect();
    (!figures.is_empty()).then(|| Footer::Figures {
        answer: report.answer.plain(),
        conditions: report.conditions.plain(),
        figures,
    })
}

/// A number that has a value.
fn figure(figure: &report::Figure) -> Option<Figure> {
    let label = format!("{} {}", figure.label, figure.wide.plain());
    Some(Figure { ink: figure.ink, label: label.trim_end().to_owned(), value: figure.value.as_ref()?.plain() })
}
