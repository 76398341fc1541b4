//! Checks of a row before it is sent: size limits, UUIDs from a clock, JSON, and numbers that a JsonDocument would change.

use crate::error::{Detail, Result};
use ydb_keys_core::keys::limits::{HARD_CELL_LIMIT, HARD_KEY_LIMIT, KEY_LIMIT, ROW_LIMIT, shorten, show};
use ydb_keys_core::schema::{HashDef, Rule, Store, Table};
use ydb_keys_core::types::{Value, inexact_number, invalid_json_at};

/// Checks a row before it is written; `values` are those of all columns in struct order.
pub(crate) fn check_write(table: &'static Table, values: &[Value<'_>]) -> Result<()> {
    check_leading_uuid(table, values)?;
    let hash = size_of_hash(table.hash.as_ref());
    let key_size = hash + table.key.iter().map(|&i| values[i].size()).sum::<usize>();
    let limit = if table.allows(Rule::LargeKey) { HARD_KEY_LIMIT } else { KEY_LIMIT };
    if key_size > limit {
        return Err(
            Detail::KeyTooLarge { table: table.name, key: show_key(table, values), size: key_size, limit }.into()
        );
    }
    let indexed: usize = table.indexes.iter().map(|index| size_of_hash(index.hash.as_ref())).sum();
    let size = hash + indexed + values.iter().map(Value::size).sum::<usize>();
    if size > ROW_LIMIT && !(table.allows(Rule::LargeRow) && table.store == Store::Row) {
        return Err(
            Detail::RowTooLarge { table: table.name, key: show_key(table, values), size, limit: ROW_LIMIT }.into()
        );
    }
    check_documents(table, values.iter().enumerate(), || show_key(table, values))?;
    // A row with a value that is too large is too large itself.
    match size > HARD_CELL_LIMIT {
        true => check_cells(table, values.iter().enumerate(), || show_key(table, values)),
        false => Ok(()),
    }
}

/// Bytes of a hash column or of a bucket.
fn size_of_hash(hash: Option<&HashDef>) -> usize {
    hash.and_then(|hash| hash.ty().fixed_size()).unwrap_or(0)
}

/// Checks a key of a row that is read, changed or deleted; `values` are those of the key columns, in key order.
///
/// Refuses only what YDB cannot store at all, so that a large row of another writer can still be read and deleted.
pub(crate) fn check_key(table: &'static Table, values: &[Value<'_>]) -> Result<()> {
    let size = size_of_hash(table.hash.as_ref()) + values.iter().map(Value::size).sum::<usize>();
    if size > HARD_KEY_LIMIT {
        return Err(
            Detail::KeyTooLarge { table: table.name, key: show(values.iter()), size, limit: HARD_KEY_LIMIT }.into()
        );
    }
    Ok(())
}

/// Checks the values that an update sets in a row, by the positions of their columns; `key` may begin with the hash.
pub(crate) fn check_update<'v>(
    table: &'static Table,
    key: &[Value<'_>],
    set: impl Iterator<Item = (usize, &'v Value<'v>)> + Clone,
) -> Result<()> {
    let key = key.get(key.len().saturating_sub(table.key.len())..).unwrap_or_default();
    let size = set.clone().map(|(_, value)| value.size()).sum::<usize>();
    if size > ROW_LIMIT && !(table.allows(Rule::LargeRow) && table.store == Store::Row) {
        return Err(Detail::RowTooLarge { table: table.name, key: show(key.iter()), size, limit: ROW_LIMIT }.into());
    }
    check_documents(table, set.clone(), || show(key.iter()))?;
    check_cells(table, set, || show(key.iter()))
}

/// Refuses what is not JSON. A JsonDocument stores every number as a double; a number that would lose digits is refused
/// as well, because YDB drops them silently.
fn check_documents<'v>(
    table: &'static Table,
    cells: impl Iterator<Item = (usize, &'v Value<'v>)>,
    key: impl FnOnce() -> String,
) -> Result<()> {
    let texts = cells.filter_map(|(column, value)| match value {
        Value::Json(text) => Some((column, text, false)),
        Value::JsonDocument(text) => Some((column, text, true)),
        _ => None,
    });
    for (column, text, is_document) in texts {
        let (table, column) = (table.name, table.columns[column].name);
        if let Some(at) = invalid_json_at(text) {
            return Err(Detail::InvalidJson { table, column, key: key(), at }.into());
        }
        if let Some(number) = inexact_number(text).filter(|_| is_document) {
            return Err(Detail::InexactNumber { table, column, number: shorten(number.to_owned()) }.into());
        }
    }
    Ok(())
}

fn check_cells<'v>(
    table: &'static Table,
    mut cells: impl Iterator<Item = (usize, &'v Value<'v>)>,
    key: impl FnOnce() -> String,
) -> Result<()> {
    match cells.find(|(_, value)| value.size() > HARD_CELL_LIMIT) {
        Some((column, value)) => Err(Detail::CellTooLarge {
            table: table.name,
            column: table.columns[column].name,
            key: key(),
            size: value.size(),
            limit: HARD_CELL_LIMIT,
        }
        .into()),
        None => Ok(()),
    }
}

/// A UUID made from a clock (versions 1, 6 and 7) must not lead the key of a row table. Its type does not show the
/// version.
fn check_leading_uuid(table: &'static Table, values: &[Value<'_>]) -> Result<()> {
    let Some(&leading) = table.key.first() else { return Ok(()) };
    if table.hash.is_some() || table.store == Store::Column || table.allows(Rule::MonotonicLeadingKey) {
        return Ok(());
    }
    let value = &values[leading];
    match value {
        Value::Uuid(bytes) if matches!(bytes[6] >> 4, 1 | 6 | 7) => Err(Detail::TimeOrderedUuid {
            table: table.name,
            column: table.columns[leading].name,
            version: bytes[6] >> 4,
            uuid: value.to_string(),
        }
        .into()),
        _ => Ok(()),
    }
}

/// The key of a row as people read it.
fn show_key(table: &Table, values: &[Value<'_>]) -> String {
    show(table.key.iter().map(|&i| &values[i]))
}
