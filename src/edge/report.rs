//! Renders diagnostics for people and for programs.
//!
//! `human` looks like rustc's, with an excerpt; `short` is one line each, as editors parse it; `json` is one object a line.

use crate::diagnostic::{Diagnostic, Place, Severity, line_column};
use crate::source::Sources;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use rayon::prelude::*;
use serde_json::json;
use std::collections::HashMap;

/// How diagnostics are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With an excerpt and help.
    #[default]
    Human,
    /// One line each: `file:line:column: severity[code]: message`.
    Short,
    /// One JSON object a line.
    Json,
}

/// The text of all diagnostics, ready to print.
#[must_use]
pub fn text(diagnostics: &[Diagnostic], sources: &Sources, format: MessageFormat, colour: bool) -> String {
    let texts = Texts::of(diagnostics, sources);
    let drawn: Vec<String> = diagnostics
        .par_iter()
        .map(|diagnostic| match format {
            MessageFormat::Human => human(diagnostic, &texts, colour),
            MessageFormat::Short => short(diagnostic, &texts),
            MessageFormat::Json => json(diagnostic, &texts),
        })
        .collect();
    let text: String = drawn.iter().flat_map(|text| [text, "\n"]).collect();
    if text.contains(is_c1_control) { text.replace(is_c1_control, "\u{fffd}") } else { text }
}

/// The C1 control characters: some terminals execute them, and the excerpt renderer lets them through. (Its own colour codes are ASCII.)
fn is_c1_control(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9f}')
}

/// File contents by path, for excerpts.
struct Texts<'a> {
    content: HashMap<&'a str, &'a str>,
    sources: &'a Sources,
}

impl<'a> Texts<'a> {
    fn of(diagnostics: &[Diagnostic], sources: &'a Sources) -> Self {
        let content = sources.content.iter().filter(|_| !diagnostics.is_empty());
        Self { content: content.map(|file| (file.path.as_str(), &*file.text)).collect(), sources }
    }

    fn text(&self, path: &str) -> Option<&'a str> {
        self.content.get(path).copied().or_else(|| self.sources.text(path))
    }
}

fn human(diagnostic: &Diagnostic, sources: &Texts<'_>, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code.name());
    let mut places = vec![(&diagnostic.place, diagnostic.label.as_str(), AnnotationKind::Primary)];
    places.extend(diagnostic.related.iter().map(|(place, label)| (place, label.as_str(), AnnotationKind::Context)));
    let mut group = Group::with_title(title);
    for (place, label, kind) in places {
        group = match excerpt(place, sources) {
            Some(text) => group.element(
                Snippet::source(text).path(&place.file).annotation(kind.span(visible(text, place)).label(label)),
            ),
            None => group.element(annotate_snippets::Origin::path(&place.file)),
        };
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let guide = diagnostic.code.guide();
    group = group.element(Level::NOTE.message(&guide));
    format!("{}\n", renderer.render(&[group]))
}

/// The text to show an excerpt of; none for a place that is a whole file.
fn excerpt<'a>(place: &Place, sources: &Texts<'a>) -> Option<&'a str> {
    sources.text(&place.file).filter(|text| place.span != (0..0) && place.span.end <= text.len())
}

/// The place's bytes, cut at the end of its first line so that a long value does not flood the terminal; never empty.
fn visible(text: &str, place: &Place) -> std::ops::Range<usize> {
    let line = text[place.span.start..].find('\n').map_or(text.len(), |at| place.span.start + at);
    let end = place.span.end.min(line);
    if end > place.span.start {
        return place.span.start..end;
    }
    let next = text[place.span.start..].chars().next().map_or(0, char::len_utf8);
    place.span.start..place.span.start + next
}

fn position(place: &Place, sources: &Texts<'_>) -> (usize, usize) {
    sources.text(&place.file).map_or((1, 1), |text| line_column(text, place.span.start))
}

fn short(diagnostic: &Diagnostic, sources: &Texts<'_>) -> String {
    let (line, column) = position(&diagnostic.place, sources);
    let Diagnostic { code, message, place, .. } = diagnostic;
    format!("{}:{line}:{column}: {}[{code}]: {message}", place.file, diagnostic.severity.word())
}

fn json(diagnostic: &Diagnostic, sources: &Texts<'_>) -> String {
    let spot = |place: &Place, label: &str| {
        let (line, column) = position(place, sources);
        let (end_line, end_column) = sources.text(&place.file).map_or((1, 1), |text| line_column(text, place.span.end));
        json!({ "file": place.file, "line": line, "column": column, "end_line": end_line, "end_column": end_column, "label": label })
    };
    let related: Vec<_> = diagnostic.related.iter().map(|(place, label)| spot(place, label)).collect();
    json!({
        "code": diagnostic.code.name(),
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "place": spot(&diagnostic.place, &diagnostic.label),
        "related": related,
        "help": diagnostic.help,
        "guide": diagnostic.code.guide(),
    })
    .to_string()
}
