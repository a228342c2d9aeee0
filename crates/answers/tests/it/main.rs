//! The questions as bindings ask them.

mod calls;
mod lists;
mod results;
mod teams;
