//! A speed in a sentence: "my llama-bench says 71 tok/s".
//!
//! Read only where nothing else of a text is the output of a tool. One figure with its unit is a speed of one request;
//! if there are several, none is chosen. The sentence's engine counts where it is named; its other words are kept for
//! the lookup in the catalog.

use super::fields::number;
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
    if let Some(word) = words.get_mut(place) {
        word.clear();
    }
    Some(Ok(Run {
        words,
        engine: engine.map_or("", Engine::id),
        requests: Some(1),
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

fn mark(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '!' | '?' | '.' | '(' | ')' | '"' | '\'' | '~' | '`' | '*' | '≈')
}
