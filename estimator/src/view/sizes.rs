//! The unit in which sizes of memory are shown: GB of 10⁹ bytes, or GiB of 2³⁰.
//!
//! Calculators that show what memory holds ask the reader for it, and [`Arg`] writes it. A bandwidth that stands in a formula beside a size
//! takes the same unit, so that a reader can check it; elsewhere bandwidths, and bytes that are only set against one, stay in GB, as
//! bandwidths are sold. Nothing is computed in these units: they are words for bytes.

use super::arg::Arg;
use crate::units::{GB, GIB};

/// A unit of sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sizes {
    /// GB.
    #[default]
    Decimal,
    /// GiB.
    Binary,
}

impl Sizes {
    /// The bytes of one.
    #[must_use]
    pub const fn unit(self) -> f64 {
        match self {
            Self::Decimal => GB,
            Self::Binary => GIB,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decimal => "GB",
            Self::Binary => "GiB",
        }
    }

    /// What it is: `GB of 10⁹ bytes`.
    #[must_use]
    pub const fn words(self) -> Arg<'static> {
        Arg::Text(match self {
            Self::Decimal => "GB of 10⁹ bytes",
            Self::Binary => "GiB of 2³⁰ bytes",
        })
    }

    /// So many bytes in this unit: `4.62 GB`.
    #[must_use]
    pub const fn giga(self, bytes: f64) -> Arg<'static> {
        Arg::Giga(bytes, self)
    }

    /// So many bytes in the unit of its kind that suits them: `131 kB`, `128 KiB`.
    #[must_use]
    pub const fn any(self, bytes: f64) -> Arg<'static> {
        Arg::Bytes(bytes, self)
    }
}
