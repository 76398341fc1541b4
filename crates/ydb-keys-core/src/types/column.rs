//! The traits of Rust types that can be columns: their YDB types, and the functions that encode and decode their
//! values.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::SystemTime;

use super::const_text::any;
use super::{Value, YdbType};
use crate::error::ValueError;

/// A Rust type that can be the type of a YDB column.
///
/// Implemented for the Rust primitives, `String`, `Box<str>`, `Arc<str>`, `Cow<'static, str>`, `Vec<u8>`, `[u8; N]`,
/// `SystemTime`, `Duration`, `IpAddr`, `Ipv4Addr`, `Ipv6Addr`, [`Decimal`](crate::types::decimal::Decimal), `Option` of
/// each, and with the features of the same name for types of `bytes`, `chrono`, `jiff`, `rust_decimal`, `serde_json`,
/// `time` and `uuid`. For your own newtypes and enums derive it: `#[derive(YdbColumn)]`.
#[diagnostic::on_unimplemented(
    message = "column_type: `{Self}` is not a type of a YDB column",
    label = "not a column type",
    note = "for a newtype or a fieldless enum write `#[derive(ydb_keys::YdbColumn)]` on it; to store any serde type as JSON write `#[ydb(json)]` on the field; to store a foreign type by functions of your own write `#[ydb(with = module)]` on it; to leave the field out of the table write `#[ydb(skip)]`",
    note = "types of `bytes`, `chrono`, `jiff`, `rust_decimal`, `serde_json`, `time` and `uuid` are columns with the `ydb-keys` feature of the same name",
    note = "for more, run `ydb-keys explain column_type` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#column_type"
)]
pub trait Column: Sized {
    /// YDB types and properties of the values.
    const INFO: ColumnInfo;

    /// Returns the value as a column of type `ty` stores it.
    ///
    /// The type `ty` is one of [`ColumnInfo::carries`]. A precision that is finer than the type's unit is rounded down.
    ///
    /// # Errors
    /// [`ValueError::OutOfRange`] when the type cannot hold the value, which is never wrapped; [`ValueError::Invalid`]
    /// when the value has no form in the type at all.
    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError>;

    /// Decodes a value that was read from a column.
    ///
    /// # Errors
    /// [`ValueError::Null`] for NULL if the Rust type is not an `Option`, [`ValueError::Mismatch`] for a value of a YDB
    /// type that the Rust type does not carry, [`ValueError::OutOfRange`] and [`ValueError::Invalid`] for a value that
    /// the Rust type cannot represent.
    fn decode(value: Value<'_>) -> Result<Self, ValueError>;

    /// Appends the value to a column of values. Types that can do this in fewer steps than by `encode` override it.
    #[doc(hidden)]
    #[inline]
    fn append_cell(&self, cells: &mut super::Cells) -> Result<(), ValueError> {
        self.encode(cells.ty).and_then(|value| cells.push(&value))
    }

    #[doc(hidden)]
    #[inline]
    fn as_dyn(&self) -> &dyn Encode {
        self
    }
}

/// Object-safe half of [`Column`], so that the fields of a row can be passed as a list.
pub trait Encode {
    /// Returns the value for a column of this type.
    fn encode_as(&self, ty: YdbType) -> Result<Value<'_>, ValueError>;

    /// Appends the value for a column of this type to a list. The value is built in place instead of being moved out of
    /// a `Result`.
    #[inline]
    fn encode_into<'a>(&'a self, ty: YdbType, values: &mut Vec<Value<'a>>) -> Result<(), ValueError> {
        match self.encode_as(ty) {
            Ok(value) => {
                values.push(value);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Appends the value to a column of values, in the type of that column.
    fn append_to(&self, cells: &mut super::Cells) -> Result<(), ValueError> {
        self.encode_as(cells.ty).and_then(|value| cells.push(&value))
    }
}

/// Implements [`Column`] for Rust types that are never NULL. Arguments are the info of each, and the code that encodes
/// and decodes it.
macro_rules! columns {
    ($(
        $(#[$doc:meta])*
        $rust:ty $(where [$($generics:tt)*])? $(as $kind:ident)?: $info:expr, |$self:ident, $ty:tt| $encode:expr, |$value:ident| $decode:expr;
    )*) => {$(
        $(#[$doc])*
        impl $(<$($generics)*>)? $crate::types::Column for $rust {
            const INFO: $crate::types::ColumnInfo = $info;

            #[inline]
            fn encode(&$self, $ty: $crate::types::YdbType) -> Result<$crate::types::Value<'_>, $crate::error::ValueError> {
                $encode
            }

            fn decode($value: $crate::types::Value<'_>) -> Result<Self, $crate::error::ValueError> {
                $decode
            }
        }

        impl $(<$($generics)*>)? $crate::types::Required for $rust {}
        $(impl $crate::types::column::$kind for $rust {})?
    )*};
}

pub(crate) use columns;

#[diagnostic::do_not_recommend]
impl<T: Column> Encode for T {
    #[inline]
    fn encode_as(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        self.encode(ty)
    }

    #[inline]
    fn append_to(&self, cells: &mut super::Cells) -> Result<(), ValueError> {
        self.append_cell(cells)
    }
}

/// Column type that is not already optional, so that an `Option` can be put around it.
#[diagnostic::on_unimplemented(
    message = "column_type: `Option<{Self}>` is not a type of a YDB column",
    label = "an `Option` of an `Option`",
    note = "a YDB column is either NOT NULL or nullable; write only one `Option`",
    note = "for more, run `ydb-keys explain column_type` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#column_type"
)]
pub trait Required: Column {}

/// Type of a skipped field, which gets its default value when a row is read.
#[diagnostic::on_unimplemented(
    message = "column_type: `{Self}` has no default value, which a skipped field gets when a row is read",
    label = "not `Default`",
    note = "write `#[derive(Default)]` on the type, or wrap it in an `Option`",
    note = "for more, run `ydb-keys explain column_type` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#column_type"
)]
pub trait Skipped {
    #[doc(hidden)]
    fn value() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Skipped for T {
    #[inline]
    fn value() -> Self {
        T::default()
    }
}

/// Properties of a column type that the compiler knows: its YDB types, and how its values are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnInfo {
    /// YDB type of a column unless `#[ydb(type = "...")]` says otherwise.
    pub ty: YdbType,
    /// YDB types that `#[ydb(type = "...")]` may choose.
    pub carries: &'static [YdbType],
    /// `true` for an `Option<_>`: the column may hold NULL.
    pub nullable: bool,
    /// `true` if declared `monotonic`: later values are greater.
    pub monotonic: bool,
    /// `true` if declared `dispersed`: values are spread over the whole range.
    pub dispersed: bool,
    /// `true` for a fieldless enum or a bool: there are a handful of values.
    pub low_cardinality: bool,
    /// Texts of a fieldless enum that is stored as text.
    pub texts: &'static [&'static str],
    /// Numbers of a fieldless enum that is stored as a number.
    pub codes: &'static [i128],
}

impl ColumnInfo {
    /// Creates the info of a NOT NULL column. The Rust type can carry these YDB types; the first one is the default.
    pub const fn new(carries: &'static [YdbType]) -> Self {
        ColumnInfo {
            ty: carries[0],
            carries,
            nullable: false,
            monotonic: false,
            dispersed: false,
            low_cardinality: false,
            texts: &[],
            codes: &[],
        }
    }

    /// Returns the info of a column that may hold NULL.
    pub const fn nullable(self) -> Self {
        ColumnInfo { nullable: true, ..self }
    }

    /// Returns the info with another YDB type that the Rust type can carry.
    pub const fn with_type(self, ty: YdbType) -> Self {
        ColumnInfo { ty, ..self }
    }

    /// Returns the info with values declared to grow.
    pub const fn monotonic(self) -> Self {
        ColumnInfo { monotonic: true, ..self }
    }

    /// Returns the info with values declared to be spread over the whole range.
    pub const fn dispersed(self) -> Self {
        ColumnInfo { dispersed: true, ..self }
    }

    /// Returns the info with values declared to be few.
    pub const fn low_cardinality(self) -> Self {
        ColumnInfo { low_cardinality: true, ..self }
    }

    /// Creates the info of a fieldless enum that is stored as one of these texts.
    pub const fn texts(texts: &'static [&'static str]) -> Self {
        ColumnInfo { texts, ..ColumnInfo::new(&[YdbType::Utf8]).low_cardinality() }
    }

    /// Creates the info of a fieldless enum that is stored as one of these numbers, of the one type in `carries`.
    pub const fn codes(carries: &'static [YdbType], codes: &'static [i128]) -> Self {
        ColumnInfo { codes, ..ColumnInfo::new(carries).low_cardinality() }
    }

    /// Returns `true` if the Rust type can be a column of type `ty`.
    #[doc(hidden)]
    pub const fn can_carry(&self, ty: YdbType) -> bool {
        let is_decimal = matches!(ty, YdbType::Decimal { .. });
        any!(i < self.carries.len(), {
            let own = self.carries[i];
            own.same(ty) || is_decimal && own.same(YdbType::ANY_DECIMAL)
        })
    }

    /// Checks that the Rust type `T`, to which this info belongs, can be stored as a YDB type.
    ///
    /// # Errors
    /// The YDB types as which `T` can be stored, if `ty` is none of them.
    #[doc(hidden)]
    pub fn carried_as<T: ?Sized>(&self, ty: YdbType) -> Result<(), ValueError> {
        if self.can_carry(ty) {
            return Ok(());
        }
        let types: Vec<String> = self.carries.iter().map(YdbType::to_string).collect();
        let (name, types) = (std::any::type_name::<T>(), types.join(", "));
        Err(ValueError::invalid(format_args!("`{name}` cannot be stored as this type, only as {types}")))
    }
}

impl<T: Required> Column for Option<T> {
    const INFO: ColumnInfo = T::INFO.nullable();

    #[inline]
    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        match self {
            Some(value) => value.encode(ty),
            None => Ok(Value::Null),
        }
    }

    #[inline]
    fn append_cell(&self, cells: &mut super::Cells) -> Result<(), ValueError> {
        match self {
            Some(value) => value.append_cell(cells),
            None => cells.push(&Value::Null),
        }
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        match value {
            Value::Null => Ok(None),
            value => T::decode(value).map(Some),
        }
    }
}

// The case of a field whose type is called like one that no column has: the derive knows what to write instead.
//
// The derive knows names, and not types: a program may call a column's type `usize`. Therefore it asks for
// `Instead::<usize, u64>::INFO`. If the type is a column, that is the inherent constant. For all other types name
// resolution falls back to the trait, whose column is that of the second type. The rest of the model is then judged as
// if the replacement were written, so that there is only one error.

/// A type, with the type to write instead if no column has it.
#[doc(hidden)]
pub struct Instead<T, R>(PhantomData<(T, R)>);

impl<T: Column, R> Instead<T, R> {
    pub const IS_COLUMN: bool = true;
    pub const INFO: ColumnInfo = T::INFO;

    pub fn as_dyn(value: &T) -> &dyn Encode {
        value.as_dyn()
    }

    pub fn encode(value: &T, ty: YdbType) -> Result<Value<'_>, ValueError> {
        value.encode(ty)
    }

    pub fn decode(value: Value<'_>) -> Result<T, ValueError> {
        T::decode(value)
    }
}

/// Fallback for a type that no column has. None of its functions ever runs.
#[doc(hidden)]
pub trait NoColumn<T> {
    const IS_COLUMN: bool;
    const INFO: ColumnInfo;

    fn as_dyn(_: &T) -> &dyn Encode {
        &false
    }

    fn encode(_: &T, _: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(Value::Null)
    }

    fn decode(_: Value<'_>) -> Result<T, ValueError> {
        Err(ValueError::Null)
    }
}

impl<T, R: Column> NoColumn<T> for Instead<T, R> {
    const IS_COLUMN: bool = false;
    const INFO: ColumnInfo = R::INFO;
}

/// Function of a module that encodes values of type `T`.
type EncodeFn<'a, T> = fn(&'a T, YdbType) -> Result<Value<'a>, ValueError>;

/// Type of a field with `#[ydb(with = module)]`: the type `T` of the module's functions, or an `Option` of it. `None`
/// is stored as NULL without a call of these functions.
#[diagnostic::on_unimplemented(
    message = "column_type: `{Self}` is neither `{T}`, as in the functions of the module, nor an `Option` of it",
    label = "not the type of the module's functions",
    note = "change the type of the field, or write a module for it and name that one",
    note = "for more, run `ydb-keys explain column_type` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#column_type"
)]
pub trait Holds<T>: Sized {
    /// `true` if the column may hold NULL.
    const NULLABLE: bool;

    /// Encodes the field by the function of the module.
    fn encode_with<'a>(&'a self, ty: YdbType, encode: EncodeFn<'a, T>) -> Result<Value<'a>, ValueError>;

    /// Decodes the field by the function of the module.
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

/// Returns the info of a field of type `F` whose module has this info for its type. The function argument only tells
/// the compiler what `T` is.
#[doc(hidden)]
pub const fn with_info<F: Holds<T>, T>(
    info: ColumnInfo,
    _encode: fn(&T, YdbType) -> Result<Value<'_>, ValueError>,
) -> ColumnInfo {
    if F::NULLABLE { info.nullable() } else { info }
}

/// Value of a type that is not a column by itself, with the function that encodes it.
pub struct Encoded<'v, V> {
    /// Value of the field.
    pub value: &'v V,
    /// Function that encodes the value as one of the column's type.
    pub encode: fn(&V, YdbType) -> Result<Value<'_>, ValueError>,
}

impl<V> Encode for Encoded<'_, V> {
    fn encode_as(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        (self.encode)(self.value, ty)
    }
}

/// Number, which `add` and `sub` change. A newtype of a number is a number, too.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: a column of type `{Self}` is not a number, so nothing can be added to it or subtracted from it",
    label = "not a number",
    note = "`add` and `sub` change integers and floats; texts and bytes take `append`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Number {}

/// Text or bytes, which `append` changes. A newtype of one of them counts, too.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: a column of type `{Self}` is neither a string nor bytes, so nothing can be appended to it",
    label = "neither text nor bytes",
    note = "`append` changes `String` and `Vec<u8>`; numbers take `add`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Text {}

/// Time, which `now` sets. A newtype of a time is a time, too.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: a column of type `{Self}` does not hold times, so `now` cannot be stored in it",
    label = "not a time",
    note = "`now` sets `SystemTime` and the dates and times of the time crates",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Time {}

/// Type of a column that may be NULL: `Option<_>`.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: a column of type `{Self}` is never NULL",
    label = "never NULL",
    note = "`coalesce`, `is_null` and `is_not_null` are for columns of type `Option<_>`; to set the column pass the value itself",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Nullable {}

impl<V> Nullable for Option<V> {}

/// Type of a column that has comparisons.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: columns of type `{Self}` have no comparisons",
    label = "no comparisons",
    note = "YQL cannot compare documents; compare another column",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait Comparable {
    /// Type without `Option`.
    type Inner;
}

#[diagnostic::do_not_recommend]
impl<V: Required> Comparable for V {
    type Inner = V;
}

#[diagnostic::do_not_recommend]
impl<V: Required> Comparable for Option<V> {
    type Inner = V;
}

macro_rules! kinds {
    ($($kind:ident: $($ty:ty),*;)*) => {
        $($(impl $kind for $ty {})*)*
    };
}

kinds! {
    Number: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64;
    Text: String, Box<str>, Arc<str>, Cow<'static, str>, Vec<u8>;
    Time: SystemTime;
}

impl<V: Number + Required> Number for Option<V> {}
impl<V: Text + Required> Text for Option<V> {}
impl<V: Time + Required> Time for Option<V> {}
