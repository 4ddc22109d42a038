//! The order of a model's layers, as one letter per layer.
//!
//! | letter | layer |
//! |---|---|
//! | `F` | full attention, then feed-forward |
//! | `S` | sliding-window (or chunked) attention, then feed-forward |
//! | `R` | recurrent layer (a state instead of a cache), then feed-forward |
//! | `T` | full attention to the positions that an earlier layer's index chose, then feed-forward |
//! | `C` | a window and a compressed cache with an index, then feed-forward |
//! | `H` | a window and a heavily compressed cache, read whole, then feed-forward |
//! | `P` | full attention and a recurrent layer in parallel, then feed-forward |
//! | `*` | attention alone |
//! | `M` | recurrent layer alone |
//! | `E` | experts alone |
//! | `-` | dense feed-forward alone |
//!
//! The pattern is repeated until the model has all its layers: `SSSSSF` is five local layers, then a global one. The
//! last four letters are those that hybrid models publish themselves. `model::build` decides what a letter means in
//! sizes.

use alloc::vec::Vec;

use crate::error::{FactError, Problem};

/// How one layer mixes tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MixerKind {
    /// Full attention.
    Full,
    /// Attention within a window.
    Sliding,
    /// A recurrent state.
    Recurrent,
    /// Full attention to the positions that an earlier layer's index chose.
    Chosen,
    /// A window and a compressed cache with an index.
    Compressed,
    /// A window and a heavily compressed cache.
    Heavy,
    /// Full attention and a recurrent state in parallel.
    Parallel,
}

/// The kind of one layer's feed-forward part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedForwardKind {
    /// Dense or experts, depending on the layer's position.
    ByPosition,
    /// A mixture of experts, whatever the layer's position.
    Experts,
    /// One dense feed-forward part, whatever the layer's position.
    Dense,
}

/// One layer of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// How the layer mixes tokens; `None` for a feed-forward part alone.
    pub mixer: Option<MixerKind>,
    /// Feed-forward part; `None` where the layer only mixes tokens.
    pub feed_forward: Option<FeedForwardKind>,
}

fn slot(letter: char) -> Option<Slot> {
    let both = |kind| Slot { mixer: Some(kind), feed_forward: Some(FeedForwardKind::ByPosition) };
    Some(match letter {
        'F' => both(MixerKind::Full),
        'S' => both(MixerKind::Sliding),
        'R' => both(MixerKind::Recurrent),
        'T' => both(MixerKind::Chosen),
        'C' => both(MixerKind::Compressed),
        'H' => both(MixerKind::Heavy),
        'P' => both(MixerKind::Parallel),
        '*' => Slot { mixer: Some(MixerKind::Full), feed_forward: None },
        'M' => Slot { mixer: Some(MixerKind::Recurrent), feed_forward: None },
        'E' => Slot { mixer: None, feed_forward: Some(FeedForwardKind::Experts) },
        '-' => Slot { mixer: None, feed_forward: Some(FeedForwardKind::Dense) },
        _ => return None,
    })
}

/// Parses `pattern` and repeats it until there are `layers` slots.
///
/// # Errors
/// An empty pattern, a letter that is not in the table, or a pattern longer than the model.
pub fn expand(pattern: &str, layers: u64) -> Result<Vec<Slot>, FactError> {
    let field = "layout.layer_pattern";
    let mut read = Vec::new();
    for letter in pattern.chars() {
        read.push(slot(letter).ok_or(FactError::new(field, Problem::Unknown))?);
    }
    if read.is_empty() {
        return Err(FactError::new(field, Problem::Missing));
    }
    let mut slots = Vec::new();
    for next in read.iter().cycle() {
        if slots.len() as u64 >= layers {
            break;
        }
        slots.push(*next);
    }
    if read.len() as u64 > layers {
        return Err(FactError::new(field, Problem::Contradicts("n_layers")));
    }
    Ok(slots)
}
