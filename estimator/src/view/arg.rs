//! Values in a text: each knows how it is written.
//!
//! Calculators say what they found by templates: a `%` in the template stands for the next value. So the words stay whole sentences, and
//! the numbers are written in one place. Quantities choose their decimals in `number`.

use alloc::string::String;

use super::number;
use super::sizes::Sizes;
use crate::units::GB;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arg<'a> {
    /// Words, as they come.
    Text(&'a str),
    /// A positive quantity in three figures: `195`, `35.2`.
    Speed(f64),
    /// Two ends of a range: `105–145`.
    Range(f64, f64),
    /// A whole number: `131,072`.
    Count(u64),
    /// A number with no more decimals than it needs, so many at most: `130.6`.
    Plain(f64, usize),
    /// A number with so many decimals: `4.62`.
    Fixed(f64, usize),
    /// Bytes in GB of 10^9: `4.62 GB`.
    Gigabytes(f64),
    /// Bytes in GB or GiB: `4.62 GB`; `4.30 GiB`.
    Giga(f64, Sizes),
    /// Bytes in the unit that suits them: `131 kB`, `4.62 GB`; `128 KiB`, `4.30 GiB`.
    Bytes(f64, Sizes),
    /// A count in billions: `8.03 B`.
    Billions(f64),
    /// A share of one: `60 %`.
    Percent(f64),
    /// A ratio: `0.94`.
    Ratio(f64),
}

impl Arg<'_> {
    /// Writes the value.
    pub fn push(self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Speed(value) => number::push_speed(out, value),
            Self::Range(low, high) => number::push_range(out, low, high),
            Self::Count(value) => number::push_count(out, value),
            Self::Plain(value, most) => number::push_plain(out, value, most),
            Self::Fixed(value, decimals) => number::push_fixed(out, value, decimals),
            Self::Gigabytes(bytes) => number::push_unit(out, bytes / GB, "GB"),
            Self::Giga(bytes, sizes) => number::push_unit(out, bytes / sizes.unit(), sizes.name()),
            Self::Bytes(bytes, sizes) => push_bytes(out, bytes, sizes),
            Self::Billions(value) => number::push_unit(out, value / 1e9, "B"),
            Self::Percent(share) => number::push_percent(out, share),
            Self::Ratio(value) => number::push_ratio(out, value),
        }
    }
}

/// Writes bytes in the largest unit of which there is one, or all but.
fn push_bytes(out: &mut String, bytes: f64, sizes: Sizes) {
    let (mut value, mut unit) = (bytes, "B");
    let (step, units) = match sizes {
        Sizes::Decimal => (1e3, ["kB", "MB", "GB", "TB"]),
        Sizes::Binary => (1024.0, ["KiB", "MiB", "GiB", "TiB"]),
    };
    for larger in units {
        if value.abs() < step - 0.5 {
            break;
        }
        value /= step;
        unit = larger;
    }
    number::push_unit(out, value, unit);
}

/// A template with its values put in, as plain text.
#[must_use]
pub fn filled(template: &str, args: &[Arg<'_>]) -> String {
    let mut out = String::new();
    let mut args = args.iter();
    for character in template.chars() {
        match (character, args.as_slice().first()) {
            ('%', Some(arg)) => {
                arg.push(&mut out);
                args.next();
            }
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::GIB;

    #[test]
    fn values_stand_where_the_template_wants_them() {
        let args = [Arg::Text("RTX 4090"), Arg::Speed(195.4), Arg::Range(104.6, 145.2), Arg::Count(4096)];
        assert_eq!(filled("%: %, likely % at %.", &args), "RTX 4090: 195, likely 105–145 at 4,096.");
        assert_eq!(filled("none", &args), "none");
        assert_eq!(filled("% %", &[Arg::Gigabytes(4.617e9)]), "4.62\u{a0}GB %");
        for (bytes, text) in [
            (576.0, "576\u{a0}B"),
            (999.6, "1.00\u{a0}kB"),
            (131_072.0, "131\u{a0}kB"),
            (4.617e9, "4.62\u{a0}GB"),
            (-2.5e6, "−2.50\u{a0}MB"),
            (1.5e18, "1,500,000\u{a0}TB"),
        ] {
            assert_eq!(filled("%", &[Sizes::Decimal.any(bytes)]), text);
        }
        for (bytes, text) in [
            (1000.0, "1,000\u{a0}B"),
            (1023.6, "1.00\u{a0}KiB"),
            (131_072.0, "128\u{a0}KiB"),
            (4.617e9, "4.30\u{a0}GiB"),
        ] {
            assert_eq!(filled("%", &[Sizes::Binary.any(bytes)]), text);
        }
        assert_eq!(
            filled("% %", &[Sizes::Decimal.giga(24e9), Sizes::Binary.giga(24.0 * GIB)]),
            "24.0\u{a0}GB 24.0\u{a0}GiB"
        );
        assert_eq!(filled("%", &[Arg::Billions(8.03e9)]), "8.03\u{a0}B");
    }
}
