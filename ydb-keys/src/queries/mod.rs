//! Queries written by hand, judged by the keys of the tables that they read: where rows are found, and what that costs.
//!
//! The facts of a query come from its text, without a table: the macro `yql!` writes them as constants, and the program
//! `ydb-keys queries` makes them when it reads a file. All functions here can run at compile time.

mod access;
mod facts;
mod key;

pub use access::{Access, accesses, is_for_scans, is_without_hash};
pub use facts::{Column, Condition, Node, Place, Scope, Source, SourceKind};
