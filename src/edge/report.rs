//! Formats diagnostics for people and programs.
//!
//! 1. `human` resembles rustc's, with an excerpt; `short` has one line each, in a form that editors parse; `json` has
//!    one object per line; `github` has one workflow command per line, which GitHub shows at the line of the file.
//! 2. Files are indexed by line once, so that the time is proportional to the texts and the diagnostics printed.
//! 3. Spans are clipped to their text and to whole characters, so that none can cause a panic.
//! 4. What a terminal would obey is written out, also in names of files, and no value begins a line of its own.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use rayon::prelude::*;
use rooflight_source::characters;
use rooflight_source::diagnostic::{Diagnostic, Excerpt, Location, Severity};
use rooflight_source::file::Sources;
use rooflight_source::lines::LineIndex;
use serde_json::json;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

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
    /// One workflow command of GitHub Actions a line, for annotations at the line of the file.
    Github,
}

/// Maximum number of errors, and of warnings, printed for one file; a line says how many more there are.
const MAX_DRAWN: usize = 100;

/// Formats all diagnostics.
#[must_use]
pub fn text(diagnostics: &[Diagnostic], sources: &Sources, format: MessageFormat, colour: bool) -> String {
    let mut counts: BTreeMap<(&str, Severity), usize> = BTreeMap::new();
    let mut chosen: Vec<&Diagnostic> = Vec::new();
    for diagnostic in diagnostics {
        let count = counts.entry((&diagnostic.location.file, diagnostic.severity)).or_default();
        *count += 1;
        if *count <= MAX_DRAWN {
            chosen.push(diagnostic);
        }
    }
    let shown: Vec<Diagnostic> = chosen.into_iter().map(|one| shown(one, format)).collect();
    let files = Files::of(&shown, sources);
    let drawn: Vec<String> = shown
        .par_iter()
        .map(|diagnostic| match format {
            MessageFormat::Human => human(diagnostic, &files, colour),
            MessageFormat::Short => short(diagnostic, &files),
            MessageFormat::Json => json(diagnostic, &files),
            MessageFormat::Github => github(diagnostic, &files),
        })
        .collect();
    let left_out = counts.into_iter().filter(|(_, count)| *count > MAX_DRAWN);
    let more = left_out.map(|((file, severity), count)| and_more(file, severity, count - MAX_DRAWN, format));
    let text: String = drawn.into_iter().chain(more).flat_map(|text| [text, "\n".to_owned()]).collect();
    if colour { characters::shown_in_colours(&text) } else { characters::shown(&text).into_owned() }
}

/// Returns a diagnostic whose words stay in their lines and carry no command. Formats for programs have their own ways
/// to write a character, and keep all.
fn shown(diagnostic: &Diagnostic, format: MessageFormat) -> Diagnostic {
    let mut shown = diagnostic.clone();
    if matches!(format, MessageFormat::Human | MessageFormat::Short) {
        let Diagnostic { message, label, location, related, excerpt, help, .. } = &mut shown;
        let related = related.iter_mut().flat_map(|(place, label)| [&mut place.file, label]);
        let excerpt = excerpt.iter_mut().flat_map(|excerpt| [&mut excerpt.heading, &mut excerpt.sentence]);
        let fields = [message, label, &mut location.file].into_iter().chain(related).chain(excerpt);
        for field in fields {
            if let Cow::Owned(text) = characters::shown_in_line(field) {
                *field = text;
            }
        }
        for line in help {
            *line = characters::shown(line).into_owned();
        }
    }
    shown
}

/// The line that says how many of a file's problems were left out.
fn and_more(file: &str, severity: Severity, count: usize, format: MessageFormat) -> String {
    match format {
        MessageFormat::Json => json!({ "file": file, "severity": severity, "more": count }).to_string(),
        _ => format!("{}: and {} more {}s", characters::shown_in_line(file), grouped(count), severity.word()),
    }
}

/// Separates thousands: `5900` becomes `5,900`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits.chars().enumerate().flat_map(|(at, digit)| comma(at).then_some(',').into_iter().chain([digit])).collect()
}

/// The files that diagnostics refer to, by path.
struct Files<'a>(HashMap<&'a str, LineIndex<'a>>);

impl<'a> Files<'a> {
    fn of(diagnostics: &'a [Diagnostic], sources: &'a Sources) -> Self {
        let content: HashMap<Cow<'_, str>, &str> = match diagnostics {
            [] => HashMap::new(),
            _ => sources.content.iter().map(|file| (characters::shown_in_line(&file.path), &*file.text)).collect(),
        };
        let mut files = HashMap::new();
        for diagnostic in diagnostics {
            for place in diagnostic.related.iter().map(|(place, _)| place).chain([&diagnostic.location]) {
                let path = place.file.as_str();
                let text = || content.get(path).copied().or_else(|| sources.text(path));
                if !files.contains_key(path) {
                    files.extend(text().map(|text| (path, LineIndex::of(text))));
                }
            }
        }
        Self(files)
    }

    fn get(&self, place: &Location) -> Option<&LineIndex<'a>> {
        self.0.get(place.file.as_str())
    }

    /// Line and column of a byte in the location's file; 1:1 if its text is not available.
    fn position(&self, place: &Location, byte: usize) -> (usize, usize) {
        self.get(place).map_or((1, 1), |lines| lines.position(byte))
    }
}

fn human(diagnostic: &Diagnostic, sources: &Files<'_>, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code.name());
    let mut places = vec![(&diagnostic.location, diagnostic.label.as_str(), AnnotationKind::Primary)];
    places.extend(diagnostic.related.iter().map(|(place, label)| (place, label.as_str(), AnnotationKind::Context)));
    let mut group = Group::with_title(title);
    for (place, label, kind) in places {
        group = match sources.get(place).filter(|_| place.span != (0..0)) {
            Some(lines) => {
                let (line, number, marked) = lines.excerpt(&place.span);
                let mark = kind.span(marked).label(label);
                group.element(Snippet::source(line).line_start(number).path(&place.file).annotation(mark))
            }
            None => group.element(annotate_snippets::Origin::path(&place.file)),
        };
    }
    let excerpt = diagnostic.excerpt.as_ref().map(excerpt);
    if let Some(note) = &excerpt {
        group = group.element(Level::NOTE.message(note));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let guide = format!("rooflight explain {}", diagnostic.code);
    group = group.element(Level::NOTE.message(&guide));
    format!("{}\n", renderer.render(&[group]))
}

fn short(diagnostic: &Diagnostic, sources: &Files<'_>) -> String {
    let (line, column) = sources.position(&diagnostic.location, diagnostic.location.span.start);
    let Diagnostic { code, message, location, .. } = diagnostic;
    let excerpt = diagnostic.excerpt.as_ref().map_or_else(String::new, |text| format!("; {}", excerpt(text)));
    format!("{}:{line}:{column}: {}[{code}]: {message}{excerpt}", location.file, diagnostic.severity.word())
}

/// Formats heading and sentence on one line.
fn excerpt(Excerpt { heading, sentence }: &Excerpt) -> String {
    if heading.is_empty() { format!("in: {sentence}") } else { format!("under `{heading}`: {sentence}") }
}

/// Formats a workflow command, in which properties and message are escaped differently.
fn github(diagnostic: &Diagnostic, sources: &Files<'_>) -> String {
    let Diagnostic { code, message, location, .. } = diagnostic;
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let ((line, column), (end_line, end_column)) =
        (sources.position(location, location.span.start), sources.position(location, location.span.end));
    let spot = match (location.span == (0..0), line == end_line) {
        (true, _) => String::new(),
        (false, true) => format!(",line={line},col={column},endColumn={end_column}"),
        // GitHub allows columns only for a span within one line.
        (false, false) => format!(",line={line},endLine={end_line}"),
    };
    let notes = diagnostic.excerpt.as_ref().map(excerpt).into_iter().chain(diagnostic.help.iter().cloned());
    let text = [message.clone()].into_iter().chain(notes).collect::<Vec<_>>().join("\n");
    let (kind, file, title) = (diagnostic.severity.word(), property(&location.file), property(code.name()));
    format!("::{kind} file={file}{spot},title={title}::{}", data(&text))
}

fn json(diagnostic: &Diagnostic, sources: &Files<'_>) -> String {
    let spot = |place: &Location, label: &str| {
        let (line, column) = sources.position(place, place.span.start);
        let (end_line, end_column) = sources.position(place, place.span.end);
        json!({ "file": place.file, "line": line, "column": column, "end_line": end_line, "end_column": end_column, "label": label })
    };
    let related: Vec<_> = diagnostic.related.iter().map(|(place, label)| spot(place, label)).collect();
    let mut json = json!({
        "code": diagnostic.code.name(),
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "place": spot(&diagnostic.location, &diagnostic.label),
        "related": related,
        "help": diagnostic.help,
        "guide": diagnostic.code.guide(),
    });
    if let Some(Excerpt { heading, sentence }) = &diagnostic.excerpt {
        json["heading"] = json!(heading);
        json["sentence"] = json!(sentence);
    }
    json.to_string()
}
