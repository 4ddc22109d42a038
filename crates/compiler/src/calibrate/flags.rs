//! Meaning of the data's flags for the fit: whether a row counts in full, by half, or not at all, and why.
//!
//! No row is dropped silently: each one left out is listed with a reason from here.

/// How much a row counts in the fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowInclusion {
    /// Full weight.
    Clean,
    /// Half weight: the row measures something similar to decoding, or a similar setup.
    Half,
    /// Left out, for this reason.
    Out(&'static str),
}

/// Decides how much a row with these flags counts: the strictest flag wins.
#[must_use]
pub fn inclusion(flags: &[String]) -> RowInclusion {
    let mut inclusion = RowInclusion::Clean;
    for flag in flags {
        if let Some(reason) = left_out(flag) {
            return RowInclusion::Out(reason);
        }
        if halved(flag) {
            inclusion = RowInclusion::Half;
        }
    }
    inclusion
}

/// Returns the reason why rows with a flag are left out of the fit; `None` if they are not.
#[must_use]
pub fn left_out(flag: &str) -> Option<&'static str> {
    Some(match flag {
        "speculative" => "speculative decoding makes several tokens a step",
        "above-ceiling" => "lies above its ceiling, which points to a wrong label",
        "does-not-fit" => "does not fit into the device's memory, so that another memory was measured",
        "duplicate" => "the same run is in the data already",
        "size-mismatch" => "the printed file size does not belong to the printed format",
        "suspect-source" => "other figures of the source proved wrong",
        "tokens-miscounted" => "the source counts fewer tokens than were generated",
        "few-threads" => "not all cores were used",
        "numa-limited" => "limited by the memory of another processor",
        "old-build" => "a build from the first days of a port",
        _ => return None,
    })
}

/// True for a flag that halves a row's weight.
#[must_use]
pub fn halved(flag: &str) -> bool {
    matches!(
        flag,
        "includes-prompt-time"
            | "quant-assumed"
            | "launch-bound-runtime"
            | "power-limited"
            | "mtp-build"
            | "on-battery"
            | "parallel-unclear"
            | "prompts-meanwhile"
    )
}

/// Returns a flag in words; an unknown one as it is.
#[must_use]
pub fn words(flag: &str) -> &str {
    match flag {
        "speculative" => "speculative decoding",
        "above-ceiling" => "lies above its ceiling",
        "does-not-fit" => "does not fit into the device's memory",
        "duplicate" => "the same run is published elsewhere too",
        "size-mismatch" => "the printed file size does not belong to this format",
        "suspect-source" => "the source may not be reliable",
        "tokens-miscounted" => "fewer tokens are counted than were generated",
        "few-threads" => "not all cores were used",
        "numa-limited" => "limited by memory that belongs to another processor",
        "old-build" => "an old build",
        "includes-prompt-time" => "the time for the prompt is included",
        "quant-assumed" => "the format is assumed",
        "launch-bound-runtime" => "the engine is held up by starting kernels",
        "power-limited" => "power was limited",
        "mtp-build" => "a build with multi-token prediction",
        "on-battery" => "ran on battery",
        "parallel-unclear" => "how the devices share the model is not stated",
        "depth-unknown" => "the context is not stated",
        "gpu-cores-assumed" => "the number of GPU cores is assumed",
        "device-variant-unstated" => "the variant of the device is not stated",
        "laptop" => "measured on a laptop",
        "secondary-copy" => "read in a copy",
        "excerpt-only" => "only an excerpt was read",
        "prompts-meanwhile" => "long prompts of other requests were read meanwhile",
        "acceptance-range" => "the share that was kept is the middle of a printed range",
        "host-memory-assumed" => "the speed of the host's memory is not stated",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_flag_decides() {
        let of = |flags: &[&str]| inclusion(&flags.iter().map(|flag| (*flag).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]), RowInclusion::Clean);
        assert_eq!(of(&["depth-unknown", "laptop"]), RowInclusion::Clean);
        assert_eq!(of(&["laptop", "power-limited"]), RowInclusion::Half);
        assert!(matches!(of(&["power-limited", "duplicate"]), RowInclusion::Out(_)));
    }
}
