//! Dates in the form that readers see.
//!
//! Data sets hold dates as `2024-05-18`, `2024-05` or `2024`. Any other text is left as it is. No calendar and no time
//! zone is consulted.

use alloc::{borrow::ToOwned, string::String};

use super::digits::push_count;

/// Returns a date in words: `18 Sep 2024`, `Sep 2024`, `2024`. Any other text is returned unchanged.
#[must_use]
pub fn date(iso: &str) -> String {
    // One string instead of an array: an array of strings takes twice the space in every module.
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let digit = |place: usize| iso.as_bytes().get(place).map_or(0, |byte| usize::from(byte.wrapping_sub(b'0')));
    let month = 3 * (digit(5) * 10 + digit(6)).wrapping_sub(1).min(12);
    let month = MONTHS.get(month..month + 3);
    let day = digit(8) * 10 + digit(9);
    let known = iso.len() == 7 || (iso.len() == 10 && (1..=31).contains(&day));
    let (Some(year), Some(month), true) = (iso.get(..4), month, known) else {
        return iso.to_owned();
    };
    let mut out = String::new();
    if iso.len() == 10 {
        push_count(&mut out, day as u64);
        out.push(' ');
    }
    out.push_str(month);
    out.push(' ');
    out.push_str(year);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_as_words() {
        let cases = [
            ("2024-05-18", "18 May 2024"),
            ("2026-12-01", "1 Dec 2026"),
            ("2024-05", "May 2024"),
            ("2024", "2024"),
            ("", ""),
            ("2024-13", "2024-13"),
            ("2025-2026", "2025-2026"),
            ("May 2024", "May 2024"),
            ("2024-05-xx", "2024-05-xx"),
        ];
        for (iso, words) in cases {
            assert_eq!(date(iso), words);
        }
    }
}
