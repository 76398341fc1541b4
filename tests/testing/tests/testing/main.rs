//! Tests `#[ydb_keys::test]` like its users write it, and the compiler's messages on code that needs the client.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may say so by a panic")]

mod attribute;
mod directories;
mod errors;
mod parallel;
mod schedule;
