//! What generated code names of the client, without the feature `sdk`: macros that implement nothing.

/// The client's trait does not exist.
#[doc(hidden)]
#[macro_export]
macro_rules! __from_ydb_row {
    ($ident:ident) => {};
}

/// No method of a scan runs it.
#[doc(hidden)]
#[macro_export]
macro_rules! __sdk_scan_methods {
    ($scan:ident, $model:ident, $of:ident) => {};
}

pub use __from_ydb_row as from_ydb_row;
pub use __sdk_scan_methods as sdk_scan_methods;
