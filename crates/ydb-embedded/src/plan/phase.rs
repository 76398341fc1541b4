//! Phases of a query: which writes a named query sees.
//!
//! YDB collects the statements of a query into blocks (`TKiExploreTxResults` in `yql_kikimr_opt_build.cpp`). What a
//! block reads is read before anything that the block writes is applied. A new block, which sees what was written,
//! begins where a statement reads a table that the block has written: with a FROM, or because it is an UPDATE, an INSERT
//! or the like. A named query is read where it is defined as far as this rule goes, but it is computed in every block
//! that uses it:
//!
//! ```text
//! $rows = (SELECT * FROM t);
//! UPSERT INTO t ..;              phase 0
//! SELECT * FROM $rows;           phase 0: without the rows of the UPSERT
//! SELECT * FROM t;               phase 1, because t is written: with these rows
//! SELECT * FROM $rows;           phase 1: with these rows, too
//! ```
//!
//! Here the steps of a plan run in the order of the text, so each read sees all writes before it. That differs only for
//! named expressions, since any other read of a written table begins a phase. So in a phase that has written, named
//! expressions are computed ahead of the first write: values always, and queries if they read a table that is written.
//!
//! YDB also ends a block after each result set, but applies nothing there. One difference is left: a lambda that reads
//! a written table sees what is written.

use std::collections::HashSet;
use std::sync::Arc;

use super::steps::Step;

/// The phase that is being planned.
#[derive(Default)]
pub(super) struct Phase {
    /// How many phases were before it.
    pub(super) number: usize,
    /// The paths of the tables that it writes.
    pub(super) written: HashSet<Arc<str>>,
    /// The position of its first write among the steps.
    pub(super) first_write: Option<usize>,
    /// The steps that come before that.
    pub(super) ahead: Vec<Step>,
    /// Whether such steps are being planned.
    pub(super) is_ahead: bool,
}

impl Phase {
    /// Whether it writes the table at this path.
    pub(super) fn writes(&self, path: &str) -> bool {
        self.written.contains(path)
    }
}
