//! Rows as keys of hash tables. Rows are the same key if all their values are the same; NULL is the same as NULL.

use crate::types::Value;

/// Bytes that are equal exactly if the values are the same. Values at one position must have one type.
pub(super) fn bytes(values: &[Value]) -> Vec<u8> {
    let mut out = Vec::with_capacity(values.len() * 9);
    values.iter().for_each(|value| push(&mut out, value));
    out
}

fn push(out: &mut Vec<u8>, value: &Value) {
    let tagged = |out: &mut Vec<u8>, tag: u8, bytes: &[u8]| {
        out.push(tag);
        out.extend_from_slice(bytes);
    };
    let sized = |out: &mut Vec<u8>, tag: u8, bytes: &[u8]| {
        tagged(out, tag, &(bytes.len() as u64).to_le_bytes());
        out.extend_from_slice(bytes);
    };
    match value {
        Value::Null => out.push(0),
        Value::Bool(value) => tagged(out, 1, &[u8::from(*value)]),
        Value::Int(value) => tagged(out, 2, &value.to_le_bytes()),
        Value::Uint(value) => tagged(out, 3, &value.to_le_bytes()),
        // Zero has two signs and NaN many forms; each is one key.
        Value::Float(value) => push(out, &Value::Double(f64::from(*value))),
        Value::Double(0.0) => tagged(out, 4, &0.0_f64.to_le_bytes()),
        Value::Double(value) => tagged(out, 4, &(if value.is_nan() { f64::NAN } else { *value }).to_le_bytes()),
        Value::Decimal(value) => tagged(out, 5, &value.to_le_bytes()),
        Value::Uuid(bytes) => tagged(out, 6, bytes),
        Value::Bytes(bytes) => sized(out, 7, bytes),
        Value::Text(text) => sized(out, 7, text.as_bytes()),
        Value::Items(items) => {
            tagged(out, 8, &(items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| push(out, item));
        }
        Value::Dict(pairs) => {
            tagged(out, 9, &(pairs.len() as u64).to_le_bytes());
            for (key, value) in pairs.iter() {
                push(out, key);
                push(out, value);
            }
        }
        Value::Just(inner) => {
            out.push(10);
            push(out, inner);
        }
    }
}
