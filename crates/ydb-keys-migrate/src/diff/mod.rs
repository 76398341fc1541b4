//! Compares models with live tables, and plans the steps that make them equal.
//!
//! ```text
//! model (Table) ─┐
//!                ├─ compare/*: one subject per file ──> Findings ── finish ──> TablePlan ── display/* ──> text
//! LiveTable ─────┘
//! ```
//!
//! [`compare()`] sends no requests. Each subject adds its differences to the findings, together with what to do about
//! them; the head of `compare/findings.rs` says how findings become ordered steps, or one copy into a new table.

mod additive;
mod compare;
mod difference;
mod display;
mod kind;
mod plan;
mod release;
mod step;

pub use compare::compare;
pub use difference::{Difference, NotCompared};
pub use display::counted::counted;
pub use display::plan::{Annotated, Shown, Sum};
pub use kind::StatementKind;
pub use plan::{Plan, Rekey, TablePlan};
pub(crate) use release::{obstacle, too_old_for_key_changes};
pub use step::{Action, Effect, Step};
