//! Shared by the benchmarks: a table, the same operations on it with `ydb-keys` and by hand, and a server process.

#![recursion_limit = "256"]

pub mod by_hand;
pub mod by_keys;
pub mod model;
pub mod server;

/// The result of everything here.
pub type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
