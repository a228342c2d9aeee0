//! Experiments: the rows of each part, and their summary.

use std::collections::BTreeMap;

use edelweiss_experiments as experiments;
use edelweiss_experiments::Summarised;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::{RaisedElsewhere, computer};
use crate::border::{Refusal, guarded};

/// An experiment, checked. Cannot be changed.
#[pyclass(frozen, module = "edelweiss._native")]
pub(crate) struct Experiment {
    experiment: experiments::Experiment,
    /// What a function of the caller raised.
    raised: RaisedElsewhere,
}

#[pymethods]
impl Experiment {
    /// `arrays` has for each table of arrays what takes a round and returns its costs (`_arrays.py`).
    #[new]
    fn new(py: Python<'_>, text: &str, arrays: BTreeMap<String, Py<PyAny>>) -> PyResult<Self> {
        let raised = RaisedElsewhere::default();
        let experiment = guarded(py, || {
            let mut experiment =
                experiments::Experiment::from_toml(text).map_err(Refusal::question)?;
            for (name, function) in arrays {
                let costs = computer(&name, function, &raised);
                experiment = (experiment.computed_by(&name, costs)).map_err(Refusal::question)?;
            }
            match experiment.uncomputed() {
                Some(message) => Err(Refusal::question(message)),
                None => Ok(experiment),
            }
        })?;
        Ok(Self { experiment, raised })
    }

    /// How many parts the rows are cut into.
    #[getter]
    fn parts(&self) -> u32 {
        self.experiment.parts()
    }

    /// The document that stands beside the parts.
    fn manifest(&self) -> String {
        self.experiment.manifest()
    }

    /// The rows of a part as a Parquet file, on all cores.
    fn part<'py>(&self, py: Python<'py>, part: u32) -> PyResult<Bound<'py, PyBytes>> {
        let parts = self.experiment.parts();
        if part >= parts {
            let message = format!("part: found {part}, expected 0 to {}", parts - 1);
            return Err(Refusal::question(message).into());
        }
        let rows = guarded(py, || {
            self.experiment
                .part(part, &|_| ())
                .map_err(Refusal::question)
        });
        let rows = rows.map_err(|error| self.raised.take().unwrap_or(error))?;
        Ok(PyBytes::new(py, &rows))
    }

    /// The table and the page of a summary, of the rows of every part in their order.
    fn summary(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
        let mut summary = Summarised::new(&self.experiment);
        for (part, rows) in (0..self.experiment.parts()).zip(rows.try_iter()?) {
            let rows: Vec<u8> = rows?.extract()?;
            summary = guarded(py, move || {
                let mut summary = summary;
                summary.add(part, &rows).map_err(Refusal::question)?;
                Ok(summary)
            })?;
        }
        let summary = guarded(py, move || summary.finish().map_err(Refusal::question))?;
        Ok((summary.csv(), summary.html()))
    }
}
