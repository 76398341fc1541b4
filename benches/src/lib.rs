//! What the benchmarks share: a table, the same operations on it by `ydb-keys` and by hand, and a server in a process of its own.

#![recursion_limit = "256"]

pub mod by_hand;
pub mod by_keys;
pub mod model;
pub mod server;

/// What anything here gives.
pub type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
