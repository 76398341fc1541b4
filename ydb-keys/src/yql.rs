//! The macros for checked queries.

/// A query whose text is checked while the program compiles.
#[cfg_attr(docsrs, doc(cfg(feature = "yql")))]
#[macro_export]
macro_rules! yql {
    ($($query:tt)*) => { $crate::__private::yql::yql!([$crate] $($query)*) };
}

/// The same of a query in a file, whose path begins beside the `Cargo.toml` of the crate.
#[cfg_attr(docsrs, doc(cfg(feature = "yql")))]
#[macro_export]
macro_rules! yql_file {
    ($($query:tt)*) => { $crate::__private::yql::yql_file!([$crate] $($query)*) };
}
