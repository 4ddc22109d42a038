//! Highlights the lines of one language, and caches them.
//!
//! 1. The result depends on the line and on the parser's state before it; together they are the key of the cache.
//! 2. A line that is not cached is highlighted by the grammar, and cached with the state after it.
//! 3. A full cache accepts no more lines; other lines are highlighted each time.
//!
//! Code repeats itself: closing braces, imports, examples that a site shows in several places. The cache never changes
//! the output.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use syntect::html::{ClassStyle, line_tokens_to_classed_spans};
use syntect::parsing::{ParseState, ScopeStack, SyntaxReference, SyntaxSet};
use syntect::util::LinesWithEndings;

/// Scopes become classes with this prefix.
const STYLE: ClassStyle = ClassStyle::SpacedPrefixed { prefix: "hl-" };
/// Maximum number of cached lines per language.
const MAX_LINES: usize = 1 << 14;
/// Maximum length of a cached line, in bytes.
const MAX_CACHED_BYTES: usize = 400;
/// Maximum number of cached states per language.
const MAX_STATES: usize = 256;

/// The state between two lines: the grammar's, and the open elements of the HTML.
#[derive(Debug, Clone, PartialEq)]
struct State {
    grammar: ParseState,
    scopes: ScopeStack,
}

/// A highlighted line.
#[derive(Debug, Clone)]
struct HighlightedLine {
    html: Arc<str>,
    /// The number of elements that it opens, less the number that it closes.
    opened: isize,
    /// The index of the state after it.
    next: usize,
}

/// Highlights the lines of one language.
#[derive(Debug)]
pub(super) struct LineHighlighter {
    grammar: &'static SyntaxReference,
    set: &'static SyntaxSet,
    cache: RwLock<LineStates>,
}

#[derive(Debug)]
struct LineStates {
    /// The first is the state in which a block begins.
    states: Vec<State>,
    /// For each state, the cached lines that follow it.
    lines: Vec<HashMap<Box<str>, HighlightedLine>>,
    /// The number of cached lines of all states.
    count: usize,
}

/// The parser's state between lines: a cached one by its index, or one that is not cached.
enum CachedState {
    Known(usize),
    Other(State),
}

impl LineHighlighter {
    pub(super) fn new(grammar: &'static SyntaxReference, set: &'static SyntaxSet) -> Self {
        let first = State { grammar: ParseState::new(grammar), scopes: ScopeStack::new() };
        let cache = LineStates { states: vec![first], lines: vec![HashMap::new()], count: 0 };
        Self { grammar, set, cache: RwLock::new(cache) }
    }

    /// True if it highlights this grammar.
    pub(super) fn is_of(&self, grammar: &SyntaxReference) -> bool {
        std::ptr::eq(self.grammar, grammar)
    }

    /// Highlights a block of code as HTML; `None` if the grammar fails.
    pub(super) fn block(&self, code: &str) -> Option<String> {
        let (mut out, mut open, mut at) = (String::with_capacity(code.len() * 4), 0, CachedState::Known(0));
        for line in LinesWithEndings::from(code) {
            if let CachedState::Known(number) = at
                && let Some(cached) = self.cached(number, line)
            {
                out.push_str(&cached.html);
                open += cached.opened;
                at = CachedState::Known(cached.next);
                continue;
            }
            let (mut state, before) = match at {
                CachedState::Known(number) => (self.state(number)?, Some(number)),
                CachedState::Other(state) => (state, None),
            };
            let (html, opened) = self.mark(&mut state, line)?;
            out.push_str(&html);
            open += opened;
            at = match before {
                Some(number) => self.remember(number, line, &html, opened, state),
                None => CachedState::Other(state),
            };
        }
        (0..open).for_each(|_| out.push_str("</span>"));
        Some(out)
    }

    fn cached(&self, state: usize, line: &str) -> Option<HighlightedLine> {
        self.cache.read().unwrap_or_else(PoisonError::into_inner).lines.get(state)?.get(line).cloned()
    }

    fn state(&self, number: usize) -> Option<State> {
        self.cache.read().unwrap_or_else(PoisonError::into_inner).states.get(number).cloned()
    }

    fn mark(&self, state: &mut State, line: &str) -> Option<(String, isize)> {
        let tokens = state.grammar.parse_line(line, self.set).ok()?;
        line_tokens_to_classed_spans(line, &tokens, STYLE, &mut state.scopes).ok()
    }

    fn remember(&self, before: usize, line: &str, html: &str, opened: isize, after: State) -> CachedState {
        let mut cache = self.cache.write().unwrap_or_else(PoisonError::into_inner);
        let next = match cache.states.iter().position(|cached| *cached == after) {
            Some(next) => next,
            None if cache.states.len() < MAX_STATES => {
                cache.states.push(after);
                cache.lines.push(HashMap::new());
                cache.states.len() - 1
            }
            None => return CachedState::Other(after),
        };
        if cache.count < MAX_LINES && line.len() <= MAX_CACHED_BYTES {
            cache.count += 1;
            cache.lines[before].insert(line.into(), HighlightedLine { html: html.into(), opened, next });
        }
        CachedState::Known(next)
    }
}
