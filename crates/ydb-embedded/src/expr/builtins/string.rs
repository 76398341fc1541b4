//! Functions of the modules `String`, which works on bytes, and `Unicode`, which works on characters.

use memchr::memmem;

use crate::expr::Invocation;
use crate::expr::digest::hex;
use crate::expr::lambda::list_of;
use crate::expr::memory::{check_list, check_string};
use crate::types::Value;
use crate::work::tick;

pub(crate) fn ascii_title(call: &Invocation<'_>) -> Value {
    let mut bytes = call.bytes(0).to_ascii_lowercase();
    if let Some(first) = bytes.first_mut() {
        first.make_ascii_uppercase();
    }
    Value::bytes(bytes)
}

/// Applies a function to a text argument. Returns NULL for bytes that are not UTF-8.
pub(crate) fn of_text(call: &Invocation<'_>, function: impl Fn(&str) -> String) -> Value {
    std::str::from_utf8(call.bytes(0)).map_or(Value::Null, |text| Value::bytes(function(text).into_bytes()))
}

/// Converts the first character to upper case, and all others to lower case.
pub(crate) fn title(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(characters.flat_map(char::to_lowercase)).collect())
}

/// Replaces each run of white space with one space, at the ends as well.
pub(crate) fn collapse(call: &Invocation<'_>) -> Value {
    let mut bytes = call.bytes(0).to_vec();
    for byte in bytes.iter_mut().filter(|byte| byte.is_ascii_whitespace()) {
        *byte = b' ';
    }
    bytes.dedup_by(|next, last| *next == b' ' && *last == b' ');
    Value::bytes(bytes)
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

pub(crate) fn remove_all(call: &Invocation<'_>) -> Value {
    let removed = set_of(call.bytes(1));
    Value::bytes(call.bytes(0).iter().copied().filter(|byte| !removed[usize::from(*byte)]).collect::<Vec<_>>())
}

/// Replaces the first occurrence of any of the bytes.
pub(crate) fn replace_first(call: &Invocation<'_>) -> Value {
    exchange(call, position(call.bytes(0), call.bytes(1), 0))
}

pub(crate) fn replace_last(call: &Invocation<'_>) -> Value {
    exchange(call, last_position(call.bytes(0), call.bytes(1), usize::MAX))
}

fn exchange(call: &Invocation<'_>, at: Option<usize>) -> Value {
    let (text, wanted, by) = (call.bytes(0), call.bytes(1), call.bytes(2));
    match at.filter(|_| !wanted.is_empty()) {
        Some(at) => call.checked(check_string(text.len() + by.len()), || {
            Value::bytes([&text[..at], by, &text[at + wanted.len()..]].concat())
        }),
        None => call.args[0].clone(),
    }
}

pub(crate) fn split(call: &Invocation<'_>) -> Value {
    if !present(call) {
        return list_of([]);
    }
    split_at(call, |part| Value::bytes(part))
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
    let text = call.bytes(0);
    call.checked(check_string(2 * text.len()), || Value::bytes(hex(text).to_ascii_uppercase().into_bytes()))
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
    // YDB limits the length of a padded string.
    const MOST: usize = 1_000_000;
    let text = call.bytes(0);
    let wanted = offset(call.uint(1).unwrap_or(0)).min(MOST);
    let filler = call.bytes(2).first().copied().unwrap_or(b' ');
    (vec![filler; wanted.saturating_sub(text.len())], text)
}

/// Returns a table that tells, for each byte, whether a string has it.
fn set_of(bytes: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    bytes.iter().for_each(|byte| set[usize::from(*byte)] = true);
    set
}

/// Returns the position of the first occurrence of one string in another, at or after an offset.
pub(super) fn position(text: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    memmem::find(text.get(from..)?, wanted).map(|at| at + from)
}

/// Returns the position of the last occurrence of one string in another that begins at or before an offset.
pub(super) fn last_position(text: &[u8], wanted: &[u8], upto: usize) -> Option<usize> {
    let last = text.len().checked_sub(wanted.len())?.min(upto);
    memmem::rfind(&text[..last + wanted.len()], wanted)
}

/// Returns a part of a string. Positions outside the string are ignored.
pub(super) fn slice(text: &[u8], from: Option<u64>, length: Option<u64>) -> &[u8] {
    let from = offset(from.unwrap_or(0)).min(text.len());
    let rest = &text[from..];
    &rest[..offset(length.unwrap_or(u64::MAX)).min(rest.len())]
}

/// Replaces each occurrence of the second argument in the first argument with the third argument.
pub(crate) fn replaced(call: &Invocation<'_>, value: impl FnOnce(Vec<u8>) -> Value) -> Value {
    let (text, wanted, by) = (call.bytes(0), call.bytes(1), call.bytes(2));
    if wanted.is_empty() {
        return call.args[0].clone();
    }
    // The occurrences are counted first, because a long replacement can make the result many times longer than the
    // text.
    let count = memmem::find_iter(text, wanted).count();
    let length = text.len() - count * wanted.len() + count.saturating_mul(by.len());
    call.checked(check_string(length), || {
        let (mut result, mut from) = (Vec::with_capacity(length), 0);
        for at in memmem::find_iter(text, wanted) {
            result.extend_from_slice(&text[from..at]);
            result.extend_from_slice(by);
            from = at + wanted.len();
        }
        result.extend_from_slice(&text[from..]);
        value(result)
    })
}

/// Splits the first argument at the delimiters of the second. The other arguments are: `true` if the delimiter is one
/// string, `true` if empty parts are left out, and the maximum number of parts.
pub(super) fn split_at(call: &Invocation<'_>, value: impl Fn(&[u8]) -> Value) -> Value {
    let (text, delimiter) = (call.bytes(0), call.bytes(1));
    let whole = !matches!(call.args.get(2), Some(Value::Bool(false)));
    let skip_empty = call.flag(3);
    // Maximum number of splits. Splits before a part that is left out count, too. 0 means no limit.
    let mut splits = call.uint(4).filter(|limit| *limit > 0).map_or(usize::MAX, offset);
    let (finder, delimiters) = (memmem::Finder::new(delimiter), set_of(delimiter));
    let find = |from: usize| {
        if whole {
            let found = (!delimiter.is_empty()).then(|| finder.find(&text[from..]))?;
            found.map(|at| (at + from, delimiter.len()))
        } else {
            text[from..].iter().position(|byte| delimiters[usize::from(*byte)]).map(|at| (at + from, 1))
        }
    };
    let (mut parts, mut from) = (Vec::new(), 0);
    while splits > 0
        && let Some((at, width)) = find(from)
    {
        splits -= 1;
        if at > from || !skip_empty {
            parts.push(value(&text[from..at]));
        }
        if let Err(error) = tick(1).and_then(|()| check_list(parts.len())) {
            return call.checked(Err(error), || Value::Null);
        }
        from = at + width;
    }
    if from < text.len() || !skip_empty {
        parts.push(value(&text[from..]));
    }
    Value::Items(parts.into())
}

pub(crate) fn is_utf(call: &Invocation<'_>) -> Value {
    Value::Bool(matches!(call.args.first(), Some(Value::Bytes(bytes)) if std::str::from_utf8(bytes).is_ok()))
}

pub(crate) fn unicode_find(call: &Invocation<'_>) -> Value {
    let (text, from) = (call.text(0), offset(call.uint(2).unwrap_or(0)));
    let start = byte_of(text, from);
    character_count(text, start.and_then(|start| position(text.as_bytes(), call.text(1).as_bytes(), start)))
}

pub(crate) fn unicode_rfind(call: &Invocation<'_>) -> Value {
    let text = call.text(0);
    let upto = call.uint(2).and_then(|upto| byte_of(text, offset(upto))).unwrap_or(usize::MAX);
    character_count(text, last_position(text.as_bytes(), call.text(1).as_bytes(), upto))
}

pub(crate) fn unicode_substring(call: &Invocation<'_>) -> Value {
    let (from, length) = (offset(call.uint(1).unwrap_or(0)), offset(call.uint(2).unwrap_or(u64::MAX)));
    Value::text(call.text(0).chars().skip(from).take(length).collect::<String>())
}

pub(crate) fn reverse(call: &Invocation<'_>) -> Value {
    Value::text(call.text(0).chars().rev().collect::<String>())
}

pub(crate) fn unicode_split(call: &Invocation<'_>) -> Value {
    let Some(Value::Text(_)) = call.args.first() else { return list_of([]) };
    // A set of delimiter bytes may cut a character, and such parts are no text.
    split_at(call, |part| std::str::from_utf8(part).map_or(Value::Null, Value::text))
}

/// Converts bytes to a text. The bytes come from joined texts, so they are UTF-8.
pub(crate) fn text(bytes: Vec<u8>) -> Value {
    String::from_utf8(bytes).map_or(Value::Null, Value::text)
}

fn byte_of(text: &str, characters: usize) -> Option<usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(characters)
}

fn character_count(text: &str, at: Option<usize>) -> Value {
    at.map_or(Value::Null, |at| Value::Uint(text[..at].chars().count() as u64))
}
