//! Adds the computed columns to rows that a text writes: they stand last in the list of columns and in each row, in one
//! order.
//!
//! ```text
//! INSERT INTO orders (order_id, amount) VALUES ($id, 1.5)
//! INSERT INTO orders (order_id, amount, order_hash) VALUES ($id, 1.5, $order_hash_1)
//! ```
//!
//! The columns of a star are not in the text. Rows of the program get their hashes from the client. For other rows the
//! server computes the hashes, around the query that makes the rows:
//!
//! ```text
//! UPSERT INTO orders SELECT * FROM old_orders
//! UPSERT INTO orders SELECT added.*, Digest::NumericHash(added.order_id) AS order_hash FROM (SELECT * FROM old_orders) AS added
//! ```

use std::collections::HashMap;

use ydb_yql::Span;
use ydb_yql::ast::{
    Expr, ExprKind, Ident, Literal, Query as Tree, SelectBody, SelectCore, SelectItem, SelectQuery, Source, SourceKind,
    StatementKind, UnaryOp,
};
use ydb_yql::facts::{Met, bound};

use super::hashes::{Client, SentRows, hole, refused};
use crate::error::{Error, Result};
use ydb_keys_core::ddl::{HashExpression, ValueLiteral};
use ydb_keys_core::queries::added::{Given, Hashes as _, cast, literal_value, name};
use ydb_keys_core::queries::edits::Edits;
use ydb_keys_core::queries::{Query, position};
use ydb_keys_core::schema::{HashDef, Table};
use ydb_keys_core::types::{Value, YdbType, parse};

/// Name of the rows to which a computed column is added.
const ROWS: &str = "added";

/// Most levels of queries within queries that are followed.
const MAX_DEPTH: usize = 20;

/// Adds the computed columns to all rows that a text writes into models.
///
/// # Errors
/// Rows whose hash cannot be computed.
pub(super) fn add(
    query: &'static Query<'static>,
    tree: &Tree,
    client: &mut Client<'_>,
    edits: &mut Edits,
) -> Result<()> {
    let mut writes = Writes { query, client, edits, named: bound(tree), inserts: false, sent: Vec::new() };
    for statement in &tree.statements {
        let Some((written, columns, source)) = statement.kind.written() else { continue };
        let Some(number) = hole(query, written) else { continue };
        let table = query.tables[number];
        // Other statements find rows by their keys, and change no column that is computed for an index.
        writes.inserts = matches!(statement.kind, StatementKind::Insert(_));
        let hashes: Vec<HashDef> = match writes.inserts {
            true => table.computed().collect(),
            false => table.hash.into_iter().collect(),
        };
        writes.rows(table, &hashes, columns, source)?;
    }
    let uses = |parameter: &str| {
        let names = tree.statements.iter().flat_map(|statement| &statement.names);
        names.filter(|name| &***name == parameter).count()
    };
    writes.sent(&uses);
    Ok(())
}

struct Writes<'w, 'c, 't> {
    query: &'static Query<'static>,
    client: &'w mut Client<'c>,
    edits: &'w mut Edits,
    named: HashMap<&'t str, Option<&'t Expr>>,
    /// `true` if the statement inserts rows. Other statements only find them.
    inserts: bool,
    /// Rows of the program that are written as they are.
    sent: Vec<Sent<'t>>,
}

/// Rows of the program that are written as they are: the parameter, its place, and the hashes of a table.
type Sent<'t> = (&'t Ident, Span, &'static Table, Vec<HashDef>);

/// Computed column that rows lack, and the positions of its inputs.
type Lacking = (HashDef, Vec<usize>);

/// Column of rows. If it is a copy of a table's computed column, that table and column.
struct Column {
    name: String,
    computed: Option<(&'static Table, HashDef)>,
    /// `true` if the text names the column.
    is_given: bool,
}

impl<'t> Writes<'_, '_, 't> {
    fn rows(
        &mut self,
        table: &'static Table,
        hashes: &[HashDef],
        columns: Option<&'t [Ident]>,
        source: &'t SelectQuery,
    ) -> Result<()> {
        let names: Option<Vec<&str>> = match columns {
            Some(columns) => Some(columns.iter().map(|column| &*column.name).collect()),
            None => named_columns(&source.body),
        };
        let Some(names) = names else { return self.starred(table, hashes, source) };
        table.computed().find(|hash| names.contains(&hash.name)).map_or(Ok(()), |hash| Err(given(table, hash)))?;
        let place = |&input: &usize| names.iter().position(|name| *name == table.columns[input].name);
        let mut lacking = Vec::new();
        for hash in hashes {
            if let Some(places) = hash.inputs.iter().map(place).collect::<Option<Vec<_>>>() {
                lacking.push((*hash, places));
            }
        }
        if lacking.is_empty() {
            return Ok(());
        }
        self.body(table, &lacking, (names.len(), columns.is_none()), &source.body)?;
        if let Some(last) = columns.and_then(<[_]>::last) {
            let added: String = lacking.iter().map(|(hash, _)| format!(", {}", name(hash.name))).collect();
            self.edits.around(last.span, "", added);
        }
        Ok(())
    }

    /// Adds the hashes of columns at these positions to each row of VALUES, or to each list of SELECT.
    fn body(
        &mut self,
        table: &'static Table,
        lacking: &[Lacking],
        (count, by_name): (usize, bool),
        body: &'t SelectBody,
    ) -> Result<()> {
        match body {
            SelectBody::Values(rows) => {
                for values in rows {
                    let values: Vec<&Expr> = values.iter().collect();
                    self.list(table, lacking, count, &values, values.last().map(|last| last.span), false)?;
                }
                Ok(())
            }
            SelectBody::Core(core) => {
                let value = |item: &'t SelectItem| match item {
                    SelectItem::Expr { expr, .. } => Some(expr),
                    SelectItem::Star { .. } => None,
                };
                let Some(values) = core.items.iter().map(value).collect::<Option<Vec<&Expr>>>() else {
                    return Err(refused("the hash of its rows cannot be computed: write the columns instead of `*`"));
                };
                // The branches of a UNION are put together by the names of their columns.
                let (values, lacking) = match by_name {
                    true => self.by_names(table, lacking, core, values)?,
                    false => (values, lacking.to_vec()),
                };
                let last = core.items.last().map(SelectItem::span);
                self.list(table, &lacking, count, &values, last, true)
            }
            SelectBody::Union { first, rest } => {
                self.body(table, lacking, (count, by_name), first)?;
                rest.iter().try_for_each(|(_, body)| self.body(table, lacking, (count, by_name), body))
            }
            SelectBody::Query(query) => self.body(table, lacking, (count, by_name), &query.body),
        }
    }

    /// Finds the positions of the inputs in the list of a single branch.
    fn by_names(
        &self,
        table: &'static Table,
        lacking: &[Lacking],
        core: &'t SelectCore,
        values: Vec<&'t Expr>,
    ) -> Result<(Vec<&'t Expr>, Vec<Lacking>)> {
        let place = |name: &str| core.items.iter().position(|item| item.name().is_some_and(|own| &*own.name == name));
        if let Some(hash) = table.computed().find(|hash| place(hash.name).is_some()) {
            return Err(given(table, hash));
        }
        let mut found = Vec::new();
        for (hash, _) in lacking {
            let places = hash.inputs.iter().map(|&input| {
                let column = table.columns[input].name;
                let lacks =
                    || refused(format!("a branch of its UNION has no column `{column}`, of which a hash is computed"));
                place(column).ok_or_else(lacks)
            });
            found.push((*hash, places.collect::<Result<_>>()?));
        }
        Ok((values, found))
    }

    fn list(
        &mut self,
        table: &'static Table,
        lacking: &[Lacking],
        count: usize,
        values: &[&Expr],
        last: Option<Span>,
        with_names: bool,
    ) -> Result<()> {
        let Some(last) = last.filter(|_| values.len() == count) else {
            return Err(refused(format!("{} values are written into {count} columns", values.len())));
        };
        let mut added = String::new();
        for (hash, places) in lacking {
            let inputs: Vec<&Expr> = places.iter().map(|&place| values[place]).collect();
            added += &format!(", {}", self.expression(table, *hash, &inputs)?);
            if with_names {
                added += &format!(" AS {}", name(hash.name));
            }
        }
        self.edits.around(last, "", added);
        Ok(())
    }

    /// Writes a hash of expressions: a parameter if all of them are parameters, and otherwise an expression for the
    /// server.
    fn expression(&mut self, table: &'static Table, hash: HashDef, inputs: &[&Expr]) -> Result<String> {
        let columns = || hash.inputs.iter().map(|&input| &table.columns[input]);
        let met: Vec<Met> = inputs.iter().map(|expr| self.met(expr)).collect();
        for ((met, expr), column) in met.iter().zip(inputs).zip(columns()) {
            let is_literal = matches!(met, Met::Literal(literal) if literal_value(literal, column.ty).is_none());
            if is_literal || is_too_small(expr, column.ty) {
                let (column, ty) = (column.name, column.ty);
                return Err(refused(format!("a value for column `{column}` of table `{}` is not a {ty}", table.name)));
            }
        }
        let given = met.iter().zip(inputs).zip(columns());
        let given: Vec<Given<'_, 'static>> =
            given.map(|((met, expr), column)| Given { met, span: expr.span, by: &[], column }).collect();
        let mut hashed = |hash: HashDef| {
            self.client.writing(table).one(hash, &given).ok_or_else(|| {
                let hash = hash.name;
                refused(format!("`{hash}` of table `{}` cannot be computed of the values that are written", table.name))
            })
        };
        match met.iter().any(|met| matches!(met, Met::Other)) {
            false => hashed(hash),
            true if hash.foreign().is_some() => Err(only_program(table, hash)),
            true => {
                let plain = hashed(HashDef { buckets: None, ..hash })?;
                Ok(self.never_null(table, hash, &plain))
            }
        }
    }

    /// Writes a hash that is not optional, because its column is NOT NULL. A CAST to the type of an input returns NULL
    /// if it fails. A row must not be stored under the hash of another value, and no row is found by such a hash.
    ///
    /// `Unwrap` would do for both, but YDB refuses it for a value that is not optional. A remainder is always optional.
    fn never_null(&self, table: &Table, hash: HashDef, hashed: &str) -> String {
        let inputs = hash.inputs.iter().map(|&input| &table.columns[input]);
        let inputs: Vec<String> = inputs.map(|column| format!("{} as {}", column.name, column.ty)).collect();
        let why = format!("{} of {} needs {}, and a value does not convert", hash.name, table.name, inputs.join(", "));
        let why = ValueLiteral(&Value::Utf8(why.into()), YdbType::Utf8).to_string();
        match (hash.buckets, self.inserts) {
            (Some(buckets), true) => format!("BITCAST(Unwrap({hashed} % {buckets}ul, {why}) AS Uint32)"),
            (Some(buckets), false) => format!("BITCAST(COALESCE({hashed} % {buckets}ul, 0ul) AS Uint32)"),
            (None, true) => format!("Ensure(COALESCE({hashed}, 0ul), {hashed} IS NOT NULL, {why})"),
            (None, false) => format!("COALESCE({hashed}, 0ul)"),
        }
    }

    fn met(&self, expr: &Expr) -> Met {
        match &expr.kind {
            ExprKind::Named(name) if self.client.is_parameter(&name.name) => Met::Named(name.clone()),
            ExprKind::Literal(literal) => Met::Literal(literal.clone()),
            _ => Met::Other,
        }
    }

    /// Adds the computed columns to rows whose columns the text does not name.
    fn starred(&mut self, table: &'static Table, hashes: &[HashDef], source: &'t SelectQuery) -> Result<()> {
        if let Some((parameter, span)) = self.sent_as_they_are(source) {
            self.sent.push((parameter, span, table, hashes.to_vec()));
            return Ok(());
        }
        let mut columns = Vec::new();
        let is_all = self.columns(source, &mut columns, 0);
        let find = |name: &str| columns.iter().find(|column| column.name == name);
        let (mut added, mut left_out) = (String::new(), Vec::new());
        // Columns that the text names itself.
        let is_given = |hash: &HashDef| columns.iter().any(|column| column.is_given && column.name == hash.name);
        table.computed().find(is_given).map_or(Ok(()), |hash| Err(given(table, hash)))?;
        for &hash in hashes {
            let is_there = |&input: &usize| find(table.columns[input].name).is_some();
            if is_all && !hash.inputs.iter().all(is_there) {
                continue;
            }
            match find(hash.name) {
                Some(Column { computed: Some((of, own)), .. }) if is_same((table, hash), (of, *own)) => continue,
                // The column is a computed column of another table, whatever its values are.
                Some(_) => left_out.push(hash.name),
                None => {}
            }
            let input = |&input: &usize| {
                let column = &table.columns[input];
                (cast(&format!("{ROWS}.{}", name(column.name)), column.ty), column.ty)
            };
            let inputs = hash.inputs.iter().map(input).collect();
            if hash.foreign().is_some() {
                return Err(only_program(table, hash));
            }
            let hashed = HashExpression { function: hash.function, inputs, buckets: None, optional: false }.to_string();
            let hashed = self.never_null(table, hash, &hashed);
            added += &format!(", {hashed} AS {}", name(hash.name));
        }
        // An UPDATE does not compute the hashes of indexes, so it leaves them unchanged.
        for hash in table.computed().filter(|hash| !hashes.contains(hash)) {
            let is_own = |(of, own): (&Table, HashDef)| is_same((table, hash), (of, own));
            if find(hash.name).is_some_and(|column| !column.computed.is_some_and(is_own)) {
                left_out.push(hash.name);
            }
        }
        // The table does not have these columns.
        let others =
            columns.iter().filter(|column| column.computed.is_some() && position(table, &column.name).is_none());
        left_out.extend(others.map(|column| &*column.name));
        if added.is_empty() && left_out.is_empty() {
            return Ok(());
        }
        let (before, after) = match &left_out[..] {
            [] => (format!("SELECT {ROWS}.*{added} FROM ("), format!(") AS {ROWS}")),
            names => {
                let names: Vec<String> = names.iter().map(|column| name(column)).collect();
                let before = format!("SELECT {ROWS}.*{added} FROM (SELECT * WITHOUT {} FROM (", names.join(", "));
                (before, format!(")) AS {ROWS}"))
            }
        };
        self.edits.around(source.span, before, after);
        Ok(())
    }

    /// Returns the parameter whose rows, with all their columns, are all that a query returns.
    fn sent_as_they_are(&self, query: &'t SelectQuery) -> Option<(&'t Ident, Span)> {
        let SelectBody::Core(core) = &query.body else { return None };
        let from = core.from.as_ref().filter(|from| from.joins.is_empty() && !from.source.altered)?;
        let SourceKind::AsTable(Expr { kind: ExprKind::Named(parameter), span, .. }) = &from.source.kind else {
            return None;
        };
        let is_all = matches!(&core.items[..], [SelectItem::Star { .. }]) && core.without.is_empty();
        (is_all && core.group_by.is_empty() && self.client.is_parameter(&parameter.name)).then_some((parameter, *span))
    }

    /// Finds the columns of a query, as far as its text and the models tell them. Returns `true` if these are all
    /// columns.
    fn columns(&self, query: &'t SelectQuery, found: &mut Vec<Column>, depth: usize) -> bool {
        let mut body = &query.body;
        loop {
            body = match body {
                SelectBody::Core(core) => return self.of_core(core, found, depth),
                SelectBody::Union { first, .. } => first,
                SelectBody::Query(query) => &query.body,
                SelectBody::Values(_) => return false,
            };
        }
    }

    fn of_core(&self, core: &'t SelectCore, found: &mut Vec<Column>, depth: usize) -> bool {
        let mut is_all = true;
        for item in &core.items {
            match (item, item.name(), &core.from) {
                (SelectItem::Expr { .. }, Some(name), _) => {
                    found.push(Column { name: name.name.to_string(), computed: None, is_given: true });
                }
                (SelectItem::Star { qualifier, .. }, _, Some(from)) => {
                    for source in std::iter::once(&from.source).chain(from.joins.iter().map(|join| &join.source)) {
                        let is_named = |label: &Ident| source.label().is_some_and(|own| *own == label.name);
                        if qualifier.as_ref().is_none_or(is_named) {
                            is_all &= self.of_source(source, found, depth);
                        }
                    }
                }
                _ => is_all = false,
            }
        }
        let is_left_out = |column: &Column| core.without.iter().any(|(_, name)| *name.name == *column.name);
        found.retain(|column| !is_left_out(column));
        is_all
    }

    fn of_source(&self, source: &'t Source, found: &mut Vec<Column>, depth: usize) -> bool {
        match &source.kind {
            SourceKind::Table(name) => {
                let Some(number) = hole(self.query, name) else { return false };
                let table = self.query.tables[number];
                let own = |name: &str, computed| Column { name: name.to_owned(), computed, is_given: false };
                found.extend(table.columns.iter().map(|column| own(column.name, None)));
                found.extend(table.computed().map(|hash| own(hash.name, Some((table, hash)))));
                // The table may have more columns than its model.
                false
            }
            SourceKind::Query { query, columns } if columns.is_empty() && depth < MAX_DEPTH => {
                self.columns(query, found, depth + 1)
            }
            SourceKind::Named(name) if depth < MAX_DEPTH => match self.named.get(&*name.name) {
                Some(Some(Expr { kind: ExprKind::Subquery(query), .. })) => self.columns(query, found, depth + 1),
                _ => false,
            },
            _ => false,
        }
    }

    /// Makes the client add the computed columns to rows of the program. They are added to the parameter itself if it
    /// is used only for this table, and otherwise to a new parameter.
    fn sent(&mut self, uses: &dyn Fn(&str) -> usize) {
        for (number, (parameter, span, table, hashes)) in self.sent.iter().enumerate() {
            let of: &str = &parameter.name;
            let own = self.sent.iter().filter(|(other, ..)| other.name == parameter.name);
            let is_only = own.clone().all(|(_, _, other, others)| std::ptr::eq(*other, *table) && others == hashes)
                && own.count() == uses(of);
            let before = self.sent[..number].iter().any(|(other, ..)| other.name == parameter.name);
            let name = match is_only {
                true if before => continue,
                true => of.to_owned(),
                false => self.client.free(of),
            };
            if !is_only {
                self.edits.instead(*span, format!("${name}"));
            }
            self.client.rows.push(SentRows { of: of.to_owned(), name, table, hashes: hashes.clone() });
        }
    }
}

/// Returns `true` if a literal is less than all integers of a type. In rows next to other values, YDB takes it for a
/// large one.
fn is_too_small(expr: &Expr, ty: YdbType) -> bool {
    match &expr.kind {
        ExprKind::Unary { op: UnaryOp::Minus, expr } => match &expr.kind {
            ExprKind::Literal(Literal::Integer { value, .. }) if ty.is_integer() => {
                parse::integer(ty, &format!("-{value}")).is_none()
            }
            _ => false,
        },
        _ => false,
    }
}

fn given(table: &Table, hash: HashDef) -> Error {
    let (column, table) = (hash.name, table.name);
    refused(format!(
        "`{column}` of table `{table}` is computed from other columns, and the text writes it: leave it out"
    ))
}

fn only_program(table: &Table, hash: HashDef) -> Error {
    refused(format!(
        "`{}` of table `{}` is computed by `{}` in the program, and the text writes rows that only the server has: read them, and \
         write them as a parameter",
        hash.name, table.name, hash.function
    ))
}

/// Returns `true` if two computed columns have the same values for the same inputs: the functions and the types are
/// equal.
fn is_same((table, hash): (&Table, HashDef), (other, others): (&Table, HashDef)) -> bool {
    let inputs = |table: &Table, hash: HashDef| -> Vec<_> {
        hash.inputs.iter().map(|&input| (table.columns[input].name.to_owned(), table.columns[input].ty)).collect()
    };
    hash.name == others.name
        && hash.function == others.function
        && hash.buckets == others.buckets
        && inputs(table, hash) == inputs(other, others)
}

/// Returns the names of the columns of a query, if its text has all of them.
fn named_columns(body: &SelectBody) -> Option<Vec<&str>> {
    match body {
        SelectBody::Core(core) => core.items.iter().map(|item| item.name().map(|name| &*name.name)).collect(),
        SelectBody::Union { first, .. } => named_columns(first),
        SelectBody::Query(query) => named_columns(&query.body),
        SelectBody::Values(_) => None,
    }
}
