//! Tests of the engine with the unmodified official SDK, and with the bare protocol where the SDK shows too little.

#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may say so by a panic")]

mod arrow;
mod arrow_answers;
mod arrow_forms;
mod arrow_refused;
mod auth;
#[cfg(feature = "cli")]
mod binary;
mod bulk;
mod bulk_refused;
mod changefeeds;
mod compressed;
mod conflicts;
mod faults;
mod faults_streams;
mod idle;
mod limits;
mod modes;
mod protocol;
mod queries;
mod results;
mod schemes;
mod servers;
mod sessions;
mod snapshots;
mod streams;
mod support;
mod table_queries;
mod table_requests;
mod tables;
mod transactions;
mod types;
mod types_dates;
mod types_stored;
