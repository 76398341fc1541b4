//! `#[ydb_keys::test]` as its users write it, and what the compiler says of code that needs the client.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may say so by a panic")]

mod attribute;
mod directories;
mod errors;
mod parallel;
mod schedule;
