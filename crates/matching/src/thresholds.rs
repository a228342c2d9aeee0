//! Thresholds between two ways to the same answer, in one place.
//!
//! None decides what comes out, only how long it takes.

/// Many different weights are scaled: each scale is so many times finer than the one before, at least.
///
/// Not measured against other numbers since one way from coarse to fine is taken. That made the slowest
/// exchange known, of 17 players among 9,999 in clubs, 0.7 s instead of 6 s.
pub(crate) const FINER: i64 = 8;
/// A scale shows at least so many different weights, unless there are fewer. Not measured.
pub(crate) const WEIGHTS_SHOWN: i64 = 8;
/// Vertices of a layer that are looked at before the vertices left to be reached are counted again. Not
/// measured.
pub(crate) const LAYER_AT_ONCE: usize = 32;
/// Fewer exposed vertices than these have a search each, more are searched from by layers. Not measured.
pub(crate) const FEW_EXPOSED: usize = 4;
