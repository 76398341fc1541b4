//! Order as an input: one seed gives one history, and the seeds find each of five planted bugs.

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
