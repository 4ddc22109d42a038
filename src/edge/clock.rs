//! The clock: today's date.

use anyhow::{Context, Result};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::time::SystemTime;

/// Today's date, UTC.
///
/// # Errors
/// If this machine's clock is outside the years that dates have.
pub fn today() -> Result<Date> {
    let now = jiff::Timestamp::try_from(SystemTime::now());
    let now = now.context("this machine's clock is outside the range of dates; set it and try again")?;
    Ok(now.to_zoned(TimeZone::UTC).date())
}
