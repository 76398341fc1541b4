//! JSON values that paths walk through. A copy of a value shares its contents.

use std::sync::Arc;

use crate::types::json;

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

    fn printed(self) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Uint(number) => number.to_string(),
            Self::Double(number) => json::double::<10>(number),
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

    pub(super) fn member(members: &[(Arc<str>, Self)], key: &str) -> Option<Self> {
        let place = members.binary_search_by(|(known, _)| (**known).cmp(key)).ok()?;
        Some(members[place].1.clone())
    }

    /// Returns the text of a scalar, or `None` for an array or an object.
    pub fn scalar(&self) -> Option<String> {
        match self {
            Self::Null => Some("null".to_owned()),
            Self::Bool(truth) => Some(truth.to_string()),
            Self::Number(number) => Some(number.printed()),
            Self::Text(text) => Some(text.to_string()),
            Self::Array(_) | Self::Object(_) => None,
        }
    }

    /// Prints the value as YDB's JSON writer does, without spaces.
    pub fn printed(&self) -> String {
        let mut out = String::new();
        self.print(&mut out);
        out
    }

    fn print(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(&json::string(text)),
            Self::Array(items) => {
                out.push('[');
                for (number, item) in items.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    item.print(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (number, (key, value)) in members.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    out.push_str(&json::string(key));
                    out.push(':');
                    value.print(out);
                }
                out.push('}');
            }
            Self::Null | Self::Bool(_) | Self::Number(_) => out.extend(self.scalar()),
        }
    }
}
