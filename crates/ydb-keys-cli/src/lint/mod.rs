//! A live table and the rules: what is wrong, how bad it is, and what to write instead.
//!
//! ```text
//! LiveTable ── shape ──> Table ── schema::rules ─┐
//!           └─ index, partitioning, setting ─────┴─> Finding ── allow ──> Report
//! ```
//!
//! The rules are those of models (`schema::rules`), asked at run time. To those come what only a database shows: numbers
//! of partitions, rows that do not fit their hash, settings that a model cannot have.

mod allow;
mod counters;
mod finding;
mod index;
mod judge;
mod key;
mod partitioning;
mod report;
mod rule;
mod seen;
mod setting;
mod shape;
#[cfg(test)]
mod tests;

pub(crate) use allow::{AllowLine, parse};
pub(crate) use counters::{AllCounters, Counters};
pub(crate) use finding::{Cure, Finding, Severity};
pub(crate) use report::{AllowedBy, Models, Report, Survey, Unread};
#[cfg(test)]
pub(crate) use rule::LintRule;
pub(crate) use seen::Seen;
pub(crate) use shape::{Shape, plain, shape};
