//! What Python hands over, taken without trust: how long a thing is, it says of itself, and a text may hold
//! what no name of a file can.

use std::path::PathBuf;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString};

/// A path: text, or an object that has one (`__fspath__`).
pub(crate) struct GivenPath(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for GivenPath {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let os = object.py().import("os")?;
        let path = os.call_method1("fspath", (object,))?;
        // Raises what `open` raises where the system has no bytes for a letter, such as one half of a
        // surrogate pair; the conversion below would panic.
        os.call_method1("fsencode", (&path,))?;
        Ok(Self(path.extract()?))
    }
}

/// A sequence of at most so many items, as many as it gives: no room is taken for what it says it has.
pub(crate) struct Listed<T, const MOST: usize = { usize::MAX }>(pub(crate) Vec<T>);

impl<'py, T: FromPyObjectOwned<'py>, const MOST: usize> FromPyObject<'_, 'py> for Listed<T, MOST> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("found text, expected a list"));
        }
        let mut items = Vec::new();
        for item in object.cast::<PySequence>()?.try_iter()? {
            if items.len() == MOST {
                let message = format!("found more than {MOST} items in one list");
                return Err(PyValueError::new_err(message));
            }
            items.push(item?.extract().map_err(Into::into)?);
        }
        Ok(Self(items))
    }
}

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for Listed<T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        self.0.into_pyobject(py)
    }
}
