//! Dates as a reader sees them.
//!
//! Data sets hold dates as `2024-05-18`, or less where less is known. They are read as words, and what is no such date
//! stays as it stands. No calendar is consulted and no time zone is known.

use alloc::{borrow::ToOwned, string::String};

/// A date as read: `18 May 2024`, `May 2024`, `2024`; anything else as it stands.
#[must_use]
pub fn date(iso: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut parts = iso.splitn(3, '-');
    let (year, month, day) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let index = month.parse::<usize>().unwrap_or(0);
    match MONTHS.get(index.wrapping_sub(1)) {
        Some(name) if day.is_empty() => [name, " ", year].concat(),
        Some(name) => [day.trim_start_matches('0'), " ", name, " ", year].concat(),
        None => iso.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_as_words() {
        let cases = [
            ("2024-05-18", "18 May 2024"),
            ("2026-12-01", "1 December 2026"),
            ("2024-05", "May 2024"),
            ("2024", "2024"),
            ("", ""),
            ("2024-13", "2024-13"),
            ("2025-2026", "2025-2026"),
        ];
        for (iso, words) in cases {
            assert_eq!(date(iso), words);
        }
    }
}
