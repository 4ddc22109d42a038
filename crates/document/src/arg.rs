//! Values within a text, and how each is written.
//!
//! Quantities choose their decimals in `number`. Memory sizes come in GB of 10⁹ bytes or GiB of 2³⁰ bytes, as the
//! reader chooses. In a formula a bandwidth takes the same unit as the size next to it, so that a reader can check the
//! arithmetic. Elsewhere bandwidths, and bytes that are only compared with one, stay in GB, as bandwidths are sold.
//! Nothing is computed in these units.

use alloc::string::String;

use super::number;
use rooflight_primitives::units::{GB, GIB};

/// A value, with the way in which it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arg<'a> {
    /// Text, written unchanged.
    Text(&'a str),
    /// A positive quantity to three significant figures: `195`, `35.2`.
    Speed(f64),
    /// The low and the high end of a range: `105–145`.
    Range(f64, f64),
    /// A whole number: `131,072`.
    Count(u64),
    /// A number with as many decimals as it needs, up to the given maximum: `130.6`.
    Plain(f64, usize),
    /// A number with exactly this many decimals: `4.62`.
    Fixed(f64, usize),
    /// Bytes in GB of 10⁹: `4.62 GB`.
    Gigabytes(f64),
    /// Bytes in GB or GiB: `4.62 GB`; `4.30 GiB`.
    Giga(f64, Sizes),
    /// Bytes in the largest unit that gives at least about one: `131 kB`, `4.62 GB`; `128 KiB`, `4.30 GiB`.
    Bytes(f64, Sizes),
    /// A plain count, written in billions: `8.03 B`.
    Billions(f64),
    /// A fraction, written in per cent: 0.6 is `60 %`.
    Percent(f64),
    /// A ratio with two decimals, with one decimal from 10 on: `0.94`, `12.5`.
    Ratio(f64),
}

impl<'a> Arg<'a> {
    /// Returns the value as one that borrows nothing.
    ///
    /// # Errors
    /// The text, for a value that is text.
    pub const fn owned(self) -> Result<Arg<'static>, &'a str> {
        Ok(match self {
            Self::Text(text) => return Err(text),
            Self::Speed(value) => Arg::Speed(value),
            Self::Range(low, high) => Arg::Range(low, high),
            Self::Count(value) => Arg::Count(value),
            Self::Plain(value, most) => Arg::Plain(value, most),
            Self::Fixed(value, decimals) => Arg::Fixed(value, decimals),
            Self::Gigabytes(bytes) => Arg::Gigabytes(bytes),
            Self::Giga(bytes, sizes) => Arg::Giga(bytes, sizes),
            Self::Bytes(bytes, sizes) => Arg::Bytes(bytes, sizes),
            Self::Billions(value) => Arg::Billions(value),
            Self::Percent(share) => Arg::Percent(share),
            Self::Ratio(value) => Arg::Ratio(value),
        })
    }

    /// The number in its base unit; NaN for text and ranges.
    #[must_use]
    pub fn number(self) -> f64 {
        match self {
            Self::Text(_) | Self::Range(..) => f64::NAN,
            Self::Count(value) => rooflight_primitives::units::count(value),
            Self::Speed(value)
            | Self::Plain(value, _)
            | Self::Fixed(value, _)
            | Self::Gigabytes(value)
            | Self::Giga(value, _)
            | Self::Bytes(value, _)
            | Self::Billions(value)
            | Self::Percent(value)
            | Self::Ratio(value) => value,
        }
    }

    /// Appends the value to `out`.
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

rooflight_primitives::variants! {
    /// The unit in which sizes are shown.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Sizes [
        /// Bytes in one GB or GiB.
        pub unit: f64,
        /// The unit's symbol: GB or GiB.
        pub name: &'static str,
    ] {
        /// Gigabytes of 10⁹ bytes, and their decimal siblings (`kB`, `MB`, `TB`).
        #[default]
        Decimal = (GB, "GB"),
        /// Gibibytes of 2³⁰ bytes, and their binary siblings (`KiB`, `MiB`, `TiB`).
        Binary = (GIB, "GiB"),
    }
}

impl Sizes {
    /// The unit explained: `GB of 10⁹ bytes`.
    #[must_use]
    pub const fn words(self) -> Arg<'static> {
        Arg::Text(match self {
            Self::Decimal => "GB of 10⁹ bytes",
            Self::Binary => "GiB of 2³⁰ bytes",
        })
    }

    /// Bytes in this unit: `4.62 GB`.
    #[must_use]
    pub const fn giga(self, bytes: f64) -> Arg<'static> {
        Arg::Giga(bytes, self)
    }

    /// Bytes in the best-fitting decimal or binary unit: `131 kB`, `128 KiB`.
    #[must_use]
    pub const fn any(self, bytes: f64) -> Arg<'static> {
        Arg::Bytes(bytes, self)
    }
}

/// Appends bytes in the largest unit that gives at least about one.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: Arg<'_>) -> String {
        let mut out = String::new();
        value.push(&mut out);
        out
    }

    #[test]
    fn sizes_come_in_the_unit_that_suits_them() {
        for (bytes, text) in [
            (576.0, "576\u{a0}B"),
            (999.6, "1.00\u{a0}kB"),
            (131_072.0, "131\u{a0}kB"),
            (4.617e9, "4.62\u{a0}GB"),
            (-2.5e6, "−2.50\u{a0}MB"),
            (1.5e18, "1,500,000\u{a0}TB"),
        ] {
            assert_eq!(written(Sizes::Decimal.any(bytes)), text);
        }
        for (bytes, text) in [
            (1000.0, "1,000\u{a0}B"),
            (1023.6, "1.00\u{a0}KiB"),
            (131_072.0, "128\u{a0}KiB"),
            (4.617e9, "4.30\u{a0}GiB"),
        ] {
            assert_eq!(written(Sizes::Binary.any(bytes)), text);
        }
        assert_eq!(written(Sizes::Decimal.giga(24e9)), "24.0\u{a0}GB");
        assert_eq!(written(Sizes::Binary.giga(24.0 * GIB)), "24.0\u{a0}GiB");
        assert_eq!(written(Arg::Billions(8.03e9)), "8.03\u{a0}B");
    }
}
