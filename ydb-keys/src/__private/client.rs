//! What generated code names of the client (feature `sdk`).

pub use crate::sdk::{FromYdbRow, SdkResult, SdkRow, from_ydb_row};

/// The SDK's own `typed()` can return models and rows.
#[doc(hidden)]
#[macro_export]
macro_rules! __from_ydb_row {
    ($ident:ident) => {
        #[automatically_derived]
        impl $crate::__private::FromYdbRow for $ident {
            fn from_row(__row: $crate::__private::SdkRow) -> $crate::__private::SdkResult<Self> {
                $crate::__private::from_ydb_row(__row)
            }
        }
    };
}

pub use __from_ydb_row as from_ydb_row;
