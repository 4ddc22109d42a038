//! Summarises many problems: a line for each kind with its count, then the first few of each kind.
//!
//! A few problems are all shown, sorted by position. If any are left out, the last line says how to see them.

use rooflight_source::characters;
use rooflight_source::diagnostic::{Code, Diagnostic, Severity};
use rooflight_source::file::Sources;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Maximum number of problems shown without an overview.
const MAX_WITHOUT_OVERVIEW: usize = 20;

/// How many problems of each kind the overview shows.
const SHOWN_PER_KIND: usize = 3;

/// The parts of the output, in order.
#[derive(Debug)]
pub struct Overview {
    /// A line for each kind; empty if all problems are shown.
    pub head: String,
    /// The problems to show.
    pub drawn: Vec<Diagnostic>,
    /// The number of problems left out, and how to see them; empty if there are none.
    pub foot: String,
}

/// Chooses the problems to show: errors before warnings, the most frequent kind first.
#[must_use]
pub fn overview(diagnostics: &[Diagnostic], sources: &Sources) -> Overview {
    if diagnostics.len() <= MAX_WITHOUT_OVERVIEW {
        return Overview { head: String::new(), drawn: diagnostics.to_vec(), foot: String::new() };
    }
    let mut kinds: Vec<((Severity, Code), Vec<&Diagnostic>)> = Vec::new();
    let mut positions: BTreeMap<(Severity, Code), usize> = BTreeMap::new();
    for diagnostic in diagnostics {
        let kind = (diagnostic.severity, diagnostic.code);
        let at = *positions.entry(kind).or_insert_with(|| {
            kinds.push((kind, Vec::new()));
            kinds.len() - 1
        });
        kinds[at].1.push(diagnostic);
    }
    kinds.sort_by_key(|((severity, code), all)| (*severity, std::cmp::Reverse(all.len()), code.name()));
    let widest = kinds.iter().map(|(_, all)| all.len().to_string().len()).max().unwrap_or_default();
    let mut head = String::new();
    for ((severity, code), all) in &kinds {
        let place = all.first().map(|first| place(first, sources)).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(head, "{:>widest$}  {}[{code}]  first: {place}", all.len(), severity.word());
    }
    head.push('\n');
    let drawn: Vec<Diagnostic> =
        kinds.iter().flat_map(|(_, all)| all.iter().take(SHOWN_PER_KIND)).map(|one| (*one).clone()).collect();
    let more = diagnostics.len() - drawn.len();
    let foot = if more == 0 {
        String::new()
    } else {
        format!("and {more} more: `rooflight check --all` prints every problem\n")
    };
    Overview { head, drawn, foot }
}

fn place(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let file = &diagnostic.location.file;
    let name = characters::shown_in_line(file);
    match sources.text(file).filter(|_| diagnostic.location.span != (0..0)) {
        Some(text) => {
            let (line, column) = rooflight_source::diagnostic::line_column(text, diagnostic.location.span.start);
            format!("{name}:{line}:{column}")
        }
        None => name.into_owned(),
    }
}
