//! No test draws without a seed that its failure or its source tells.
//!
//! What `QuickCheck` draws for a law it prints, made small, when the law fails. Whatever draws by itself
//! names its seed, or draws one and prints it.

use std::fs;

use crate::sources::{crates, rust_files};

#[test]
fn what_draws_by_itself_has_a_seed() {
    // In two parts, so that this file is none of them.
    let unseeded = ["Gen::", "new("].concat();
    let mut drawing = 0;
    for file in rust_files(&crates()) {
        let text = fs::read_to_string(&file).expect("a source file can be read");
        drawing += usize::from(text.contains("Gen::from_size_and_seed("));
        assert!(
            !text.contains(&unseeded) || text.contains("\"seed {seed}"),
            "{}: draws by a seed that nobody is told",
            file.display()
        );
    }
    assert!(drawing > 10, "only {drawing} files draw by a seed");
}
