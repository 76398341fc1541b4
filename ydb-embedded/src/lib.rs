//! An in-process YDB for tests, examples and a first run.

#![forbid(unsafe_code)]

pub mod catalog;
pub mod error;
pub mod plan;
pub mod types;
pub mod yql;
