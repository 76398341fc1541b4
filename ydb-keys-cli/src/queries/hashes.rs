//! What is certainly not the hash that belongs into a column, in rows and in conditions.

use std::collections::BTreeSet;

use ydb_keys::__internal::ddl::{HashExpression, Name};
use ydb_keys::__internal::queries::text::{self, literal_value};
use ydb_keys::__internal::queries::{Scope, SourceKind};
use ydb_keys::__internal::schema::any::{ColumnDef, HashDef, Table};
use ydb_keys::Value;
use ydb_keys::schema::HashFunction;
use ydb_yql::ast::{Arg, Expr, ExprKind, Ident, Literal, Query, StatementKind};
use ydb_yql::facts::{self, Met, rows};

use super::judge::Judge;
use super::values::Named;

impl Judge<'_, '_> {
    /// Faults of hashes that statements write.
    pub(super) fn hashes_of_rows(&mut self, query: &Query, named: &Named<'_>) {
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

    /// A fault if a row has something in a computed column that is certainly not what it is computed to.
    fn hash_of_row(&mut self, table: &Table<'_>, hash: &HashDef<'_>, row: &[(&Ident, &Expr)], named: &Named<'_>) {
        let of =
            |name: &str| row.iter().find(|(other, _)| &*other.name == name).map(|(_, value)| resolved(value, named));
        let Some(value) = of(hash.name) else { return };
        let columns = hash.inputs.iter().map(|&input| &table.columns[input]);
        let inputs: Option<Vec<&Expr>> = columns.clone().map(|column| of(column.name)).collect();
        let is_guessed = self.tables.is_guessed(table, hash);
        // A column that is called a bucket may be chosen by the program.
        if is_guessed && hash.buckets.is_some() {
            return;
        }
        let wrong = match &value.kind {
            ExprKind::Literal(Literal::Integer { value, .. }) => {
                let literals = inputs.as_ref().and_then(|inputs| {
                    let literal = |(input, column): (&&Expr, &ColumnDef<'_>)| match &input.kind {
                        ExprKind::Literal(literal) => literal_value(literal, column.ty),
                        _ => None,
                    };
                    inputs.iter().zip(columns.clone()).map(literal).collect::<Option<Vec<Value<'_>>>>()
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
                        let hashes = own.functions.contains(&function);
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
            let input = |(input, column): (&&Expr, &ColumnDef<'_>)| {
                let met = match &input.kind {
                    ExprKind::Named(name) => Met::Named(name.clone()),
                    ExprKind::Literal(literal) => Met::Literal(literal.clone()),
                    _ => return None,
                };
                Some((named.types(|types| text::value(&met, column.ty, hash, types))?, column.ty))
            };
            let of_row: Option<Vec<_>> =
                inputs.iter().flat_map(|inputs| inputs.iter().zip(columns.clone())).map(input).collect();
            let expression = match of_row.filter(|inputs| !is_guessed && !inputs.is_empty()) {
                Some(inputs) => {
                    format!("`{}`", HashExpression { function: hash.function, inputs, buckets: hash.buckets })
                }
                None => self.expression(table, hash),
            };
            let names: Vec<String> = columns.map(|column| format!("`{}`", column.name)).collect();
            let message = format!(
                "`{}` is computed from {}, and something else is written into it: write {}",
                hash.name,
                names.join(", "),
                expression
            );
            self.fault("hash_written", Some(table.name), value.at, message);
        }
    }

    /// Faults of conditions that no row fulfils, since the number is not the hash of the values next to it.
    pub(super) fn compared_hashes(&mut self, of: &facts::Scope, scope: &Scope<'_>) {
        for comparison in &of.compared {
            let (Some(group), Met::Literal(Literal::Integer { value, .. })) = (comparison.group, &comparison.value)
            else {
                continue;
            };
            for number in 0..scope.sources {
                let SourceKind::Table(table, _) = scope.source(number).kind else { continue };
                if !text::is_of(&comparison.column, number, scope) {
                    continue;
                }
                let hash = table.computed().find(|hash| hash.name == &*comparison.column.name.name);
                let Some(hash) = hash.filter(|hash| !self.tables.is_guessed(table, hash)) else { continue };
                let literal = |&input: &usize| {
                    let column = &table.columns[input];
                    let mut all = of.compared.iter().filter(|other| other.group == Some(group));
                    let found = all.find(|other| {
                        &*other.column.name.name == column.name && text::is_of(&other.column, number, scope)
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
        if self.tables.is_guessed(table, hash) {
            let names: Vec<String> =
                hash.inputs.iter().map(|&input| Name(table.columns[input].name).to_string()).collect();
            return format!("the hash of {}", names.join(", "));
        }
        format!("`{}`", hash.yql(table).to_string().replace('`', ""))
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
