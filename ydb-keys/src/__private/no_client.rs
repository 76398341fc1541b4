//! What generated code names of the client, without the feature `sdk`: macros that implement nothing.

/// The client's trait does not exist.
#[doc(hidden)]
#[macro_export]
macro_rules! __from_ydb_row {
    ($ident:ident) => {};
}

pub use __from_ydb_row as from_ydb_row;
