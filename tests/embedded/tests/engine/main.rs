//! What ydb-keys prints, run by the embedded engine: golden DDL, golden statements, and hashes beside their YQL twins.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]
#![recursion_limit = "256"]

mod database;
mod ddl;
mod golden;
mod indexes;
#[path = "../../../models/tests/twins/table.rs"]
mod inputs;
mod migrations;
mod models;
mod replay;
mod statements;
mod twins;
mod values;
mod vectors;
