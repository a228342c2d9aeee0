//! The native half of the npm package `edelweiss-pairings`: one function for every question, one that
//! checks a proof, and one for what there is. The JavaScript half (`package/index.js`) gives them types and names.
//!
//! A panic is thrown as an error with its words; the instance is not used again after it.

use edelweiss_answers::calls;
use wasm_bindgen::prelude::*;

/// A panic becomes an exception, which leaves this instance as it was when it happened.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        let words = panic.payload_as_str().unwrap_or("a panic without words");
        wasm_bindgen::throw_str(words);
    }));
}

/// Answers a question about the bytes of a tournament file.
///
/// # Errors
/// What is refused, as the text of its document; JavaScript gets it thrown.
#[wasm_bindgen]
pub fn answer(question: &str, file: &[u8], options: &str) -> Result<Vec<u8>, String> {
    calls::answer(question, file, options).map_err(|error| error.to_json())
}

/// Whether a proof holds for the round of a tournament file.
///
/// # Errors
/// As for [`answer`].
#[wasm_bindgen]
pub fn verify(file: &[u8], proof: &[u8], options: &str) -> Result<String, String> {
    calls::verify(file, proof, options).map_err(|error| error.to_json())
}

/// The version of the library, and the editions of the rules that it knows.
#[wasm_bindgen]
pub fn versions() -> String {
    calls::versions()
}

/// Panics where the library would, for the test that no panic crosses the border.
///
/// # Panics
/// Always.
#[wasm_bindgen]
pub fn panic_for_tests() {
    panic!("asked for by a test");
}
