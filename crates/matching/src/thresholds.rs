//! Thresholds between two ways to the same optimum, in one place: how each was measured is told in
//! `docs/decisions/0035-thresholds.md`.
//!
//! None decides which matchings are optimal, only how long it takes to find one.

/// A matrix that has a place for each edge in this many places, or fewer, is taken for the quicker layout.
///
/// Millions of instructions of the matrix and of many trees, perfect matchings of 1,200 vertices by weights below
/// 10^6 and below 11: 4 places 646, 604 and 203, 247; 8 places 308, 284 and 111, 128; 16 places 212, 161 and 72, 71.
/// No guard against memory is needed beside it: such a matrix has at most 64 bytes for an edge.
pub(crate) const PLACES_FOR_AN_EDGE: usize = 8;
/// Many different weights are scaled: each scale is so many times finer than the one before, at least.
///
/// Millions of instructions of five problems together of 200 to 400 vertices: 2 times 596, 4 385, 8 329, 16 299,
/// 32 317, 64 373; without scales 2,009.
pub(crate) const FINER: i64 = 16;
/// Vertices of the largest problem whose optimum is verified in debug builds.
///
/// Millions of instructions without and with that: of 200 vertices 18 and 32, of 400 45 and 112, of 800 84 and 354.
pub(crate) const MOST_VERIFIED: usize = 256;
/// Events that find room again in a bucket that was emptied; room for more is given back.
///
/// Millions of instructions of a sparse perfect matching of 4,000 vertices: 45.8 if no room is kept, 43.6 with 2^13,
/// 2^14, 2^15 and all. Most memory of one of 300,000 vertices: 109 MB, 110 MB with 2^14, 113 MB with all.
pub(crate) const MOST_EVENTS_KEPT: usize = 1 << 14;
/// Events that wait before the first look for those that have become untrue, in a graph of half a million places or
/// fewer: they take half a megabyte.
///
/// Millions of instructions without a least number and with it, perfect matchings of 10,000 vertices: `sparse` 83.1
/// and 76.3, `two_weights` 66.0 and 60.1, `grid` 35.8 and 35.0.
pub(crate) const LEAST_CROWD: usize = 1 << 15;
/// How many bidders of how many a round of bids may leave, for there to be another one.
///
/// Millions of instructions of 3 of 4, 7 of 8, 15 of 16 and 31 of 32, perfect matchings of 10,000 vertices: `sparse`
/// 46.3, 37.6, 38.1 and 38.0, `regular` 25.1, 25.0, 22.0 and 21.6, `knn` 78.6, 78.7, 78.7 and 79.3; of 100,000
/// `bipartite` 644, 623, 640 and 642.
pub(crate) const LEFT_BY_A_ROUND: (usize, usize) = (7, 8);
