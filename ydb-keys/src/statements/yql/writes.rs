//! The computed columns of rows that a text writes: one more column in its lists.

use ydb_yql::ast::{Expr, ExprKind, Ident, Query as Tree, SelectBody, SelectItem, SelectQuery};
use ydb_yql::facts::Met;

use super::additions::{Additions, input};
use crate::ddl::HashExpression;
use crate::queries::added::{cast, name, value};
use crate::schema::{ColumnDef, HashDef, Table};

/// Adds them to all statements that write rows of a model.
pub(super) fn added(additions: &mut Additions<'_>, tree: &Tree, tables: &[(&str, &'static Table)]) {
    for statement in &tree.statements {
        let Some((written, columns, source)) = statement.kind.written() else { continue };
        let Some((_, table)) = tables.iter().find(|(path, _)| *path == &*written.path.name) else { continue };
        for hash in table.computed() {
            row(additions, table, hash, columns, source);
        }
    }
}

/// Adds a computed column to the rows of a statement, if they have its inputs and not itself.
fn row(
    additions: &mut Additions<'_>,
    table: &'static Table,
    hash: HashDef,
    columns: Option<&[Ident]>,
    source: &SelectQuery,
) {
    let names: Option<Vec<&str>> = match (columns, &source.body) {
        (Some(columns), _) => Some(columns.iter().map(|column| &*column.name).collect()),
        (None, SelectBody::Core(core)) => core.items.iter().map(|item| item.name().map(|name| &*name.name)).collect(),
        _ => None,
    };
    let Some(names) = names.filter(|names| !names.contains(&hash.name)) else { return };
    let places = hash.inputs.iter().map(|&input| names.iter().position(|name| *name == table.columns[input].name));
    let Some(places) = places.collect::<Option<Vec<_>>>() else { return };
    let mut insertions = Vec::new();
    match &source.body {
        SelectBody::Values(rows) => {
            for values in rows {
                let inputs = places.iter().map(|&place| values.get(place)).collect::<Option<Vec<&Expr>>>();
                let Some(computed) = inputs.and_then(|inputs| expression(additions, table, hash, &inputs)) else {
                    return;
                };
                let Some(last) = values.last() else { return };
                insertions.push((last.span.end as usize, format!(", {computed}")));
            }
        }
        SelectBody::Core(core) => {
            let item = |&place: &usize| match core.items.get(place) {
                Some(SelectItem::Expr { expr, .. }) => Some(expr),
                _ => None,
            };
            let inputs = places.iter().map(item).collect::<Option<Vec<&Expr>>>();
            let Some(computed) = inputs.and_then(|inputs| expression(additions, table, hash, &inputs)) else { return };
            let Some(last) = core.items.last() else { return };
            insertions.push((last.span().end as usize, format!(", {computed} AS {}", name(hash.name))));
        }
        SelectBody::Union { .. } | SelectBody::Query(_) => return,
    }
    if let Some(last) = columns.and_then(<[_]>::last) {
        insertions.push((last.span.end as usize, format!(", {}", name(hash.name))));
    }
    additions.insertions.extend(insertions);
}

/// A parameter or a literal.
fn met(expr: &Expr) -> Option<Met> {
    match &expr.kind {
        ExprKind::Named(name) => Some(Met::Named(name.clone())),
        ExprKind::Literal(literal) => Some(Met::Literal(literal.clone())),
        _ => None,
    }
}

/// A hash of expressions: a parameter where all of them are, or else what the server computes.
fn expression(additions: &mut Additions<'_>, table: &'static Table, hash: HashDef, inputs: &[&Expr]) -> Option<String> {
    let columns = hash.inputs.iter().map(|&input| &table.columns[input]);
    let of_client = inputs.iter().zip(columns.clone()).map(|(expr, column)| input(&met(expr)?, column));
    if let Some(computed) = of_client.collect::<Option<_>>().and_then(|inputs| additions.computed(hash, inputs)) {
        return Some(format!("${computed}"));
    }
    additions.in_server(|text, types| {
        let input = |(expr, column): (&&Expr, &ColumnDef)| {
            let input = match met(expr) {
                Some(met) => value(&met, column.ty, &hash, types)?,
                None => cast(expr.span.of(text), column.ty),
            };
            Some((input, column.ty))
        };
        // A CAST may give an optional, which no hash column takes. What it cannot convert, the input's column refuses.
        let is_known = |expr: &&Expr| met(expr).is_some();
        let is_certain = hash.buckets.is_some() || inputs.iter().all(is_known);
        let inputs = inputs.iter().zip(columns).map(input).collect::<Option<Vec<_>>>()?;
        let hash = HashExpression { function: hash.function, inputs, buckets: hash.buckets };
        Some(if is_certain { hash.to_string() } else { format!("COALESCE({hash}, 0ul)") })
    })
}
