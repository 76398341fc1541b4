//! Why a record of a changefeed cannot be read.

use crate::error::Error;
use ydb_keys_core::types::Value;

/// Why a record of a changefeed is not a change of a model's row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// Not JSON at all.
    ///
    /// [What to do](crate::guide::errors#changeerrorjson).
    #[error("table `{table}`: the record of a changefeed is not valid JSON: {reason}")]
    Json {
        /// The table's path.
        table: &'static str,
        /// What the reader of JSON says.
        reason: String,
    },
    /// JSON, but not a record in the format `JSON`.
    ///
    /// [What to do](crate::guide::errors#changeerrorrecord).
    #[error("table `{table}`: not a record of a changefeed with FORMAT = 'JSON': {reason}")]
    Record {
        /// The table's path.
        table: &'static str,
        /// What is missing or unexpected.
        reason: String,
    },
    /// A value is not one that the model's column can have, or a column of a row is missing.
    ///
    /// [What to do](crate::guide::errors#changeerrorvalue).
    #[error(transparent)]
    Value(#[from] Error),
    /// The hash in the key is not the hash of the key. The row was written with another hash function, or the model is
    /// of another table.
    ///
    /// [What to do](crate::guide::errors#changeerrorhash).
    #[error(
        "table `{table}`: the record of key {key} has the hash {found} in `{column}`, but the model computes \
         {computed}: no read by key finds this row"
    )]
    Hash {
        /// The table's path.
        table: &'static str,
        /// The hash column.
        column: &'static str,
        /// The key without the hash, as people read it.
        key: String,
        /// The hash in the record.
        found: Value<'static>,
        /// The hash that the model computes of the key.
        computed: Value<'static>,
    },
}
