//! The native half of the Python package `edelweiss`: what needs the library, in types that Python has.
//!
//! The Python half beside it (`python/edelweiss`) turns these dictionaries into its classes. No call
//! keeps the interpreter's lock while it computes, and no panic crosses the border: [`border::guarded`]
//! turns it into `InternalError`.

mod border;
mod check;
mod made;
mod matching;
mod pair;
mod rules;
mod standings;
mod tournament;

use pyo3::prelude::*;

/// The module `edelweiss._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("EdelweissError", py.get_type::<border::EdelweissError>())?;
    module.add("TournamentError", py.get_type::<border::TournamentError>())?;
    module.add("ProofError", py.get_type::<border::ProofError>())?;
    module.add("InternalError", py.get_type::<border::InternalError>())?;
    module.add_class::<tournament::Tournament>()?;
    module.add_function(wrap_pyfunction!(pair::pair, module)?)?;
    module.add_function(wrap_pyfunction!(pair::pair_many, module)?)?;
    module.add_function(wrap_pyfunction!(check::check, module)?)?;
    module.add_function(wrap_pyfunction!(check::prove, module)?)?;
    module.add_function(wrap_pyfunction!(check::verify, module)?)?;
    module.add_function(wrap_pyfunction!(standings::standings, module)?)?;
    module.add_function(wrap_pyfunction!(made::generate, module)?)?;
    module.add_function(wrap_pyfunction!(made::explain, module)?)?;
    module.add_function(wrap_pyfunction!(matching::best_matching, module)?)?;
    module.add_function(wrap_pyfunction!(border::panic_for_tests, module)?)?;
    Ok(())
}
