//! The state of explaining a plan, and the names of a table's columns.

use std::collections::BTreeSet;

use super::node::PlannedKeys;
use super::text::text;
use crate::catalog::Table;
use crate::exec::{OutputColumn, Scan};
use crate::expr::{Env, Expr, ExprKind};
use crate::plan::steps::Plan;

/// The state of explaining one plan.
pub(super) struct Walk<'p> {
    pub(super) plan: &'p Plan,
    /// The values of the named expressions that need no parameter.
    pub(super) env: Env,
    /// Their slots.
    pub(super) known: BTreeSet<usize>,
    /// The slots of the subqueries that are evaluated before the query.
    pub(super) precomputed: Vec<usize>,
    /// How many results of computations have a name.
    bindings: usize,
}

impl<'p> Walk<'p> {
    pub(super) fn new(plan: &'p Plan) -> Self {
        let env = Env::new(Vec::new(), plan.subqueries, 0, 0);
        Self { plan, env, known: BTreeSet::new(), precomputed: Vec::new(), bindings: 0 }
    }

    /// Whether an expression without columns has the same value in each run.
    pub(super) fn is_known(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Param(_) => false,
            ExprKind::Subquery(slot) => self.known.contains(slot),
            ExprKind::Call { name, .. } if name.starts_with("Current") || name.starts_with("Random") => false,
            _ => {
                let mut known = true;
                expr.for_each_child(&mut |child| known &= self.is_known(child));
                known
            }
        }
    }

    /// The name of the result of a computation before the query.
    pub(super) fn binding(&mut self) -> String {
        self.bindings += 1;
        format!("%kqp%tx_result_binding_0_{}", self.bindings - 1)
    }

    pub(super) fn text(&self, expr: &Expr, columns: &[OutputColumn]) -> Option<String> {
        text(expr, columns, self.plan)
    }
}

/// All keys of a table.
pub(super) fn all(table: &Table) -> PlannedKeys {
    PlannedKeys::All(key(table).map(|name| format!("{name} (-∞, +∞)")).collect())
}

/// The names of a table's key columns.
pub(super) fn key(table: &Table) -> impl Iterator<Item = &str> {
    table.key.iter().map(|&column| &*table.columns[column].name)
}

/// The names of columns of a scan's table, sorted, as the members of a struct are.
pub(super) fn names(scan: &Scan, columns: impl Iterator<Item = usize>) -> Vec<String> {
    sorted(columns.map(|column| &*scan.table.columns[column].name))
}

/// Names in order, each once.
pub(super) fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}
