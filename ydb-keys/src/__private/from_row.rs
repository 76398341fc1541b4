//! `ydb::FromYdbRow` for what the derives make, where the feature `sdk` is on: they cannot see the features of this crate.

/// With `sdk`: models and rows are what the SDK's own `typed()` gives.
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

/// Without it there is no such trait.
#[cfg(not(feature = "sdk"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __from_ydb_row {
    ($ident:ident) => {};
}

pub use __from_ydb_row as from_ydb_row;
