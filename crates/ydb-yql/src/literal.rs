//! Parser of literal values: escapes, suffixes, digits.

use std::sync::Arc;

use super::ast::{IntegerSuffix, Literal, StringSuffix};
use super::lexer;

/// YDB's message for an invalid literal.
pub(super) type Reason = String;

/// Parses an integer token. YDB reads the value as u64; the type is chosen later from size and suffix.
pub(super) fn integer(text: &str) -> Result<Literal, Reason> {
    let lower = text.to_ascii_lowercase();
    let (radix, body) = match lower.get(..2) {
        Some("0x") if lower.len() > 2 => (16, &lower[2..]),
        Some("0o") if lower.len() > 2 => (8, &lower[2..]),
        Some("0b") if lower.len() > 2 => (2, &lower[2..]),
        _ => (10, lower.as_str()),
    };
    let is_digit = |byte: u8| if radix == 16 { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let digits = body.bytes().take_while(|byte| is_digit(*byte)).count();
    if let Some(digit) = body[..digits].chars().find(|digit| !digit.is_digit(radix)) {
        return Err(format!("Failed to parse number from string: {text}, char: '{digit}' is out of base: {radix}"));
    }
    let suffix = match &body[digits..] {
        "" => None,
        "t" => Some(IntegerSuffix::Int8),
        "s" => Some(IntegerSuffix::Int16),
        "l" => Some(IntegerSuffix::Int64),
        "ut" => Some(IntegerSuffix::Uint8),
        "us" => Some(IntegerSuffix::Uint16),
        "u" => Some(IntegerSuffix::Uint32),
        "ul" => Some(IntegerSuffix::Uint64),
        _ => return Err(format!("Failed to parse number from string: {text}, invalid suffix")),
    };
    let value = u64::from_str_radix(&body[..digits], radix)
        .map_err(|_| format!("Failed to parse number from string: {text}, number limit overflow"))?;
    Ok(Literal::Integer { value, suffix })
}

/// Parses a real token: a Double, or a Float with the suffix `f`.
pub(super) fn real(text: &str) -> Result<Literal, Reason> {
    let digits = text.strip_suffix(['f', 'F']);
    match digits.unwrap_or(text).parse() {
        Ok(value) => Ok(Literal::Real { value, float: digits.is_some() }),
        Err(_) => Err(format!("Failed to parse number from string: {text}")),
    }
}

/// Returns `true` if a number or string token has a suffix of PostgreSQL, such as `pi` or `p`.
pub(super) fn is_postgres(text: &str) -> bool {
    let tail = text.bytes().rev().take(3).take_while(u8::is_ascii_alphanumeric);
    tail.into_iter().any(|byte| matches!(byte, b'p' | b'P'))
}

/// Parses a string token. With `ansi`, a doubled quote is the only escape.
pub(super) fn string(text: &str, ansi: bool) -> Result<Literal, Reason> {
    let (body, suffix) = match text.as_bytes().last() {
        Some(b'u' | b'U') => (&text[..text.len() - 1], Some(StringSuffix::Utf8)),
        Some(b'y' | b'Y') => (&text[..text.len() - 1], Some(StringSuffix::Yson)),
        Some(b'j' | b'J') => (&text[..text.len() - 1], Some(StringSuffix::Json)),
        Some(b's' | b'S') => (&text[..text.len() - 1], Some(StringSuffix::String)),
        _ => (text, None),
    };
    let bytes: Arc<[u8]> = if body.starts_with("@@") {
        body[2..body.len() - 2].replace("@@@@", "@@").into_bytes().into()
    } else if ansi {
        body[1..body.len() - 1].replace("''", "'").into_bytes().into()
    } else {
        unescape(&body[1..body.len() - 1])
            .map_err(|(reason, near)| format!("Failed to parse string literal: {reason} near byte {near}"))?
            .into()
    };
    Ok(Literal::String { bytes, suffix })
}

/// Returns the bytes of the string literal at the beginning of a text, and the rest of the text after the closing
/// quote. `None` if the text begins with no valid string literal.
pub fn leading_string(text: &str) -> Option<(Vec<u8>, &str)> {
    let length = text.starts_with(['\'', '"']).then(|| lexer::string(text.as_bytes(), false))??;
    let bytes = unescape(text.get(1..length - 1)?).ok()?;
    Some((bytes, &text[length..]))
}

/// Parses a name between backticks, or between double quotes of the ANSI lexer.
pub(super) fn name(text: &str) -> Result<Arc<str>, Reason> {
    let body = &text[1..text.len() - 1];
    if text.starts_with('"') {
        return Ok(body.replace("\"\"", "\"").into());
    }
    let broken = |(reason, _): Broken| format!("Cannot parse broken identifier: {reason}");
    if !body.contains(['\\', '`']) {
        return Ok(body.into());
    }
    // `\`` is an escape too. Doubled backticks must be split off before escapes are read.
    let mut bytes = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = bare_backtick(rest) {
        bytes.extend(unescape(&rest[..at]).map_err(broken)?);
        bytes.push(b'`');
        rest = &rest[at + 2..];
    }
    bytes.extend(unescape(rest).map_err(broken)?);
    String::from_utf8(bytes).map(Arc::from).map_err(|_| broken(("it is not UTF-8", 0)))
}

/// Returns the offset of the first backtick that has no backslash before it. The lexer guarantees that it is doubled.
fn bare_backtick(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'`' => return Some(at),
            _ => at += 1,
        }
    }
    None
}

/// Reason for which an escape is invalid, and the number of bytes that were read before the fault.
type Broken = (&'static str, usize);

/// Decodes C escapes as YDB does: octal from `\0` to `\3` with three digits, `\xHH`, `\uXXXX`, `\UXXXXXXXX`. Any other
/// character after a backslash means itself.
fn unescape(text: &str) -> Result<Vec<u8>, Broken> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some((&escape, tail)) = rest.split_first() else {
            return Err(("Expected escape sequence", text.len()));
        };
        rest = tail;
        let mut number = |what, count, radix| {
            digits(&mut rest, count, radix).map_err(|quote| (what, text.len() - rest.len() + usize::from(quote)))
        };
        match escape {
            b't' => out.push(b'\t'),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'a' => out.push(7),
            b'v' => out.push(11),
            b'0'..=b'3' => out.push((escape - b'0') << 6 | number("Invalid octal value", 2, 8)? as u8),
            b'x' => out.push(number("Invalid hexadecimal value", 2, 16)? as u8),
            b'u' | b'U' => {
                let value = number("Invalid unicode value", if escape == b'u' { 4 } else { 8 }, 16)?;
                let character = char::from_u32(value).ok_or(("Invalid unicode value", text.len() - rest.len()))?;
                out.extend(character.encode_utf8(&mut [0; 4]).bytes());
            }
            other => out.push(other),
        }
    }
    Ok(out)
}

/// Takes exactly `count` digits from the front and returns their value. The error is `true` if the text ended too
/// early.
fn digits(rest: &mut &[u8], count: usize, radix: u32) -> Result<u32, bool> {
    let mut value = 0_u32;
    for _ in 0..count {
        let (&byte, tail) = rest.split_first().ok_or(true)?;
        *rest = tail;
        value = value.wrapping_mul(radix).wrapping_add(char::from(byte).to_digit(radix).ok_or(false)?);
    }
    Ok(value)
}
