//! The figure of an entry: what its calculator answers, or the first row of its short table.
//!
//! The numbers are taken from the answer as the page shows it, so the picture can say nothing else. Their notes are left out.

use crate::model::front_matter::FrontMatter;
use crate::site::sections::glance;
use crate::syntax::inline;
use crate::writers::html::views::EntryView;
use crate::writers::picture::{Figure, Foot};
use rooflight_estimator::view::sheet::Ink;

/// The kinds of numbers by their classes on the page.
const INKS: [Ink; 4] = [Ink::Ceiling, Ink::Range, Ink::Measured, Ink::Plain];

/// What stands at the foot of an entry's picture.
#[must_use]
pub fn foot(view: &EntryView, front: &FrontMatter) -> Foot {
    let answered = view.calculator.as_ref().and_then(|calculator| numbers(&calculator.figure));
    let row = |(label, text): (String, String)| Foot::Row { label, text: inline::text(&text) };
    answered.or_else(|| glance(front).next().map(row)).unwrap_or(Foot::None)
}

/// The numbers of an answer, with the conditions that they hold under; `None` if it has no number.
fn numbers(answer: &str) -> Option<Foot> {
    let sentence = between(answer, "<h2 id=\"answer\">", "</h2>")?;
    let conditions = between(answer, "<p class=\"sub\">", "</p>")?;
    let list = between(answer, "<dl class=\"three\">", "</dl>")?;
    let figures: Vec<Figure> = list.split("<div>").skip(1).filter_map(figure).collect();
    (!figures.is_empty()).then(|| Foot::Figures { answer: text(sentence), conditions: text(conditions), figures })
}

/// A number that has a value.
fn figure(html: &str) -> Option<Figure> {
    let (name, value) = html.split_once("<dd class=")?;
    let (class, name) = name.strip_prefix("<dt class=\"k-")?.split_once("\">")?;
    let ink = INKS.into_iter().find(|ink| ink.class() == class)?;
    let label = name.strip_suffix("</dt>")?;
    let value = value.split_once('>')?.1.split(['<']).next().unwrap_or_default();
    Some(Figure { ink, label: text(label), value: text(value) })
}

fn between<'a>(html: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(html.split_once(start)?.1.split_once(end)?.0)
}

/// The text of HTML that this program wrote.
fn text(html: &str) -> String {
    let mut out = String::new();
    for part in html.split('<') {
        out.push_str(part.split_once('>').map_or(part, |(_, words)| words));
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(out, |text, (entity, letter)| text.replace(entity, letter))
}
