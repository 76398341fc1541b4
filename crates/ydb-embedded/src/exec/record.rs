//! Records of changefeeds: what the writes leave for them, and what their readers get.
//!
//! The text is that of YDB's `TYdbJsonSerializer` (`change_record_cdc_serializer.cpp`); which image a record has is
//! decided in `change_collector_cdc_stream.cpp`. YDB gives the members of an object in the order of a hash table. Here
//! the members of a record come as in YDB's own tests, and columns by name.

use std::fmt::Write;
use std::sync::Arc;

use super::record_json::value;
use crate::catalog::{Changefeed, Column, ColumnId, FeedMode, Table, refusal};
use crate::error::Result;
use crate::expr::md5;
use crate::storage::{Change, Message, Operation, Record, Transaction, Written, key, row};
use crate::types::{Primitive, Type, Value, json};

/// Notes a change of a row for the changefeeds of its table.
pub fn record(table: &Arc<Table>, key: &[u8], operation: impl FnOnce() -> Operation, tx: &mut Transaction) {
    if table.changefeeds.iter().any(|feed| !feed.disabled) {
        let (shown, hash) = shown_key(table, key);
        tx.record(Written { table: Arc::clone(table), key: key.into(), shown, hash, operation: operation() });
    }
}

/// The record of a row that the initial scan of a changefeed finds, and the hash of its key.
pub fn scanned(table: &Arc<Table>, feed: &Changefeed, key: &[u8], stored: &[u8]) -> (u128, Record) {
    let (key, hash) = shown_key(table, key);
    let mut columns: Vec<Change> = row::Reader::new(stored).map(|(id, payload)| (id, Some(payload.into()))).collect();
    // NULLs are not stored, and the scan writes them like all others.
    let nulls = others(table).filter(|column| row::Reader::new(stored).all(|(id, _)| id != column.id));
    columns.extend(nulls.map(|column| (column.id, None)).collect::<Vec<_>>());
    let before = feed.mode() == FeedMode::Images { old: true, new: false };
    let image = |wanted: bool| wanted.then(|| stored.into());
    let (old, new) = (image(before), image(!before));
    (hash, Record { table: Arc::clone(table), key, operation: Operation::Upsert(columns), old, new })
}

/// A key as a JSON array, and the MD5 of that, by which YDB chooses the partition.
fn shown_key(table: &Table, key: &[u8]) -> (Box<str>, u128) {
    let types: Vec<Type> = table.key_types().cloned().collect();
    let mut text = String::from("[");
    for (number, (part, ty)) in key::decode(key, &types).iter().zip(&types).enumerate() {
        text.push_str(if number == 0 { "" } else { "," });
        value(part, ty, &mut text);
    }
    text.push(']');
    let hash = u128::from_be_bytes(md5(text.as_bytes()));
    (text.into(), hash)
}

/// A message as its readers get it.
///
/// Fails with UNSUPPORTED if it has a column that has no JSON here.
pub fn text(feed: &Changefeed, message: &Message) -> Result<String> {
    let mut out = String::from("{");
    let Some(record) = &message.record else {
        let _ = write!(out, "\"resolved\":[{},{}]}}", message.at.step, message.at.tx);
        return Ok(out);
    };
    let (mode, table) = (feed.mode(), &*record.table);
    if mode != FeedMode::KeysOnly && table.columns.iter().any(|column| column.ty == Primitive::Yson.into()) {
        return Err(refusal::unsupported("Yson in records of changefeeds is not supported"));
    }
    let (verb, changes): (_, &[Change]) = match &record.operation {
        Operation::Upsert(changes) => ("update", changes),
        Operation::Reset(changes) => ("reset", changes),
        Operation::Erase => ("erase", &[]),
    };
    let _ = write!(out, "\"{verb}\":");
    let written = if mode == FeedMode::Updates { changes } else { &[] };
    object(table, &mut out, |id| Some(written.iter().rev().find(|change| change.0 == id)?.1.as_deref()));
    let image = |name: &str, row: Option<&[u8]>, out: &mut String| {
        if let Some(stored) = row {
            let _ = write!(out, ",\"{name}\":");
            object(table, out, |id| Some(row::Reader::new(stored).find(|column| column.0 == id).map(|(_, it)| it)));
        }
    };
    let (with_old, with_new) = match mode {
        FeedMode::Images { old, new } => (old, new),
        FeedMode::KeysOnly | FeedMode::Updates => (false, false),
    };
    image("newImage", record.new.as_deref().filter(|_| with_new), &mut out);
    let _ = write!(out, ",\"key\":{}", record.key);
    image("oldImage", record.old.as_deref().filter(|_| with_old), &mut out);
    if feed.is_on("VIRTUAL_TIMESTAMPS") {
        let _ = write!(out, ",\"ts\":[{},{}]", message.at.step, message.at.tx);
    }
    out.push('}');
    Ok(out)
}

/// The columns outside the key.
fn others(table: &Table) -> impl Iterator<Item = &Column> {
    let columns = table.columns.iter().enumerate().filter(|(position, _)| !table.key.contains(position));
    columns.map(|(_, column)| column)
}

/// An object of those columns for which there is a payload; `Some(None)` is NULL.
fn object<'a>(table: &Table, out: &mut String, payload: impl Fn(ColumnId) -> Option<Option<&'a [u8]>>) {
    let mut columns: Vec<_> = others(table).collect();
    columns.sort_by(|a, b| a.name.cmp(&b.name));
    out.push('{');
    let mut comma = "";
    for column in columns {
        let Some(payload) = payload(column.id) else { continue };
        let _ = write!(out, "{comma}{}:", json::string(&column.name));
        comma = ",";
        value(&payload.map_or(Value::Null, |payload| row::decode_value(payload, &column.ty)), &column.ty, out);
    }
    out.push('}');
}
