//! JSON text of serde types as columns: `#[ydb(json)]`, and `serde_json::Value` (feature `serde_json`).

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::column::columns;
use super::json::{JsonColumn, TYPES};
use super::{ColumnInfo, Value, YdbType};
use crate::error::ValueError;

/// Returns JSON text as a value of type `ty`.
fn typed(text: Cow<'_, str>, ty: YdbType) -> Value<'_> {
    match ty {
        YdbType::JsonDocument => Value::JsonDocument(text),
        YdbType::Utf8 => Value::Utf8(text),
        _ => Value::Json(text),
    }
}

fn parse<T: DeserializeOwned>(value: &Value<'_>) -> Result<T, ValueError> {
    match value {
        Value::Json(text) | Value::JsonDocument(text) | Value::Utf8(text) => serde_json::from_str(text)
            .map_err(|e| ValueError::invalid(format_args!("the JSON does not fit the field: {e}"))),
        other => Err(other.unexpected("Json")),
    }
}

impl<T: Serialize + DeserializeOwned> JsonColumn for T {
    fn to_value(&self, ty: YdbType, nullable: bool) -> Result<Value<'_>, ValueError> {
        let text = serde_json::to_string(self)
            .map_err(|e| ValueError::invalid(format_args!("the value cannot be written as JSON: {e}")))?;
        // A nullable column holds NULL for `None`, so that `IS NULL` finds the row.
        Ok(if nullable && text == "null" { Value::Null } else { typed(Cow::Owned(text), ty) })
    }

    fn from_value(value: Value<'_>) -> Result<Self, ValueError> {
        match value {
            Value::Null => serde_json::from_str("null").map_err(|_| ValueError::Null),
            value => parse(&value),
        }
    }
}

columns! {
    serde_json::Value: ColumnInfo::new(TYPES), |self, ty| Ok(typed(Cow::Owned(self.to_string()), ty)), |value| parse(&value);
}
