//! Operators of a plan, from the results down to the tables, with joins and with expressions as YDB's plans show them.

use super::{Node, PlanOperator, Planned, PlannedKeys, PlannedRead, PlannedWrite, Walk, all, key, names, sorted};
use crate::catalog::{Column, Table};
use crate::exec::{Given, Join, JoinStrategy, Joined, Limit, OutputColumn, Rel, RelKind, Scan, Write, WriteKind};
use crate::expr::{Expr, ExprKind, Inputs, eval};
use crate::plan::extract::Extraction;
use crate::plan::steps::{Plan, Step};
use crate::types::{ArithmeticOperator, Type, Value, to_text};
use crate::yql::ast::JoinKind;

pub(in crate::session) fn explain(plan: &Plan, database: &str) -> Planned {
    let mut walk = Walk::new(plan);
    let mut planned = Planned { database: database.to_owned(), ..Planned::default() };
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
            Step::Result(rel) | Step::Discard(rel) => planned.results.push(walk.node(rel)),
            Step::Write(write) => {
                let to = if write.returning.is_some() { &mut planned.results } else { &mut planned.sinks };
                to.push(walk.write(write));
            }
            Step::Scheme(_) | Step::ShowCreate(_) => {}
        }
    }
    planned
}

impl Walk<'_> {
    pub(super) fn node(&mut self, rel: &Rel) -> Node {
        match &rel.kind {
            RelKind::Unit => Node::constant(None),
            RelKind::Values(rows) => {
                let row = |row: &Vec<Expr>| self.row(row, &rel.columns);
                Node::constant(
                    rows.iter().map(row).collect::<Option<Vec<_>>>().map(|rows| format!("[{}]", rows.join(","))),
                )
            }
            RelKind::AsTable(list) => Node::constant(match list.kind {
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
                Node { operator: PlanOperator::Read(read), inputs: Vec::new() }
            }
            RelKind::Filter { input, predicate } => {
                let mut below = self.node(input);
                unlimit(&mut below);
                self.filter(below, predicate, &input.columns)
            }
            RelKind::Project { input, exprs } => match &input.kind {
                RelKind::Unit => Node::constant(self.row(exprs, &rel.columns).map(|row| format!("[{row}]"))),
                _ => self.node(input),
            },
            RelKind::Join(join) => self.join(join),
            RelKind::Group { input, group } => {
                let key = if let [key] = &group.keys[..] { self.text(key, &input.columns) } else { None };
                let input = self.node(input);
                Node::other("Aggregate", "Aggregate", [("GroupBy", key)], vec![input])
            }
            RelKind::Window { input, windows } => {
                let divided = windows.iter().filter(|window| !window.partition.is_empty());
                let input = self.node(input);
                divided.fold(input, |input, _| Node::other("Aggregate", "PartitionByKey", [], vec![input]))
            }
            RelKind::Flatten { input, .. } => self.node(input),
            RelKind::Distinct(input) => {
                let input = self.node(input);
                Node::other("Aggregate", "Aggregate", [], vec![input])
            }
            RelKind::Sort { input, sort } => {
                let input = self.node(input);
                match &sort.top {
                    Some(top) => Node::other("TopSort", "TopSort", [("Limit", self.reach(top))], vec![input]),
                    None => Node::other("Sort", "Sort", [], vec![input]),
                }
            }
            RelKind::Limit { input, limit } => {
                let mut node = self.node(input);
                if let (Some(offset), false) = (&limit.offset, limit.gives_skipped) {
                    node = Node::other("Offset", "Offset", [("Offset", self.text(offset, &[]))], vec![node]);
                }
                match &limit.limit {
                    Some(_) if limit.gives_skipped => {
                        Node::other("Limit", "Limit", [("Limit", self.reach(limit))], vec![node])
                    }
                    Some(limit) => Node::other("Limit", "Limit", [("Limit", self.text(limit, &[]))], vec![node]),
                    None => node,
                }
            }
            RelKind::Union { inputs, .. } => {
                let inputs = inputs.iter().map(|input| self.node(input)).collect();
                Node::other("Union", "Union", [], inputs)
            }
        }
    }

    /// Returns the text of a row of constants as a struct.
    fn row(&self, values: &[Expr], columns: &[OutputColumn]) -> Option<String> {
        let member =
            |(value, column): (&Expr, &OutputColumn)| Some(format!("{}: {}", column.name, self.text(value, &[])?));
        let members: Option<Vec<String>> = values.iter().zip(columns).map(member).collect();
        Some(format!("{{{}}}", members?.join(",")))
    }

    /// Returns the number of rows that are read for a LIMIT. UNVERIFIED: that YDB shows LIMIT with OFFSET like any
    /// other sum.
    fn reach(&self, limit: &Limit) -> Option<String> {
        let (wanted, offset) = (limit.limit.as_ref()?, limit.offset.as_ref());
        match (&wanted.kind, offset.map(|offset| &offset.kind)) {
            (ExprKind::Const(Value::Uint(wanted)), Some(ExprKind::Const(Value::Uint(skipped)))) => {
                Some(wanted.saturating_add(*skipped).to_string())
            }
            (_, None) => self.text(wanted, &[]),
            (_, Some(_)) => Some(format!("{} + {}", self.text(wanted, &[])?, self.text(offset?, &[])?)),
        }
    }

    pub(super) fn filter(&self, input: Node, predicate: &Expr, columns: &[OutputColumn]) -> Node {
        Node::other("Filter", "Filter", [("Predicate", self.text(predicate, columns))], vec![input])
    }

    fn filter_all(&self, input: Node, conditions: Vec<Expr>, columns: &[OutputColumn]) -> Node {
        let Some(first) = conditions.first() else { return input };
        let (ty, at) = (first.ty.clone(), first.at);
        self.filter(input, &Expr::new(ty, at, ExprKind::And(conditions.into())), columns)
    }

    /// Returns the read of a table or an index, the lookup of columns that the index lacks, and the filter that is
    /// checked on each row.
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
        let limit = hint.and_then(|hint| self.reach(hint));
        let table = scan.read_table();
        let columns = if is_covered(scan) {
            needed(scan)
        } else {
            let checked = rest.iter().flat_map(Expr::columns).filter(|column| has(table, scan, *column));
            names(scan, scan.table.key.iter().copied().chain(checked))
        };
        let inputs = match &keys {
            PlannedKeys::Point(key) => vec![Node::constant(Some(key.clone()))],
            _ => Vec::new(),
        };
        let is_given = matches!(keys, PlannedKeys::Given(_));
        let read = PlannedRead { path: table.path.to_string(), columns, keys, limit, reverse: scan.descending };
        let operator = if is_given { PlanOperator::Lookup { read, join: false } } else { PlanOperator::Read(read) };
        self.filter_all(with_rest(Node { operator, inputs }, scan), rest, &rel.columns)
    }

    fn write(&mut self, write: &Write) -> Node {
        let table = &write.table;
        let mut source = self.node(&write.source);
        // Names of the sinks' modes. INSERT OR REVERT has none. UNVERIFIED: that YDB shows it as a lookup of the keys
        // and an upsert.
        let name = match write.kind {
            WriteKind::Insert => "Insert",
            WriteKind::InsertOrRevert | WriteKind::Upsert => "Upsert",
            WriteKind::Replace => "Replace",
            WriteKind::Update => "Update",
            WriteKind::Delete => "Delete",
        };
        if write.kind == WriteKind::InsertOrRevert {
            source = Node::lookup(&table.path, sorted(key(table)), sorted(key(table)), false, vec![source]);
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
        Node { operator: PlanOperator::Write(write), inputs: vec![source] }
    }
}

pub(super) fn needed(scan: &Scan) -> Vec<String> {
    names(scan, scan.needed.iter().copied())
}

/// Returns `true` if a table, or the table of an index, has a scan's column.
fn has(table: &Table, scan: &Scan, column: usize) -> bool {
    table.column(&scan.table.columns[column].name).is_some()
}

fn is_covered(scan: &Scan) -> bool {
    scan.needed.iter().all(|&column| has(scan.read_table(), scan, column))
}

/// Adds the lookup of columns that an index lacks.
fn with_rest(node: Node, scan: &Scan) -> Node {
    if is_covered(scan) {
        return node;
    }
    Node::lookup(&scan.table.path, needed(scan), sorted(key(&scan.table)), false, vec![node])
}

/// Removes the limit from the read below a filter, because the filter drops rows and the read must return more.
fn unlimit(node: &mut Node) {
    if let PlanOperator::Read(read) = &mut node.operator {
        read.limit = None;
    }
    node.inputs.iter_mut().for_each(unlimit);
}

impl Walk<'_> {
    pub(super) fn join(&mut self, join: &Join) -> Node {
        let mut node = self.node(&join.first);
        let mut columns = join.first.columns.clone();
        for (joined, right) in &join.joined {
            node = match (&joined.strategy, &right.kind) {
                (JoinStrategy::Lookup(key), RelKind::Scan(scan)) => {
                    self.lookup_join(node, scan, key.fixed + key.given.len(), right)
                }
                _ => {
                    let name = join_name(joined.kind);
                    let condition = condition(joined, &columns, &right.columns).filter(|_| name.ends_with("(MapJoin)"));
                    Node::other("", name, [("Condition", condition)], vec![node, self.node(right)])
                }
            };
            columns = joined.columns(columns, &right.columns);
            if let Some(filter) = &joined.filter {
                node = self.filter(node, filter, &columns);
            }
        }
        node
    }

    /// Returns a join that looks up its right rows by the first `given` columns of the key.
    fn lookup_join(&self, left: Node, scan: &Scan, given: usize, right: &Rel) -> Node {
        let table = scan.read_table();
        let columns = if is_covered(scan) { needed(scan) } else { names(scan, scan.table.key.iter().copied()) };
        let node = Node::lookup(&table.path, columns, sorted(key(table).take(given)), true, vec![left]);
        let node = with_rest(node, scan);
        match &scan.predicate {
            Some(predicate) => self.filter(node, predicate, &right.columns),
            None => node,
        }
    }
}

/// Returns the name of a join that keeps its right rows in memory: `MapJoin` finds the right rows of each left row, and
/// `JoinDict` also returns right rows that match no left row. UNVERIFIED: that YDB shows a right join like this if it
/// is not the first of a chain; YDB swaps the sides of a first right join, as the planner does.
fn join_name(kind: JoinKind) -> String {
    match kind {
        JoinKind::Cross => "CrossJoin".to_owned(),
        JoinKind::Inner | JoinKind::Left | JoinKind::LeftSemi | JoinKind::LeftOnly => format!("{kind:?}Join (MapJoin)"),
        _ => format!("{kind:?}Join (JoinDict)"),
    }
}

/// Returns the text of the columns that a join compares: `x.a,x.b = y.a,y.b`.
fn condition(joined: &Joined, left: &[OutputColumn], right: &[OutputColumn]) -> Option<String> {
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
    Some(format!("{} = {}", side(a, left)?, side(b, right)?))
}

// Expressions as YDB's plans show them (`PrettyExprStr` of `plan_utils.cpp`): casts are left out, and columns are
// members of `item`.

/// Returns the text of an expression over rows; `None` if a part of it has no known text.
pub(super) fn text(expr: &Expr, columns: &[OutputColumn], plan: &Plan) -> Option<String> {
    let of = |expr: &Expr| text(expr, columns, plan);
    let all = |items: &[Expr], word: &str| Some(items.iter().map(of).collect::<Option<Vec<_>>>()?.join(word));
    match &expr.kind {
        ExprKind::Const(value) => constant(value, &expr.ty),
        ExprKind::Column(position) => columns.get(*position).map(|column| format!("item.{}", column.name)),
        ExprKind::Param(position) => plan.params.get(*position).map(|(name, _)| format!("${name}")),
        ExprKind::Convert(inner) | ExprKind::Cast(inner) | ExprKind::Just(inner) => of(inner),
        ExprKind::Coalesce(items) => items.first().and_then(of),
        ExprKind::And(items) => all(items, " And "),
        ExprKind::Or(items) => all(items, " Or "),
        ExprKind::Xor(items) => all(items, " Xor "),
        ExprKind::IsNull(inner) => Some(format!("Not {}", exists(inner, &of)?)),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::IsNull(inner) => exists(inner, &of),
            _ => Some(format!("Not {}", of(inner)?)),
        },
        ExprKind::Compare(op, pair) => Some(format!("{} {} {}", of(&pair[0])?, op.name(), of(&pair[1])?)),
        ExprKind::Arithmetic(first, rest) => {
            let mut text = operand(first, None, &of)?;
            let mut last = last_sign(first);
            for calculation in rest {
                let sign = sign(calculation.op)?;
                if binds_less(last, sign) {
                    text = format!("({text})");
                }
                text = format!("{text} {sign} {}", operand(&calculation.right, Some(sign), &of)?);
                last = Some(sign);
            }
            Some(text)
        }
        ExprKind::In(_) => Some("SqlIn".to_owned()),
        _ => None,
    }
}

fn exists(inner: &Expr, of: &impl Fn(&Expr) -> Option<String>) -> Option<String> {
    Some(format!("Exist({})", of(inner)?))
}

/// Returns the text of a constant: integers as they are, all other literals in quotes.
fn constant(value: &Value, ty: &Type) -> Option<String> {
    match (value, ty.unwrap_optional()) {
        (Value::Null, _) => None,
        (_, Type::Primitive(primitive)) if primitive.is_integer() => Some(to_text(value, ty.unwrap_optional())),
        (_, Type::Primitive(_) | Type::Decimal { .. }) => Some(format!("\"{}\"", literal(value, ty)?)),
        _ => None,
    }
}

/// Returns the text of a literal's atom, in which dates and intervals are numbers. UNVERIFIED: that YDB shows them like
/// this in computed ranges, too.
pub(super) fn literal(value: &Value, ty: &Type) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Text(text) => text.to_string(),
        // Like YDB's `RemoveForbiddenChars`.
        Value::Bytes(bytes) => std::str::from_utf8(bytes).unwrap_or("Non-UTF8 string").to_owned(),
        other => to_text(other, ty.unwrap_optional()),
    })
}

/// Returns the text of an operand, in parentheses if its operator binds less than `sign`.
fn operand(expr: &Expr, sign: Option<&'static str>, of: &impl Fn(&Expr) -> Option<String>) -> Option<String> {
    let text = of(expr)?;
    let less = sign.is_some_and(|sign| binds_less(last_sign(expr), sign));
    Some(if less { format!("({text})") } else { text })
}

/// Returns the operator that an expression applies last.
fn last_sign(expr: &Expr) -> Option<&'static str> {
    match &expr.kind {
        ExprKind::Arithmetic(_, rest) => rest.last().and_then(|calculation| sign(calculation.op)),
        _ => None,
    }
}

fn binds_less(inner: Option<&str>, outer: &str) -> bool {
    matches!(inner, Some("+" | "-")) && matches!(outer, "*" | "/")
}

const fn sign(op: ArithmeticOperator) -> Option<&'static str> {
    match op {
        ArithmeticOperator::Add => Some("+"),
        ArithmeticOperator::Sub => Some("-"),
        ArithmeticOperator::Mul => Some("*"),
        ArithmeticOperator::Div => Some("/"),
        ArithmeticOperator::Mod => Some("%"),
        _ => None,
    }
}
