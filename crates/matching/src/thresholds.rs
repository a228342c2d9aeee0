//! Thresholds between two ways to the same answer, in one place.
//!
//! None decides what comes out, only how long it takes.

/// A matrix that has a place for each edge in this many places, or fewer, is taken for the quicker layout.
/// Not measured.
pub(crate) const PLACES_FOR_AN_EDGE: usize = 16;
/// Vertices of the largest matrix: 3 GB of 64-bit weights. Not measured.
pub(crate) const LARGEST_MATRIX: usize = 20_000;
/// Many different weights are scaled: each scale is so many times finer than the one before, at least.
///
/// Not measured against other numbers. Without scales, four problems of up to 10,000 vertices that take 3.4 s
/// together had not ended after 15 s (25 November 2026; `docs/decisions/0009-kept.md`).
pub(crate) const FINER: i64 = 8;
/// A scale shows at least so many different weights, unless there are fewer. Not measured.
pub(crate) const WEIGHTS_SHOWN: i64 = 8;
/// Vertices of a layer that are looked at before the vertices left to be reached are counted again. Not
/// measured.
pub(crate) const LAYER_AT_ONCE: usize = 32;
/// Fewer exposed vertices than these have a search each, more are searched from by layers. Not measured.
pub(crate) const FEW_EXPOSED: usize = 4;
/// Vertices of the largest problem whose optimum is verified in debug builds: some 30,000 edges. Not
/// measured.
pub(crate) const MOST_VERIFIED: usize = 256;
/// Events that find room again in a bucket that was emptied: a quarter of a megabyte of 64-bit weights. Room for
/// more is given back.
pub(crate) const MOST_EVENTS_KEPT: usize = 1 << 14;
