//! Queries written by hand, judged by the keys of the tables that they read: where rows are found, and what that costs.
//!
//! The facts of a query come from its text, without a table: the macro `yql!` writes them as constants, and the program
//! `ydb-keys queries` makes them when it reads a file. All functions here can run at compile time.

mod access;
#[cfg(feature = "yql")]
pub mod added;
mod check;
mod facts;
mod fault;
mod key;
mod kinds;
mod names;
mod parameters;
mod resolved;
mod results;
mod scans;
mod writes;

pub use access::{Access, accesses, extent, is_for_scans, is_without_hash};
pub use check::{Query, check, check_row};
pub use facts::{Column, Condition, Node, Place, Scope, Source, SourceKind, Target, With};
pub use key::index_hash;
pub use kinds::{Kind, Literal};
pub use parameters::{Beside, Parameter, Use, ty};
pub use results::{Origin, ResultColumn, Results};
pub use scans::FullScan;
