//! `ydb::FromYdbRow` for derived types, if the feature `sdk` is on. The derives cannot see the features of this crate.

/// With `sdk`: the SDK's own `typed()` can return models and rows.
#[cfg(feature = "sdk")]
#[doc(hidden)]
#[macro_export]
macro_rules! __from_ydb_row {
    ($ident:ident) => {
        #[automatically_derived]
        impl $crate::__private::FromYdbRow for $ident {
            fn from_row(row: $crate::__private::SdkRow) -> $crate::__private::SdkResult<Self> {
                $crate::__private::from_ydb_row(row)
            }
        }
    };
}

/// Without `sdk` the trait does not exist.
#[cfg(not(feature = "sdk"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __from_ydb_row {
    ($ident:ident) => {};
}

pub use __from_ydb_row as from_ydb_row;
