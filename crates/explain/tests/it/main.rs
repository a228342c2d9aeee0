//! Laws of the explanations.

mod rivals;
mod words;
