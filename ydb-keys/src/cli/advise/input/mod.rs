//! The rows of a file or of the standard input, in their order, pushed into an intake.

mod bounded;
mod csv;
mod json;
mod open;
#[cfg(feature = "parquet")]
mod parquet;
mod source;

pub(super) use open::read;
