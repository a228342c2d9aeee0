//! Matchings of any graph, their proofs, and what limits their size.

use edelweiss::matching::cardinality::maximum_matching_by_phases;
use edelweiss::matching::certificate::{self, Blossom};
use edelweiss::matching::{Certificate, Cover, Csr, Error, Goal, Objective, Problem, VertexId};
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyInt};

use crate::border::{Refusal, guarded};
use crate::given::Listed;

/// A Python integer of any size.
#[derive(Clone)]
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

impl<'py> IntoPyObject<'py> for Weight {
    type Target = PyInt;
    type Output = Bound<'py, PyInt>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        if let Ok(narrow) = i64::try_from(&self.0) {
            return Ok(narrow.into_pyobject(py)?);
        }
        let options = PyDict::new(py);
        options.set_item("signed", true)?;
        let bytes = (self.0.to_signed_bytes_le(), "little");
        let integer = (py.get_type::<PyInt>()).call_method("from_bytes", bytes, Some(&options))?;
        Ok(integer.cast_into()?)
    }
}

/// Weights as an array of eight bytes each, or as integers of any size.
#[derive(FromPyObject)]
pub(crate) enum Weights {
    Array(PyBackedBytes),
    Integers(Listed<Weight>),
}

/// A graph as arrays: both ends of every edge, four bytes each, and its weight.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Edges {
    n: usize,
    from: PyBackedBytes,
    to: PyBackedBytes,
    weights: Weights,
}

impl Edges {
    /// # Errors
    /// Arrays of different lengths.
    fn read(&self) -> Result<Vec<(usize, usize, BigInt)>, Refusal> {
        let ends = |bytes: &[u8]| -> Vec<usize> {
            let (numbers, _) = bytes.as_chunks();
            numbers
                .iter()
                .map(|bytes| u32::from_ne_bytes(*bytes) as usize)
                .collect()
        };
        let (from, to) = (ends(&self.from), ends(&self.to));
        let weights: Vec<BigInt> = match &self.weights {
            Weights::Array(bytes) => {
                let (numbers, _) = bytes.as_chunks();
                numbers
                    .iter()
                    .map(|bytes| i64::from_ne_bytes(*bytes).into())
                    .collect()
            }
            Weights::Integers(integers) => integers.0.iter().map(|each| each.0.clone()).collect(),
        };
        if from.len() != to.len() || from.len() != weights.len() {
            let lengths = [from.len(), to.len(), weights.len()];
            return Err(Refusal::Matching(format!(
                "found arrays of the lengths {lengths:?}, expected the same"
            )));
        }
        let edges = from.into_iter().zip(to).zip(weights);
        Ok(edges
            .map(|((from, to), weight)| (from, to, weight))
            .collect())
    }

    /// The graph with the weights that are to be maximised.
    fn graph(&self, goal: Goal) -> Result<Csr<BigInt>, Refusal> {
        let edges = self.read()?.into_iter();
        let edges: Vec<(VertexId, VertexId, BigInt)> = edges
            .map(|(from, to, weight)| {
                let weight = match goal {
                    Goal::MinWeightPerfect => -weight,
                    Goal::MaxCardinality => 1.into(),
                    _ => weight,
                };
                (vertex(from), vertex(to), weight)
            })
            .collect();
        Csr::from_edges(self.n, &edges).map_err(refused)
    }
}

fn vertex(index: usize) -> VertexId {
    VertexId::new(index)
}

fn refused(error: Error) -> Refusal {
    Refusal::Matching(error.to_string())
}

fn goal_called(name: &str) -> Result<Goal, Refusal> {
    const GOALS: [(&str, Goal); 5] = [
        ("max-weight", Goal::MaxWeight),
        ("max-weight-max-cardinality", Goal::MaxWeightMaxCardinality),
        ("max-weight-perfect", Goal::MaxWeightPerfect),
        ("min-weight-perfect", Goal::MinWeightPerfect),
        ("max-cardinality", Goal::MaxCardinality),
    ];
    let found = GOALS.iter().find(|(known, _)| *known == name);
    found.map(|(_, goal)| *goal).ok_or_else(|| {
        let names = GOALS.map(|(known, _)| known).join(", ");
        Refusal::Matching(format!("goal: found {name:?}, expected one of {names}"))
    })
}

/// Mates by vertex, and the value.
type Answer = (Vec<Option<usize>>, Weight, Proof);

/// The duals that prove a matching optimal, doubled.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Proof {
    bonus: Weight,
    dual_2x: Listed<Weight>,
    /// The blossom around each blossom, and its dual.
    blossoms: Listed<(Option<usize>, Weight)>,
    innermost: Listed<Option<usize>>,
}

/// # Errors
/// No such goal; what is no graph.
fn problem(edges: &Edges, goal: &str) -> Result<Problem<BigInt>, Refusal> {
    let mut problem = Problem::new(edges.n, goal_called(goal)?);
    for (from, to, weight) in edges.read()? {
        problem.add_edge(from, to, weight).map_err(refused)?;
    }
    Ok(problem)
}

/// The pairs of the `k` best matchings by a goal, the best one first; fewer where there are no more.
#[pyfunction]
pub(crate) fn best_matchings(
    py: Python<'_>,
    edges: Edges,
    goal: &str,
    k: usize,
) -> PyResult<Vec<Vec<(usize, usize)>>> {
    guarded(py, || {
        let ranked = problem(&edges, goal)?.best(k).map_err(refused)?;
        Ok(ranked.into_iter().map(|matching| matching.pairs).collect())
    })
}

/// The best matching by a goal, and its proof, which is checked before it is returned.
#[pyfunction]
pub(crate) fn best_matching(py: Python<'_>, edges: Edges, goal: &str) -> PyResult<Answer> {
    guarded(py, || {
        let problem = problem(&edges, goal)?;
        let solution = problem.solve().map_err(refused)?;
        problem
            .verify(&solution)
            .expect("the duals prove the matching");
        let certificate = solution.certificate().clone();
        let numbers = |duals: Vec<BigInt>| Listed(duals.into_iter().map(Weight).collect());
        let blossoms = certificate.blossoms.into_iter();
        let proof = Proof {
            bonus: Weight(certificate.bonus),
            dual_2x: numbers(certificate.dual_2x),
            blossoms: Listed(
                blossoms
                    .map(|each| (each.parent, Weight(each.dual_2x)))
                    .collect(),
            ),
            innermost: Listed(certificate.innermost),
        };
        Ok((
            mates(solution.mates()),
            Weight(solution.value().clone()),
            proof,
        ))
    })
}

fn mates(mates: &[Option<VertexId>]) -> Vec<Option<usize>> {
    let mates = mates.iter().copied();
    mates.map(|mate| mate.map(VertexId::index)).collect()
}

/// Checks a matching by its duals and returns its value; raises `ProofError` where they prove nothing.
#[pyfunction]
pub(crate) fn verify_matching(
    py: Python<'_>,
    edges: Edges,
    goal: &str,
    mates: Listed<Option<usize>>,
    proof: Proof,
) -> PyResult<Weight> {
    guarded(py, || {
        let goal = goal_called(goal)?;
        let graph = edges.graph(goal)?;
        let numbers = |duals: Listed<Weight>| duals.0.into_iter().map(|dual| dual.0).collect();
        let blossoms = proof.blossoms.0.into_iter();
        let certificate = Certificate {
            bonus: proof.bonus.0,
            dual_2x: numbers(proof.dual_2x),
            blossoms: blossoms
                .map(|(parent, dual)| Blossom {
                    parent,
                    dual_2x: dual.0,
                })
                .collect(),
            innermost: proof.innermost.0,
        };
        let (objective, cover) = match goal {
            Goal::MaxWeight | Goal::MaxCardinality => (Objective::MaxWeight, Cover::May),
            Goal::MaxWeightMaxCardinality => (Objective::MaxWeightMaxCardinality, Cover::May),
            Goal::MaxWeightPerfect | Goal::MinWeightPerfect => {
                (Objective::MaxWeightPerfect, Cover::Must)
            }
        };
        let mates: Vec<Option<VertexId>> = mates.0.iter().map(|mate| mate.map(vertex)).collect();
        let covers = vec![cover; edges.n];
        let value = certificate::verify(&graph, &covers, objective, &mates, &certificate)
            .map_err(|why| Refusal::Proof(format!("the matching is not proved: {why}")))?;
        Ok(Weight(match goal {
            Goal::MinWeightPerfect => -value,
            _ => value,
        }))
    })
}

/// Mates, outer and inner vertices, and by vertex the base of its component among the outer ones.
type Decomposition = (Vec<Option<usize>>, Vec<usize>, Vec<usize>, Vec<usize>);

/// A matching with the most edges, and the Gallai-Edmonds decomposition of its graph.
#[pyfunction]
pub(crate) fn decompose(py: Python<'_>, edges: Edges) -> PyResult<Decomposition> {
    guarded(py, || {
        let maximum = maximum_matching_by_phases(&edges.graph(Goal::MaxCardinality)?);
        let indices = |vertices: Vec<VertexId>| vertices.into_iter().map(VertexId::index).collect();
        Ok((
            mates(&maximum.mate),
            indices(maximum.outer),
            indices(maximum.inner),
            indices(maximum.base),
        ))
    })
}
