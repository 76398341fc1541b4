//! What generated code names of the client (feature `sdk`).

pub use crate::sdk::{Call, Executor, FromYdbRow, Rows, SdkResult, SdkRow, from_ydb_row};

/// The SDK's own `typed()` can return models and rows.
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

/// The methods of a scan that need a YDB client.
#[doc(hidden)]
#[macro_export]
macro_rules! __sdk_scan_methods {
    ($scan:ident, $model:ident, $of:ident) => {
        // The bound has its own lifetime, so it is not an error if it does not hold: a model need not be `Send`.
        impl<__S> $scan<__S> {
            pub fn fetch<'__q>(
                self,
                executor: impl $crate::__private::Executor + '__q,
            ) -> $crate::__private::Call<'__q, $crate::__private::Vec<$model>>
            where
                __S: $crate::__private::Bounded<$of>,
                for<'__s> $model: ::core::marker::Send,
            {
                $crate::__private::Select::fetch($crate::__private::Scan::rows(self.0), executor)
            }
            pub fn first<'__q>(
                self,
                executor: impl $crate::__private::Executor + '__q,
            ) -> $crate::__private::Call<'__q, ::core::option::Option<$model>>
            where
                __S: $crate::__private::Bounded<$of>,
                for<'__s> $model: ::core::marker::Send,
            {
                $crate::__private::Select::first($crate::__private::Scan::rows(self.0), executor)
            }
            pub fn stream<'__q>(
                self,
                executor: impl $crate::__private::Executor + '__q,
            ) -> $crate::__private::Rows<'__q, $model>
            where
                __S: $crate::__private::Bounded<$of>,
                for<'__s> $model: ::core::marker::Send,
            {
                $crate::__private::Select::stream($crate::__private::Scan::rows(self.0), executor)
            }
        }
    };
}

pub use __from_ydb_row as from_ydb_row;
pub use __sdk_scan_methods as sdk_scan_methods;
