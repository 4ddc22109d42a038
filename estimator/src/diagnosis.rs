//! Analysis of a measured speed: its share of the ceiling, and where the time of a step went.
//!
//! 1. The measured time of a step is one over the speed; the bytes of the step over it are the bandwidth that was
//!    reached.
//! 2. A typical step has parts: weights, cache, fixed costs of layers. What the measured time has beyond their sum is
//!    unexplained.
//! 3. By the place of the speed against range and ceiling, one of a few findings holds.
//!
//! Source: the roofline (Williams et al. 2009); the share of the bandwidth is often called model bandwidth utilisation.

use crate::decode::Range;

/// Where a measured speed lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedRegion {
    /// Above the ceiling: no plain run is.
    AboveCeiling,
    /// Above the realistic range.
    Above,
    /// Within the realistic range.
    Within,
    /// Below the range, by less than half of its lower end.
    Below,
    /// Below half of its lower end.
    FarBelow,
    /// Below the ceiling, and no range is known.
    Unknown,
}

/// A speed is within this of the ceiling before it counts as above: clocks and rounding.
const TOLERANCE: f64 = 1.02;

/// Where a speed of one request lies. Source: the definitions of ceiling and range in `decode` and `calibration`.
#[must_use]
pub fn region(speed: f64, ceiling: f64, range: Option<Range>) -> SpeedRegion {
    match range {
        _ if speed > ceiling * TOLERANCE => SpeedRegion::AboveCeiling,
        None => SpeedRegion::Unknown,
        Some(range) if speed > range.high => SpeedRegion::Above,
        Some(range) if speed >= range.low => SpeedRegion::Within,
        Some(range) if speed >= range.low / 2.0 => SpeedRegion::Below,
        Some(_) => SpeedRegion::FarBelow,
    }
}

/// Bytes a second moved by steps of `bytes` at `speed` steps a second. Source: plain arithmetic.
#[must_use]
pub fn reached(bytes: f64, speed: f64) -> f64 {
    bytes * speed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let range = Some(Range { low: 60.0, typical: 70.0, high: 80.0 });
        let cases = [
            (103.0, SpeedRegion::AboveCeiling),
            (101.0, SpeedRegion::Above),
            (80.0, SpeedRegion::Within),
            (60.0, SpeedRegion::Within),
            (59.0, SpeedRegion::Below),
            (29.0, SpeedRegion::FarBelow),
        ];
        for (speed, expected) in cases {
            assert_eq!(region(speed, 100.0, range), expected, "{speed}");
        }
        assert_eq!(region(50.0, 100.0, None), SpeedRegion::Unknown);
    }
}
