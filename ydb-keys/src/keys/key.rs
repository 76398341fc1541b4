//! Key structs: the key columns of one table, without the hash, which is computed from them.

use std::fmt;
use std::hash::Hasher;

use crate::error::{Error, Result, ValueError};
use ydb_keys_core::schema::{HashDef, Table};
use ydb_keys_core::types::{Value, YdbType};

use super::row::{RowDecoder, RowEncoder, ValueEncoder};
use ydb_keys_core::keys::RowSink;
use ydb_keys_core::keys::order::OrderedKey;

/// Key struct of a model: a field for each key column, in key order. The hash column is not a field; it is computed.
///
/// `#[derive(YdbTable)]` generates it as `<Model>Key`, with `From` for the value, or for the tuple of the values.
pub trait YdbKey: Sized {
    /// Table that the key belongs to.
    const TABLE: &'static Table;

    /// Types of the key columns, as types of the same names that the compiler prints.
    #[doc(hidden)]
    type Types;

    #[doc(hidden)]
    fn encode<'a, S: RowSink<'a>>(&'a self, key: &mut RowEncoder<S>);

    #[doc(hidden)]
    fn decode(key: &mut RowDecoder<'_>) -> Result<Self>;

    /// Returns the number in the hash column, or `None` for a table without one, and for a
    /// [`ForeignHash`](crate::ForeignHash). Allocates nothing.
    ///
    /// # Errors
    /// [`InvalidValue`](crate::ErrorKind::InvalidValue) if a hashed value is outside the range of its column.
    fn hash(&self) -> Result<Option<u64>> {
        Ok(None)
    }
}

/// Returns the values of the key columns in key order, without the hash.
///
/// # Errors
/// [`InvalidValue`](crate::ErrorKind::InvalidValue) for a value that its column cannot hold.
pub fn encode_key<K: YdbKey>(key: &K) -> Result<Vec<Value<'_>>> {
    let mut values = Vec::new();
    put_key(K::TABLE, &mut values, &mut |encoder| key.encode(encoder))?;
    Ok(values)
}

/// Appends the values of a key to `values`. `encode` puts the key into the encoder, so that this code is compiled once
/// for all models.
pub(crate) fn put_key<'a>(
    table: &'static Table,
    values: &mut Vec<Value<'a>>,
    encode: &mut dyn FnMut(&mut ValueEncoder<'a>),
) -> Result<()> {
    values.reserve_exact(table.key.len());
    let mut encoder = RowEncoder::key(table, std::mem::take(values));
    encode(&mut encoder);
    *values = encoder.finish()?;
    Ok(())
}

/// Implements `Debug` of a key struct: prints its fields in readable form.
#[doc(hidden)]
pub fn debug_key<K: YdbKey>(key: &K, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let values = match encode_key(key) {
        Ok(values) => values,
        Err(error) => return write!(f, "{name} {{ {error} }}"),
    };
    let mut out = f.debug_struct(name);
    for (column, value) in K::TABLE.key_columns().zip(&values) {
        out.field(column.field, &format_args!("{value}"));
    }
    out.finish()
}

/// Implements `==` of key structs: returns `true` if both identify the same row, that is, have the same stored values.
#[doc(hidden)]
pub fn same_key<K: YdbKey>(left: &K, right: &K) -> bool {
    match (encode_key(left), encode_key(right)) {
        (Ok(left), Ok(right)) => left == right,
        // A key equals itself even if it cannot be stored.
        (Err(left), Err(right)) => left.to_string() == right.to_string(),
        _ => false,
    }
}

/// Implements `Hash` of a key struct, equal for equal keys. Keys that cannot be stored feed nothing.
#[doc(hidden)]
pub fn feed_key<K: YdbKey>(key: &K, state: &mut impl Hasher) {
    let mut encoder = RowEncoder::key(K::TABLE, OrderedKey(Vec::with_capacity(K::TABLE.key.len() * 9)));
    key.encode(&mut encoder);
    if let Ok(OrderedKey(bytes)) = encoder.finish() {
        state.write(&bytes);
    }
}

/// Encodes an input of the hash, for the derive: the field at a position of `Table::columns`.
#[doc(hidden)]
#[inline(always)]
pub fn hash_input<'a, T>(
    table: &'static Table,
    column: usize,
    field: &'a T,
    encode: fn(&'a T, YdbType) -> Result<Value<'a>, ValueError>,
) -> Result<Value<'a>> {
    let column = &table.columns[column];
    encode(field, column.ty).map_err(|error| Error::in_column(table.name, column.name, error))
}

/// Computes the hash of the inputs, for the derive. Always inlined: the function and the types are constants, so that
/// only the bare call is left.
#[doc(hidden)]
#[inline(always)]
pub fn hash<const N: usize>(table: &'static Table, inputs: [Result<Value<'_>>; N]) -> Result<Option<u64>> {
    let Some(hash) = table.hash else { return Ok(None) };
    // The loop has a constant length, so the compiler unrolls it.
    let mut values = [const { Value::Null }; N];
    for (value, input) in values.iter_mut().zip(inputs) {
        *value = input?;
    }
    match hash.function.hash(&values) {
        Some(value) => Ok(Some(hash.number(value))),
        None => Err(not_hashable(table, &hash)),
    }
}

/// Returns the value of a hash column in a row whose values are in struct order.
pub(crate) fn hash_of_row(table: &'static Table, hash: &HashDef, values: &[Value<'_>]) -> Result<Value<'static>> {
    hash.of(hash.inputs.iter().map(|&input| &values[input])).ok_or_else(|| not_hashable(table, hash))
}

/// Returns the value of a hash column for a key whose values are in key order.
pub(crate) fn hash_of_key(table: &'static Table, hash: &HashDef, values: &[Value<'_>]) -> Result<Value<'static>> {
    // Inputs of a hash are columns of the key.
    let inputs =
        hash.inputs.iter().filter_map(|input| values.get(table.key.iter().position(|column| column == input)?));
    hash.of(inputs).ok_or_else(|| not_hashable(table, hash))
}

/// Makes the error of a key whose values cannot be hashed.
#[cold]
pub(crate) fn not_hashable(table: &'static Table, hash: &HashDef) -> Error {
    match hash.inputs.first().map(|&input| &table.columns[input]) {
        Some(column) => Error::not_hashable(table.name, column.name, column.ty.name()),
        None => Error::missing_column(table.name, hash.name),
    }
}
