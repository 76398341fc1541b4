//! Order as an input: one seed is one history, and lost writes are found by their seeds.

#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends by a panic")]

mod repeat;
mod support;
