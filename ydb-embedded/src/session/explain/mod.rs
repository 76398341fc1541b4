//! Explained plans: the operators of a query as YDB's plans show them (`kqp_query_plan.cpp`).
//!
//! A plan is the same for all values of the parameters, as it is in YDB.

mod keys;
mod node;
mod range;
mod text;

use std::collections::BTreeSet;

pub use self::node::{Node, Operator, Planned, PlannedKeys, PlannedRead, PlannedWrite};

use self::keys::{all, key};
use self::text::text;
use crate::catalog::{Column, Table};
use crate::expr::{Env, Expr, ExprKind, Inputs, eval};
use crate::plan::extract::Extraction;
use crate::plan::rel::{Join, JoinStrategy, Joined, OutputColumn, Rel, RelKind, Scan};
use crate::plan::steps::{Given, Plan, Step, Write, WriteKind};
use crate::yql::ast::JoinKind;

/// Explains a plan.
pub(super) fn explain(plan: &Plan) -> Planned {
    let mut walk = Walk::new(plan);
    let mut planned = Planned::default();
    for step in &plan.steps {
        match step {
            Step::Subquery(subquery) => match subquery.value() {
                Some(value) if walk.is_known(value) => {
                    let value = eval(value, &Inputs::new(&[], &walk.env));
                    walk.env.set_subquery(subquery.slot, value);
                    walk.known.insert(subquery.slot);
                }
                Some(_) => {}
                None => {
                    let node = walk.node(&subquery.rel);
                    walk.precomputed.push(subquery.slot);
                    planned.precomputed.push(node);
                }
            },
            Step::Result(rel) => planned.results.push(walk.node(rel)),
            Step::Write(write) => {
                let to = if write.returning.is_some() { &mut planned.results } else { &mut planned.sinks };
                to.push(walk.write(write));
            }
            Step::Scheme(_) | Step::ShowCreate(_) => {}
        }
    }
    planned
}

/// The state of explaining one plan.
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

    /// Whether an expression without columns has the same value in each run.
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

    fn node(&mut self, rel: &Rel) -> Node {
        match &rel.kind {
            RelKind::Unit => constant(None),
            RelKind::Values(rows) => {
                let row = |row: &Vec<Expr>| self.row(row, &rel.columns);
                constant(rows.iter().map(row).collect::<Option<Vec<_>>>().map(|rows| format!("[{}]", rows.join(","))))
            }
            RelKind::AsTable(list) => constant(match list.kind {
                ExprKind::Subquery(slot) => {
                    let position = self.precomputed.iter().position(|own| *own == slot);
                    position.map(|position| format!("precompute_0_{position}"))
                }
                _ => self.text(list, &[]),
            }),
            RelKind::Scan(scan) => self.scan(scan, rel),
            RelKind::SysView(view) => {
                let columns = sorted(view.columns.iter().map(|column| &*column.name));
                let keys = all(view);
                let read = PlannedRead { path: view.path.to_string(), columns, keys, limit: None, reverse: false };
                Node { operator: Operator::Read(read), inputs: Vec::new() }
            }
            RelKind::Filter { input, predicate } => {
                let mut below = self.node(input);
                unlimit(&mut below);
                self.filter(below, predicate, &input.columns)
            }
            RelKind::Project { input, exprs } => match &input.kind {
                RelKind::Unit => constant(self.row(exprs, &rel.columns).map(|row| format!("[{row}]"))),
                _ => self.node(input),
            },
            RelKind::Join(join) => self.join(join),
            RelKind::Group { input, keys, .. } => {
                let key = if let [key] = &keys[..] { self.text(key, &input.columns) } else { None };
                let input = self.node(input);
                over(input, "Aggregate", "Aggregate".to_owned(), [("GroupBy", key)])
            }
            RelKind::Window { input, windows } => {
                let divided = windows.iter().filter(|window| !window.partition.is_empty());
                let input = self.node(input);
                divided.fold(input, |input, _| over(input, "Aggregate", "PartitionByKey".to_owned(), []))
            }
            RelKind::Distinct(input) => {
                let input = self.node(input);
                over(input, "Aggregate", "Aggregate".to_owned(), [])
            }
            RelKind::Sort { input, top, .. } => {
                let input = self.node(input);
                match top {
                    Some(top) => over(input, "TopSort", "TopSort".to_owned(), [("Limit", self.text(top, &[]))]),
                    None => over(input, "Sort", "Sort".to_owned(), []),
                }
            }
            RelKind::Limit { input, limit, offset } => {
                let mut node = self.node(input);
                if let Some(offset) = offset {
                    node = over(node, "Offset", "Offset".to_owned(), [("Offset", self.text(offset, &[]))]);
                }
                match limit {
                    Some(limit) => over(node, "Limit", "Limit".to_owned(), [("Limit", self.text(limit, &[]))]),
                    None => node,
                }
            }
            RelKind::Union(inputs) => {
                let inputs = inputs.iter().map(|input| self.node(input)).collect();
                Node { operator: other("Union", "Union".to_owned(), []), inputs }
            }
        }
    }

    /// A row of constants as a struct.
    fn row(&self, values: &[Expr], columns: &[OutputColumn]) -> Option<String> {
        let member =
            |(value, column): (&Expr, &OutputColumn)| Some(format!("{}: {}", column.name, self.text(value, &[])?));
        let members: Option<Vec<String>> = values.iter().zip(columns).map(member).collect();
        Some(format!("{{{}}}", members?.join(",")))
    }

    fn filter(&self, input: Node, predicate: &Expr, columns: &[OutputColumn]) -> Node {
        over(input, "Filter", "Filter".to_owned(), [("Predicate", self.text(predicate, columns))])
    }

    /// Filters by several conditions.
    fn filter_all(&self, input: Node, conditions: Vec<Expr>, columns: &[OutputColumn]) -> Node {
        let Some(first) = conditions.first() else { return input };
        let (ty, at) = (first.ty.clone(), first.at);
        self.filter(input, &Expr::new(ty, at, ExprKind::And(conditions.into())), columns)
    }

    /// A read of a table or an index, the lookups of what the index lacks, and what is checked on each row.
    fn scan(&mut self, scan: &Scan, rel: &Rel) -> Node {
        let positions = scan.key_positions();
        let extraction = scan.predicate.as_ref().and_then(|predicate| Extraction::of(&positions, predicate));
        let keys = self.keys(scan, extraction.as_ref());
        let rest = match extraction {
            Some(extraction) if !matches!(keys, PlannedKeys::All(_)) => extraction.rest,
            _ => scan.predicate.iter().cloned().collect(),
        };
        let is_lookup = matches!(keys, PlannedKeys::Point(_) | PlannedKeys::Given(_));
        let hint = scan.hint.as_ref().filter(|_| rest.is_empty() && !is_lookup);
        let limit = hint.and_then(|hint| self.text(hint, &[]));
        let needed = names(scan, scan.needed.iter().copied());
        let table = scan.read_table();
        let is_covered = |column: &usize| table.column(&scan.table.columns[*column].name).is_some();
        let looks_up = !scan.needed.iter().all(is_covered);
        let columns = if looks_up {
            let checked = rest.iter().flat_map(Expr::columns).filter(is_covered);
            names(scan, scan.table.key.iter().copied().chain(checked))
        } else {
            needed.clone()
        };
        let inputs = match &keys {
            PlannedKeys::Point(key) => vec![constant(Some(key.clone()))],
            _ => Vec::new(),
        };
        let is_given = matches!(keys, PlannedKeys::Given(_));
        let read = PlannedRead { path: table.path.to_string(), columns, keys, limit, reverse: scan.descending };
        let operator = if is_given { Operator::Lookup { read, join: false } } else { Operator::Read(read) };
        let mut node = Node { operator, inputs };
        if looks_up {
            let keys = PlannedKeys::Given(sorted(key(&scan.table)));
            node = lookup(&scan.table, needed, keys, false, vec![node]);
        }
        self.filter_all(node, rest, &rel.columns)
    }

    fn join(&mut self, join: &Join) -> Node {
        let mut node = self.node(&join.first);
        let mut columns = join.first.columns.clone();
        for joined in &join.joined {
            let right = &joined.right;
            node = match (&joined.strategy, &right.kind) {
                (JoinStrategy::Lookup(given), RelKind::Scan(scan)) => self.lookup_join(node, scan, given.len(), right),
                _ => {
                    let condition = condition(joined, &columns);
                    let name = join_name(joined.kind);
                    let inputs = vec![node, self.node(right)];
                    let condition = condition.filter(|_| name.ends_with("(MapJoin)"));
                    Node { operator: other("", name, [("Condition", condition)]), inputs }
                }
            };
            columns.truncate(joined.kept());
            if !matches!(joined.kind, JoinKind::LeftSemi | JoinKind::LeftOnly) {
                columns.extend(right.columns.iter().cloned());
            }
            if let Some(filter) = &joined.filter {
                node = self.filter(node, filter, &columns);
            }
        }
        node
    }

    /// A join whose right rows are looked up by the first `given` columns of the key.
    fn lookup_join(&self, left: Node, scan: &Scan, given: usize, right: &Rel) -> Node {
        let table = scan.read_table();
        let needed = names(scan, scan.needed.iter().copied());
        let keys = PlannedKeys::Given(sorted(key(table).take(given)));
        let looks_up = !scan.needed.iter().all(|&column| table.column(&scan.table.columns[column].name).is_some());
        let columns = if looks_up { names(scan, scan.table.key.iter().copied()) } else { needed.clone() };
        let mut node = lookup(table, columns, keys, true, vec![left]);
        if looks_up {
            node = lookup(&scan.table, needed, PlannedKeys::Given(sorted(key(&scan.table))), false, vec![node]);
        }
        match &scan.predicate {
            Some(predicate) => self.filter(node, predicate, &right.columns),
            None => node,
        }
    }

    fn write(&mut self, write: &Write) -> Node {
        let table = &write.table;
        let mut source = self.node(&write.source);
        // The names of the sinks' modes. INSERT OR REVERT has none: YDB looks the keys up first.
        let name = match write.kind {
            WriteKind::Insert => "Insert",
            WriteKind::InsertOrRevert | WriteKind::Upsert => "Upsert",
            WriteKind::Replace => "Replace",
            WriteKind::Update => "Update",
            WriteKind::Delete => "Delete",
        };
        if write.kind == WriteKind::InsertOrRevert {
            let keys = PlannedKeys::Given(sorted(key(table)));
            source = lookup(table, sorted(key(table)), keys, false, vec![source]);
        }
        let is_written = |(column, given): (&Column, &Given)| match write.kind {
            WriteKind::Delete => false,
            WriteKind::Replace => true,
            WriteKind::Update => *given != Given::Absent,
            _ => *given != Given::Absent || column.default.is_some(),
        };
        let columns = table.columns.iter().zip(&write.values);
        let columns = sorted(columns.filter(|pair| is_written(*pair)).map(|(column, _)| &*column.name));
        let write = PlannedWrite { path: table.path.to_string(), name, columns };
        Node { operator: Operator::Write(write), inputs: vec![source] }
    }
}

/// Rows that no table gives.
fn constant(iterator: Option<String>) -> Node {
    let operator = other("ConstantExpr", "Iterator".to_owned(), [("Iterator", iterator)]);
    Node { operator, inputs: Vec::new() }
}

/// An operator over one input.
fn over<const N: usize>(
    input: Node,
    node: &'static str,
    name: String,
    properties: [(&'static str, Option<String>); N],
) -> Node {
    Node { operator: other(node, name, properties), inputs: vec![input] }
}

fn other<const N: usize>(
    node: &'static str,
    name: String,
    properties: [(&'static str, Option<String>); N],
) -> Operator {
    let known = properties.into_iter().filter_map(|(name, value)| Some((name, value?)));
    Operator::Other { node, name, properties: known.collect() }
}

fn lookup(table: &Table, columns: Vec<String>, keys: PlannedKeys, join: bool, inputs: Vec<Node>) -> Node {
    let read = PlannedRead { path: table.path.to_string(), columns, keys, limit: None, reverse: false };
    Node { operator: Operator::Lookup { read, join }, inputs }
}

/// Takes the limit from the read below a filter, because more rows are read.
fn unlimit(node: &mut Node) {
    if let Operator::Read(read) = &mut node.operator {
        read.limit = None;
    }
    node.inputs.iter_mut().for_each(unlimit);
}

/// The names of columns of a scan's table, sorted, as the members of a struct are.
fn names(scan: &Scan, columns: impl Iterator<Item = usize>) -> Vec<String> {
    sorted(columns.map(|column| &*scan.table.columns[column].name))
}

fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The name of a join whose right rows are kept in memory: `MapJoin` gives each left row its right rows, and `JoinDict`
/// gives right rows that no left row has met.
fn join_name(kind: JoinKind) -> String {
    match kind {
        JoinKind::Cross => "CrossJoin".to_owned(),
        JoinKind::Inner | JoinKind::Left | JoinKind::LeftSemi | JoinKind::LeftOnly => format!("{kind:?}Join (MapJoin)"),
        _ => format!("{kind:?}Join (JoinDict)"),
    }
}

/// The columns that a join compares: `x.a,x.b = y.a,y.b`.
fn condition(joined: &Joined, left: &[OutputColumn]) -> Option<String> {
    let side = |exprs: Vec<&Expr>, columns: &[OutputColumn]| {
        let name = |expr: &Expr| match expr.kind {
            ExprKind::Column(position) => {
                let column = columns.get(position)?;
                Some(format!("{}.{}", column.source.as_ref()?, column.name))
            }
            _ => None,
        };
        Some(exprs.into_iter().map(name).collect::<Option<Vec<_>>>()?.join(","))
    };
    let (a, b) = joined.equal.iter().map(|(a, b)| (a, b)).unzip();
    Some(format!("{} = {}", side(a, left)?, side(b, &joined.right.columns)?))
}
