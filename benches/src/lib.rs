//! Shared code of the benchmarks: a table, the same operations on it with `ydb-keys` and by hand, and a server process.

#![recursion_limit = "256"]

pub mod by_hand;
pub mod by_keys;
pub mod clock;
pub mod model;
pub mod plain;
pub mod server;
pub mod slo;

use std::pin::pin;
use std::task::{Context, Waker};

/// Result of the benchmarks' functions.
pub type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Returns `full`, or `small` if the variable `BENCH_SMALL` is set: a benchmark then does as little as it can. The
/// figures then mean nothing, but the benchmark is known to run.
pub fn sized<T>(full: T, small: T) -> T {
    if std::env::var_os("BENCH_SMALL").is_some() { small } else { full }
}

/// Does what a call does before it waits: everything except sending it, if the client has no free session.
fn begin(call: impl IntoFuture) {
    let mut call = pin!(call.into_future());
    let waiting = call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending();
    assert!(waiting, "the client has a free session");
}
