//! Reads a speed from a sentence: "my llama-bench says 71 tok/s".
//!
//! Used only if the text holds no tool's output. A figure with a unit of speed is the speed of one request; several are
//! an error. The engine and the context (`at 32k`, `8192 tokens of context`) are read if the sentence has them; its
//! other words are kept for the lookup in the catalog.

use super::fields::{number, tokens};
use super::run::{Phase, Run, Tool};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_estimator::calibration::Engine;

/// Maximum length of a text that is read as a sentence, bytes.
const MAX_BYTES: usize = 400;

const UNITS: [&str; 9] =
    ["tok/s", "toks/s", "tokens/s", "token/s", "t/s", "tps", "tokens/sec", "tok/sec", "tokens/second"];

/// Reads the run that a sentence states; `None` if it states no speed.
///
/// # Errors
/// The sentence has more than one speed.
pub(super) fn sentence(text: &str) -> Option<Result<Run, String>> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let mut words: Vec<String> =
        text.split_whitespace().map(|word| word.trim_matches(mark).to_ascii_lowercase()).collect();
    let mut speeds = (0..words.len()).filter_map(|at| Some((at, speed(&words, at)?)));
    let (place, speed) = speeds.next()?;
    if speeds.next().is_some() {
        return Some(Err("several speeds stand here, and none as a known tool prints it: give one".into()));
    }
    let engine = words.iter().find_map(|word| match word.as_str() {
        "llama-bench" | "llama-server" | "llama-cli" => Some(Engine::LlamaCpp),
        // Models are called so, too.
        "calm" | "unknown" => None,
        other => Engine::from_id(other),
    });
    let clear = |words: &mut Vec<String>, at: usize| {
        if let Some(word) = words.get_mut(at) {
            word.clear();
        }
    };
    // The speed is not the context, though it may follow the word "context".
    clear(&mut words, place);
    let context = context(&words);
    if let Some((at, _)) = context {
        clear(&mut words, at);
    }
    Some(Ok(Run {
        words,
        engine: engine.map_or("", Engine::id),
        requests: Some(1),
        depth: context.map(|(_, tokens)| tokens),
        speed,
        ..Run::new(Tool::Stated, Phase::Decode)
    }))
}

/// Parses the speed that begins at a word: `71 tok/s`, `71tok/s`, `71 tokens per second`.
fn speed(words: &[String], at: usize) -> Option<f64> {
    let word = words.get(at)?;
    let end = word.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (figure, unit) = word.split_at(end);
    let next = |step: usize| words.get(at + step).map_or("", String::as_str);
    let is_unit = match (unit, next(1), next(2), next(3)) {
        ("", unit, _, _) if UNITS.contains(&unit) => true,
        ("", "tokens" | "tok", "per" | "a", "second" | "sec") => true,
        (unit, ..) => UNITS.contains(&unit),
    };
    is_unit.then(|| number(figure)).flatten()
}

/// Words that mark a number as the context.
const CONTEXT: [&str; 5] = ["context", "ctx", "depth", "-c", "ctx-size"];

/// Finds the context and the position of its figure: a figure after a word of [`CONTEXT`], else one before such a word,
/// else one as in `at 32k`.
fn context(words: &[String]) -> Option<(usize, u32)> {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let figure = |at: usize| tokens(word(at).trim_start_matches('@'));
    let is_unit = |at: usize| matches!(word(at), "token" | "tokens");
    let behind = |at: usize| {
        let filler = matches!(word(at.wrapping_sub(1)), "of" | "is" | "size" | "length");
        CONTEXT.contains(&word(at.wrapping_sub(1 + usize::from(filler))))
    };
    let before = |at: usize| {
        let unit = at + 1 + usize::from(is_unit(at + 1));
        CONTEXT.contains(&word(unit + usize::from(word(unit) == "of")))
    };
    let alone = |at: usize| {
        let leads = matches!(word(at.wrapping_sub(1)), "at" | "with" | "of" | "in" | "@");
        let short = word(at).ends_with(['k', 'm']);
        word(at).starts_with('@') || short && (leads || is_unit(at + 1))
    };
    let shapes: [&dyn Fn(usize) -> bool; 3] = [&behind, &before, &alone];
    shapes
        .iter()
        .find_map(|shape| (0..words.len()).find_map(|at| figure(at).filter(|_| shape(at)).map(|found| (at, found))))
}

fn mark(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '!' | '?' | '.' | '(' | ')' | '"' | '\'' | '~' | '`' | '*' | '≈')
}
