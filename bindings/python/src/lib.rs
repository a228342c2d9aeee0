//! The native half of the Python package `edelweiss`: what needs the library, in types that Python has.
//!
//! The Python half beside it (`python/edelweiss`) makes its classes of the documents that are answered
//! here. No call keeps the interpreter's lock while it computes, and no panic crosses the border:
//! [`border::guarded`] turns it into `InternalError`.

mod arrays;
mod ask;
mod border;
mod columns;
mod experiment;
mod given;
mod made;
mod matching;
mod results;
mod simulate;
mod tournament;

use pyo3::prelude::*;

/// The module `edelweiss._native`. An interpreter without the lock need not take it again: what Python
/// holds of ours is never changed once it is made, and nothing here is static and mutable.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("EdelweissError", py.get_type::<border::EdelweissError>())?;
    module.add("TournamentError", py.get_type::<border::TournamentError>())?;
    module.add("ProofError", py.get_type::<border::ProofError>())?;
    module.add("MatchingError", py.get_type::<border::MatchingError>())?;
    module.add("InternalError", py.get_type::<border::InternalError>())?;
    module.add_class::<tournament::Tournament>()?;
    module.add_class::<columns::Columns>()?;
    module.add_class::<experiment::Experiment>()?;
    module.add_function(wrap_pyfunction!(ask::answer, module)?)?;
    module.add_function(wrap_pyfunction!(ask::answer_many, module)?)?;
    module.add_function(wrap_pyfunction!(ask::pair_table, module)?)?;
    module.add_function(wrap_pyfunction!(ask::new, module)?)?;
    module.add_function(wrap_pyfunction!(ask::versions, module)?)?;
    module.add_function(wrap_pyfunction!(ask::verify, module)?)?;
    module.add_function(wrap_pyfunction!(made::generate, module)?)?;
    module.add_function(wrap_pyfunction!(simulate::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(matching::best_matching, module)?)?;
    module.add_function(wrap_pyfunction!(matching::best_matchings, module)?)?;
    module.add_function(wrap_pyfunction!(matching::verify_matching, module)?)?;
    module.add_function(wrap_pyfunction!(matching::decompose, module)?)?;
    module.add_function(wrap_pyfunction!(border::panic_for_tests, module)?)?;
    Ok(())
}
