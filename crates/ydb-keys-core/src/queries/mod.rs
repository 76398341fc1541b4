//! Queries written by hand, judged by the keys of the tables that they read: where rows are found, and what that costs.
//!
//! The facts of a query come from its text, without a table: the macro `yql!` writes them as numbers, and the program
//! `ydb-keys queries` makes them when it reads a file. All functions here can run at compile time.

#![allow(missing_docs, reason = "public for the code of the macro and for the program only")]

mod access;
pub mod added;
mod addition;
mod check;
mod choice;
pub mod edits;
mod facts;
mod fault;
mod key;
mod kinds;
mod literals;
mod names;
mod order;
mod parameters;
mod query;
mod resolved;
mod results;
mod said;
mod scans;
mod snippet;
pub mod value;
mod writes;

pub use access::Access;
pub use check::{check, check_permission, check_sources, faults};
pub use facts::position;
pub use facts::{Scope, SourceKind};
pub use fault::{Adds, Fault, What};
pub use order::certain_accesses;
pub use order::{Choice, accesses, choices, extent};
pub use query::{FullScan, Hole, Query};
pub use results::check_row;
