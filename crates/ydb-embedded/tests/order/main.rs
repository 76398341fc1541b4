//! Order as an input: one seed is one history, and each of five planted faults is found by its seeds.

#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends by a panic")]

mod copy;
mod export;
mod faults;
mod lag;
mod linear;
mod locks;
mod repeat;
mod retry;
mod support;
mod token;
mod weak;
