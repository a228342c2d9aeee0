//! Swiss systems besides the current Dutch ones, each readable beside its own text.

pub mod dutch_1998;
