//! The size of the plot, and the unit of positions in it.

/// Height of the plot in pixels, without the numbers below it.
pub(super) const HEIGHT: f64 = 264.0;

/// The narrowest and the widest plot that labels must fit, in pixels.
pub(super) const WIDTHS: [f64; 2] = [272.0, 1100.0];

/// A position: a fraction of the width, and pixels from the top.
pub(super) type Position = (f64, f64);
