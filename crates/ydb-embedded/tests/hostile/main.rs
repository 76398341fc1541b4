//! Statements that no sensible client sends must not affect other clients.

#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may say so by a panic")]

#[cfg(feature = "cli")]
mod chains;
#[cfg(feature = "cli")]
mod child;
#[cfg(feature = "cli")]
mod expansion;
mod heavy;
mod stopped;
mod support;
