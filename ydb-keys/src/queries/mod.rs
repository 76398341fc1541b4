//! Queries written by hand, judged by the keys of the tables that they read: where rows are found, and what that costs.
//!
//! The facts of a query come from its text, without a table: the macro `yql!` writes them as constants, and the program
//! `ydb-keys queries` makes them when it reads a file. All functions here can run at compile time.

#![allow(missing_docs, reason = "public for the code of the macro and for the program only")]

mod access;
#[cfg(feature = "yql")]
pub(crate) mod added;
#[cfg(feature = "yql")]
mod check;
mod facts;
#[cfg(feature = "yql")]
mod fault;
mod key;
#[cfg(feature = "yql")]
mod names;
#[cfg(feature = "yql")]
mod parameters;
#[cfg(feature = "yql")]
mod query;
#[cfg(all(feature = "sdk", feature = "yql"))]
mod results;
#[cfg(feature = "yql")]
mod scans;
#[cfg(feature = "yql")]
mod snippet;
#[cfg(feature = "yql")]
mod writes;

pub use access::{Access, accesses, is_for_scans, is_without_hash};
#[cfg(feature = "yql")]
pub use check::{check, check_permission};
#[cfg(feature = "yql")]
pub use facts::Compared;
pub use facts::{Column, Condition, Node, Place, Scope, Source, SourceKind};
#[cfg(feature = "yql")]
pub use facts::{Target, With};
#[cfg(feature = "yql")]
pub(crate) use key::index_hash;
#[cfg(feature = "yql")]
pub(crate) use parameters::ty;
#[cfg(feature = "yql")]
pub use parameters::{Beside, Parameter, Use};
#[cfg(feature = "yql")]
pub use query::{FullScan, Origin, Query, ResultColumn, Results};
#[cfg(all(feature = "sdk", feature = "yql"))]
pub(crate) use results::check_row;
