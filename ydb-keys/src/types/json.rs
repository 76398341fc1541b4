//! `#[ydb(json)]`: any serde type as a column of JSON text.

#[cfg(feature = "serde_json")]
use std::borrow::Cow;
use std::marker::PhantomData;

use super::{ColumnInfo, Value, YdbType};
use crate::error::ValueError;

/// The types JSON text can be stored as.
pub(crate) const TYPES: &[YdbType] = &[YdbType::Json, YdbType::JsonDocument, YdbType::Utf8];

/// JSON text as a value of type `ty`.
#[cfg(feature = "serde_json")]
pub(super) fn typed(text: Cow<'_, str>, ty: YdbType) -> Value<'_> {
    match ty {
        YdbType::JsonDocument => Value::JsonDocument(text),
        YdbType::Utf8 => Value::Utf8(text),
        _ => Value::Json(text),
    }
}

#[cfg(feature = "serde_json")]
pub(super) fn parse<T: serde::de::DeserializeOwned>(value: &Value<'_>) -> Result<T, ValueError> {
    match value {
        Value::Json(text) | Value::JsonDocument(text) | Value::Utf8(text) => serde_json::from_str(text)
            .map_err(|e| ValueError::invalid(format_args!("the JSON does not fit the field: {e}"))),
        other => Err(other.unexpected("Json")),
    }
}

/// A type that `#[ydb(json)]` can store: `Serialize + DeserializeOwned`, with the feature `serde_json`.
#[diagnostic::on_unimplemented(
    message = "column_type: `{Self}` cannot be stored as JSON",
    label = "not a serde type",
    note = "`#[ydb(json)]` needs `serde::Serialize` and `serde::Deserialize` on the type, and the feature `serde_json` of `ydb-keys`",
    note = "for more, run `ydb-keys explain column_type` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#column_type"
)]
pub trait JsonColumn: Sized {
    #[doc(hidden)]
    fn to_value(&self, ty: YdbType, nullable: bool) -> Result<Value<'_>, ValueError>;
    #[doc(hidden)]
    fn from_value(value: Value<'_>) -> Result<Self, ValueError>;
}

#[cfg(feature = "serde_json")]
impl<T: serde::Serialize + serde::de::DeserializeOwned> JsonColumn for T {
    fn to_value(&self, ty: YdbType, nullable: bool) -> Result<Value<'_>, ValueError> {
        let text = serde_json::to_string(self)
            .map_err(|e| ValueError::invalid(format_args!("the value cannot be written as JSON: {e}")))?;
        // A nullable column holds NULL for None, so that `IS NULL` finds it.
        Ok(if nullable && text == "null" { Value::Null } else { typed(Cow::Owned(text), ty) })
    }

    fn from_value(value: Value<'_>) -> Result<Self, ValueError> {
        match value {
            Value::Null => serde_json::from_str("null").map_err(|_| ValueError::Null),
            value => parse(&value),
        }
    }
}

/// Whether a `#[ydb(json)]` field is an `Option`, even through an alias: `JsonInfo::<T>::INFO`.
///
/// The inherent constant exists for options only; for all other types name resolution falls back to the trait.
#[doc(hidden)]
pub struct JsonInfo<T>(PhantomData<T>);

impl<T> JsonInfo<Option<T>> {
    pub const INFO: ColumnInfo = ColumnInfo::new(TYPES).nullable();
}

#[doc(hidden)]
pub trait RequiredJson {
    const INFO: ColumnInfo = ColumnInfo::new(TYPES);
}

impl<T> RequiredJson for JsonInfo<T> {}
