//! Sets of players as bit rows.

pub(crate) use edelweiss_matching::bitset::{
    contains as has, first_common_from as lowest_common, insert as set, ones as bits,
    remove as clear,
};
