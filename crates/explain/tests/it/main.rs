//! Laws of the explanations.

mod words;
