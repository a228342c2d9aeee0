//! `edelweiss-bindgen IN.wasm FOLDER`: the WebAssembly as a module of JavaScript, for browsers and Node.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder] = &arguments[..] else {
        eprintln!("error: expected the WebAssembly and a folder");
        return ExitCode::FAILURE;
    };
    match written(input, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {input}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn written(input: &str, folder: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .out_name("edelweiss")
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // After a panic a new instance is made.
        .reset_state_function(true);
    (bindgen.web(true))
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| format!("{error:#}"))
}
