//! Phases of a query: which writes a named query sees, where phases begin, and which steps are planned ahead of the
//! writes.
//!
//! YDB collects the statements of a query into blocks (`TKiExploreTxResults` in `yql_kikimr_opt_build.cpp`). All reads
//! of a block happen before any write of the block is applied. A statement begins a new block, which sees the writes
//! before it, if it reads a table that the current block has written: with a FROM, or because it is an UPDATE, an
//! INSERT or the like. This rule counts a named query as read where it is defined, but the named query is computed in
//! every block that uses it:
//!
//! ```text
//! $rows = (SELECT * FROM t);
//! UPSERT INTO t ..;              phase 0
//! SELECT * FROM $rows;           phase 0: without the rows of the UPSERT
//! SELECT * FROM t;               phase 1, because t is written: with these rows
//! SELECT * FROM $rows;           phase 1: with these rows, too
//! ```
//!
//! Here the steps of a plan run in the order of the text, so each read sees all writes before it. The two orders differ
//! only for named expressions, because any other read of a written table begins a phase. In a phase that has written,
//! named expressions are therefore computed ahead of the first write: values always, and queries if they read a written
//! table.
//!
//! YDB also ends a block after each result set, but applies no writes there. One difference remains: here a lambda that
//! reads a written table sees the writes.

use std::collections::HashSet;
use std::sync::Arc;

use super::bindings::Need;
use super::steps::Step;
use super::{Planner, QueryPhase};
use crate::catalog::{IndexKind, Table};
use crate::error::Result;
use crate::yql::ast::{self, StatementKind};

impl Planner<'_> {
    /// Begins a new phase if a statement reads a table that the current phase has written.
    pub(super) fn enter(&mut self, statement: &ast::Statement, is_used: bool) {
        if self.phase.written.is_empty() || !is_used {
            return;
        }
        let reads = statement.tables.iter().any(|table| self.is_written(table));
        let rewrites = match &statement.kind {
            StatementKind::Update(update) => self.is_written(&update.table.path),
            StatementKind::Delete(delete) => {
                let always = matches!(delete.kind, ast::DeleteKind::Where(_));
                self.is_written(&delete.table.path) && (always || self.has_index(&delete.table.path))
            }
            StatementKind::Insert(insert) => {
                let always = matches!(insert.verb, ast::InsertVerb::Insert | ast::InsertVerb::InsertOrRevert);
                self.is_written(&insert.table.path) && (always || self.has_index(&insert.table.path))
            }
            _ => false,
        };
        if reads || rewrites {
            self.end_phase();
        }
    }

    fn is_written(&self, table: &ast::Ident) -> bool {
        self.resolve(&table.name).is_ok_and(|path| self.phase.writes(&path))
    }

    /// Returns `true` if every write to the table also reads it, to update the table's indexes (`ItUsedForWrite`).
    fn has_index(&self, table: &ast::Ident) -> bool {
        self.table(table, "").is_ok_and(|table| table.indexes.iter().any(|index| index.kind != IndexKind::GlobalAsync))
    }

    /// Puts the steps of the phase in order and begins the next phase.
    pub(super) fn end_phase(&mut self) {
        let QueryPhase { number, first_write, ahead, .. } = std::mem::take(&mut self.phase);
        self.phase.number = number + 1;
        if let Some(first) = first_write {
            self.steps.splice(first..first, ahead);
        }
        self.spools.clear();
        self.values.clear();
    }

    pub(super) fn push_write(&mut self, table: &Table, step: Step) {
        self.phase.first_write.get_or_insert(self.steps.len());
        self.phase.written.insert(Arc::clone(&table.path));
        self.steps.push(step);
    }

    /// Runs `plan` so that its steps come before all writes of the phase.
    pub(super) fn ahead<R>(&mut self, plan: impl FnOnce(&mut Self) -> R) -> R {
        if self.phase.is_ahead || self.phase.first_write.is_none() {
            return plan(self);
        }
        self.phase.is_ahead = true;
        std::mem::swap(&mut self.steps, &mut self.phase.ahead);
        let result = plan(self);
        std::mem::swap(&mut self.steps, &mut self.phase.ahead);
        self.phase.is_ahead = false;
        result
    }

    /// Plans the named expressions that a statement needs: queries whose rows are computed once, and values that an
    /// earlier phase computed. Each is planned after the ones that it needs itself, so planning a statement never
    /// recurses deeper than the expressions that are put in place.
    pub(super) fn prepare(&mut self, statement: &ast::Statement) -> Result<()> {
        // A definition needs named expressions only when its own name is used, unless it defines a value.
        if let StatementKind::Let { value, .. } = &statement.kind
            && matches!(value.kind, ast::ExprKind::Subquery(_) | ast::ExprKind::Lambda { .. } | ast::ExprKind::Named(_))
        {
            return Ok(());
        }
        let needs = self.bindings.needed(statement, &self.phase, |position| self.spools.contains_key(&position))?;
        for need in needs {
            match need {
                Need::Rows(query) => self.ahead(|planner| planner.spool(&query))?,
                Need::Value(position) => self.ahead(|planner| planner.renew(position))?,
            }
        }
        Ok(())
    }

    /// Returns the absolute paths of the tables that a statement itself reads.
    pub(super) fn read_by(&self, statement: &ast::Statement) -> Vec<Arc<str>> {
        statement.tables.iter().filter_map(|table| self.resolve(&table.name).ok()).map(Into::into).collect()
    }
}

/// Returns, for each statement, `false` if it is a definition that no other statement uses; YDB leaves such definitions
/// out.
pub(super) fn are_used(query: &ast::Query) -> Vec<bool> {
    let mut wanted: HashSet<&str> = HashSet::new();
    let mut used: Vec<bool> = query
        .statements
        .iter()
        .rev()
        .map(|statement| {
            let bound = statement.binds().iter();
            let is_used = !matches!(statement.kind, StatementKind::Let { .. })
                || bound.filter(|name| wanted.remove(&*name.name)).count() > 0;
            if is_used {
                wanted.extend(statement.uses().map(|name| &**name));
            }
            is_used
        })
        .collect();
    used.reverse();
    used
}
