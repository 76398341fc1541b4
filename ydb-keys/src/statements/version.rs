//! Versions of rows: the way that each write handles them.
//!
//! Version 0 stands for a row that is not stored. Writing a row with version 0 inserts it, with a random version.
//! Writing any other row changes the stored row if that still has the version that was read, and adds 1 to the version:
//!
//! ```text
//! insert                     INSERT, a random version
//! upsert, replace of 0       INSERT, a random version
//! upsert, replace of n       UPDATE .. SET version = n + 1 .. WHERE key AND version = n RETURNING ..
//! update(key)                UPDATE .. SET version = version + 1 ..
//! ```

use std::hash::{BuildHasher as _, RandomState};

use super::change::{Change, RawOperand};
use super::condition::without_nulls;
use super::shape::Op;
use super::update::by_key;
use super::{
    ChangeShape, ConditionShape, Location, Model, Nulls, ParamValue, Returning, RowShape, Shape, Statement, read,
};
use crate::error::{Error, Result, ValueError};
use ydb_keys_core::schema::Table;
use ydb_keys_core::types::{Value, YdbType};

fn value(ty: YdbType, version: i128) -> Result<Value<'static>, ValueError> {
    let value = match ty {
        YdbType::Int32 => version.try_into().map(Value::Int32),
        YdbType::Uint32 => version.try_into().map(Value::Uint32),
        YdbType::Uint64 => version.try_into().map(Value::Uint64),
        _ => version.try_into().map(Value::Int64),
    };
    value.map_err(|_| ValueError::OutOfRange { value: version.to_string(), ty: ty.name() })
}

pub(crate) fn number(value: &Value<'_>) -> Option<i128> {
    match *value {
        Value::Int32(x) => Some(x.into()),
        Value::Int64(x) => Some(x.into()),
        Value::Uint32(x) => Some(x.into()),
        Value::Uint64(x) => Some(x.into()),
        _ => None,
    }
}

/// Bits of the version of a new row. In JSON, a number of 53 bits is exact.
const BITS: u32 = 52;
/// Bits of the version of a new row, in a column of 32 bits.
const SHORT_BITS: u32 = 30;

/// Makes the version of a new row: a random number from 1 on.
///
/// If each row began with 1, a row that is deleted and inserted again would get the versions of the former row again. A
/// program that has read the former row could then overwrite the new one. A time as version would depend on the clocks
/// of the writers.
pub(crate) fn first(table: &Table, version: usize) -> Value<'static> {
    let ty = table.columns[version].ty;
    let bits = if matches!(ty, YdbType::Int32 | YdbType::Uint32) { SHORT_BITS } else { BITS };
    // Each `RandomState` has other keys, and the keys of a thread begin at random.
    let random = RandomState::new().hash_one(version) >> (u64::BITS - bits);
    // Every type of a version holds these bits.
    value(ty, i128::from(random) + 1).unwrap_or(Value::Null)
}

pub(crate) fn after(table: &Table, version: usize, expected: i128) -> Result<Value<'static>> {
    let column = &table.columns[version];
    value(column.ty, expected + 1).map_err(|error| Error::in_column(table.name, column.name, error))
}

/// Makes the change that adds 1 to the version.
pub(super) fn increment(table: &Table, version: usize) -> Change {
    // 1 is a value of every integer type.
    let one = value(table.columns[version].ty, 1).unwrap_or(Value::Null);
    Change::of(Op::Add, RawOperand::of_value(one))
}

/// Statements and versions for writing back a row.
pub(crate) struct Back<'a> {
    /// Statement that changes the row. It returns the row's version if the row was changed.
    pub(crate) change: Statement<'a>,
    /// Statement that reads the stored version.
    pub(crate) stored: Statement<'a>,
    /// Version that the row was read with.
    pub(crate) expected: i128,
    /// Version that the row is written with.
    pub(crate) next: Value<'static>,
}

/// Makes the statements that write back a row, if the stored row still has the version that was read. Returns `None`
/// for a row that is not stored yet.
///
/// `values` are the values of the hash and then of all columns.
pub(super) fn write_back<'a>(
    location: &Location,
    model: Model,
    version: usize,
    values: &[Value<'a>],
) -> Result<Option<Back<'a>>> {
    let table = model.table;
    let (computed, columns) = values.split_at(table.computed().count());
    let hash = computed.iter().take(usize::from(table.hash.is_some()));
    let column = &table.columns[version];
    let expected = number(&columns[version]).unwrap_or(0);
    if expected == 0 {
        return Ok(None);
    }
    let next = after(table, version, expected)?;
    let key: Vec<Value<'a>> = hash.chain(table.key.iter().map(|&at| &columns[at])).cloned().collect();
    let set: Vec<usize> = (0..columns.len()).filter(|&at| !table.is_key(at)).collect();
    let shape = RowShape {
        set: set.iter().map(|&at| (at, ChangeShape::Set)).collect(),
        nulls: Nulls::of(&key),
        condition: Some(ConditionShape::equal(version)),
        returning: Returning::Column(version),
    };
    let template = location.template(model, Shape::Update(shape.clone()), &|path: &str| by_key(table, path, &shape))?;
    let stored = read::statement(location, model, &Shape::Version, &|| vec![column.name], key.clone())?;
    let set = set.into_iter().map(|at| if at == version { next.clone() } else { columns[at].clone() });
    let values = set.chain(without_nulls(key)).chain([columns[version].clone()]);
    let change = Statement::new(template, values.map(ParamValue::One).collect());
    Ok(Some(Back { change, stored, expected, next }))
}
