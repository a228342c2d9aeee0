//! What the levels are made of.

pub(crate) mod below;
pub(crate) mod bracket;
mod families;
pub(crate) mod local_classes;
pub(crate) mod small;
pub(crate) mod tight;
