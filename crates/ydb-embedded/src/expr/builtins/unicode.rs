//! The functions of the `Unicode` module, over characters.

use super::string::{last_position, offset, position, split_at};
use crate::expr::Invocation;
use crate::expr::lambda::list_of;
use crate::types::Value;

pub(crate) fn is_utf(call: &Invocation<'_>) -> Value {
    Value::Bool(matches!(call.args.first(), Some(Value::Bytes(bytes)) if std::str::from_utf8(bytes).is_ok()))
}

pub(crate) fn find(call: &Invocation<'_>) -> Value {
    let (text, from) = (call.text(0), offset(call.uint(2).unwrap_or(0)));
    let start = byte_of(text, from);
    count(text, start.and_then(|start| position(text.as_bytes(), call.text(1).as_bytes(), start)))
}

pub(crate) fn rfind(call: &Invocation<'_>) -> Value {
    let text = call.text(0);
    let upto = call.uint(2).and_then(|upto| byte_of(text, offset(upto))).unwrap_or(usize::MAX);
    count(text, last_position(text.as_bytes(), call.text(1).as_bytes(), upto))
}

pub(crate) fn substring(call: &Invocation<'_>) -> Value {
    let (from, length) = (offset(call.uint(1).unwrap_or(0)), offset(call.uint(2).unwrap_or(u64::MAX)));
    Value::text(call.text(0).chars().skip(from).take(length).collect::<String>())
}

pub(crate) fn reverse(call: &Invocation<'_>) -> Value {
    Value::text(call.text(0).chars().rev().collect::<String>())
}

pub(crate) fn split(call: &Invocation<'_>) -> Value {
    let Some(Value::Text(_)) = call.args.first() else { return list_of([]) };
    // A set of delimiter bytes may cut a character; such parts are not text.
    split_at(call, |part| std::str::from_utf8(part).map_or(Value::Null, Value::text))
}

/// Texts put together, which are a text.
pub(crate) fn text(bytes: Vec<u8>) -> Value {
    String::from_utf8(bytes).map_or(Value::Null, Value::text)
}

fn byte_of(text: &str, characters: usize) -> Option<usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(characters)
}

fn count(text: &str, at: Option<usize>) -> Value {
    at.map_or(Value::Null, |at| Value::Uint(text[..at].chars().count() as u64))
}
