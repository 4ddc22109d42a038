//! Analysis of a measured speed: its share of the ceiling, and where the time of a step went.
//!
//! 1. The measured time of a step is one over the speed; the bytes of the step over that time are the bandwidth
//!    reached.
//! 2. A typical step has parts: weights, cache, fixed costs of layers. The excess of the measured time over their sum
//!    is unexplained.
//! 3. The position of the speed relative to range and ceiling selects one of a few findings.
//!
//! Source: the roofline (Williams et al. 2009); the share of the bandwidth is often called model bandwidth utilisation.

use crate::decode::Range;

/// Position of a measured speed relative to range and ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedRegion {
    /// Above the ceiling, which no plain run can be.
    AboveCeiling,
    /// Above the realistic range.
    Above,
    /// Within the realistic range.
    Within,
    /// Below the range, by less than half of its lower end.
    Below,
    /// Below half of the range's lower end.
    FarBelow,
    /// Not above the ceiling, and no range is known.
    Unknown,
}

/// Speed over ceiling above which a run counts as above it; allows for clocks and rounding.
const TOLERANCE: f64 = 1.02;

/// Classifies the speed of one request. Source: the definitions of ceiling and range in `decode` and `calibration`.
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

/// Bytes per second moved by steps of `bytes` at `speed` steps per second. Source: plain arithmetic.
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
