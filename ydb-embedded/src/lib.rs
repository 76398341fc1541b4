//! An in-process YDB for tests, examples and a first run.

#![forbid(unsafe_code)]

pub mod catalog;
pub mod error;
pub mod exec;
pub mod plan;
pub mod session;
pub mod storage;
#[cfg(test)]
mod tests;
pub mod types;
pub mod yql;
