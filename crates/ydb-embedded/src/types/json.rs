//! JSON: its values, the validity of texts, the form that JsonDocument keeps, and the form that YDB's JSON writer prints.

use std::sync::Arc;

/// Returns `true` if the text is one JSON value.
pub fn is_valid(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// Returns the text as a JsonDocument returns it: no spaces, keys sorted by their bytes, numbers as doubles, and only
/// the last of repeated keys. YDB's binary form sorts keys; UNVERIFIED: which of the repeated keys it returns.
pub fn document(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    Json::parse(text, true)?.print::<16>(&mut out);
    Some(out)
}

/// Returns the text as YDB's JSON writer prints it after reading it: no spaces, integers unchanged, doubles with ten
/// digits. YDB prints keys in the order of a hash table; here they are sorted by their bytes.
pub fn reprinted(text: &str) -> Option<String> {
    Json::parse(text, false).map(|json| json.printed())
}

pub fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Prints a double with this number of significant digits, as C's `%.16g` does for 16. YDB keeps the numbers of a
/// JsonDocument as doubles (`InternNumber` in `binary_json/write.cpp`) and prints them with 16 digits (`DoubleNDigits`
/// in `read.cpp`).
pub fn double<const DIGITS: i32>(value: f64) -> String {
    let decimals = usize::try_from(DIGITS - 1).unwrap_or_default();
    let scientific = format!("{value:.decimals$e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let stripped = |digits: &str| {
        if digits.contains('.') {
            digits.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            digits.to_owned()
        }
    };
    if (-4..DIGITS).contains(&exponent) {
        // The exponent is less than the number of digits, so the number of decimals is not negative.
        let decimals = usize::try_from(DIGITS - 1 - exponent).unwrap_or_default();
        return stripped(&format!("{value:.decimals$}"));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", stripped(mantissa), exponent.unsigned_abs())
}

/// JSON value. A copy shares its contents.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(Number),
    Text(Arc<str>),
    Array(Arc<[Json]>),
    /// Object, sorted by the bytes of its keys, as in YDB.
    Object(Arc<[(Arc<str>, Json)]>),
}

/// Number. In a Json it is kept as it is written, and in a JsonDocument it is always a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Integer that fits into 64 bits with a sign.
    Int(i64),
    /// Integer that is too large for `Int`.
    Uint(u64),
    /// Any other number.
    Double(f64),
}

impl Number {
    /// Returns the number as a double, the type in which paths compute.
    pub fn double(self) -> f64 {
        match self {
            Self::Int(number) => number as f64,
            Self::Uint(number) => number as f64,
            Self::Double(number) => number,
        }
    }

    fn printed<const DIGITS: i32>(self) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Uint(number) => number.to_string(),
            Self::Double(number) => double::<DIGITS>(number),
        }
    }
}

impl Json {
    /// Parses a text. With `is_document`, all its numbers are doubles. Returns `None` if the text is not JSON.
    pub fn parse(text: &str, is_document: bool) -> Option<Self> {
        serde_json::from_str(text).ok().map(|value| Self::of(value, is_document))
    }

    // The parser of the text has already refused values that are nested deeper than 128 levels.
    fn of(value: serde_json::Value, is_document: bool) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(truth) => Self::Bool(truth),
            Value::Number(number) => {
                let integer = || {
                    let int = number.as_i64().map(Number::Int);
                    int.or_else(|| number.as_u64().map(Number::Uint)).filter(|_| !is_document)
                };
                let double = || Number::Double(number.as_f64().unwrap_or(f64::NAN));
                Self::Number(integer().unwrap_or_else(double))
            }
            Value::String(text) => Self::Text(text.into()),
            Value::Array(items) => Self::Array(items.into_iter().map(|item| Self::of(item, is_document)).collect()),
            Value::Object(members) => {
                let member = |(key, value): (String, Value)| (Arc::from(key), Self::of(value, is_document));
                Self::object(members.into_iter().map(member).collect())
            }
        }
    }

    pub fn object(mut members: Vec<(Arc<str>, Self)>) -> Self {
        members.sort_by(|(key, _), (other, _)| key.cmp(other));
        Self::Object(members.into())
    }

    pub const fn double(number: f64) -> Self {
        Self::Number(Number::Double(number))
    }

    /// Returns `true` if the value is an array or an object.
    pub const fn is_nested(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Object(_))
    }

    pub(crate) fn member(members: &[(Arc<str>, Self)], key: &str) -> Option<Self> {
        let place = members.binary_search_by(|(known, _)| (**known).cmp(key)).ok()?;
        Some(members[place].1.clone())
    }

    /// Returns the text of a scalar, or `None` for an array or an object.
    pub fn scalar(&self) -> Option<String> {
        match self {
            Self::Null => Some("null".to_owned()),
            Self::Bool(truth) => Some(truth.to_string()),
            Self::Number(number) => Some(number.printed::<10>()),
            Self::Text(text) => Some(text.to_string()),
            Self::Array(_) | Self::Object(_) => None,
        }
    }

    /// Prints the value as YDB's JSON writer does, without spaces.
    pub fn printed(&self) -> String {
        let mut out = String::new();
        self.print::<10>(&mut out);
        out
    }

    fn print<const DIGITS: i32>(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(&string(text)),
            Self::Array(items) => {
                out.push('[');
                for (number, item) in items.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    item.print::<DIGITS>(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (number, (key, value)) in members.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    out.push_str(&string(key));
                    out.push(':');
                    value.print::<DIGITS>(out);
                }
                out.push('}');
            }
            Self::Number(number) => out.push_str(&number.printed::<DIGITS>()),
            Self::Null | Self::Bool(_) => out.extend(self.scalar()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validity() {
        assert!(is_valid(r#"{"a": [1, null, "x"]}"#));
        assert!(is_valid("1"));
        assert!(!is_valid("{a: 1}"));
        assert!(!is_valid(""));
        assert!(!is_valid("1 2"));
    }

    #[test]
    fn documents_are_compact_and_sorted() {
        assert_eq!(document(r#"{ "b": 1.0, "a": [true, 2.5], "b": 3 }"#).as_deref(), Some(r#"{"a":[true,2.5],"b":3}"#));
        assert_eq!(document(r#"{"é":1,"z":2,"Z":"a\"b"}"#).as_deref(), Some(r#"{"Z":"a\"b","z":2,"é":1}"#));
        assert_eq!(document("nope"), None);
    }

    /// The expected texts were printed by `printf("%.16g")`.
    #[test]
    fn numbers_are_doubles_of_sixteen_digits() {
        for (written, kept) in [
            ("0", "0"),
            ("-23", "-23"),
            ("1.2345", "1.2345"),
            ("0.12345", "0.12345"),
            ("1.0", "1"),
            ("100", "100"),
            ("9007199254740992", "9007199254740992"),
            ("9007199254740993", "9007199254740992"),
            ("-9007199254740993", "-9007199254740992"),
            ("12345678901234567890", "1.234567890123457e+19"),
            ("18446744073709551615", "1.844674407370955e+19"),
            ("1e15", "1000000000000000"),
            ("1e16", "1e+16"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("0.1", "0.1"),
            ("0.3333333333333333", "0.3333333333333333"),
            ("1e-300", "1e-300"),
        ] {
            assert_eq!(document(written).as_deref(), Some(kept), "{written}");
        }
        assert_eq!(document("1e999"), None);
    }
}
