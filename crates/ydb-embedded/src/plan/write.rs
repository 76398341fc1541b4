//! INSERT, UPSERT, REPLACE, UPDATE and DELETE: the rows and columns that are written, and the conversion of values to
//! the types of their columns.

use std::collections::HashSet;
use std::sync::Arc;

use super::Planner;
use super::from::scan_of;
use super::names::Scope;
use crate::catalog::{Column, IndexKind, Store, Table, is_system_view};
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::exec::{Given, OutputColumn, Rel, RelKind, Write, WriteKind};
use crate::expr::{Expr, ExprKind};
use crate::types::Type;
use crate::yql::ast;
use crate::{expr, types};

impl Planner<'_> {
    /// Plans INSERT, UPSERT or REPLACE.
    pub(super) fn insert(&mut self, insert: &ast::Insert) -> Result<Write> {
        let at = insert.table.path.at;
        let (kind, verb) = match insert.verb {
            ast::InsertVerb::Insert => (WriteKind::Insert, "INSERT INTO"),
            ast::InsertVerb::InsertOrRevert => (WriteKind::InsertOrRevert, "INSERT OR REVERT INTO"),
            ast::InsertVerb::Upsert => (WriteKind::Upsert, "UPSERT INTO"),
            ast::InsertVerb::Replace => (WriteKind::Replace, "REPLACE INTO"),
        };
        let table = self.written_table(&insert.table)?;
        let (source, origin) = self.written_rows(&insert.source, insert.columns.as_deref(), verb)?;
        let given = match_columns(&table, &source, insert.columns.as_deref(), at)?;
        check_key(&table, |key| given[key] != Given::Absent || table.columns[key].default.is_some(), at)?;
        for (column, given) in table.columns.iter().zip(&given) {
            if *given == Given::Absent && column.not_null && column.default.is_none() {
                let message = format!(
                    "Missing not null column in input: {}. All not null columns should be initialized",
                    column.name
                );
                return Err(refusal(at, codes::KIKIMR_NO_COLUMN_DEFAULT_VALUE, message));
            }
        }
        let source = Conversion { table: &table, origin, at }.rows(source, &given, &mut self.warnings)?;
        let returning = returning(&table, insert.returning.as_ref())?;
        if kind == WriteKind::InsertOrRevert && table.indexes.iter().any(|index| index.kind == IndexKind::GlobalUnique)
        {
            return Err(Error::unsupported(at, "INSERT OR REVERT into a table with a unique index"));
        }
        Ok(Write { table, kind, source, values: given, existing: false, returning })
    }

    pub(super) fn update(&mut self, update: &ast::Update) -> Result<Write> {
        let at = update.table.path.at;
        let table = self.written_table(&update.table)?;
        let returning = returning(&table, update.returning.as_ref())?;
        let is_on = matches!(update.kind, ast::UpdateKind::On { .. });
        self.check_batch(update.batch, is_on, returning.is_some(), "BATCH UPDATE", at)?;
        match &update.kind {
            ast::UpdateKind::On { columns, source } => {
                let (source, values) = self.rows_on(&table, source, columns.as_deref(), "UPDATE ON", at)?;
                Ok(Write { table, kind: WriteKind::Update, source, values, existing: false, returning })
            }
            ast::UpdateKind::Set { assignments, filter } => {
                let rows = self.rows_of(&table, &update.table, filter.as_ref())?;
                let refuse = |issue| Error::in_function(at, "KiUpdateTable!", issue);
                let mut seen = HashSet::new();
                let (mut values, mut columns, mut exprs) = key_columns(&table, &rows, at);
                for (name, value) in assignments {
                    let Some(position) = table.column(&name.name) else {
                        let message = format!("Column '{}' does not exist in table '{}'.", name.name, table.path);
                        return Err(refuse(Issue::new(codes::KIKIMR_BAD_REQUEST, message).at(name.at)));
                    };
                    if table.key.contains(&position) {
                        let message = format!("Cannot update primary key column: {}", name.name);
                        return Err(refuse(Issue::new(codes::DEFAULT_ERROR, message).at(name.at)));
                    }
                    if !seen.insert(position) {
                        let message = format!("Duplicate column in SET: {}", name.name);
                        return Err(Error::new(Status::GenericError, message).at(name.at));
                    }
                    let value = expr::compile(value, &mut Scope::rows(self, &rows.columns))?;
                    values[position] = Given::Source(exprs.len());
                    let column = &table.columns[position];
                    let (name, ty) = (Arc::clone(&column.name), value.ty.clone());
                    columns.push(OutputColumn::new(name, ty, false));
                    exprs.push(value);
                }
                // BATCH updates a row again after a conflict, and YDB may update some rows twice.
                let set = &exprs[table.key.len()..];
                let is_key = |column: &usize| table.key.contains(column);
                let depends = |expr: &Expr| {
                    expr.columns().iter().any(|column| !is_key(column) && values[*column] != Given::Absent)
                };
                if update.batch && set.iter().any(depends) {
                    let message = "Batch update is only supported for idempotent updates.";
                    return Err(Error::new(Status::GenericError, message).at(at));
                }
                let source = Rel { columns, kind: RelKind::Project { input: Box::new(rows), exprs: exprs.into() } };
                let conversion = Conversion { table: &table, origin: RowsOrigin::Set, at };
                let source = conversion.rows(source, &values, &mut self.warnings)?;
                Ok(Write { table, kind: WriteKind::Update, source, values, existing: true, returning })
            }
        }
    }

    pub(super) fn delete(&mut self, delete: &ast::Delete) -> Result<Write> {
        let at = delete.table.path.at;
        let table = self.written_table(&delete.table)?;
        let returning = returning(&table, delete.returning.as_ref())?;
        let is_on = matches!(delete.kind, ast::DeleteKind::On { .. });
        self.check_batch(delete.batch, is_on, returning.is_some(), "BATCH DELETE", at)?;
        match &delete.kind {
            ast::DeleteKind::On { columns, source } => {
                let (source, values) = self.rows_on(&table, source, columns.as_deref(), "DELETE ON", at)?;
                Ok(Write { table, kind: WriteKind::Delete, source, values, existing: false, returning })
            }
            ast::DeleteKind::Where(filter) => {
                let rows = self.rows_of(&table, &delete.table, filter.as_ref())?;
                let (values, columns, exprs) = key_columns(&table, &rows, at);
                let source = Rel { columns, kind: RelKind::Project { input: Box::new(rows), exprs: exprs.into() } };
                Ok(Write { table, kind: WriteKind::Delete, source, values, existing: true, returning })
            }
        }
    }

    /// Plans the rows of `ON`, which must contain all key columns.
    fn rows_on(
        &mut self,
        table: &Table,
        source: &ast::SelectQuery,
        columns: Option<&[ast::Ident]>,
        verb: &str,
        at: Position,
    ) -> Result<(Rel, Vec<Given>)> {
        let (source, origin) = self.written_rows(source, columns, verb)?;
        let given = match_columns(table, &source, columns, at)?;
        check_key(table, |key| given[key] != Given::Absent, at)?;
        let source = Conversion { table, origin, at }.rows(source, &given, &mut self.warnings)?;
        Ok((source, given))
    }

    fn written_table(&mut self, name: &ast::TableName) -> Result<Arc<Table>> {
        if let Some(view) = &name.view {
            return Err(
                Error::new(Status::GenericError, "Unexpected token 'VIEW': an index cannot be written").at(view.at)
            );
        }
        let table = self.table(&name.path, "KiWriteTable!")?;
        if is_system_view(&table) {
            let message = format!("System view {} cannot be written", table.path);
            return Err(Error::issue(Issue::new(codes::KIKIMR_BAD_REQUEST, message).at(name.path.at)));
        }
        if table.path.ends_with("/indexImplTable") {
            let message = format!("Writing to index implementation tables is not allowed. Table: `{}`.", table.path);
            return Err(Error::issue(Issue::new(codes::KIKIMR_BAD_REQUEST, message).at(name.path.at)));
        }
        Ok(table)
    }

    fn check_batch(&mut self, batch: bool, on: bool, returning: bool, what: &str, at: Position) -> Result<()> {
        self.batch |= batch;
        match (on, returning) {
            _ if !batch => Ok(()),
            (true, _) => Err(Error::new(Status::GenericError, format!("{what} is unsupported with ON")).at(at)),
            (_, true) => Err(Error::new(Status::GenericError, format!("{what} is unsupported with RETURNING")).at(at)),
            _ => Ok(()),
        }
    }

    /// Plans the rows of VALUES or SELECT, without any conversion.
    fn written_rows(
        &mut self,
        query: &ast::SelectQuery,
        columns: Option<&[ast::Ident]>,
        verb: &str,
    ) -> Result<(Rel, RowsOrigin)> {
        if let ast::SelectBody::Values(rows) = &query.body {
            let Some(columns) = columns else {
                let message = format!("{verb} ... VALUES requires specification of table columns");
                return Err(Error::new(Status::GenericError, message).at(query.at));
            };
            if let Some(first) = rows.first()
                && first.len() != columns.len()
            {
                let message = format!("VALUES have {} columns, {verb} expects: {}", first.len(), columns.len());
                return Err(Error::new(Status::GenericError, message).at(query.at));
            }
            // Each literal is converted to its column's type separately.
            let (columns, rows) = self.single_values(rows, columns)?;
            return Ok((Rel { columns, kind: RelKind::Values(rows.into()) }, RowsOrigin::Values));
        }
        Ok((self.query(query)?, RowsOrigin::Query))
    }

    /// Plans the rows of a table that fit a condition. Expressions may qualify columns with the path as written.
    fn rows_of(&mut self, table: &Arc<Table>, name: &ast::TableName, filter: Option<&ast::Expr>) -> Result<Rel> {
        let mut rel = scan_of(table, None, false);
        rel.columns.iter_mut().for_each(|column| column.source = Some(Arc::clone(&name.path.name)));
        match filter {
            Some(filter) => self.filter(rel, filter, "WHERE"),
            None => Ok(rel),
        }
    }
}

/// Returns, for each column of the table, the position of its value in the rows. With a list of columns, values match
/// by position; without a list, by name.
fn match_columns(table: &Table, rows: &Rel, columns: Option<&[ast::Ident]>, at: Position) -> Result<Vec<Given>> {
    let mut given = vec![Given::Absent; table.columns.len()];
    let named: Vec<(Arc<str>, Position)> = match columns {
        Some(columns) => {
            if columns.len() != rows.columns.len() {
                let message = format!("SELECT has {} columns, {} are named", rows.columns.len(), columns.len());
                return Err(Error::new(Status::GenericError, message).at(at));
            }
            columns.iter().map(|name| (Arc::clone(&name.name), name.at)).collect()
        }
        None => rows.columns.iter().map(|column| (Arc::clone(&column.name), at)).collect(),
    };
    for (source, (name, at)) in named.into_iter().enumerate() {
        let Some(position) = table.column(&name) else {
            let message = format!("No such column: {name}, table: db.[{}]", table.path);
            return Err(refusal(at, codes::DEFAULT_ERROR, message));
        };
        if given[position] != Given::Absent {
            return Err(Error::new(Status::GenericError, format!("Duplicate column: {name}")).at(at));
        }
        given[position] = Given::Source(source);
    }
    Ok(given)
}

/// Returns the key columns of a table's rows, which become the first columns of the written rows.
fn key_columns(table: &Table, rows: &Rel, at: Position) -> (Vec<Given>, Vec<OutputColumn>, Vec<Expr>) {
    let mut values = vec![Given::Absent; table.columns.len()];
    for (place, &key) in table.key.iter().enumerate() {
        values[key] = Given::Source(place);
    }
    let columns = table.key.iter().map(|&key| rows.columns[key].clone()).collect();
    let expr = |&key: &usize| Expr { ty: rows.columns[key].ty.clone(), at, kind: ExprKind::Column(key) };
    (values, columns, table.key.iter().map(expr).collect())
}

fn check_key(table: &Table, has_value: impl Fn(usize) -> bool, at: Position) -> Result<()> {
    let Some(&missing) = table.key.iter().find(|key| !has_value(**key)) else { return Ok(()) };
    let name = &table.columns[missing].name;
    let message = format!("Missing key column in input: {name} for table: {}", table.path);
    Err(refusal(at, codes::KIKIMR_PRECONDITION_FAILED, message))
}

/// Returns the error for rows that do not fit their table.
fn refusal(at: Position, code: u32, message: String) -> Error {
    Error::in_function(at, "KiWriteTable!", Issue::new(code, message))
}

/// Returns the positions of RETURNING's columns; `*` gives the order of `SELECT *`.
fn returning(table: &Table, returning: Option<&ast::Returning>) -> Result<Option<Vec<usize>>> {
    let Some(returning) = returning else { return Ok(None) };
    if table.store == Store::Column {
        return Err(Error::unsupported(Position::default(), "RETURNING on a column table"));
    }
    match returning {
        ast::Returning::All => {
            let mut all: Vec<usize> = (0..table.columns.len()).collect();
            all.sort_by(|&a, &b| table.columns[a].name.cmp(&table.columns[b].name));
            Ok(Some(all))
        }
        ast::Returning::Columns(names) => {
            let mut columns = Vec::with_capacity(names.len());
            for name in names {
                let Some(position) = table.column(&name.name) else {
                    let function = "DataQueryBlocks, At function: TKiDataQueryBlock, At function: KiReturningList!";
                    let issue = Issue::new(codes::DEFAULT_ERROR, format!("Column not found: {}", name.name));
                    return Err(Error::in_function(name.at, function, issue));
                };
                columns.push(position);
            }
            Ok(Some(columns))
        }
    }
}

/// The origin of a written value, which decides how YDB words a wrong type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RowsOrigin {
    Values,
    Query,
    Set,
}

/// The table and the origin of a written value. Errors of the value's conversion name them.
pub(super) struct Conversion<'a> {
    pub(super) table: &'a Table,
    pub(super) origin: RowsOrigin,
    /// Position where the statement names the table.
    pub(super) at: Position,
}

impl Conversion<'_> {
    /// Returns the rows with each value converted to its column's type. Adds a warning for each conversion that may
    /// change values.
    pub(super) fn rows(&self, rows: Rel, given: &[Given], warnings: &mut Vec<Issue>) -> Result<Rel> {
        let Self { table, origin, at } = *self;
        let mut targets: Vec<Option<&Column>> = vec![None; rows.columns.len()];
        for (column, given) in table.columns.iter().zip(given) {
            if let Given::Source(source) = given {
                targets[*source] = Some(column);
            }
        }
        if origin != RowsOrigin::Values {
            for (column, target) in rows.columns.iter().zip(&targets) {
                if let Some(target) = target
                    && target.not_null
                    && column.ty.is_optional()
                {
                    let end =
                        if origin == RowsOrigin::Query { ". All not null columns should be initialized" } else { "" };
                    let message = format!("Can't set NULL or optional value to not null column: {}{end}", target.name);
                    let issue = Issue::new(codes::KIKIMR_BAD_COLUMN_TYPE, message);
                    return Err(Error::in_function(at, self.function(), issue));
                }
            }
        }
        // Literals have conversion rules of their own, so values are converted where their expressions are still
        // visible.
        let kind = match rows.kind {
            RelKind::Values(written) => {
                let written = written.iter().map(|row| self.row(row, &targets, warnings));
                RelKind::Values(written.collect::<Result<_>>()?)
            }
            kind => {
                let (input, exprs) = match kind {
                    RelKind::Project { input, exprs } => (input, exprs),
                    kind => {
                        let column =
                            |(i, column): (usize, &OutputColumn)| Expr::new(column.ty.clone(), at, ExprKind::Column(i));
                        let exprs = rows.columns.iter().enumerate().map(column).collect();
                        (Box::new(Rel { columns: rows.columns.clone(), kind }), exprs)
                    }
                };
                let exprs: Vec<Expr> =
                    exprs.iter().map(|value| literal_below(&input, value).unwrap_or_else(|| value.clone())).collect();
                RelKind::Project { exprs: self.row(&exprs, &targets, warnings)?.into(), input }
            }
        };
        let mut columns = rows.columns;
        for (column, target) in columns.iter_mut().zip(&targets) {
            if let Some(target) = target {
                column.ty = target.value_type();
            }
        }
        Ok(Rel { columns, kind })
    }

    fn row(&self, values: &[Expr], targets: &[Option<&Column>], warnings: &mut Vec<Issue>) -> Result<Vec<Expr>> {
        let written = || values.iter().zip(targets).filter_map(|(value, target)| Some((value, (*target)?)));
        let converted = values.iter().zip(targets).map(|(value, target)| match target {
            Some(target) => converted(value, &target.value_type())
                .ok_or_else(|| self.refusal(value, target, &self.types(written()))),
            None => Ok(value.clone()),
        });
        let converted = converted.collect::<Result<_>>()?;
        let changed = written().filter(|(value, target)| expr::may_change(value, &target.value_type()));
        let changed = changed.map(|(value, target)| {
            let (from, to) = (value.ty.unwrap_optional(), target.value_type());
            let message =
                format!("Consider using explicit CAST or BITCAST to convert from {from} to {}", to.unwrap_optional());
            Issue::new(codes::CORE_IMPLICIT_BITCAST, message).at(value.at)
        });
        let changed: Vec<Issue> = changed.collect();
        if let Some(place) = changed.first().and_then(|issue| issue.at) {
            let whole = Issue::new(codes::DEFAULT_ERROR, self.types(written())).at(place);
            warnings.push(self.in_function(Issue { issues: changed, ..whole }));
        }
        Ok(converted)
    }

    /// Returns the types of the written values and of their columns, in YDB's words.
    fn types<'v>(&self, written: impl Iterator<Item = (&'v Expr, &'v Column)>) -> String {
        let member = |(value, target): (&Expr, &Column)| {
            let name = Arc::clone(&target.name);
            ((Arc::clone(&name), value.ty.clone()), (name, target.value_type()))
        };
        let (from, to): (Vec<_>, Vec<_>) = written.map(member).unzip();
        let whole = |members| match self.origin {
            RowsOrigin::Values => Type::new_struct(members),
            RowsOrigin::Query | RowsOrigin::Set => Type::List(Arc::new(Type::new_struct(members))),
        };
        format!("Failed to convert type: {} to {}", whole(from), whole(to))
    }

    /// Returns the name of the YDB compiler function that reports errors of this write.
    fn function(&self) -> &'static str {
        if self.origin == RowsOrigin::Set { "KiUpdateTable!" } else { "KiWriteTable!" }
    }

    fn in_function(&self, issue: Issue) -> Issue {
        let message = format!("At function: {}", self.function());
        Issue::new(codes::DEFAULT_ERROR, message).at(self.at).with(issue)
    }

    /// Returns the error for a value that cannot be converted to its column's type.
    fn refusal(&self, value: &Expr, target: &Column, types: &str) -> Error {
        let end = match self.origin {
            RowsOrigin::Values => {
                Issue::new(codes::KIKIMR_BAD_COLUMN_TYPE, "Failed to convert input columns types to scheme types")
            }
            RowsOrigin::Query | RowsOrigin::Set => {
                let message = format!("Row type mismatch for table: db.[{}]", self.table.path);
                Issue::new(codes::DEFAULT_ERROR, message)
            }
        };
        let (place, wanted) = (value.at, target.value_type());
        let message = format!("Failed to convert '{}': {} to {wanted}", target.name, value.ty);
        let member = Issue::new(codes::DEFAULT_ERROR, message).at(place);
        let first = Issue::new(codes::DEFAULT_ERROR, types).at(place).with(member);
        let inner = self.in_function(first).with(end.at(place));
        let issues = vec![Issue::new(codes::CORE_TYPE_ANN, "Type annotation").with(inner)];
        Error { status: Status::GenericError, issues }
    }
}

fn converted(value: &Expr, wanted: &Type) -> Option<Expr> {
    // In expressions a Uint64 converts to a Timestamp, but in a write it never does.
    let allowed = matches!(value.kind, ExprKind::Const(_)) || types::write_type(&value.ty, wanted);
    allowed.then(|| expr::coerce(value.clone(), wanted).ok()).flatten()
}

/// Returns the literal that a column has in every row, if the query below selects a literal.
fn literal_below(rows: &Rel, value: &Expr) -> Option<Expr> {
    let ExprKind::Column(position) = value.kind else { return None };
    match &rows.kind {
        RelKind::Project { input, exprs } => match exprs.get(position)? {
            literal if literal.is_literal() => Some(literal.clone()),
            deeper => literal_below(input, deeper),
        },
        RelKind::Filter { input, .. }
        | RelKind::Sort { input, .. }
        | RelKind::Limit { input, .. }
        | RelKind::Distinct(input) => literal_below(input, value),
        _ => None,
    }
}
