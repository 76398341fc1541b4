//! What a key struct is: the key columns of one table, without the hash, which it computes.

use crate::error::{Error, Result, ValueError};
use crate::schema::Table;
use crate::types::{Value, YdbType};

use super::row::{RowDecoder, RowEncoder};

/// The key of a row: one field for each key column, in key order. The hash column is no field; it is computed.
///
/// Made by `#[derive(YdbTable)]` as `<Model>Key`, with `From` the value, or the tuple of the values.
pub trait YdbKey: Sized {
    /// The table of which this is the key.
    const TABLE: &'static Table;

    #[doc(hidden)]
    fn encode<'a>(&'a self, key: &mut RowEncoder<'a>);

    #[doc(hidden)]
    fn decode(key: &mut RowDecoder<'_>) -> Result<Self>;

    /// The value of the hash column, or `None` for a table without one. Allocates nothing.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] when a hashed value is outside the range of its column.
    fn hash(&self) -> Result<Option<u64>> {
        Ok(None)
    }
}

/// The values of the key columns in key order, without the hash.
///
/// # Errors
/// [`Error::OutOfRange`] and [`Error::InvalidValue`] for a value its column cannot hold.
pub fn encode_key<K: YdbKey>(key: &K) -> Result<Vec<Value<'_>>> {
    let mut encoder = RowEncoder::key(K::TABLE);
    key.encode(&mut encoder);
    encoder.finish()
}

/// One input of the hash, for the derive: the field at a position of `Table::columns`.
#[doc(hidden)]
#[inline(always)]
pub fn hash_input<'a, T>(
    table: &'static Table,
    column: usize,
    field: &'a T,
    encode: impl FnOnce(&'a T, YdbType) -> Result<Value<'a>, ValueError>,
) -> Result<Value<'a>> {
    match encode(field, table.columns[column].ty) {
        Ok(value) => Ok(value),
        Err(error) => Err(Error::in_column(table.name, table.columns[column].name, error)),
    }
}

/// The hash over the inputs, for the derive. Inlined always: function and types are constants, so a hash is the bare call.
#[doc(hidden)]
#[inline(always)]
pub fn hash<const N: usize>(table: &'static Table, inputs: [Value<'_>; N]) -> Result<Option<u64>> {
    let Some(hash) = table.hash else { return Ok(None) };
    match hash.function.hash(&inputs) {
        Some(value) => Ok(Some(value)),
        None => Err(not_hashable(table)),
    }
}

/// The hash of a row whose key values are at hand in struct order.
pub(crate) fn hash_of_row(table: &'static Table, values: &[Value<'_>]) -> Result<Option<u64>> {
    let Some(hash) = table.hash else { return Ok(None) };
    let hashed = hash.function.hash_each(hash.inputs.iter().map(|&input| &values[input]));
    match hashed {
        Some(value) => Ok(Some(value)),
        None => Err(not_hashable(table)),
    }
}

#[cold]
fn not_hashable(table: &'static Table) -> Error {
    let column = table.hash.and_then(|hash| hash.inputs.first()).map(|&input| &table.columns[input]);
    match column {
        Some(column) => Error::not_hashable(table.name, column.name, column.ty.name()),
        None => Error::MissingColumn { table: table.name, column: "hash" },
    }
}
