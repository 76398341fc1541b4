//! The questions to the database: the part of this room that knows the client.

mod counters;
mod failure;
mod layouts;
mod lint;
mod models;
mod sample;
mod tree;

pub(crate) use counters::counters;
pub(crate) use failure::LookError;
pub(crate) use layouts::layouts;
pub(crate) use lint::{Range, look, unknown};
pub(crate) use models::pull_all;
pub(crate) use sample::{SampleError, table_rows};
