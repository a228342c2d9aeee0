//! Matchings of any graph.

use edelweiss::matching::{Goal, Problem};
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};

use crate::border::{Refusal, guarded};

/// A Python integer of any size.
pub(crate) struct Weight(BigInt);

impl<'py> FromPyObject<'_, 'py> for Weight {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let integer = object.cast::<PyInt>()?;
        if let Ok(narrow) = integer.extract::<i64>() {
            return Ok(Self(narrow.into()));
        }
        // One bit more for the sign.
        let bits: usize = integer.call_method0("bit_length")?.extract()?;
        let options = PyDict::new(object.py());
        options.set_item("signed", true)?;
        let length = bits / 8 + 1;
        let bytes = integer.call_method("to_bytes", (length, "little"), Some(&options))?;
        Ok(Self(BigInt::from_signed_bytes_le(
            &bytes.extract::<Vec<u8>>()?,
        )))
    }
}

/// The pairs of the heaviest matching of the graph with vertices `0..n`; among those with the most
/// pairs where `max_cardinality` is set. The duals that prove it are checked before it is returned.
#[pyfunction]
pub(crate) fn best_matching(
    py: Python<'_>,
    n: usize,
    edges: Vec<(usize, usize, Weight)>,
    max_cardinality: bool,
) -> PyResult<Vec<(usize, usize)>> {
    guarded(py, || {
        let goal = if max_cardinality {
            Goal::MaxWeightMaxCardinality
        } else {
            Goal::MaxWeight
        };
        let refused = |error: edelweiss::matching::Error| Refusal::question(error);
        let mut problem = Problem::new(n, goal);
        for (u, v, weight) in edges {
            problem.add_edge(u, v, weight.0).map_err(refused)?;
        }
        let solution = problem.solve().map_err(refused)?;
        problem
            .verify(&solution)
            .expect("the duals prove the matching");
        Ok(solution.pairs().collect())
    })
}
