//! A speed in a sentence: "my llama-bench says 71 tok/s".
//!
//! Read only where nothing else of a text is the output of a tool. One figure with its unit is a speed of one request;
//! if there are several, none is chosen. The sentence's engine counts where it is named, and so does its context (`at
//! 32k`, `8192 tokens of context`); its other words are kept for the lookup in the catalog.

use super::fields::{number, tokens};
use super::run::{Phase, Run, Tool};
use alloc::string::String;
use alloc::vec::Vec;
use rooflight_calibration::Engine;

/// Maximum length in bytes of a text read as a sentence.
const MAX_BYTES: usize = 400;

const UNITS: [&str; 9] =
    ["tok/s", "toks/s", "tokens/s", "token/s", "t/s", "tps", "tokens/sec", "tok/sec", "tokens/second"];

/// The run that a sentence states; `None` if it states no speed.
///
/// # Errors
/// More than one speed stands there.
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
        // Models have this name, too.
        "calm" | "unknown" => None,
        other => Engine::from_id(other),
    });
    let clear = |words: &mut Vec<String>, at: usize| {
        if let Some(word) = words.get_mut(at) {
            word.clear();
        }
    };
    // The speed is no context, though it may follow the word.
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

/// The speed that begins at a word: `71 tok/s`, `71tok/s`, `71 tokens per second`.
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

/// Words for the context.
const CONTEXT: [&str; 5] = ["context", "ctx", "depth", "-c", "ctx-size"];

/// The context and the place of its figure: one that follows a word for it, else one before, else one such as `at 32k`.
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
