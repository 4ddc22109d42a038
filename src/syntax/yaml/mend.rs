//! Mends a fragment of YAML after a mistake has been reported, so that the next one is found too.
//!
//! Nothing of the author's moves: what is replaced keeps its length and its lines, and what is added stands behind everything else.

use std::ops::Range;

/// Puts something of the right kind in the place of a value that has been reported, without moving anything else, so that the next
/// mistake is found too. False where that cannot be done.
pub(super) fn mend(fragment: &mut String, found: &Range<usize>, message: &str) -> bool {
    if let Some(key) = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
        // Both a text and a date.
        fragment.extend(["\n", key, ": 2000-01-01\n"]);
        return true;
    }
    let Some(value) = stand_in(message).filter(|value| value.len() <= found.len()) else { return false };
    let mut rest = value.chars();
    let line = fragment[found.clone()].split('\n').next().map_or(0, str::len);
    if line < value.len() {
        return false;
    }
    let spaces: String = fragment[found.clone()]
        .chars()
        .map(|c| match c {
            '\n' => "\n".to_owned(),
            c => {
                let mut put: String = rest.by_ref().take(c.len_utf8()).collect();
                put.extend(std::iter::repeat_n(' ', c.len_utf8() - put.len()));
                put
            }
        })
        .collect();
    fragment.replace_range(found.clone(), &spaces);
    true
}

/// A value of the kind that serde asks for.
fn stand_in(message: &str) -> Option<&str> {
    if let Some((_, choices)) = message.split_once("expected one of `") {
        return choices.split('`').next();
    }
    let wanted = message.rsplit_once(", expected ").map_or("", |(_, wanted)| wanted);
    let wanted = wanted.split(" at line ").next().unwrap_or_default();
    Some(match wanted {
        "a sequence" => "[]",
        "a map" => "{}",
        "a string" => "x",
        "a boolean" => "true",
        "usize" => "1",
        number if number.starts_with(['u', 'i', 'f']) && number[1..].bytes().all(|byte| byte.is_ascii_digit()) => "1",
        _ if message.contains("is not a month") => "2000-01",
        _ if message.contains("failed to parse") => "2000-01-01",
        _ => return None,
    })
}

/// Replaces the key at `at` and everything nested under it by spaces. False where the key does not stand at the start of its line's
/// text (inside `{…}`): there the rest of the fragment cannot be read without it.
pub(super) fn blank_out(fragment: &mut String, at: usize) -> bool {
    let start = fragment[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = at - start;
    if !fragment[start..at].bytes().all(|byte| byte == b' ' || byte == b'-') {
        return false;
    }
    let mut end = at;
    for (number, line) in fragment[at..].split_inclusive('\n').enumerate() {
        let own = line.len() - line.trim_start_matches(' ').len();
        let nested = line.trim().is_empty() || own > indent || (own == indent && line.trim_start().starts_with("- "));
        if number > 0 && !nested {
            break;
        }
        end += line.len();
    }
    let spaces: String =
        fragment[at..end].chars().map(|c| if c == '\n' { "\n".into() } else { " ".repeat(c.len_utf8()) }).collect();
    fragment.replace_range(at..end, &spaces);
    true
}
