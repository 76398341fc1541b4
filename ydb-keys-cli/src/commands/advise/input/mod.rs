//! The rows of a file, of the standard input or of a table, in their order, pushed into an intake.

mod bounded;
mod csv;
mod given;
mod json;
mod open;
#[cfg(feature = "parquet")]
mod parquet;
mod source;
mod table;

pub(super) use given::{Given, given};
