//! The languages of `locales`, as `build.rs` writes them: what it refuses is no language.
#![allow(
    clippy::all,
    clippy::pedantic,
    reason = "each message of each language, one after the other, made from the files"
)]

use std::fmt::{self, Display, Write as _};

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
