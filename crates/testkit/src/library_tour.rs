//! The code of the book's chapters for programmers, compiled and run as documentation tests.
#![doc = include_str!("../../../docs/src/programmers/library.md")]
