//! Tests models without a database: golden texts, vectors, properties, and values that are refused before they are
//! sent.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod changes;
mod ddl;
mod flatten;
mod foreign;
mod hash_sql;
mod hashes;
mod ids;
mod key_order;
mod key_serde;
mod keys;
mod limits;
mod lists;
#[path = "../../../e2e/src/refusal.rs"]
#[allow(unreachable_pub, reason = "a file of another crate, too")]
mod refusal;
mod roundtrip;
mod rows;
mod statements;
mod vectors;
mod wide;
mod with;
