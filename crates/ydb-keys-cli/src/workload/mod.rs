//! Advice from the queries that a database runs: changes of keys and indexes, ranked by what they save. Pure.
//!
//! ```text
//! queries with runs ── shape ──> queries, each judged against drafts of the tables ── cost ──> rows and partitions
//! tables, statistics ─ draft ──> candidates (what reads wish for) ── search ──> proposals, one after the other
//!                                rewrite: texts that no schema helps                └── texts: what to paste and run
//! ```
//!
//! A proposal counts on top of those before it, so that two of them never save the same rows.

mod candidates;
mod comments;
mod cost;
mod draft;
mod judge;
mod rewrite;
mod search;
mod shape;
mod statistics;
#[cfg(test)]
mod tests;
mod texts;

use serde::Serialize;

pub(crate) use comments::{runs_of, statistics_of};
pub(crate) use cost::Cost;
pub(crate) use search::advise;
pub(crate) use shape::grouped;
pub(crate) use statistics::Statistics;
pub(crate) use texts::{count, rate};

/// Query that runs again and again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunQuery {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Runs in a second.
    pub(crate) runs: f64,
    /// Rows that a run reads, if that was measured.
    pub(crate) rows: Option<f64>,
}

/// Advice on the tables that queries use.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct WorkloadAdvice {
    /// Cost of all queries in a second.
    pub(crate) before: Cost,
    /// Cost with all proposals and rewritten queries.
    pub(crate) after: Cost,
    /// Number of queries that were judged.
    pub(crate) queries: usize,
    pub(crate) proposals: Vec<Proposal>,
    pub(crate) rewrites: Vec<Rewrite>,
    /// Queries that read far more or fewer rows than estimated.
    pub(crate) misjudged: Vec<String>,
    /// Queries that were left out, each with the reason.
    pub(crate) not_understood: Vec<String>,
}

/// Change of a table, with what it brings.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Proposal {
    pub(crate) table: String,
    /// The change in one line: `index orders on (status, placed_at)`.
    pub(crate) change: String,
    /// Cost of all queries in a second before the change and with it.
    pub(crate) before: Cost,
    pub(crate) after: Cost,
    /// Queries whose cost changes; those that get dearer are last.
    pub(crate) queries: Vec<QueryChange>,
    /// Attribute of the model, and `true` if it is to be deleted.
    pub(crate) attribute: String,
    pub(crate) is_dropped: bool,
    /// Statements to run; none for a change of the key, which `apply --rekey` makes.
    pub(crate) statements: Vec<String>,
    /// Queries with the hash of a new key, where it follows from the values in their texts.
    pub(crate) texts: Vec<String>,
    /// Work of the change itself.
    pub(crate) effort: String,
    /// Reasons to doubt the estimate.
    pub(crate) doubts: Vec<String>,
}

/// Cost of one query before and after a change.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct QueryChange {
    pub(crate) name: String,
    pub(crate) runs: f64,
    /// Access to each table, such as `full orders` or `prefix orders.by_status`.
    pub(crate) reads_before: String,
    pub(crate) reads_after: String,
    /// Indexes that the text must name for that, because YDB does not choose them: `orders VIEW by_status`.
    pub(crate) pinned: Vec<String>,
    /// Cost of a run.
    pub(crate) before: Cost,
    pub(crate) after: Cost,
}

/// Query that another text makes cheaper, without a change of the tables.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Rewrite {
    pub(crate) name: String,
    pub(crate) runs: f64,
    /// The fault of the text, and the cure.
    pub(crate) reason: String,
    /// New text; `None` if the text cannot be made better.
    pub(crate) text: Option<String>,
    pub(crate) before: Cost,
    pub(crate) after: Cost,
}
