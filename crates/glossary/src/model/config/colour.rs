//! A colour of the settings, and the contrast of two.
//!
//! 1. Parses a colour in CSS notation: `#0b57d0`, `rgb(…)`, `hsl(…)`, `oklch(…)`. Names and translucent colours are
//!    refused.
//! 2. Keeps it as 24 bits of sRGB, so that a style sheet gets six digits and no text of an author.
//! 3. Computes contrast as the Web Content Accessibility Guidelines do.

use crate::model::config::Malformed;
use serde::Deserialize;
use std::fmt;

/// The least contrast of text on its background: success criterion 1.4.3 of WCAG 2.2, level AA.
pub const MIN_CONTRAST: f64 = 4.5;

/// The pattern of a [`Colour`], for schemas.
pub(super) const COLOUR: &str = r"^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[a-z]+\(.+\))$";

/// An opaque colour: red, green and blue of sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Colour([u8; 3]);

impl Colour {
    /// Parses a colour in CSS notation; `None` for other text, and for a translucent colour.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let [red, green, blue, alpha] = csscolorparser::parse(text).ok()?.to_rgba8();
        // The crate accepts six digits alone, too; CSS requires the `#` before them.
        let is_css = text.trim_start().starts_with('#') || text.contains('(');
        (is_css && alpha == u8::MAX).then_some(Self([red, green, blue]))
    }

    /// Returns the relative luminance, from 0 (black) to 1 (white):
    /// <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = self.0.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Returns the contrast ratio of two colours, from 1 to 21: <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Returns the nearest shade or tint that is readable on all of these backgrounds; `None` if there is none.
    #[must_use]
    pub fn readable_on(self, backgrounds: &[Self]) -> Option<Self> {
        let mixed = |towards: u8, step: u16| {
            Self(self.0.map(|channel| {
                let sum = u16::from(channel) * (STEPS - step) + u16::from(towards) * step;
                u8::try_from(sum / STEPS).unwrap_or(u8::MAX)
            }))
        };
        let candidates = (0..=STEPS).flat_map(|step| [mixed(0, step), mixed(u8::MAX, step)]);
        candidates
            .into_iter()
            .find(|candidate| backgrounds.iter().all(|background| candidate.contrast(*background) >= MIN_CONTRAST))
    }
}

/// The number of steps from a colour to black, and from it to white.
const STEPS: u16 = 50;

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl TryFrom<String> for Colour {
    type Error = Malformed;

    fn try_from(text: String) -> Result<Self, Malformed> {
        Self::read(&text).ok_or_else(|| {
            Malformed::new(text, "an opaque colour like \"#0b57d0\", rgb(11 87 208) or oklch(50% 0.19 260)")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Colour {
        Colour::read(text).unwrap_or_else(|| panic!("{text} is a colour"))
    }

    #[test]
    fn colours_are_read_in_each_notation_and_kept_as_six_digits() {
        for text in ["#0b57d0", "#0B57D0", "rgb(11, 87, 208)", "rgb(11 87 208 / 100%)", "hsl(217 90% 43%)"] {
            let [red, green, blue] = colour(text).0;
            assert!(red.abs_diff(11) < 3 && green.abs_diff(87) < 3 && blue.abs_diff(208) < 3, "{text}");
        }
        assert_eq!(colour("#fff").to_string(), "#ffffff");
        assert_eq!(colour("oklch(0% 0 0)").to_string(), "#000000");
        for text in ["", "blue", "0b57d0", "#0b57d", "#0b57d080", "rgb(0 0 0 / 50%)", "#fff;}*{display:none", "url(x)"]
        {
            assert_eq!(Colour::read(text), None, "{text}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let (black, white, grey) = (colour("#000"), colour("#fff"), colour("#767676"));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(white) - 1.0).abs() < 1e-9);
        // The greys on both sides of 4.5 on white.
        assert!(grey.contrast(white) >= MIN_CONTRAST && colour("#777").contrast(white) < MIN_CONTRAST);
        assert_eq!(grey.contrast(white).to_bits(), white.contrast(grey).to_bits());
    }

    #[test]
    fn a_readable_shade_is_near_and_readable() {
        let white = colour("#fff");
        let shade = colour("#ff9c5b").readable_on(&[white]).expect("a shade");
        assert!(shade.contrast(white) >= MIN_CONTRAST && shade.contrast(white) < 5.0, "{shade}");
        assert_eq!(colour("#000").readable_on(&[white]), Some(colour("#000")));
        assert_eq!(colour("#888").readable_on(&[white, colour("#000")]), None);
    }
}
