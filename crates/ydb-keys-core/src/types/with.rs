//! `#[ydb(with = module)]`: a column of a foreign type, encoded and decoded by the functions of a module.

use super::{ColumnInfo, Encode, Value, YdbType};
use crate::error::ValueError;

/// The function of a module that encodes.
type EncodeFn<'a, T> = fn(&'a T, YdbType) -> Result<Value<'a>, ValueError>;

/// A field with `#[ydb(with = module)]`: of the type `T` that the functions of the module take and return, or an
/// `Option` of it, which is NULL for `None` without asking them.
#[diagnostic::on_unimplemented(
    message = "column_type: `{Self}` is neither `{T}`, as in the functions of the module, nor an `Option` of it",
    label = "not the type of the module's functions",
    note = "change the type of the field, or write a module for it and name that one",
    note = "for more, run `ydb-keys explain column_type` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#column_type"
)]
pub trait Holds<T>: Sized {
    /// Whether the column may hold NULL.
    const NULLABLE: bool;

    /// Encodes by the function of the module.
    fn encode_with<'a>(&'a self, ty: YdbType, encode: EncodeFn<'a, T>) -> Result<Value<'a>, ValueError>;

    /// Decodes by the function of the module.
    fn decode_with<'v>(value: Value<'v>, decode: fn(Value<'v>) -> Result<T, ValueError>) -> Result<Self, ValueError>;
}

impl<T> Holds<T> for T {
    const NULLABLE: bool = false;

    #[inline]
    fn encode_with<'a>(&'a self, ty: YdbType, encode: EncodeFn<'a, T>) -> Result<Value<'a>, ValueError> {
        encode(self, ty)
    }

    #[inline]
    fn decode_with<'v>(value: Value<'v>, decode: fn(Value<'v>) -> Result<T, ValueError>) -> Result<Self, ValueError> {
        decode(value)
    }
}

impl<T> Holds<T> for Option<T> {
    const NULLABLE: bool = true;

    #[inline]
    fn encode_with<'a>(&'a self, ty: YdbType, encode: EncodeFn<'a, T>) -> Result<Value<'a>, ValueError> {
        self.as_ref().map_or(Ok(Value::Null), |value| encode(value, ty))
    }

    #[inline]
    fn decode_with<'v>(value: Value<'v>, decode: fn(Value<'v>) -> Result<T, ValueError>) -> Result<Self, ValueError> {
        match value {
            Value::Null => Ok(None),
            value => decode(value).map(Some),
        }
    }
}

/// What a module says of its type, of a field of type `F`. The function only tells what `T` is.
#[doc(hidden)]
pub const fn with_info<F: Holds<T>, T>(
    info: ColumnInfo,
    _encode: fn(&T, YdbType) -> Result<Value<'_>, ValueError>,
) -> ColumnInfo {
    if F::NULLABLE { info.nullable() } else { info }
}

/// A value of a type that is not a column by itself, with the function that encodes it.
pub struct Encoded<'v, V> {
    /// The value of the field.
    pub value: &'v V,
    /// Encodes it as a value of the column's type.
    pub encode: fn(&V, YdbType) -> Result<Value<'_>, ValueError>,
}

impl<V> Encode for Encoded<'_, V> {
    fn encode_as(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        (self.encode)(self.value, ty)
    }
}
