//! Checks for numbers in rows and conditions that are certainly not the hash of a computed column.
//!
//! Only a layout or a model declares that a column is a hash. A column that only has the name of a hash, or whose
//! current rows hold one, is a guess: it may be the hash of a password or of a file.

use std::collections::BTreeSet;

use ydb_keys::Value;
use ydb_keys::schema::HashFunction;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::queries::added::{self, Given, Hashes as _, literal_value};
use ydb_keys_core::queries::{Scope, SourceKind};
use ydb_keys_core::schema::any::{ColumnDef, HashDef, Table};
use ydb_yql::Span;
use ydb_yql::ast::{Expr, ExprKind, Ident, Literal, Query, StatementKind};
use ydb_yql::facts::{self, Met, children, rows};

use super::fix::DeclaredNames;
use super::judge::Judge;

impl Judge<'_, '_> {
    /// Reports wrong hashes that statements write.
    pub(super) fn hashes_of_rows(&mut self, query: &Query, named: &DeclaredNames<'_>) {
        for statement in &query.statements {
            let StatementKind::Insert(insert) = &statement.kind else { continue };
            let Some(table) = self.tables.find(&insert.table.path.name).filter(|_| !insert.table.elsewhere) else {
                continue;
            };
            for row in rows(insert.columns.as_deref(), &insert.source) {
                for hash in table.computed() {
                    self.hash_of_row(table, &hash, &row, named);
                }
            }
        }
    }

    /// Reports a row whose value for a computed column is certainly wrong.
    fn hash_of_row(
        &mut self,
        table: &Table<'_>,
        hash: &HashDef<'_>,
        row: &[(&Ident, &Expr)],
        named: &DeclaredNames<'_>,
    ) {
        let of =
            |name: &str| row.iter().find(|(other, _)| &*other.name == name).map(|(_, value)| resolved(value, named));
        let columns = || hash.inputs.iter().map(|&input| &table.columns[input]);
        let inputs: Option<Vec<Input<'_, '_>>> = columns().map(|column| Some((of(column.name)?, column))).collect();
        let (is_guessed, is_declared) = (self.tables.is_guessed(table, hash), self.tables.is_declared(table, hash));
        let Some(value) =
            of(hash.name).filter(|value| is_wrong(value, hash, (is_guessed, is_declared), inputs.as_deref()))
        else {
            return;
        };
        let met = |(input, _): &Input<'_, '_>| match &input.kind {
            ExprKind::Named(name) => Some(Met::Named(name.clone())),
            ExprKind::Literal(literal) => Some(Met::Literal(literal.clone())),
            _ => None,
        };
        let met: Option<Vec<Met>> = inputs.iter().flatten().map(met).collect();
        let given = met.as_ref().map(|met| {
            let of = |(met, (_, column))| Given { met, span: Span::default(), by: &[], column };
            met.iter().zip(inputs.iter().flatten().copied()).map(of).collect::<Vec<_>>()
        });
        let is_value = |given: &Given<'_, '_>| match given.met {
            Met::Literal(literal) => literal_value(literal, given.column.ty).is_some(),
            _ => true,
        };
        let of_row = given.filter(|given| !is_guessed && !given.is_empty() && given.iter().all(is_value));
        let of_row = of_row.and_then(|given| named.writing("", &|_| None, |hashes| hashes.one(*hash, &given)));
        let expression = match of_row {
            Some(expression) => format!("`{expression}`"),
            None => self.expression(table, hash),
        };
        let names: Vec<String> = columns().map(|column| format!("`{}`", column.name)).collect();
        let names = names.join(", ");
        if is_declared {
            let message = format!(
                "`{}` is computed from {names}, and something else is written into it: write {expression}",
                hash.name
            );
            self.fault("hash_written", Some(table.name), value.at, message);
            return;
        }
        let message = if is_guessed {
            format!(
                "`{}` has the name of a hash, and what is written into it is no hash of {names} that is known here: if it \
                 is meant to be one, let the layout of the table (`ydb_keys.layout`) say how it is computed",
                hash.name
            )
        } else {
            format!(
                "the rows of `{}` hold {expression} in `{}`, and something else is written into it: if that is not \
                 meant, write {expression}, and let the layout of the table (`ydb_keys.layout`) say so",
                table.name, hash.name
            )
        };
        self.question("hash_written", Some(table.name), value.at, message);
    }

    /// Reports conditions that no row can fulfil, because the number is not the hash of the values compared next to it.
    pub(super) fn compared_hashes(&mut self, of: &facts::Scope, scope: &Scope<'_>) {
        for comparison in &of.compared {
            let (Some(group), Met::Literal(Literal::Integer { value, .. })) = (comparison.group, &comparison.value)
            else {
                continue;
            };
            for number in 0..scope.sources {
                let SourceKind::Table(table, _) = scope.source(number).kind else { continue };
                if !added::is_of(&comparison.column, number, scope) {
                    continue;
                }
                let hash = table.computed().find(|hash| hash.name == &*comparison.column.name.name);
                let Some(hash) = hash.filter(|hash| !self.tables.is_guessed(table, hash)) else { continue };
                let literal = |&input: &usize| {
                    let column = &table.columns[input];
                    let mut all = of.compared.iter().filter(|other| other.group == Some(group));
                    let found = all.find(|other| {
                        &*other.column.name.name == column.name && added::is_of(&other.column, number, scope)
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
                    let (name, at) = (hash.name, comparison.column.name.at);
                    if self.tables.is_declared(table, &hash) {
                        let message = format!(
                            "no row has `{name}` = {value} with these values, whose hash is {right}: write {right}ul"
                        );
                        self.fault("hash_written", Some(table.name), at, message);
                    } else {
                        let message = format!(
                            "the rows of `{}` hold a hash in `{name}`, and {value} is not that of these values: if it is \
                             meant to be, write {right}ul",
                            table.name
                        );
                        self.question("hash_written", Some(table.name), at, message);
                    }
                }
            }
        }
    }

    pub(super) fn expression(&self, table: &Table<'_>, hash: &HashDef<'_>) -> String {
        if self.tables.is_guessed(table, hash) {
            let names: Vec<String> =
                hash.inputs.iter().map(|&input| Name(table.columns[input].name).to_string()).collect();
            return format!("the hash of {}", names.join(", "));
        }
        match hash.yql(table) {
            Some(expression) => format!("`{}`", expression.to_string().replace('`', "")),
            None => format!("what `{}` computes in the program", hash.function),
        }
    }
}

/// Returns the expression that a name is bound to, or `expr` itself.
fn resolved<'q>(expr: &'q Expr, named: &DeclaredNames<'q>) -> &'q Expr {
    match &expr.kind {
        ExprKind::Named(name) => named.bound(&name.name).flatten().unwrap_or(expr),
        _ => expr,
    }
}

/// Value of a hash's input, and its column.
type Input<'q, 't> = (&'q Expr, &'t ColumnDef<'t>);

/// Returns `true` if a value is certainly not the hash of the row's inputs, as far as the row has them.
fn is_wrong(
    value: &Expr,
    hash: &HashDef<'_>,
    (is_guessed, is_declared): (bool, bool),
    inputs: Option<&[Input<'_, '_>]>,
) -> bool {
    match (&value.kind, inputs) {
        // The program may choose the values of a column that is only named like a bucket.
        _ if is_guessed && hash.buckets.is_some() => false,
        (ExprKind::Literal(Literal::Integer { value, .. }), Some(inputs)) => {
            let literal = |(input, column): &Input<'_, '_>| match &input.kind {
                ExprKind::Literal(literal) => literal_value(literal, column.ty),
                _ => None,
            };
            match inputs.iter().map(literal).collect::<Option<Vec<Value<'_>>>>() {
                Some(literals) => {
                    let is = |function: HashFunction| function.hash_each(literals.iter()).map(|n| hash.number(n));
                    let functions = if is_guessed { &HashFunction::ALL[..] } else { &[hash.function] };
                    !functions.iter().any(|&function| is(function) == Some(*value))
                }
                // A literal cannot be the hash of a value that only the execution shows.
                None => inputs.iter().all(|(input, _)| {
                    matches!(input.kind, ExprKind::Named(_) | ExprKind::Literal(_) | ExprKind::Column { .. })
                }),
            }
        }
        // A value that is not a number is a fault of its type, or of NULL.
        (ExprKind::Literal(_), _) => is_declared,
        (_, Some(inputs)) => !is_guessed && is_other_hash(value, hash, inputs),
        (_, None) => false,
    }
}

/// Returns `true` if an expression certainly hashes other values than the inputs, or uses another function.
fn is_other_hash(value: &Expr, hash: &HashDef<'_>, inputs: &[Input<'_, '_>]) -> bool {
    let Some(own) = leaves(value) else { return false };
    let inputs: Option<Vec<Leaves>> = inputs.iter().map(|(input, _)| leaves(input)).collect();
    let names: BTreeSet<String> = inputs.into_iter().flatten().flat_map(|leaves| leaves.names).collect();
    let others = !names.is_empty() && !own.names.is_empty() && names.is_disjoint(&own.names);
    let is_own = hash.function.yql_name().is_some_and(|name| own.functions.contains(&name.to_ascii_lowercase()));
    own.functions.iter().any(|name| name.starts_with("digest::")) && (!is_own || others)
}

/// Names of the functions, parameters and columns in an expression.
#[derive(Default)]
struct Leaves {
    functions: Vec<String>,
    names: BTreeSet<String>,
}

/// Collects the names in an expression; `None` if it contains another kind of expression.
fn leaves(expr: &Expr) -> Option<Leaves> {
    let mut found = Leaves::default();
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Named(name) => drop(found.names.insert(format!("${}", name.name))),
            ExprKind::Column { name, .. } => drop(found.names.insert(name.name.to_string())),
            ExprKind::Call(call) if !call.name.name.starts_with('$') => {
                let module = call.module.as_ref().map_or(String::new(), |module| format!("{}::", module.name));
                found.functions.push(format!("{module}{}", call.name.name).to_ascii_lowercase());
            }
            ExprKind::Literal(_)
            | ExprKind::Cast { .. }
            | ExprKind::BitCast { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. } => {}
            _ => return None,
        }
        children(expr, &mut |child| waiting.push(child));
    }
    Some(found)
}
