//! Explained plans: the operators of a query as YDB's plans show them (`kqp_query_plan.cpp`).
//!
//! A plan is the same for all values of the parameters, as it is in YDB.

mod keys;
mod operators;

use std::collections::BTreeSet;

use operators::text;

use crate::catalog::Table;
use crate::exec::{OutputColumn, Scan};
use crate::expr::{Env, Expr, ExprKind};
use crate::plan::steps::Plan;

pub(super) use operators::explain;

/// A query's plan, as YDB shows it.
///
/// YDB's plans show how a query is divided among the nodes of a cluster, and what its optimizer and the run have
/// measured. This engine has neither, and leaves out:
///
/// - the connections `UnionAll`, `Merge`, `HashShuffle`, `Map` and `Broadcast`, the stages `Collect` and `Stage` that
///   only pass rows on, `Scan` (`Parallel` or `Sequential`), and the `Phase` of an aggregation: there is one of each;
/// - the phases that compute ranges and keys; the numbers in the names `%kqp%tx_result_binding_0_N` are those of this
///   plan;
/// - `E-Rows`, `E-Cost`, `E-Size` and `OptimizerStats`; `A-Rows`, `A-Cpu` and each `Stats` of a query that has run;
/// - `SortBy`, `TopSortBy` and `Aggregation`, which show the lambdas of YDB's optimizer, and predicates, limits and
///   constants with anything else than columns, literals, parameters, comparisons and arithmetic;
/// - `Reverse` where it is false;
/// - what a write does to indexes, and the rows that it reads for them.
///
/// Integers that follow one another in `IN` are single ranges here, while YDB reads them as one; an item that comes
/// twice counts once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Planned {
    pub database: String,
    /// The subqueries, evaluated before the rest.
    pub precomputed: Vec<Node>,
    pub results: Vec<Node>,
    /// The writes without a result set.
    pub sinks: Vec<Node>,
}

/// An operator and those that give it rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub operator: PlanOperator,
    pub inputs: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanOperator {
    Read(PlannedRead),
    /// A read of the rows whose keys the input gives; for a `join` each row is joined to that of the input.
    Lookup {
        read: PlannedRead,
        join: bool,
    },
    Write(PlannedWrite),
    /// Everything else. `node` is what it is called in the type of its node; empty for its name.
    Other {
        node: &'static str,
        name: String,
        properties: Vec<(&'static str, String)>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRead {
    /// The absolute path of the table, or of the table that stores the index.
    pub path: String,
    /// The names of the columns that are read, sorted.
    pub columns: Vec<String>,
    pub keys: PlannedKeys,
    /// The most rows that are read.
    pub limit: Option<String>,
    pub reverse: bool,
}

/// The keys that are read, with texts for each column: `a (5)`, `b (1, +∞)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlannedKeys {
    All(Vec<String>),
    /// One key: a list of one struct.
    Point(String),
    /// One range: the columns with single values, and the other ones.
    Range(Vec<String>, Vec<String>),
    /// Several ranges, computed before the query.
    Ranges {
        /// The ranges, or the name of a result that they depend on.
        ranges: Result<Vec<String>, String>,
        /// The leading columns of the key that they use.
        used: Vec<String>,
        /// The most of them, if known.
        expected: Option<usize>,
        /// How many leading columns have single values.
        points: usize,
    },
    /// The keys that the input gives: the columns' names, sorted.
    Given(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedWrite {
    /// The absolute path of the table.
    pub path: String,
    /// What is done with the rows: `Upsert`, `Replace`, ..
    pub name: &'static str,
    /// The names of the columns that are written, sorted; none for a deletion.
    pub columns: Vec<String>,
}

impl Planned {
    /// Visits all nodes, each after its inputs.
    pub fn for_each<'p>(&'p self, visit: &mut dyn FnMut(&'p Node)) {
        for node in self.precomputed.iter().chain(&self.results).chain(&self.sinks) {
            node.for_each(visit);
        }
    }
}

impl Node {
    /// Rows that no table gives.
    fn constant(iterator: Option<String>) -> Self {
        Self::other("ConstantExpr", "Iterator", [("Iterator", iterator)], Vec::new())
    }

    /// An operator that has a name only, which is its node's unless another is given, and the properties that are known.
    fn other<const N: usize>(
        node: &'static str,
        name: impl Into<String>,
        properties: [(&'static str, Option<String>); N],
        inputs: Vec<Self>,
    ) -> Self {
        let known = properties.into_iter().filter_map(|(name, value)| Some((name, value?)));
        Self { operator: PlanOperator::Other { node, name: name.into(), properties: known.collect() }, inputs }
    }

    /// A read of the rows whose keys the input gives.
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
    /// The type of the read in the section `tables`.
    pub fn kind(&self) -> &'static str {
        match &self.keys {
            PlannedKeys::All(_) => "FullScan",
            // `a >= 5 AND a <= 5`
            PlannedKeys::Range(_, others) if others.is_empty() => "Lookup",
            PlannedKeys::Range(..) | PlannedKeys::Ranges { .. } => "Scan",
            PlannedKeys::Point(_) | PlannedKeys::Given(_) => "Lookup",
        }
    }
}

struct Walk<'p> {
    plan: &'p Plan,
    /// The values of the named expressions that need no parameter.
    env: Env,
    /// Their slots.
    known: BTreeSet<usize>,
    /// The slots of the subqueries that are evaluated before the query.
    precomputed: Vec<usize>,
    /// How many results of computations have a name.
    bindings: usize,
}

impl<'p> Walk<'p> {
    fn new(plan: &'p Plan) -> Self {
        let env = Env::new(Vec::new(), plan.subqueries, 0, 0);
        Self { plan, env, known: BTreeSet::new(), precomputed: Vec::new(), bindings: 0 }
    }

    /// Returns `true` if an expression without columns has the same value in each run.
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

    /// The name of the result of a computation before the query.
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

/// The names of columns of a scan's table, sorted, as the members of a struct are.
fn names(scan: &Scan, columns: impl Iterator<Item = usize>) -> Vec<String> {
    sorted(columns.map(|column| &*scan.table.columns[column].name))
}

/// Names in order, each once.
fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}
