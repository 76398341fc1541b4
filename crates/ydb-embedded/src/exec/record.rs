//! Records of changefeeds: made from writes, and printed for their readers.
//!
//! The text is that of YDB's `TYdbJsonSerializer` (`change_record_cdc_serializer.cpp`). YDB's
//! `change_collector_cdc_stream.cpp` decides which image a record has. YDB prints the members of an object in the order
//! of a hash table. Here the members of a record come as in YDB's own tests, and columns come by name.

use std::fmt::Write;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::catalog::{Changefeed, Column, ColumnId, FeedMode, Table, refusal};
use crate::error::Result;
use crate::expr::md5;
use crate::storage::{ColumnChange, Message, Operation, Record, Transaction, Written, key, row};
use crate::types::{Primitive, Type, Value, json, to_text};

/// Records a change of a row for the changefeeds of its table.
pub fn record(table: &Arc<Table>, key: &[u8], operation: impl FnOnce() -> Operation, tx: &mut Transaction) {
    if table.changefeeds.iter().any(|feed| !feed.disabled) {
        let (shown, hash) = shown_key(table, key);
        tx.record(Written { table: Arc::clone(table), key: key.into(), shown, hash, operation: operation() });
    }
}

/// Returns the record for a row that the initial scan of a changefeed finds, and the hash of its key.
pub fn scanned(table: &Arc<Table>, feed: &Changefeed, key: &[u8], stored: &[u8]) -> (u128, Record) {
    let (key, hash) = shown_key(table, key);
    let mut columns: Vec<ColumnChange> =
        row::RowReader::new(stored).map(|(id, payload)| (id, Some(payload.into()))).collect();
    // NULLs are not stored, but the scan writes them like other values.
    let nulls = others(table).filter(|column| row::RowReader::new(stored).all(|(id, _)| id != column.id));
    columns.extend(nulls.map(|column| (column.id, None)).collect::<Vec<_>>());
    let before = feed.mode() == FeedMode::Images { old: true, new: false };
    let image = |wanted: bool| wanted.then(|| stored.into());
    let (old, new) = (image(before), image(!before));
    (hash, Record { table: Arc::clone(table), key, operation: Operation::Upsert(columns), old, new })
}

/// Returns a key as a JSON array, and the MD5 of this text, which YDB uses to choose the partition.
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

/// Returns the text of a message, as the readers of the changefeed get it.
///
/// Fails with UNSUPPORTED if the message may have a Yson column, which has no JSON in this engine.
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
    let (verb, changes): (_, &[ColumnChange]) = match &record.operation {
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
            object(table, out, |id| Some(row::RowReader::new(stored).find(|column| column.0 == id).map(|(_, it)| it)));
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

/// Returns the columns outside the key.
fn others(table: &Table) -> impl Iterator<Item = &Column> {
    let columns = table.columns.iter().enumerate().filter(|(position, _)| !table.key.contains(position));
    columns.map(|(_, column)| column)
}

/// Writes a JSON object of the columns that have a payload. The payload `Some(None)` is NULL.
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

// Values in the records of changefeeds, as `TJsonSerializer::ToJson` and YDB's writer of JSON print them: numbers as
// numbers, doubles with ten digits, `Date`, `Datetime` and `Timestamp` as `2024-02-29T12:00:00.000000Z`, intervals and
// the wide time types as numbers, `String` in Base64, documents as JSON, and all other types as text.

pub(super) fn value(value: &Value, ty: &Type, out: &mut String) {
    let primitive = ty.unwrap_optional().primitive();
    match (value, primitive) {
        (Value::Null, _) => out.push_str("null"),
        (Value::Bool(bit), _) => out.push_str(if *bit { "true" } else { "false" }),
        (Value::Uint(number), Some(time @ (Primitive::Date | Primitive::Datetime | Primitive::Timestamp))) => {
            let text = to_text(&Value::Uint(number * time.unit_us().unsigned_abs()), &Primitive::Timestamp.into());
            // YDB prints all six digits of the microseconds.
            let whole = text.trim_end_matches('Z');
            let _ = if whole.contains('.') { write!(out, "\"{whole}Z\"") } else { write!(out, "\"{whole}.000000Z\"") };
        }
        (Value::Int(number), _) => drop(write!(out, "{number}")),
        (Value::Uint(number), _) => drop(write!(out, "{number}")),
        (Value::Float(number), _) => double(f64::from(*number), out),
        (Value::Double(number), _) => double(*number, out),
        (Value::Bytes(bytes), _) => drop(write!(out, "\"{}\"", STANDARD.encode(bytes))),
        (Value::Text(text), Some(Primitive::Json | Primitive::JsonDocument)) => {
            // Stored documents are valid JSON.
            out.push_str(&json::reprinted(text).unwrap_or_else(|| "null".to_owned()));
        }
        (Value::Text(text), _) => out.push_str(&json::string(text)),
        _ => out.push_str(&json::string(&to_text(value, ty))),
    }
}

fn double(number: f64, out: &mut String) {
    if number.is_finite() {
        out.push_str(&json::double::<10>(number))
    } else {
        _ = write!(out, "\"{}\"", to_text(&Value::Double(number), &Primitive::Double.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse_text;

    /// The expected texts come from `TJsonSerializer::ToJson`, `TInstant::ToString` and `NJsonWriter::TBuf`, whose
    /// doubles have `DefaultDoubleNDigits` = 10 digits. The texts `nan`, `inf` and `-inf` come from the test `NaN` of
    /// `datashard_ut_change_exchange.cpp`.
    #[test]
    fn values_are_printed_as_by_ydb() {
        let decimal = Type::Decimal { precision: 22, scale: 9 };
        for (text, ty, expected) in [
            ("true", Primitive::Bool.into(), "true"),
            ("-128", Primitive::Int8.into(), "-128"),
            ("18446744073709551615", Primitive::Uint64.into(), "18446744073709551615"),
            ("1.1", Primitive::Float.into(), "1.100000024"),
            ("0.30000000000000004", Primitive::Double.into(), "0.3"),
            ("1e300", Primitive::Double.into(), "1e+300"),
            ("nan", Primitive::Double.into(), "\"nan\""),
            ("inf", Primitive::Float.into(), "\"inf\""),
            ("-inf", Primitive::Double.into(), "\"-inf\""),
            ("2022-02-22", Primitive::Date.into(), "\"2022-02-22T00:00:00.000000Z\""),
            ("2022-12-12T00:00:00Z", Primitive::Datetime.into(), "\"2022-12-12T00:00:00.000000Z\""),
            ("2022-12-12T00:00:00.12Z", Primitive::Timestamp.into(), "\"2022-12-12T00:00:00.120000Z\""),
            ("PT1S", Primitive::Interval.into(), "1000000"),
            ("1969-12-31", Primitive::Date32.into(), "-1"),
            ("1970-01-01T00:00:01Z", Primitive::Timestamp64.into(), "1000000"),
            ("1.50", decimal, "\"1.5\""),
            ("abc", Primitive::String.into(), "\"YWJj\""),
            ("a\"\\\n\u{1}é/", Primitive::Utf8.into(), "\"a\\\"\\\\\\n\\u0001é/\""),
            ("{ \"b\": [1, 0.10000000001], \"a\": null }", Primitive::Json.into(), "{\"a\":null,\"b\":[1,0.1]}"),
            (
                "00112233-4455-6677-8899-aabbccddeeff",
                Primitive::Uuid.into(),
                "\"00112233-4455-6677-8899-aabbccddeeff\"",
            ),
        ] {
            let mut out = String::new();
            value(&parse_text(text, &ty).unwrap(), &ty, &mut out);
            assert_eq!(out, expected, "{text} as {ty}");
        }
        let mut out = String::new();
        value(&Value::Null, &Primitive::Json.into(), &mut out);
        assert_eq!(out, "null");
    }
}
