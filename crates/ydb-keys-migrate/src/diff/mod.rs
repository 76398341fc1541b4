//! Comparison of models with live tables, and the plan of steps that make them equal.
//!
//! ```text
//! model (Table) ─┐
//!                ├─ compare/*: one subject per file ──> TableFindings ── finish ──> TablePlan ── display/* ──> text
//! LiveTable ─────┘
//! ```
//!
//! [`compare()`] sends no requests. Each subject adds its differences to the findings, together with their cures; the
//! head of `compare/findings.rs` says how findings become ordered steps, or one copy into a new table.

mod compare;
mod difference;
mod display;
mod plan;
mod release;

use std::fmt::Display;

pub use compare::compare;
pub use difference::{Difference, NotCompared};
pub use display::{NO_NOTES, Shown, Sum};
pub use plan::{Action, Effect, Plan, Rekey, StatementKind, Step, TablePlan};
pub(crate) use release::{obstacle, too_old_for_key_changes};

/// Formats a number with its noun: `1 step`, `2 steps`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    if number == N::from(1) { format!("{number} {noun}") } else { format!("{number} {noun}s") }
}
