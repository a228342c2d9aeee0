//! Laws of the explanations.

mod previews;
mod rivals;
mod words;
