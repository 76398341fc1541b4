//! Tests schema changes with YDB's client: on the embedded engine, or on the YDB that `YDB_CONNECTION_STRING` names if
//! a test does not need its own engine.

// The client's futures are deep: a build with optimisations computes the layout of all of them.
#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]
#![allow(clippy::duplicated_attributes, reason = "clippy takes two indexes on one column for one")]

mod apply;
mod check;
mod compare;
mod describe;
mod differences;
mod hot;
mod program;
mod pull;
mod rekey;
mod shop;
