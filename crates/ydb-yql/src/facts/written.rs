//! Rows that a statement writes: their columns, the origins of their values, and mistakes in the number of values.

use std::collections::HashMap;
use std::sync::Arc;

use super::results::{Origin, core_of, origins};
use super::{Copied, Facts, Mistake, Target, Verb};
use crate::ast::{
    Expr, ExprKind, Ident, InsertVerb, Query, SelectBody, SelectCore, SelectItem, SelectQuery, SourceKind, Statement,
    StatementKind, TableName, UpdateKind,
};
use crate::error::Position;

/// Most levels of queries that are followed through the stars of a written query.
const MAX_DEPTH: usize = 20;

/// Value that each `$name` is bound to.
type Named<'q> = HashMap<Arc<str>, &'q Expr>;

impl Target {
    /// Makes the target of a statement from the columns that it names and the query of its rows. [`copied`] finds the
    /// copied columns later, when the scopes of the query are known.
    pub(super) fn of(
        table: TableName,
        verb: Verb,
        named: Option<&[Ident]>,
        source: &SelectQuery,
        bound: &Named<'_>,
    ) -> Self {
        let columns = named.map(<[Ident]>::to_vec).or_else(|| names_of(source));
        let mut others = Vec::new();
        if named.is_none() {
            names_in(source, bound, &mut others, 0);
            let is_known = |other: &Ident| columns.iter().flatten().any(|column| column.name == other.name);
            others.retain(|other| !is_known(other));
        }
        let is_given = |name: &Ident| !bound.contains_key(&name.name);
        let made = columns.as_ref().map(|all| made(all, named.is_none(), &source.body, &is_given)).unwrap_or_default();
        let are_given = are_given(source, &is_given);
        Target { table, verb, columns, made, copied: Vec::new(), are_given, others }
    }
}

/// Returns the columns of the query's sources whose values are written unchanged. Columns are matched by their position
/// in the SELECT list, or by name if the statement names no columns. `scope` is the index of the query's scope. A
/// DELETE has none: it finds rows by the columns, and writes none.
pub(super) fn copied(
    named: Option<&[Ident]>,
    verb: Verb,
    source: &SelectQuery,
    scope: Option<usize>,
    facts: &Facts,
) -> Vec<Copied> {
    let (Some(core), Some(scope)) = (core_of(source), scope) else { return Vec::new() };
    // The text does not say how many columns a star gives.
    let has_star = core.items.iter().any(|item| matches!(item, SelectItem::Star { .. }));
    if verb == Verb::DeleteOn || has_star {
        return Vec::new();
    }
    let copied = origins(core, Some(scope), facts).into_iter().enumerate().filter_map(|(position, origin)| {
        let Origin::Column { scope, column: source, .. } = origin else { return None };
        let column = match named {
            Some(named) => named.get(position)?,
            None => core.items.get(position)?.name()?,
        };
        Some(Copied { column: Arc::clone(&column.name), scope, source })
    });
    copied.collect()
}

/// Returns the names of a query's columns, if the text says them.
pub(super) fn names_of(query: &SelectQuery) -> Option<Vec<Ident>> {
    let mut body = &query.body;
    loop {
        body = match body {
            SelectBody::Core(core) => return core.items.iter().map(|item| item.name().cloned()).collect(),
            SelectBody::Union { first, .. } => first,
            SelectBody::Query(query) => &query.body,
            SelectBody::Values(_) => return None,
        };
    }
}

/// Adds the names that a text gives to columns of a query's rows, also in the queries that its stars read.
fn names_in(query: &SelectQuery, bound: &Named<'_>, found: &mut Vec<Ident>, depth: usize) {
    let mut waiting = vec![&query.body];
    while let Some(body) = waiting.pop() {
        match body {
            SelectBody::Core(core) => names_in_core(core, bound, found, depth),
            SelectBody::Union { first, rest } => {
                waiting.push(first);
                waiting.extend(rest.iter().map(|(_, body)| body));
            }
            SelectBody::Query(query) => waiting.push(&query.body),
            SelectBody::Values(_) => {}
        }
    }
}

fn names_in_core(core: &SelectCore, bound: &Named<'_>, found: &mut Vec<Ident>, depth: usize) {
    let before = found.len();
    for item in &core.items {
        let (qualifier, from) = match (item, &core.from) {
            (SelectItem::Star { qualifier, .. }, Some(from)) => (qualifier, from),
            _ => {
                found.extend(item.name().cloned());
                continue;
            }
        };
        for source in from.sources() {
            let is_named = |label: &Ident| source.label().is_some_and(|own| *own == label.name);
            if depth >= MAX_DEPTH || !qualifier.as_ref().is_none_or(is_named) {
                continue;
            }
            match &source.kind {
                SourceKind::Query { query, columns } if columns.is_empty() => {
                    names_in(query, bound, found, depth + 1);
                }
                SourceKind::Query { columns, .. } => found.extend(columns.iter().cloned()),
                SourceKind::Named(name) => {
                    if let Some(ExprKind::Subquery(query)) = bound.get(&name.name).map(|value| &value.kind) {
                        names_in(query, bound, found, depth + 1);
                    }
                }
                SourceKind::Table(_) | SourceKind::AsTable(_) => {}
            }
        }
    }
    let own = found.split_off(before);
    let is_left_out = |name: &Ident| core.without.iter().any(|(_, without)| without.name == name.name);
    found.extend(own.into_iter().filter(|name| !is_left_out(name)));
}

/// Returns the values of rows with their columns, as far as the text has them.
pub fn rows<'q>(columns: Option<&'q [Ident]>, source: &'q SelectQuery) -> Vec<Vec<(&'q Ident, &'q Expr)>> {
    match &source.body {
        SelectBody::Values(rows) => {
            let Some(columns) = columns else { return Vec::new() };
            rows.iter().map(|row| columns.iter().zip(row).collect()).collect()
        }
        SelectBody::Core(core) => {
            let value = |(number, item): (usize, &'q SelectItem)| {
                // Columns are matched by name, unless the statement names columns.
                let name = match columns {
                    Some(columns) => columns.get(number),
                    None => item.name(),
                };
                Some((name?, item.expr()?))
            };
            let stars = core.items.iter().any(|item| matches!(item, SelectItem::Star { .. }));
            if stars { Vec::new() } else { vec![core.items.iter().enumerate().filter_map(value).collect()] }
        }
        SelectBody::Query(query) => rows(columns, query),
        SelectBody::Union { .. } => Vec::new(),
    }
}

/// Returns the columns that have a value other than a parameter or a literal in some row.
fn made(columns: &[Ident], by_name: bool, body: &SelectBody, is_parameter: &dyn Fn(&Ident) -> bool) -> Vec<Arc<str>> {
    let is_made = |expr: &Expr| match &expr.kind {
        ExprKind::Named(name) => !is_parameter(name),
        ExprKind::Literal(_) => false,
        _ => true,
    };
    let values: Vec<(Option<&Ident>, &Expr)> = match body {
        SelectBody::Values(rows) => rows.iter().flat_map(|row| columns.iter().map(Some).zip(row)).collect(),
        SelectBody::Core(core) => {
            let items = core.items.iter().enumerate();
            let values = items.filter_map(|(number, item)| {
                let name = if by_name { item.name() } else { columns.get(number) };
                Some((name, item.expr()?))
            });
            values.collect()
        }
        SelectBody::Query(query) => return made(columns, by_name, &query.body, is_parameter),
        SelectBody::Union { first, rest } => {
            let bodies = std::iter::once(&**first).chain(rest.iter().map(|(_, body)| body));
            return bodies.flat_map(|body| made(columns, by_name, body, is_parameter)).collect();
        }
    };
    let made = values.into_iter().filter(|(_, value)| is_made(value));
    made.filter_map(|(column, _)| column.map(|column| Arc::clone(&column.name))).collect()
}

/// Returns `true` if a query only passes on the rows of a parameter: `SELECT * FROM AS_TABLE($rows)`.
fn are_given(query: &SelectQuery, is_parameter: &dyn Fn(&Ident) -> bool) -> bool {
    let SelectBody::Core(core) = &query.body else { return false };
    let Some(from) = &core.from else { return false };
    let is_all = matches!(&core.items[..], [SelectItem::Star { .. }]) && core.without.is_empty();
    is_all
        && core.group_by.is_empty()
        && from.joins.is_empty()
        && !from.source.altered
        && matches!(&from.source.kind, SourceKind::AsTable(Expr { kind: ExprKind::Named(name), .. }) if is_parameter(name))
}

/// Finds the rows with more or fewer values than columns, in the order of the text. The place of a mistake is the first
/// surplus value, or else the row.
pub(super) fn miscounts(query: &Query) -> Vec<Mistake> {
    query.statements.iter().flat_map(of_statement).collect()
}

fn of_statement(statement: &Statement) -> Vec<Mistake> {
    let Some((_, columns, source)) = statement.kind.written() else { return Vec::new() };
    let mut body = &source.body;
    while let SelectBody::Query(query) = body {
        body = &query.body;
    }
    match (body, columns) {
        (SelectBody::Values(rows), Some(columns)) => {
            let row = |row: &Vec<Expr>| of_row(columns, row.iter().map(|value| value.at), "this row");
            rows.iter().filter_map(row).collect()
        }
        (SelectBody::Values(rows), None) if !rows.is_empty() => vec![without_columns(&statement.kind, source)],
        (SelectBody::Core(core), Some(columns)) => {
            let values: Option<Vec<Position>> = core.items.iter().map(|item| Some(item.expr()?.at)).collect();
            values.and_then(|values| of_row(columns, values.into_iter(), "the SELECT")).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the mistake of a row with the wrong number of values; `values` has their places.
fn of_row(columns: &[Ident], mut values: impl ExactSizeIterator<Item = Position>, row: &str) -> Option<Mistake> {
    let found = values.len();
    let counted = |count, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let numbers = format!("{row} has {} for {}", counted(found, "value"), counted(columns.len(), "column"));
    if found > columns.len() {
        let at = values.nth(columns.len())?;
        let cure = "remove what is too much, or name its column in the list".to_owned();
        return Some(Mistake { at, fault: numbers, cure });
    }
    let missing: Vec<String> = columns[found..].iter().map(|column| format!("`{}`", column.name)).collect();
    let cure = match &missing[..] {
        [] => return None,
        [.., last] if missing.len() > SHOWN => format!("write a value for each column, up to {last}"),
        missing => format!("write a value for {}, or remove it from the list of columns", missing.join(" and ")),
    };
    Some(Mistake { at: values.next()?, fault: numbers, cure })
}

/// Most missing columns that a message names one by one.
const SHOWN: usize = 3;

fn without_columns(statement: &StatementKind, source: &SelectQuery) -> Mistake {
    let written = match statement {
        StatementKind::Insert(insert) => match insert.verb {
            InsertVerb::Insert | InsertVerb::InsertOrRevert => "INSERT INTO .. (a, b) VALUES ..",
            InsertVerb::Upsert => "UPSERT INTO .. (a, b) VALUES ..",
            InsertVerb::Replace => "REPLACE INTO .. (a, b) VALUES ..",
        },
        StatementKind::Update(update) if matches!(update.kind, UpdateKind::On { .. }) => {
            "UPDATE .. ON (a, b) VALUES .."
        }
        _ => "DELETE FROM .. ON (a, b) VALUES ..",
    };
    Mistake {
        at: source.at,
        fault: "VALUES without the names of the columns".to_owned(),
        cure: format!("name the columns, as in `{written}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(u32, String)> {
        let tree = crate::parse(text).unwrap();
        miscounts(&tree)
            .into_iter()
            .map(|found| (found.at.column, format!("{}: {}", found.fault, found.cure)))
            .collect()
    }

    #[test]
    fn rows_of_another_length() {
        let short = "this row has 2 values for 3 columns: write a value for `c`, or remove it from the list of columns";
        let long = "this row has 3 values for 2 columns: remove what is too much, or name its column in the list";
        for (text, expected) in [
            ("INSERT INTO t (a, b, c) VALUES ($x, $y)", vec![(33, short)]),
            ("UPSERT INTO t (a, b) VALUES (1, 2, 3)", vec![(36, long)]),
            ("REPLACE INTO t (a, b) VALUES (1, 2), (1, 2, 3), (1, 2)", vec![(45, long)]),
            ("UPDATE t ON (a, b, c) VALUES (1, 2)", vec![(31, short)]),
            (
                "DELETE FROM t ON (a) VALUES (1, 2)",
                vec![(
                    33,
                    "this row has 2 values for 1 column: remove what is too much, or name its column in the list",
                )],
            ),
            (
                "INSERT INTO t (a) SELECT x, y FROM u",
                vec![(
                    29,
                    "the SELECT has 2 values for 1 column: remove what is too much, or name its column in the list",
                )],
            ),
            (
                "INSERT INTO t (a, b, c, d) SELECT 1, 2",
                vec![(
                    35,
                    "the SELECT has 2 values for 4 columns: write a value for `c` and `d`, or remove it from the list of columns",
                )],
            ),
            (
                "INSERT INTO t (a, b, c, d, e) (SELECT 1)",
                vec![(39, "the SELECT has 1 value for 5 columns: write a value for each column, up to `e`")],
            ),
            (
                "UPSERT INTO t VALUES (1)",
                vec![(
                    15,
                    "VALUES without the names of the columns: name the columns, as in `UPSERT INTO .. (a, b) VALUES ..`",
                )],
            ),
        ] {
            let expected: Vec<(u32, String)> = expected.into_iter().map(|(at, text)| (at, text.to_owned())).collect();
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn rows_of_the_right_length_and_of_an_unknown_one() {
        for text in [
            "INSERT INTO t (a, b) VALUES (1, 2), (3, 4)",
            "INSERT INTO t (a, b,) VALUES (1, 2)",
            "INSERT INTO t (a, b) SELECT x, y FROM u",
            "INSERT INTO t (a, b) SELECT * FROM u",
            "INSERT INTO t (a, b) SELECT u.*, 1 FROM u",
            "INSERT INTO t (a, b) SELECT x, y FROM u UNION ALL SELECT y, x FROM u",
            "INSERT INTO t SELECT x FROM u",
            "INSERT INTO t DEFAULT VALUES",
            "UPDATE t SET a = 1, b = 2",
            "SELECT * FROM (VALUES (1, 2)) AS v(a, b)",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
