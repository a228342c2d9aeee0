//! Tables of many rows, column by column, for whatever reads Arrow and for numpy.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, UInt16Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, Float64Array, PrimitiveArray, RecordBatch,
    RecordBatchIterator, StringArray, UInt16Array, UInt32Array,
};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

/// A column that grows.
pub(crate) enum Column {
    U32(Vec<u32>),
    U16(Vec<u16>),
    MaybeU16(Vec<Option<u16>>),
    F64(Vec<f64>),
    Bool(Vec<bool>),
    Text(Vec<&'static str>),
    MaybeText(Vec<Option<String>>),
}

impl Column {
    fn into_array(self) -> ArrayRef {
        match self {
            Self::U32(values) => Arc::new(UInt32Array::from(values)),
            Self::U16(values) => Arc::new(UInt16Array::from(values)),
            Self::MaybeU16(values) => Arc::new(UInt16Array::from(values)),
            Self::F64(values) => Arc::new(Float64Array::from(values)),
            Self::Bool(values) => Arc::new(BooleanArray::from(values)),
            Self::Text(values) => Arc::new(StringArray::from(values)),
            Self::MaybeText(values) => Arc::new(StringArray::from(values)),
        }
    }
}

/// Columns of the same length. Cannot be changed.
#[pyclass(frozen, module = "edelweiss._native")]
pub(crate) struct Columns {
    batch: RecordBatch,
}

impl Columns {
    /// # Panics
    /// When the columns have different lengths.
    pub(crate) fn new(columns: Vec<(&'static str, Column)>) -> Self {
        // What can be missing is so whether or not something is, so that tables can be joined.
        let arrays = columns.into_iter().map(|(name, column)| {
            let can_miss = matches!(column, Column::MaybeU16(_) | Column::MaybeText(_));
            (name, column.into_array(), can_miss)
        });
        Self {
            batch: RecordBatch::try_from_iter_with_nullable(arrays)
                .expect("the columns have one length"),
        }
    }
}

#[pymethods]
impl Columns {
    /// The names, from left to right.
    fn names(&self) -> Vec<String> {
        let schema = self.batch.schema();
        let fields = schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    /// What a column has, and its values: bytes and the type by its name in numpy; or a list, and
    /// "maybe-int", "text" or "maybe-text".
    fn column<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> PyResult<(&'static str, Bound<'py, PyAny>)> {
        let schema = self.batch.schema();
        let (place, field) =
            (schema.column_with_name(name)).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let array = self.batch.column(place);
        if let Some(texts) = array.as_any().downcast_ref::<StringArray>() {
            let kind = if field.is_nullable() {
                "maybe-text"
            } else {
                "text"
            };
            return Ok((kind, texts.iter().collect::<Vec<_>>().into_pyobject(py)?));
        }
        if field.is_nullable() {
            let numbers = array.as_any().downcast_ref::<UInt16Array>();
            let numbers = numbers.expect("no other type is made that can be missing");
            return Ok((
                "maybe-int",
                numbers.iter().collect::<Vec<_>>().into_pyobject(py)?,
            ));
        }
        let (kind, bytes) = buffer(py, array).expect("no other type is made");
        Ok((kind, bytes.into_any()))
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The Arrow C stream. A schema that is asked for is not looked at, as it may be.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new(py, stream, Some(c"arrow_array_stream".to_owned()))
    }
}

/// The bytes of a column of numbers, and what numpy calls their type.
fn buffer<'py>(py: Python<'py>, array: &ArrayRef) -> Option<(&'static str, Bound<'py, PyBytes>)> {
    fn bytes<T: ArrowPrimitiveType>(array: &ArrayRef) -> Option<&[u8]> {
        let numbers = array.as_any().downcast_ref::<PrimitiveArray<T>>()?;
        Some(numbers.values().inner().as_slice())
    }
    if let Some(flags) = array.as_any().downcast_ref::<BooleanArray>() {
        let flags: Vec<u8> = flags.values().iter().map(u8::from).collect();
        return Some(("bool", PyBytes::new(py, &flags)));
    }
    let (name, bytes) = bytes::<UInt32Type>(array)
        .map(|bytes| ("uint32", bytes))
        .or_else(|| bytes::<UInt16Type>(array).map(|bytes| ("uint16", bytes)))
        .or_else(|| bytes::<Float64Type>(array).map(|bytes| ("float64", bytes)))?;
    Some((name, PyBytes::new(py, bytes)))
}
