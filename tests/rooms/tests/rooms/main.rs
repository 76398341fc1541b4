//! Compares the sources with decisions about them: the direction of imports, circles, links, the table of rules, the
//! list of published crates.
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

mod cycles;
mod links;
mod paths;
mod releases;
mod rooms;
mod rules;
