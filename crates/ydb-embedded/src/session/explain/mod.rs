//! Explained plans: the operators of a query as YDB's plans show them (`kqp_query_plan.cpp`).
//!
//! A plan is the same for all values of the parameters, as in YDB.

mod keys;
mod operators;

use std::collections::BTreeSet;

use operators::text;

use crate::catalog::Table;
use crate::exec::{OutputColumn, Scan};
use crate::expr::{Env, Expr, ExprKind};
use crate::plan::steps::Plan;

pub(super) use operators::explain;

/// A query's plan in the form that YDB shows.
///
/// YDB's plans show how a query is divided among the nodes of a cluster, and what the optimizer estimated and the run
/// measured. This engine has neither. Its plans leave out:
///
/// - the connections `UnionAll`, `Merge`, `HashShuffle`, `Map` and `Broadcast`, the stages `Collect` and `Stage` that
///   only pass rows on, `Scan` (`Parallel` or `Sequential`), and the `Phase` of an aggregation: there is one of each;
/// - the phases that compute ranges and keys; the numbers in the names `%kqp%tx_result_binding_0_N` are those of this
///   plan;
/// - `E-Rows`, `E-Cost`, `E-Size` and `OptimizerStats`; `A-Rows`, `A-Cpu` and each `Stats` of a query that has run;
/// - `SortBy`, `TopSortBy` and `Aggregation`, which show the lambdas of YDB's optimizer, and predicates, limits and
///   constants that contain anything but columns, literals, parameters, comparisons and arithmetic;
/// - `Reverse` if it is false;
/// - the writes to indexes, and the rows that are read for them.
///
/// Consecutive integers in `IN` are separate ranges here, while YDB reads them as one range; a repeated item counts
/// once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Planned {
    pub database: String,
    /// Subqueries that are evaluated before the rest of the query.
    pub precomputed: Vec<Node>,
    pub results: Vec<Node>,
    /// Writes without a result set.
    pub sinks: Vec<Node>,
}

/// An operator and the operators that give it rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub operator: PlanOperator,
    pub inputs: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanOperator {
    Read(PlannedRead),
    /// A read of the rows whose keys the input gives. With `join`, each row is joined to the input's row.
    Lookup {
        read: PlannedRead,
        join: bool,
    },
    Write(PlannedWrite),
    /// Any other operator. `node` is the name in the type of the operator's node; if empty, `name` is used.
    Other {
        node: &'static str,
        name: String,
        properties: Vec<(&'static str, String)>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRead {
    /// Absolute path of the table, or of the table that stores the index.
    pub path: String,
    /// Names of the columns that are read, sorted.
    pub columns: Vec<String>,
    pub keys: PlannedKeys,
    /// Largest number of rows that are read.
    pub limit: Option<String>,
    pub reverse: bool,
}

/// Keys that are read, with a text for each column: `a (5)`, `b (1, +∞)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlannedKeys {
    All(Vec<String>),
    /// A single key, as a list of one struct.
    Point(String),
    /// A single range: the columns with single values, and the columns with ranges.
    Range(Vec<String>, Vec<String>),
    /// Several ranges, which are computed before the query.
    Ranges {
        /// The ranges, or the name of the result that they depend on.
        ranges: Result<Vec<String>, String>,
        /// Leading key columns that the ranges use.
        used: Vec<String>,
        /// Largest number of ranges, if known.
        expected: Option<usize>,
        /// Number of leading columns that have single values.
        points: usize,
    },
    /// Keys that the input gives: names of the key columns, sorted.
    Given(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedWrite {
    /// Absolute path of the table.
    pub path: String,
    /// Name of the kind of write: `Upsert`, `Replace`, ..
    pub name: &'static str,
    /// Names of the columns that are written, sorted; none for a deletion.
    pub columns: Vec<String>,
}

impl Planned {
    /// Visits all nodes, each one after its inputs.
    pub fn for_each<'p>(&'p self, visit: &mut dyn FnMut(&'p Node)) {
        for node in self.precomputed.iter().chain(&self.results).chain(&self.sinks) {
            node.for_each(visit);
        }
    }
}

impl Node {
    /// Creates the node of rows that come from no table.
    fn constant(iterator: Option<String>) -> Self {
        Self::other("ConstantExpr", "Iterator", [("Iterator", iterator)], Vec::new())
    }

    /// Creates the node of an operator that has only a name and properties. If `name` is empty, the name is `node`.
    /// Unknown properties are left out.
    fn other<const N: usize>(
        node: &'static str,
        name: impl Into<String>,
        properties: [(&'static str, Option<String>); N],
        inputs: Vec<Self>,
    ) -> Self {
        let known = properties.into_iter().filter_map(|(name, value)| Some((name, value?)));
        Self { operator: PlanOperator::Other { node, name: name.into(), properties: known.collect() }, inputs }
    }

    /// Creates the node of a read of the rows whose keys the input gives.
    fn lookup(path: &str, columns: Vec<String>, keys: Vec<String>, join: bool, inputs: Vec<Self>) -> Self {
        let (path, keys) = (path.to_owned(), PlannedKeys::Given(keys));
        let read = PlannedRead { path, columns, keys, limit: None, reverse: false };
        Self { operator: PlanOperator::Lookup { read, join }, inputs }
    }

    fn for_each<'p>(&'p self, visit: &mut dyn FnMut(&'p Self)) {
        for input in &self.inputs {
            input.for_each(visit);
        }
        visit(self);
    }

    pub fn table(&self) -> Option<&str> {
        match &self.operator {
            PlanOperator::Read(read) | PlanOperator::Lookup { read, .. } => Some(&read.path),
            PlanOperator::Write(write) => Some(&write.path),
            PlanOperator::Other { .. } => None,
        }
    }
}

impl PlannedRead {
    /// Returns the type of the read in the plan's `tables` section.
    pub fn kind(&self) -> &'static str {
        match &self.keys {
            PlannedKeys::All(_) => "FullScan",
            // For example `a >= 5 AND a <= 5`.
            PlannedKeys::Range(_, others) if others.is_empty() => "Lookup",
            PlannedKeys::Range(..) | PlannedKeys::Ranges { .. } => "Scan",
            PlannedKeys::Point(_) | PlannedKeys::Given(_) => "Lookup",
        }
    }
}

struct Walk<'p> {
    plan: &'p Plan,
    /// Values of the named expressions that need no parameter.
    env: Env,
    /// Slots of the values in `env`.
    known: BTreeSet<usize>,
    /// Slots of the subqueries that are evaluated before the query.
    precomputed: Vec<usize>,
    /// Number of computed results that have got a name.
    bindings: usize,
}

impl<'p> Walk<'p> {
    fn new(plan: &'p Plan) -> Self {
        let env = Env::new(Vec::new(), plan.subqueries, 0, 0);
        Self { plan, env, known: BTreeSet::new(), precomputed: Vec::new(), bindings: 0 }
    }

    /// Returns `true` if an expression without columns has the same value in every run.
    fn is_known(&self, expr: &Expr) -> bool {
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

    /// Returns a new name for the result of a computation before the query.
    fn binding(&mut self) -> String {
        self.bindings += 1;
        format!("%kqp%tx_result_binding_0_{}", self.bindings - 1)
    }

    fn text(&self, expr: &Expr, columns: &[OutputColumn]) -> Option<String> {
        text(expr, columns, self.plan)
    }
}

fn all(table: &Table) -> PlannedKeys {
    PlannedKeys::All(key(table).map(|name| format!("{name} (-∞, +∞)")).collect())
}

fn key(table: &Table) -> impl Iterator<Item = &str> {
    table.key.iter().map(|&column| &*table.columns[column].name)
}

/// Returns the sorted names of a scan's columns, like the members of a struct.
fn names(scan: &Scan, columns: impl Iterator<Item = usize>) -> Vec<String> {
    sorted(columns.map(|column| &*scan.table.columns[column].name))
}

/// Returns the names sorted and without duplicates.
fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}
