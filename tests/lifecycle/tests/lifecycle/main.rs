//! Schema changes through YDB's own client on the embedded engine.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod check;
mod describe;
mod pull;
mod rekey;
