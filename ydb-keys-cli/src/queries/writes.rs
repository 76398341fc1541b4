//! What is written: the columns that rows must have, their types, and the columns that are computed from others.

use std::collections::BTreeSet;

use ydb_keys::__internal::ddl::Name;
use ydb_keys::__internal::schema::any::{ColumnDef, HashDef, Table};
use ydb_keys::Value;
use ydb_keys::schema::HashFunction;
use ydb_yql::ast::{
    Arg, Expr, ExprKind, Ident, Insert, Literal, Query, SelectBody, SelectItem, SelectQuery, StatementKind, Update,
    UpdateKind,
};
use ydb_yql::facts::{Met, Scope, Target, Verb};

use super::fix::literal_value;
use super::judge::{Judge, is_of, mismatch};
use super::values::{Known, Named};

impl Judge<'_, '_> {
    /// The columns that the rows of a target lack.
    pub(super) fn lacks(&mut self, target: &Target, table: &Table<'_>, columns: &[Ident]) {
        let has = |name: &str| columns.iter().any(|column| &*column.name == name);
        let at = target.table.path.at;
        for name in table.primary_key().filter(|name| !has(name)) {
            let hash = table.hash.filter(|hash| hash.name == name);
            if let Some(hash) = hash
                && hash.inputs.iter().all(|&input| has(table.columns[input].name))
            {
                if !self.options.implied_hash {
                    let message = format!(
                        "the rows have no `{name}`, which leads the key of table `{}`: write {} into it",
                        table.name,
                        self.expression(table, &hash)
                    );
                    self.fault("missing_hash", Some(table.name), at, message);
                }
                continue;
            }
            let filled = table.columns.iter().any(|column| column.name == name && is_filled(column));
            // A hash cannot be computed without its inputs, which are missing themselves.
            if !filled && !(hash.is_some() && self.options.implied_hash) {
                let message = format!(
                    "the rows have no `{name}`, which belongs to the key of table `{}`: write it, too",
                    table.name
                );
                self.fault("missing_column", Some(table.name), at, message);
            }
        }
        if !matches!(target.verb, Verb::Insert(_)) {
            return;
        }
        for (number, column) in table.columns.iter().enumerate() {
            if !table.is_key(number) && !column.is_nullable() && !is_filled(column) && !has(column.name) {
                let message = format!(
                    "the rows have no `{}`, a column of table `{}` that is NOT NULL and has no default: write it, too",
                    column.name, table.name
                );
                self.fault("missing_column", Some(table.name), at, message);
            }
        }
    }

    /// The values that statements write.
    pub(super) fn values(&mut self, query: &Query, named: &Named<'_>) {
        for statement in &query.statements {
            match &statement.kind {
                StatementKind::Insert(insert) => self.insert(insert, named),
                StatementKind::Update(update) => self.update(update, named),
                _ => {}
            }
        }
    }

    fn insert(&mut self, insert: &Insert, named: &Named<'_>) {
        let Some(table) = self.find(&insert.table.path.name) else { return };
        for row in rows(insert.columns.as_deref(), &insert.source) {
            for (name, value) in &row {
                if let Some(column) = table.columns.iter().find(|column| column.name == *name) {
                    self.written(table, column, value, named);
                }
            }
            for hash in table.computed() {
                self.hash_of_row(table, &hash, &row, named);
            }
        }
    }

    fn update(&mut self, update: &Update, named: &Named<'_>) {
        let Some(table) = self.find(&update.table.path.name) else { return };
        let UpdateKind::Set { assignments, .. } = &update.kind else { return };
        for (name, value) in assignments {
            let inputs = |hash: HashDef<'_>| hash.inputs.iter().any(|&input| table.columns[input].name == &*name.name);
            let is_key = table.primary_key().any(|key| key == &*name.name);
            let computed = table.computed().any(|hash| hash.name == &*name.name);
            if is_key || computed {
                let rule = if computed || table.computed().any(inputs) { "hash_written" } else { "key_written" };
                let why = if is_key { "belongs to the key" } else { "is computed from columns of the key" };
                let message = format!(
                    "`{}` {why} of table `{}`, so no UPDATE can set it: insert a row with the new key, and delete the \
                     old one",
                    name.name, table.name
                );
                self.fault(rule, Some(table.name), name.at, message);
            } else if let Some(column) = table.columns.iter().find(|column| column.name == &*name.name) {
                self.written(table, column, value, named);
            }
        }
    }

    /// A fault if a column certainly does not take a value.
    fn written(&mut self, table: &Table<'_>, column: &ColumnDef<'_>, value: &Expr, named: &Named<'_>) {
        let Some(known) = named.known(value) else { return };
        let message = match (&known, known.kind()) {
            (Known::Null, _) if !column.is_nullable() => {
                format!("`{}` is NOT NULL, and NULL is written: write a value", column.name)
            }
            (Known::Typed { name: Some(name), ty, optional: true }, _)
                if !column.is_nullable() && ty.same(column.ty) =>
            {
                format!(
                    "`{}` is NOT NULL, and `${name}` is declared as Optional<{ty}>: declare it as {ty}",
                    column.name
                )
            }
            (_, Some(kind)) => match mismatch((column.name, column.ty), kind, &known, "is written into it") {
                Some(message) => message,
                None => return,
            },
            _ => return,
        };
        self.fault("type_mismatch", Some(table.name), value.at, message);
    }

    /// A fault if a row has something in a computed column that is certainly not what it is computed to.
    fn hash_of_row(&mut self, table: &Table<'_>, hash: &HashDef<'_>, row: &[(&str, &Expr)], named: &Named<'_>) {
        let of = |name: &str| row.iter().find(|(other, _)| *other == name).map(|(_, value)| resolved(value, named));
        let Some(value) = of(hash.name) else { return };
        let columns = hash.inputs.iter().map(|&input| &table.columns[input]);
        let inputs: Option<Vec<&Expr>> = columns.clone().map(|column| of(column.name)).collect();
        let is_guessed = self.guessed(table, hash);
        // A column that is called a bucket may be chosen by the program.
        if is_guessed && hash.buckets.is_some() {
            return;
        }
        let wrong = match &value.kind {
            ExprKind::Literal(Literal::Integer { value, .. }) => {
                let literals = inputs.as_ref().and_then(|inputs| {
                    let value = |(input, column): (&&Expr, &ColumnDef<'_>)| match &input.kind {
                        ExprKind::Literal(literal) => literal_value(literal, column.ty),
                        _ => None,
                    };
                    inputs.iter().zip(columns.clone()).map(value).collect::<Option<Vec<Value<'_>>>>()
                });
                // Of a value that only the run of the query shows, no literal is the hash.
                literals.is_none_or(|literals| {
                    let is = |function: &HashFunction| {
                        let number = function.hash_each(literals.iter());
                        number.is_some_and(|number| hash.number(number) == *value)
                    };
                    if is_guessed { !HashFunction::ALL.iter().any(is) } else { !is(&hash.function) }
                }) && inputs.as_ref().is_none_or(|inputs| inputs.iter().all(|input| is_plain(input)))
            }
            ExprKind::Literal(_) => true,
            _ => {
                let own = leaves(value);
                let of_inputs =
                    inputs.as_ref().map(|inputs| inputs.iter().map(|input| leaves(input)).collect::<Vec<_>>());
                match (own, of_inputs) {
                    (Some(own), Some(of_inputs)) if !is_guessed && !own.functions.is_empty() => {
                        let function = hash.function.yql_name().to_ascii_lowercase();
                        let hashes = own.functions.iter().any(|name| *name == function);
                        let wanted: Option<Vec<Leaves>> = of_inputs.into_iter().collect();
                        let others = wanted.is_some_and(|wanted| {
                            let all: BTreeSet<String> = wanted.into_iter().flat_map(|leaves| leaves.names).collect();
                            all.is_disjoint(&own.names) && !all.is_empty() && !own.names.is_empty()
                        });
                        own.functions.iter().any(|name| name.starts_with("digest::")) && (!hashes || others)
                    }
                    _ => false,
                }
            }
        };
        if wrong {
            let names: Vec<String> = columns.map(|column| format!("`{}`", column.name)).collect();
            let message = format!(
                "`{}` is computed from {}, and something else is written into it: write {}",
                hash.name,
                names.join(", "),
                self.expression(table, hash)
            );
            self.fault("hash_written", Some(table.name), value.at, message);
        }
    }

    /// Faults of conditions that no row fulfils, since the number is not the hash of the values beside it.
    pub(super) fn compared_hashes(&mut self, scope: &Scope, tables: &[Option<&Table<'_>>]) {
        for comparison in &scope.compared {
            let (Some(group), Met::Literal(Literal::Integer { value, .. })) = (comparison.group, &comparison.value)
            else {
                continue;
            };
            for (number, table) in tables.iter().enumerate() {
                let Some(table) = table.filter(|_| is_of(&comparison.column, number, tables, scope)) else { continue };
                let hash = table.computed().find(|hash| hash.name == &*comparison.column.name.name);
                let Some(hash) = hash.filter(|hash| !self.guessed(table, hash)) else { continue };
                let literal = |&input: &usize| {
                    let column = &table.columns[input];
                    let mut all = scope.compared.iter().filter(|other| other.group == Some(group));
                    let found = all.find(|other| {
                        &*other.column.name.name == column.name && is_of(&other.column, number, tables, scope)
                    })?;
                    match &found.value {
                        Met::Literal(literal) => literal_value(literal, column.ty),
                        _ => None,
                    }
                };
                let Some(inputs) = hash.inputs.iter().map(literal).collect::<Option<Vec<Value<'_>>>>() else {
                    continue;
                };
                let right = hash.function.hash_each(inputs.iter()).map(|right| hash.number(right));
                if let Some(right) = right.filter(|right| right != value) {
                    let message = format!(
                        "no row has `{}` = {value} with these values, whose hash is {right}: write {right}ul",
                        hash.name
                    );
                    self.fault("hash_written", Some(table.name), comparison.column.name.at, message);
                }
            }
        }
    }

    /// The expression for a computed column, if it is known.
    pub(super) fn expression(&self, table: &Table<'_>, hash: &HashDef<'_>) -> String {
        if self.guessed(table, hash) {
            let names: Vec<String> =
                hash.inputs.iter().map(|&input| Name(table.columns[input].name).to_string()).collect();
            return format!("the hash of {}", names.join(", "));
        }
        format!("`{}`", hash.yql(table).to_string().replace('`', ""))
    }
}

fn is_filled(column: &ColumnDef<'_>) -> bool {
    column.serial || column.default.is_some()
}

/// The values of rows by column, as far as the text has them.
fn rows<'q>(columns: Option<&'q [Ident]>, source: &'q SelectQuery) -> Vec<Vec<(&'q str, &'q Expr)>> {
    match &source.body {
        SelectBody::Values(rows) => {
            let Some(columns) = columns else { return Vec::new() };
            let row = |row: &'q Vec<Expr>| columns.iter().map(|column| &*column.name).zip(row).collect();
            rows.iter().map(row).collect()
        }
        SelectBody::Core(core) => {
            let value = |(number, item): (usize, &'q SelectItem)| {
                let SelectItem::Expr { expr, alias } = item else { return None };
                // Columns are matched by name, unless the statement names them.
                let name = match (columns, alias, &expr.kind) {
                    (Some(columns), ..) => columns.get(number)?,
                    (None, Some(alias), _) => alias,
                    (None, None, ExprKind::Column { name, .. }) => name,
                    _ => return None,
                };
                Some((&*name.name, expr))
            };
            let stars = core.items.iter().any(|item| matches!(item, SelectItem::Star { .. }));
            if stars { Vec::new() } else { vec![core.items.iter().enumerate().filter_map(value).collect()] }
        }
        SelectBody::Query(query) => rows(columns, query),
        SelectBody::Union { .. } => Vec::new(),
    }
}

/// What a name stands for.
fn resolved<'q>(expr: &'q Expr, named: &Named<'q>) -> &'q Expr {
    match &expr.kind {
        ExprKind::Named(name) => named.bound(&name.name).flatten().unwrap_or(expr),
        _ => expr,
    }
}

/// Whether a value is a parameter, a literal or a column, and no query.
fn is_plain(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Named(_) | ExprKind::Literal(_) | ExprKind::Column { .. })
}

/// The functions, and the parameters and columns in an expression.
#[derive(Default)]
struct Leaves {
    functions: Vec<String>,
    names: BTreeSet<String>,
}

/// `None` for an expression with something else in it.
fn leaves(expr: &Expr) -> Option<Leaves> {
    let mut found = Leaves::default();
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Literal(_) => {}
            ExprKind::Named(name) => drop(found.names.insert(format!("${}", name.name))),
            ExprKind::Column { name, .. } => drop(found.names.insert(name.name.to_string())),
            ExprKind::Cast { expr, .. } | ExprKind::BitCast { expr, .. } | ExprKind::Unary { expr, .. } => {
                waiting.push(expr);
            }
            ExprKind::Binary { first, rest } => {
                waiting.push(first);
                waiting.extend(rest.iter().map(|operand| &operand.expr));
            }
            ExprKind::Call(call) => {
                let module = call.module.as_ref().map_or(String::new(), |module| format!("{}::", module.name));
                let name = format!("{module}{}", call.name.name).to_ascii_lowercase();
                if name.starts_with('$') {
                    return None;
                }
                found.functions.push(name);
                for arg in &call.args {
                    match arg {
                        Arg::Value(expr) => waiting.push(expr),
                        _ => return None,
                    }
                }
            }
            _ => return None,
        }
    }
    Some(found)
}
