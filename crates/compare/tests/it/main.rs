//! Other programs asked, ended and judged.
//!
//! One program, so that the crates below are linked once.

mod common;
#[cfg(unix)]
mod engines;
#[cfg(unix)]
mod hostile;
mod shrinking;
