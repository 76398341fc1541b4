//! Records of changefeeds, and the errors of reading them.

use std::fmt;

use serde_json::{Map, Value as Json};

use super::json::{short, value};
use crate::error::{Error, Result};
use crate::keys::{RowDecoder, YdbKey, hash_of_key};
use crate::statements::model::YdbTable;
use crate::statements::row::explain;
use ydb_keys_core::schema::{ColumnDef, Table};
use ydb_keys_core::types::{Column, Value, YdbType};

/// Record of a changefeed of the table of `T`, in the format `JSON`.
///
/// ```
/// use ydb_keys::{Change, ChangeOperation, ChangeRecord, YdbTable};
///
/// #[derive(YdbTable, Debug, PartialEq)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// #[ydb(changefeed(updates, mode = new_image))]
/// struct Order {
///     order_id: u64,
///     amount: Option<f64>,
/// }
///
/// // The bytes of a message of the topic `orders/updates`.
/// let message = br#"{"key": [10138685143802077350, 1001], "update": {}, "newImage": {"amount": 9.5}}"#;
/// match ChangeRecord::<Order>::from_json(message)? {
///     ChangeRecord::Change(Change { key, operation, new, .. }) => {
///         assert_eq!((key.order_id, operation), (1001, ChangeOperation::Update));
///         assert_eq!(new, Some(Order { order_id: 1001, amount: Some(9.5) }));
///     }
///     ChangeRecord::Barrier(at) => println!("all changes before {at} are in this partition"),
/// }
/// # Ok::<(), ydb_keys::ChangeError>(())
/// ```
///
/// YDB's page on [change data capture](https://ydb.tech/docs/en/concepts/cdc#json-record-structure) describes the
/// contents of a record.
pub enum ChangeRecord<T: YdbTable> {
    /// A row was changed.
    Change(Change<T>),
    /// All changes with an earlier virtual timestamp are already in this partition of the topic.
    Barrier(VirtualTimestamp),
}

/// Change of a row, from a record of a changefeed.
#[non_exhaustive]
pub struct Change<T: YdbTable> {
    /// Key of the row. The hash in the record is the hash of this key; otherwise the record is
    /// [refused](ChangeError::Hash).
    pub key: T::Key,
    /// Kind of the change.
    pub operation: ChangeOperation,
    /// Row after the change, in the modes `new_image` and `new_and_old_images`; `None` if it was erased.
    pub new: Option<T>,
    /// Row before the change, in the modes `old_image` and `new_and_old_images`; `None` if there was none.
    pub old: Option<T>,
    /// Columns that were written, with their values, in the mode `updates`. Columns that the model does not have are
    /// left out.
    pub written: Vec<(&'static str, Value<'static>)>,
    /// Time of the change, if the changefeed has `virtual_timestamps`.
    pub timestamp: Option<VirtualTimestamp>,
}

/// Kind of a change of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeOperation {
    /// Columns were written, like by INSERT, UPSERT and UPDATE; or an initial scan has found the row.
    Update,
    /// All columns were written, like by REPLACE.
    Reset,
    /// The row was deleted.
    Erase,
}

/// Place of a transaction in the order of all transactions. Compare these to order the records of different partitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VirtualTimestamp {
    /// Time of the coordinator, in milliseconds since 1970.
    pub step: u64,
    /// Number of the transaction.
    pub tx_id: u64,
}

impl fmt::Display for VirtualTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.step, self.tx_id)
    }
}

impl<T: YdbTable> ChangeRecord<T> {
    /// Reads the data of a message of the changefeed's topic.
    ///
    /// Columns that the model does not have are ignored. A column that the record does not have is NULL, because the
    /// record may be older than the column. This is an error if the model's field is not an `Option`.
    ///
    /// # Errors
    /// [`ChangeError`], which names the table, and the column if there is one.
    pub fn from_json(record: &[u8]) -> Result<Self, ChangeError> {
        let parsed = Parsed::read(T::TABLE, record)?;
        let (operation, written) = match parsed.body()? {
            Body::Barrier(at) => return Ok(ChangeRecord::Barrier(at)),
            Body::Change(operation, written) => (operation, written),
        };
        let (hash, values) = parsed.key()?;
        let key =
            T::Key::decode(&mut RowDecoder::key(T::TABLE, values.clone())).map_err(|error| explain(T::TABLE, error))?;
        if let (Some(found), Some(def)) = (hash, T::TABLE.hash) {
            let computed = hash_of_key(T::TABLE, &def, &values)?;
            if found != computed {
                let key: Vec<String> = values.iter().map(ToString::to_string).collect();
                let (table, column, key) = (T::TABLE.name, def.name, format!("({})", key.join(", ")));
                return Err(ChangeError::Hash { table, column, key, found, computed });
            }
        }
        drop(values);
        let row = |name| parsed.image(name)?.map(T::from_values).transpose().map_err(ChangeError::from);
        Ok(ChangeRecord::Change(Change {
            key,
            operation,
            new: row("newImage")?,
            old: row("oldImage")?,
            written: parsed.columns(written)?,
            timestamp: parsed.timestamp("ts")?,
        }))
    }
}

impl<T: YdbTable> Change<T> {
    /// Returns the value of a column that was written, in the mode `updates`; `None` if it was not written.
    ///
    /// # Errors
    /// [`Decode`](crate::ErrorKind::Decode) and similar kinds, if `V` is not the type of the column.
    pub fn value_of<V: Column>(&self, column: &str) -> Result<Option<V>, Error> {
        let Some((name, value)) = self.written.iter().find(|(name, _)| *name == column) else { return Ok(None) };
        V::decode(value.clone()).map(Some).map_err(|error| Error::in_result(T::TABLE.name, name, error))
    }
}

/// Fields of a record of a table.
struct Parsed {
    table: &'static Table,
    fields: Map<String, Json>,
}

enum Body<'r> {
    Barrier(VirtualTimestamp),
    Change(ChangeOperation, &'r Map<String, Json>),
}

impl Parsed {
    fn read(table: &'static Table, record: &[u8]) -> Result<Self, ChangeError> {
        let reason = match serde_json::from_slice(record) {
            Ok(Json::Object(fields)) if fields.contains_key("payload") => {
                "it is a record of the format DEBEZIUM_JSON".to_owned()
            }
            Ok(Json::Object(fields)) => return Ok(Self { table, fields }),
            Ok(other) => format!("expected an object, found {}", short(&other)),
            Err(error) => return Err(ChangeError::Json { table: table.name, reason: error.to_string() }),
        };
        Err(ChangeError::Record { table: table.name, reason })
    }

    fn error(&self, reason: impl Into<String>) -> ChangeError {
        ChangeError::Record { table: self.table.name, reason: reason.into() }
    }

    fn body(&self) -> Result<Body<'_>, ChangeError> {
        if let Some(at) = self.timestamp("resolved")? {
            return Ok(Body::Barrier(at));
        }
        let operations =
            [("update", ChangeOperation::Update), ("reset", ChangeOperation::Reset), ("erase", ChangeOperation::Erase)];
        let mut found =
            operations.into_iter().filter_map(|(name, operation)| Some((operation, self.fields.get(name)?)));
        match (found.next(), found.next()) {
            (Some((operation, Json::Object(written))), None) => Ok(Body::Change(operation, written)),
            _ => Err(self.error("expected one of the objects `update`, `reset` and `erase`")),
        }
    }

    /// Returns the hash, and the values of the key columns.
    fn key(&self) -> Result<(Option<Value<'static>>, Vec<Value<'static>>), ChangeError> {
        let parts = self.key_parts()?;
        let (hash, parts) = match (self.table.hash, parts) {
            (Some(hash), [first, rest @ ..]) => {
                let wrong = || self.error(format!("the hash `{}` is {}", hash.name, short(first)));
                // The number of another hash may be too large for a bucket.
                let found = value(first, hash.ty()).or_else(|_| value(first, YdbType::Uint64));
                (Some(found.map_err(|_| wrong())?), rest)
            }
            (_, parts) => (None, parts),
        };
        let values = self.table.key_columns().zip(parts).map(|(column, json)| self.value(column, json));
        Ok((hash, values.collect::<Result<_, _>>()?))
    }

    fn key_parts(&self) -> Result<&[Json], ChangeError> {
        let expected = self.table.primary_key().count();
        match self.fields.get("key") {
            Some(Json::Array(parts)) if parts.len() == expected => Ok(parts),
            Some(other) => {
                let reason = format!("`key` is {}, but the table's key has {expected} columns", short(other));
                Err(self.error(reason))
            }
            None => Err(self.error("it has no `key`")),
        }
    }

    /// Returns the values of all columns of an image, with the key of the record.
    fn image(&self, name: &str) -> Result<Option<Vec<Value<'static>>>, ChangeError> {
        let image = match self.fields.get(name) {
            None => return Ok(None),
            Some(Json::Object(image)) => image,
            Some(other) => return Err(self.error(format!("`{name}` is {}", short(other)))),
        };
        let (_, mut key) = self.key()?;
        let value = |(at, column): (usize, &'static ColumnDef)| match self.table.key.iter().position(|&key| key == at) {
            Some(position) => Ok(std::mem::replace(&mut key[position], Value::Null)),
            None => image.get(column.name).map_or(Ok(Value::Null), |json| self.value(column, json)),
        };
        self.table.columns.iter().enumerate().map(value).collect::<Result<_, _>>().map(Some)
    }

    fn timestamp(&self, name: &str) -> Result<Option<VirtualTimestamp>, ChangeError> {
        let Some(json) = self.fields.get(name) else { return Ok(None) };
        match json.as_array().map(Vec::as_slice) {
            Some([step, tx_id]) if step.is_u64() && tx_id.is_u64() => {
                Ok(step.as_u64().zip(tx_id.as_u64()).map(|(step, tx_id)| VirtualTimestamp { step, tx_id }))
            }
            _ => Err(self.error(format!("`{name}` is {}", short(json)))),
        }
    }

    /// Returns the values of the model's columns that were written.
    fn columns(&self, written: &Map<String, Json>) -> Result<Vec<(&'static str, Value<'static>)>, ChangeError> {
        let known = self.table.columns.iter().filter_map(|column| Some((column, written.get(column.name)?)));
        known.map(|(column, json)| Ok((column.name, self.value(column, json)?))).collect()
    }

    fn value(&self, column: &'static ColumnDef, json: &Json) -> Result<Value<'static>, ChangeError> {
        value(json, column.ty).map_err(|error| Error::in_result(self.table.name, column.name, error).into())
    }
}

/// Reason that a record of a changefeed is not a change of a model's row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The record is not JSON.
    ///
    /// [What to do](crate::guide::errors#changeerrorjson).
    #[error("table `{table}`: the record of a changefeed is not valid JSON: {reason}")]
    Json {
        /// Path of the table.
        table: &'static str,
        /// Message of the JSON parser.
        reason: String,
    },
    /// The record is JSON, but not a record in the format `JSON`.
    ///
    /// [What to do](crate::guide::errors#changeerrorrecord).
    #[error("table `{table}`: not a record of a changefeed with FORMAT = 'JSON': {reason}")]
    Record {
        /// Path of the table.
        table: &'static str,
        /// Part that is missing or unexpected.
        reason: String,
    },
    /// A value cannot be a value of the model's column, or a column of a row is missing.
    ///
    /// [What to do](crate::guide::errors#changeerrorvalue).
    #[error(transparent)]
    Value(#[from] Error),
    /// The hash in the key is not the hash of the key. The row was written with another hash function, or the model
    /// belongs to another table.
    ///
    /// [What to do](crate::guide::errors#changeerrorhash).
    #[error(
        "table `{table}`: the record of key {key} has the hash {found} in `{column}`, but the model computes \
         {computed}: no read by key finds this row"
    )]
    Hash {
        /// Path of the table.
        table: &'static str,
        /// Name of the hash column.
        column: &'static str,
        /// Key without the hash, in a readable form.
        key: String,
        /// Hash in the record.
        found: Value<'static>,
        /// Hash that the model computes of the key.
        computed: Value<'static>,
    },
}
