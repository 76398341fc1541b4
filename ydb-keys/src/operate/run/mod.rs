//! The questions to the database: the part of this room that knows the client.

mod counters;
mod failure;
mod lint;
mod tree;

pub(crate) use failure::LintError;
pub(crate) use lint::{Range, look};
