//! Results as IPC messages: their schema, and their rows in batches.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{DictionaryTracker, EncodedData, IpcDataGenerator, IpcWriteOptions, write_message};
use arrow_schema::{Schema, SchemaRef};
use ydb_grpc::ydb_proto::formats::ArrowFormatSettings;
use ydb_grpc::ydb_proto::formats::arrow_format_settings::compression_codec::Type as Codec;

use super::encode::{array, broken, schema};
use crate::error::{Error, Result, Status};
use crate::types::{Row, Type, Value};
use crate::wire::refusal::bad;

/// The levels of compression that zstd has; others count as the nearest of them.
const LEVELS: std::ops::RangeInclusive<i32> = 1..=22;

/// How batches are written.
pub(crate) type Options = IpcWriteOptions;

/// The options that a client asks for.
///
/// Fails with INTERNAL_ERROR for a level of LZ4, which has none, as YDB does; BAD_REQUEST for an unknown codec.
pub(crate) fn options(settings: Option<&ArrowFormatSettings>) -> Result<Options> {
    let options = IpcWriteOptions::try_new(8, false, arrow_ipc::MetadataVersion::V5).map_err(|error| broken(&error))?;
    let Some(codec) = settings.and_then(|settings| settings.compression_codec) else { return Ok(options) };
    let with = |codec| options.clone().try_with_compression(Some(codec)).map_err(|error| broken(&error));
    match Codec::try_from(codec.r#type) {
        Ok(Codec::Unspecified | Codec::None) => Ok(options),
        Ok(Codec::Lz4Frame) if codec.level.is_some() => Err(Error::new(
            Status::InternalError,
            "Failed to create codec for arrow format: Invalid: Codec 'lz4' doesn't support setting a compression \
             level.",
        )),
        Ok(Codec::Lz4Frame) => with(CompressionType::LZ4_FRAME),
        Ok(Codec::Zstd) => {
            let level = codec.level.map(|level| level.clamp(*LEVELS.start(), *LEVELS.end()));
            with(CompressionType::ZSTD)?.try_with_compression_level(level).map_err(|error| broken(&error))
        }
        Err(_) => Err(bad("Unknown compression codec type")),
    }
}

/// Rows as a message with one batch, and its schema as another one, which is empty unless it is wanted.
///
/// Fails with UNSUPPORTED for a type that the engine does not put into Arrow.
pub(crate) fn batch(
    rows: &[Row],
    columns: &[(Arc<str>, Type)],
    with_schema: bool,
    options: &Options,
) -> Result<(Vec<u8>, Vec<u8>)> {
    let schema = schema(columns)?;
    let batch = batch_message(rows, columns, &schema, options)?;
    Ok((batch, if with_schema { schema_message(&schema, options)? } else { Vec::new() }))
}

/// A schema as a message.
fn schema_message(schema: &Schema, options: &Options) -> Result<Vec<u8>> {
    let mut dictionaries = DictionaryTracker::new(false);
    message(IpcDataGenerator {}.schema_to_bytes_with_dictionary_tracker(schema, &mut dictionaries, options), options)
}

/// Rows as a message with one batch. `schema` is that of `columns`.
fn batch_message(rows: &[Row], columns: &[(Arc<str>, Type)], schema: &SchemaRef, options: &Options) -> Result<Vec<u8>> {
    let array = |(place, (_, ty)): (usize, &(_, Type))| array(rows.iter().map(|row| &row[place]), rows.len(), ty);
    let arrays = columns.iter().enumerate().map(array).collect::<Result<Vec<_>>>()?;
    // A batch without columns cannot count its rows.
    let counted = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    let encode = || {
        let batch = RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &counted)?;
        let mut dictionaries = DictionaryTracker::new(false);
        IpcDataGenerator {}.encode(&batch, &mut dictionaries, options, &mut Default::default())
    };
    let (_, encoded) = encode().map_err(|error| broken(&error))?;
    message(encoded, options)
}

fn message(encoded: EncodedData, options: &Options) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(encoded.ipc_message.len() + encoded.arrow_data.len() + 64);
    write_message(&mut bytes, encoded, options).map_err(|error| broken(&error))?;
    Ok(bytes)
}

/// About how many bytes a row takes in a batch.
pub(crate) fn weight(row: &[Value]) -> usize {
    let of = |value: &Value| match value {
        Value::Bytes(bytes) => bytes.len() + 4,
        Value::Text(text) => text.len() + 4,
        Value::Decimal(_) | Value::Uuid(_) => 16,
        Value::Items(items) => weight(items) + 4,
        _ => 8,
    };
    row.iter().map(of).sum()
}
