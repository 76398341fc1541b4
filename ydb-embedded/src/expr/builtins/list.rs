//! The functions of lists and dicts.

use super::string::offset;
use crate::expr::Invocation;
use crate::expr::eval::list_of;
use crate::types::{Value, key_cmp};

pub(crate) fn length(call: &Invocation<'_>) -> Value {
    Value::Uint(match call.args.first() {
        Some(Value::Items(items)) => items.len(),
        Some(Value::Dict(pairs)) => pairs.len(),
        _ => 0,
    } as u64)
}

pub(crate) fn has_items(call: &Invocation<'_>) -> Value {
    Value::Bool(!call.items(0).is_empty())
}

pub(crate) fn head(call: &Invocation<'_>) -> Value {
    call.items(0).first().cloned().unwrap_or(Value::Null)
}

pub(crate) fn last(call: &Invocation<'_>) -> Value {
    call.items(0).last().cloned().unwrap_or(Value::Null)
}

pub(crate) fn reverse(call: &Invocation<'_>) -> Value {
    list_of(call.items(0).iter().rev().cloned())
}

pub(crate) fn take(call: &Invocation<'_>) -> Value {
    list_of(call.items(0).iter().take(offset(call.uint(1).unwrap_or(u64::MAX))).cloned())
}

pub(crate) fn skip(call: &Invocation<'_>) -> Value {
    list_of(call.items(0).iter().skip(offset(call.uint(1).unwrap_or(0))).cloned())
}

pub(crate) fn extend(call: &Invocation<'_>) -> Value {
    list_of((0..call.args.len()).flat_map(|list| call.items(list)).cloned())
}

/// The strings joined, with a delimiter between them.
pub(crate) fn concat(call: &Invocation<'_>) -> Value {
    let items: Vec<_> = call.items(0).iter().filter_map(Value::as_bytes).collect();
    let joined = items.join(call.bytes(1));
    match call.items(0).first() {
        Some(Value::Text(_)) => String::from_utf8(joined).map_or(Value::Null, Value::text),
        Some(_) => Value::bytes(joined),
        None => Value::Null,
    }
}

pub(crate) fn has(call: &Invocation<'_>) -> Value {
    let wanted = call.args.get(1).unwrap_or(&Value::Null);
    Value::Bool(call.items(0).iter().any(|item| key_cmp(item, wanted).is_eq()))
}

pub(crate) fn contains(call: &Invocation<'_>) -> Value {
    let (Some(Value::Dict(pairs)), Some(key)) = (call.args.first(), call.args.get(1)) else { return Value::Null };
    Value::Bool(pairs.binary_search_by(|(known, _)| key_cmp(known, key)).is_ok())
}
