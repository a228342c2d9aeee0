//! Rows as Parquet, written and read.

use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::ColumnReader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::experiment::{Experiment, ExperimentArm};

/// What a part says of itself, so that one of another experiment is noticed.
const HASH: &str = "edelweiss.sha256";
const PART: &str = "edelweiss.part";
/// Columns before those of the metrics.
const COLUMNS: [(&str, Physical); 10] = [
    ("replication", Physical::INT64),
    ("arm", Physical::INT32),
    ("system", Physical::BYTE_ARRAY),
    ("players", Physical::INT32),
    ("rounds", Physical::INT32),
    ("acceleration", Physical::BYTE_ARRAY),
    ("strengths", Physical::BYTE_ARRAY),
    ("results", Physical::BYTE_ARRAY),
    ("tie_breaks", Physical::BYTE_ARRAY),
    ("played", Physical::INT32),
];

/// The measures of an arm in one replication.
pub(crate) struct ArmRow {
    /// Pairings that were made.
    pub(crate) played: u16,
    /// Twice the place of the player of the file.
    pub(crate) player_place_2x: u32,
    /// In the order of the experiment's metrics.
    pub(crate) values: Vec<Option<f64>>,
}

/// Rows that are not those of an experiment, or cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// No Parquet, or one that is cut off.
    #[error("no rows: {0}")]
    Parquet(#[from] ParquetError),
    /// Of another file than this one, or of another part of it.
    #[error(
        "rows of another experiment: found {found}, expected {expected}\n  hint: a folder has the rows of one experiment; name another one, or remove its parts"
    )]
    Other {
        /// What the rows say.
        found: String,
        /// What they should.
        expected: String,
    },
    /// A formulation, by its name, whose costs are too large for a number, or could not be computed; and why.
    #[error("{0}: {1}")]
    Formulation(String, String),
}

/// The rows of a part, in the order of replications and, within one, of the arms.
pub(crate) fn part_of(
    experiment: &Experiment,
    part: u32,
    first: u32,
    rows: &[Vec<ArmRow>],
) -> Result<Vec<u8>, RowsError> {
    let said = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let properties = WriterProperties::builder()
        .set_created_by("edelweiss".to_owned())
        .set_compression(Compression::UNCOMPRESSED)
        .set_key_value_metadata(Some(vec![
            said(HASH, experiment.hash.clone()),
            said(PART, part.to_string()),
        ]))
        .build();
    let mut bytes = Vec::new();
    let mut writer =
        SerializedFileWriter::new(&mut bytes, schema(experiment)?, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    write_columns(&mut group, experiment, first, rows)?;
    group.close()?;
    writer.close()?;
    Ok(bytes)
}

fn schema(experiment: &Experiment) -> Result<TypePtr, ParquetError> {
    let column = |name: &str, physical: Physical, repetition: Repetition| {
        let is_text = physical == Physical::BYTE_ARRAY;
        let column = Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(is_text.then_some(LogicalType::String))
            .with_converted_type(if is_text {
                ConvertedType::UTF8
            } else {
                ConvertedType::NONE
            });
        column.build().map(Arc::new)
    };
    let mut fields = Vec::new();
    for (name, physical) in COLUMNS {
        fields.push(column(name, physical, Repetition::REQUIRED)?);
    }
    for metric in &experiment.metrics {
        let name = metric.name().replace('-', "_");
        fields.push(column(&name, Physical::DOUBLE, Repetition::OPTIONAL)?);
    }
    let schema = Type::group_type_builder("rows").with_fields(fields);
    schema.build().map(Arc::new)
}

fn write_columns(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    experiment: &Experiment,
    first: u32,
    rows: &[Vec<ArmRow>],
) -> Result<(), ParquetError> {
    let arms = experiment.arms();
    let n = rows.len();
    let replications: Vec<i64> = (i64::from(first)..)
        .take(n)
        .flat_map(|replication| std::iter::repeat_n(replication, arms.len()))
        .collect();
    column::<Int64Type>(group, &replications, None)?;
    // Of each arm, as often as there are replications.
    let of_arms = |number: fn(&ExperimentArm) -> i32| -> Vec<i32> {
        (0..n).flat_map(|_| arms.iter().map(number)).collect()
    };
    let texts = |text: fn(&ExperimentArm) -> &str| -> Vec<ByteArray> {
        let once: Vec<ByteArray> = arms.iter().map(|arm| text(arm).into()).collect();
        (0..n).flat_map(|_| once.iter().cloned()).collect()
    };
    column::<Int32Type>(
        group,
        &(0..n)
            .flat_map(|_| 0..arms.len() as i32)
            .collect::<Vec<_>>(),
        None,
    )?;
    column::<ByteArrayType>(group, &texts(|arm| &arm.system), None)?;
    column::<Int32Type>(group, &of_arms(|arm| i32::from(arm.cell.players)), None)?;
    column::<Int32Type>(group, &of_arms(|arm| i32::from(arm.cell.rounds)), None)?;
    column::<ByteArrayType>(group, &texts(|arm| &arm.cell.acceleration), None)?;
    column::<ByteArrayType>(group, &texts(|arm| &arm.cell.strengths), None)?;
    column::<ByteArrayType>(group, &texts(|arm| &arm.cell.results), None)?;
    column::<ByteArrayType>(group, &texts(|arm| &arm.tie_breaks), None)?;
    let all = || rows.iter().flatten();
    let played: Vec<i32> = all().map(|row| i32::from(row.played)).collect();
    column::<Int32Type>(group, &played, None)?;
    for metric in 0..experiment.metrics.len() {
        let values: Vec<f64> = all().filter_map(|row| row.values[metric]).collect();
        let there: Vec<i16> = all()
            .map(|row| i16::from(row.values[metric].is_some()))
            .collect();
        column::<DoubleType>(group, &values, Some(&there))?;
    }
    Ok(())
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    values: &[T::T],
    there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut writer = group.next_column()?.expect("the schema has this column");
    writer.typed::<T>().write_batch(values, there, None)?;
    writer.close()
}

/// The values of each metric in the rows of a part, `values[metric][row]`.
///
/// # Errors
/// What is no Parquet, or has other columns, rows, or the mark of another experiment.
pub(crate) fn values_of(
    experiment: &Experiment,
    part: u32,
    bytes: &[u8],
) -> Result<Vec<Vec<Option<f64>>>, RowsError> {
    let reader = SerializedFileReader::new(bytes::Bytes::copy_from_slice(bytes))?;
    let file = reader.metadata().file_metadata();
    let said = |key: &str| {
        let pairs = file.key_value_metadata().into_iter().flatten();
        let mut found = pairs.filter(|pair| pair.key == key);
        found
            .find_map(|pair| pair.value.clone())
            .unwrap_or_default()
    };
    let (from, to) = experiment.span(part);
    let n = (to - from) as usize * experiment.arms().len();
    let marks =
        |hash: &str, part: &str, rows: i64| format!("part {part} of {hash} with {rows} rows");
    let found = marks(&said(HASH), &said(PART), file.num_rows());
    let expected = marks(&experiment.hash, &part.to_string(), n as i64);
    if found != expected || reader.num_row_groups() != 1 {
        return Err(RowsError::Other { found, expected });
    }
    let group = reader.get_row_group(0)?;
    (0..experiment.metrics.len())
        .map(|metric| {
            let ColumnReader::DoubleColumnReader(mut column) =
                group.get_column_reader(COLUMNS.len() + metric)?
            else {
                return Err(ParquetError::General("a metric is no double".to_owned()).into());
            };
            let (mut there, mut values) = (Vec::new(), Vec::new());
            while there.len() < n {
                let (rows, _, _) =
                    column.read_records(n - there.len(), Some(&mut there), None, &mut values)?;
                if rows == 0 {
                    return Err(ParquetError::EOF("rows are missing".to_owned()).into());
                }
            }
            let mut values = values.into_iter();
            let value = |there: &i16| (*there == 1).then(|| values.next()).flatten();
            Ok(there.iter().map(value).collect())
        })
        .collect()
}
