//! The words of a typed machine: names, counts of devices, sizes of memory, and the speed of memory modules.
//!
//! 1. [`split`] cuts a text at spaces, brackets and quotation marks. Commas, semicolons, ampersands, plus signs,
//!    slashes, "and" and line ends separate devices.
//! 2. [`several`], [`memory`], [`bare_memory`], [`speed`] and [`cores`] parse the words at the start of a sequence:
//!    `2x` is a count, `64GB` a size, `DDR5-6000` a speed.
//!
//! Looks up no names.

use super::fields::{number, whole};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use rooflight_primitives::units::GIB;

/// Maximum number of equal devices that a word alone can state.
const MAX_DEVICES: u32 = 8;

const NUMBERS: [(&str, u32); 19] = [
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("single", 1),
    ("two", 2),
    ("dual", 2),
    ("twin", 2),
    ("double", 2),
    ("three", 3),
    ("triple", 3),
    ("four", 4),
    ("quad", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("zwei", 2),
    ("drei", 3),
    ("vier", 4),
];

/// A word of a text, or a separator.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Word {
    /// A word as typed: part of a name, a number, or noise.
    Name(String),
    /// A separator between devices.
    Break,
}

/// Splits a text into words.
pub(super) fn split(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let blank = |c: char| c.is_whitespace() || "()[]\"“”'!?|×*".contains(c);
    for line in text.lines() {
        for piece in line.replace('×', "x ").replace(['，', '、'], ", ").split(blank) {
            let piece = piece.trim_matches(['.', ':']);
            if piece.is_empty() {
                continue;
            }
            let mut rest = piece;
            while let Some(at) = rest.find(|c: char| ",;&".contains(c)) {
                push(&mut words, rest.get(..at).unwrap_or_default());
                words.push(Word::Break);
                rest = rest.get(at + 1..).unwrap_or_default();
            }
            push(&mut words, rest);
        }
        words.push(Word::Break);
    }
    words
}

fn push(words: &mut Vec<Word>, piece: &str) {
    match piece.to_ascii_lowercase().as_str() {
        "" => {}
        "+" | "and" | "plus" | "/" => words.push(Word::Break),
        _ => {
            // A plus sign between digits separates devices ("4090+3090"); in "Max+395" it belongs to the name.
            let joint = piece.match_indices(['+', '/']).find(|(at, _)| {
                let [before, after] = [piece.get(..*at), piece.get(at + 1..)].map(Option::unwrap_or_default);
                let is_figure =
                    before.ends_with(|c: char| c.is_ascii_digit()) || piece.as_bytes().get(*at) == Some(&b'/');
                is_figure && after.starts_with(|c: char| c.is_ascii_digit())
            });
            match joint {
                Some((at, _)) => {
                    push(words, piece.get(..at).unwrap_or_default());
                    words.push(Word::Break);
                    push(words, piece.get(at + 1..).unwrap_or_default());
                }
                None => words.push(Word::Name(piece.to_string())),
            }
        }
    }
}

/// Parses a count of devices, and returns it with the rest of the word: "two", "2", "2x", "x2", "2x3090". A count
/// before an x may be larger than any machine here.
pub(super) fn several(word: &str) -> Option<(u32, &str)> {
    let named = NUMBERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, count)| (*count, ""));
    let few = |count: u32| (1..=MAX_DEVICES).contains(&count);
    let before = || {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let count = whole(word.get(..digits)?)?;
        let rest = word.get(digits..)?;
        match rest.strip_prefix(['x', 'X']) {
            _ if rest.is_empty() => few(count).then_some((count, "")),
            // Before an x a count of any size is one, so that it is not lost; “1920x1080” is none.
            Some(rest) if digits <= 3 => Some((count, rest)),
            _ => None,
        }
    };
    let after = || {
        let count = word.strip_prefix(['x', 'X']).filter(|rest| rest.len() == 1).and_then(whole)?;
        few(count).then_some((count, ""))
    };
    named.or_else(before).or_else(after)
}

/// Parses a size of memory at the start of `words` into bytes, and returns it with the number of words taken: `64GB`,
/// `64 GiB`, `2x32GB`, `16g`.
pub(super) fn memory(words: &[&str]) -> Option<(f64, usize)> {
    let first = *words.first()?;
    let (times, first) = match first.split_once(['x', 'X']) {
        Some((count, rest)) if rest.starts_with(|c: char| c.is_ascii_digit()) => (f64::from(whole(count)?), rest),
        _ => (1.0, first),
    };
    let (value, unit) = number(first)?;
    let (unit, taken) = if unit.is_empty() { (*words.get(1)?, 2) } else { (unit, 1) };
    let gib = match unit.to_ascii_lowercase().trim_end_matches(['.', ',']) {
        "gb" | "gib" | "gigs" | "gig" | "go" => 1.0,
        "g" if taken == 1 && value <= 1024.0 => 1.0,
        "tb" | "tib" => 1024.0,
        "mb" | "mib" => 1.0 / 1024.0,
        _ => return None,
    };
    (value > 0.0).then_some((times * value * gib * GIB, taken))
}

/// Memory sizes in GiB that a figure without a unit after a name may mean: sizes that are sold and no product numbers.
const SOLD: [u32; 20] = [4, 6, 8, 10, 11, 12, 16, 18, 20, 24, 32, 36, 48, 64, 96, 128, 192, 256, 384, 512];

/// Parses a size of memory without a unit, the last word after a name, into bytes: `M4 Max 128`.
pub(super) fn bare_memory(words: &[&str]) -> Option<f64> {
    let [last] = words else { return None };
    let size = whole(last).filter(|size| SOLD.contains(size) && last.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some(f64::from(size) * GIB)
}

/// Parses the speed of memory modules at the start of `words`, in million transfers per second, and returns it with the
/// number of words taken: `DDR5-6000`, `DDR5 6000`, `6000MT/s`.
pub(super) fn speed(words: &[&str]) -> Option<(f64, usize)> {
    const SPEEDS: core::ops::RangeInclusive<f64> = 1333.0..=12_800.0;
    let read = |text: &str| number(text).map(|(value, _)| value).filter(|value| SPEEDS.contains(value));
    let first = words.first()?.to_ascii_lowercase();
    if let Some(rest) = first.strip_prefix("lp").unwrap_or(&first).strip_prefix("ddr") {
        let own = rest.split_once('-').and_then(|(_, speed)| read(speed)).map(|speed| (speed, 1));
        return own.or_else(|| words.get(1).and_then(|word| read(word)).map(|speed| (speed, 2)));
    }
    let unit = |text: &str| matches!(text, "mt/s" | "mts" | "mhz");
    let (value, rest) = number(&first)?;
    let taken = if unit(rest) {
        1
    } else if rest.is_empty() && unit(&words.get(1)?.to_ascii_lowercase()) {
        2
    } else {
        return None;
    };
    SPEEDS.contains(&value).then_some((value, taken))
}

/// Parses a number of GPU cores at the start of `words`, and returns it with the number of words taken: `40-core GPU`,
/// `40 GPU cores`, `40c`.
pub(super) fn cores(words: &[&str]) -> Option<(u32, usize)> {
    let lower = |at: usize| words.get(at).map(|word| word.to_ascii_lowercase()).unwrap_or_default();
    let (first, second, third) = (lower(0), lower(1), lower(2));
    let count = whole(&first)?;
    let rest = first.trim_start_matches(|c: char| c.is_ascii_digit());
    match (rest, second.as_str(), third.as_str()) {
        ("-core", "gpu", _) | ("", "gpu", "cores" | "core") => Some((count, if rest.is_empty() { 3 } else { 2 })),
        ("", "core" | "cores", "gpu") => Some((count, 3)),
        ("c" | "-core-gpu", _, _) => Some((count, 1)),
        _ => None,
    }
}

/// Returns true if a word marks the size next to it as the system's memory.
pub(super) fn is_system_memory(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    lower == "ram" || lower == "memory" || lower == "system" || lower.starts_with("ddr")
}
