//! The functions of the `String` module, over bytes.

use crate::expr::Invocation;
use crate::expr::digest::hex;
use crate::expr::each::list_of;
use crate::types::Value;

pub(crate) fn ascii_lower(call: &Invocation<'_>) -> Value {
    Value::bytes(call.bytes(0).to_ascii_lowercase())
}

pub(crate) fn ascii_upper(call: &Invocation<'_>) -> Value {
    Value::bytes(call.bytes(0).to_ascii_uppercase())
}

pub(crate) fn ascii_title(call: &Invocation<'_>) -> Value {
    let mut bytes = call.bytes(0).to_ascii_lowercase();
    if let Some(first) = bytes.first_mut() {
        first.make_ascii_uppercase();
    }
    Value::bytes(bytes)
}

pub(crate) fn reverse(call: &Invocation<'_>) -> Value {
    Value::bytes(call.bytes(0).iter().rev().copied().collect::<Vec<_>>())
}

pub(crate) fn strip(call: &Invocation<'_>) -> Value {
    Value::bytes(call.bytes(0).trim_ascii())
}

/// Runs of white space become one space.
pub(crate) fn collapse(call: &Invocation<'_>) -> Value {
    let words: Vec<_> = call.bytes(0).split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    Value::bytes(words.join(&b' '))
}

pub(crate) fn is_ascii(call: &Invocation<'_>) -> Value {
    Value::Bool(call.bytes(0).is_ascii())
}

pub(crate) fn contains(call: &Invocation<'_>) -> Value {
    Value::Bool(present(call) && position(call.bytes(0), call.bytes(1), 0).is_some())
}

pub(crate) fn starts_with(call: &Invocation<'_>) -> Value {
    Value::Bool(present(call) && call.bytes(0).starts_with(call.bytes(1)))
}

pub(crate) fn ends_with(call: &Invocation<'_>) -> Value {
    Value::Bool(present(call) && call.bytes(0).ends_with(call.bytes(1)))
}

pub(crate) fn find(call: &Invocation<'_>) -> Value {
    place(position(call.bytes(0), call.bytes(1), offset(call.uint(2).unwrap_or(0))))
}

pub(crate) fn rfind(call: &Invocation<'_>) -> Value {
    place(last_position(call.bytes(0), call.bytes(1), offset(call.uint(2).unwrap_or(u64::MAX))))
}

pub(crate) fn substring(call: &Invocation<'_>) -> Value {
    Value::bytes(slice(call.bytes(0), call.uint(1), call.uint(2)))
}

pub(crate) fn replace_all(call: &Invocation<'_>) -> Value {
    Value::bytes(replaced(call.bytes(0), call.bytes(1), call.bytes(2)))
}

pub(crate) fn remove_all(call: &Invocation<'_>) -> Value {
    let removed = call.bytes(1);
    Value::bytes(call.bytes(0).iter().copied().filter(|byte| !removed.contains(byte)).collect::<Vec<_>>())
}

/// Replaces the first occurrence of any of the bytes.
pub(crate) fn replace_first(call: &Invocation<'_>) -> Value {
    let (text, wanted) = (call.bytes(0), call.bytes(1));
    exchange(text, position(text, wanted, 0), wanted, call.bytes(2))
}

pub(crate) fn replace_last(call: &Invocation<'_>) -> Value {
    let (text, wanted) = (call.bytes(0), call.bytes(1));
    exchange(text, last_position(text, wanted, usize::MAX), wanted, call.bytes(2))
}

fn exchange(text: &[u8], at: Option<usize>, wanted: &[u8], by: &[u8]) -> Value {
    match at.filter(|_| !wanted.is_empty()) {
        Some(at) => Value::bytes([&text[..at], by, &text[at + wanted.len()..]].concat()),
        None => Value::bytes(text),
    }
}

pub(crate) fn split(call: &Invocation<'_>) -> Value {
    if !present(call) {
        return list_of([]);
    }
    let parts = split_at(call.bytes(0), call.bytes(1), call, 2);
    list_of(parts.into_iter().map(Value::bytes))
}

pub(crate) fn join(call: &Invocation<'_>) -> Value {
    super::list::joined(call, Value::bytes)
}

pub(crate) fn left_pad(call: &Invocation<'_>) -> Value {
    let (padding, text) = padding(call);
    Value::bytes([&padding, text].concat())
}

pub(crate) fn right_pad(call: &Invocation<'_>) -> Value {
    let (padding, text) = padding(call);
    Value::bytes([text, &padding].concat())
}

pub(crate) fn hex_encode(call: &Invocation<'_>) -> Value {
    Value::bytes(hex(call.bytes(0)).to_ascii_uppercase().into_bytes())
}

pub(crate) fn hex_decode(call: &Invocation<'_>) -> Value {
    let text = call.bytes(0);
    if !text.len().is_multiple_of(2) {
        return Value::Null;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.chunks_exact(2).map(|pair| Some(digit(pair[0])? * 16 + digit(pair[1])?));
    let decoded: Option<Vec<u8>> = pairs.map(|pair| pair.and_then(|byte| u8::try_from(byte).ok())).collect();
    decoded.map_or(Value::Null, Value::bytes)
}

fn present(call: &Invocation<'_>) -> bool {
    call.args.first().is_some_and(|value| !value.is_null())
}

fn place(found: Option<usize>) -> Value {
    Value::Int(found.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1))
}

pub(super) fn offset(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn padding<'a>(call: &Invocation<'a>) -> (Vec<u8>, &'a [u8]) {
    // YDB's limit on the length of a padded string.
    const MOST: usize = 1_000_000;
    let text = call.bytes(0);
    let wanted = offset(call.uint(1).unwrap_or(0)).min(MOST);
    let filler = call.bytes(2).first().copied().unwrap_or(b' ');
    (vec![filler; wanted.saturating_sub(text.len())], text)
}

/// The position of the first occurrence of one string in another, from an offset on.
pub(super) fn position(text: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    if wanted.is_empty() {
        return Some(from);
    }
    rest.windows(wanted.len()).position(|window| window == wanted).map(|at| at + from)
}

/// The position of the last occurrence of one string in another that begins at or before an offset.
pub(super) fn last_position(text: &[u8], wanted: &[u8], upto: usize) -> Option<usize> {
    let last = text.len().checked_sub(wanted.len())?.min(upto);
    (0..=last).rev().find(|at| text[*at..].starts_with(wanted))
}

/// A part of a string; positions outside it are empty.
pub(super) fn slice(text: &[u8], from: Option<u64>, length: Option<u64>) -> &[u8] {
    let from = offset(from.unwrap_or(0)).min(text.len());
    let rest = &text[from..];
    &rest[..offset(length.unwrap_or(u64::MAX)).min(rest.len())]
}

fn replaced(text: &[u8], wanted: &[u8], by: &[u8]) -> Vec<u8> {
    if wanted.is_empty() {
        return text.to_vec();
    }
    let (mut result, mut from) = (Vec::with_capacity(text.len()), 0);
    while let Some(at) = position(text, wanted, from) {
        result.extend_from_slice(&text[from..at]);
        result.extend_from_slice(by);
        from = at + wanted.len();
    }
    result.extend_from_slice(&text[from..]);
    result
}

/// The parts between delimiters. The options begin at argument `options`: whether the delimiter is one string, whether
/// empty parts are left out, and the maximum number of parts.
pub(super) fn split_at<'a>(text: &'a [u8], delimiter: &[u8], call: &Invocation<'_>, options: usize) -> Vec<&'a [u8]> {
    let whole = !matches!(call.args.get(options), Some(Value::Bool(false)));
    let skip_empty = call.flag(options + 1);
    let most = call.uint(options + 2).map_or(usize::MAX, offset).max(1);
    let find = |from: usize| {
        if whole {
            (!delimiter.is_empty()).then(|| position(text, delimiter, from)).flatten().map(|at| (at, delimiter.len()))
        } else {
            text[from..].iter().position(|byte| delimiter.contains(byte)).map(|at| (at + from, 1))
        }
    };
    let (mut parts, mut from) = (Vec::new(), 0);
    while parts.len() + 1 < most
        && let Some((at, width)) = find(from)
    {
        if at > from || !skip_empty {
            parts.push(&text[from..at]);
        }
        from = at + width;
    }
    if from < text.len() || !skip_empty {
        parts.push(&text[from..]);
    }
    parts
}
