//! `#[ydb(json)]`: any serde type as a column of JSON text.

use std::marker::PhantomData;

use super::{ColumnInfo, Value, YdbType};
use crate::error::ValueError;

/// The types JSON text can be stored as.
pub const TYPES: &[YdbType] = &[YdbType::Json, YdbType::JsonDocument, YdbType::Utf8];

/// A type that `#[ydb(json)]` can store: `Serialize + DeserializeOwned`, with the feature `serde_json`.
#[diagnostic::on_unimplemented(
    message = "column_type: `{Self}` cannot be stored as JSON",
    label = "not a serde type, or the feature `serde_json` of `ydb-keys` is off",
    note = "`#[ydb(json)]` needs `serde::Serialize` and `serde::Deserialize` on the type, and the feature `serde_json` of `ydb-keys`",
    note = "for more, run `ydb-keys explain column_type` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#column_type"
)]
pub trait JsonColumn: Sized {
    #[doc(hidden)]
    fn to_value(&self, ty: YdbType, nullable: bool) -> Result<Value<'_>, ValueError>;
    #[doc(hidden)]
    fn from_value(value: Value<'_>) -> Result<Self, ValueError>;
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
