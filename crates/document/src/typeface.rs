//! Estimates the width of text without a browser.
//!
//! Labels are placed where no font can be measured, for readers whose systems use different typefaces. The widths are
//! those of a wide typeface, one per class of characters, so that real text is narrower. They only reserve space and
//! are never drawn.

/// Em in pixels to assume for small text, set in 12 px.
pub const SMALL: f64 = 12.0;
/// Em in pixels to assume for the bold numbers below the axis.
pub const SMALL_BOLD: f64 = 13.6;
/// Em in pixels to assume for values and names: 14 px bold, an eighth wider than regular.
pub(super) const VALUE: f64 = 15.8;

/// Estimates the width of a text in pixels. It must hold for every system's typeface, so it follows a wide one, `DejaVu
/// Sans`.
#[must_use]
pub fn width(text: &str, em: f64) -> f64 {
    let mut ems = 0.0;
    for character in text.chars() {
        ems += match character {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '\u{a0}' => 0.33,
            'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.44,
            'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.98,
            'A'..='Z' => 0.74,
            ' '..='~' | '–' | '−' | '×' => 0.64,
            _ => 1.0,
        };
    }
    ems * em
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn texts_are_never_wider_than_reckoned() {
        // Widths in pixels as measured in Chromium: text, em, DejaVu Sans, Liberation Sans.
        let cases = [
            ("Ceiling", VALUE, 54.2, 46.7),
            ("Realistic", VALUE, 67.4, 57.6),
            ("Measured", VALUE, 77.6, 65.4),
            ("105–145", VALUE, 65.4, 54.5),
            ("2,020–2,790", VALUE, 95.6, 77.9),
            ("nothing measured", SMALL, 109.6, 96.1),
            ("beyond 4,096", SMALL, 82.8, 72.7),
            ("solid: this set-up", SMALL, 99.3, 86.7),
            ("131,072", SMALL, 49.6, 43.4),
        ];
        for (text, em, wide, usual) in cases {
            let reckoned = width(text, em);
            assert!(reckoned >= wide && reckoned < usual * 1.4, "{text}: {reckoned}");
        }
    }
}
