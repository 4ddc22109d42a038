//! Many problems at once: the kinds with their counts first, then the first few of each.
//!
//! A handful is shown whole, in the order of the places. Nothing is hidden for good: the last line says how to see the
//! rest.

use rooflight_source::diagnostic::{Code, Diagnostic, Severity};
use rooflight_source::file::Sources;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most problems that are shown without an overview.
const WHOLE: usize = 20;

/// Problems of a kind that are shown behind it.
const EACH: usize = 3;

/// Problems as they are shown: the overview, those that are drawn, and the line behind them.
#[derive(Debug)]
pub struct Overview {
    /// A line for each kind; empty where all problems are drawn.
    pub head: String,
    /// The problems that are drawn.
    pub drawn: Vec<Diagnostic>,
    /// How many more there are, and how to see them; empty if there are none.
    pub foot: String,
}

/// The overview of these problems, errors before warnings, the most frequent kind first.
#[must_use]
pub fn overview(diagnostics: &[Diagnostic], sources: &Sources) -> Overview {
    if diagnostics.len() <= WHOLE {
        return Overview { head: String::new(), drawn: diagnostics.to_vec(), foot: String::new() };
    }
    let mut kinds: Vec<((Severity, Code), Vec<&Diagnostic>)> = Vec::new();
    let mut known: BTreeMap<(Severity, Code), usize> = BTreeMap::new();
    for diagnostic in diagnostics {
        let kind = (diagnostic.severity, diagnostic.code);
        let at = *known.entry(kind).or_insert_with(|| {
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
        kinds.iter().flat_map(|(_, all)| all.iter().take(EACH)).map(|one| (*one).clone()).collect();
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
    match sources.text(file).filter(|_| diagnostic.location.span != (0..0)) {
        Some(text) => {
            let (line, column) = rooflight_source::diagnostic::line_column(text, diagnostic.location.span.start);
            format!("{file}:{line}:{column}")
        }
        None => file.clone(),
    }
}
