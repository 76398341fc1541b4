//! Queries in files: each one judged by the keys of the tables that it reads. Pure.

mod borrow;
mod file;
mod judge;
mod report;
mod schema;
#[cfg(test)]
mod tests;

pub(crate) use file::named;
pub(crate) use judge::{Options, judge};
pub(crate) use report::Judged;
pub(crate) use schema::{Described, SchemaError, schema};
