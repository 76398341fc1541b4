//! Written values, converted to the types of their columns.

use std::sync::Arc;

use crate::catalog::{Column, Table};
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::exec::{Given, OutputColumn, Rel, RelKind};
use crate::expr::{self, Expr, ExprKind};
use crate::types::{self, Type};

/// The origin of a written value, which decides how YDB words a wrong type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Values,
    Query,
    Set,
}

/// What a written value is converted for, as errors name it.
pub(super) struct Conversion<'a> {
    /// The table that is written to.
    pub(super) table: &'a Table,
    /// Where the values come from.
    pub(super) origin: Origin,
    /// Where the statement names the table.
    pub(super) at: Position,
}

impl Conversion<'_> {
    /// The rows with each value in the type of its column. Adds to the warnings where a conversion may change values.
    pub(super) fn rows(&self, rows: Rel, given: &[Given], warnings: &mut Vec<Issue>) -> Result<Rel> {
        let Self { table, origin, at } = *self;
        let mut targets: Vec<Option<&Column>> = vec![None; rows.columns.len()];
        for (column, given) in table.columns.iter().zip(given) {
            if let Given::Source(source) = given {
                targets[*source] = Some(column);
            }
        }
        if origin != Origin::Values {
            for (column, target) in rows.columns.iter().zip(&targets) {
                if let Some(target) = target
                    && target.not_null
                    && column.ty.is_optional()
                {
                    let end = if origin == Origin::Query { ". All not null columns should be initialized" } else { "" };
                    let message = format!("Can't set NULL or optional value to not null column: {}{end}", target.name);
                    let issue = Issue::new(codes::KIKIMR_BAD_COLUMN_TYPE, message);
                    return Err(Error::in_function(at, self.function(), issue));
                }
            }
        }
        // Literals have rules of their own, so expressions are converted where they are still visible.
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

    /// One row.
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

    /// What is converted, in YDB's words.
    fn types<'v>(&self, written: impl Iterator<Item = (&'v Expr, &'v Column)>) -> String {
        let member = |(value, target): (&Expr, &Column)| {
            let name = Arc::clone(&target.name);
            ((Arc::clone(&name), value.ty.clone()), (name, target.value_type()))
        };
        let (from, to): (Vec<_>, Vec<_>) = written.map(member).unzip();
        let whole = |members| match self.origin {
            Origin::Values => Type::new_struct(members),
            Origin::Query | Origin::Set => Type::List(Arc::new(Type::new_struct(members))),
        };
        format!("Failed to convert type: {} to {}", whole(from), whole(to))
    }

    /// The function of YDB's compiler.
    fn function(&self) -> &'static str {
        if self.origin == Origin::Set { "KiUpdateTable!" } else { "KiWriteTable!" }
    }

    fn in_function(&self, issue: Issue) -> Issue {
        let message = format!("At function: {}", self.function());
        Issue::new(codes::DEFAULT_ERROR, message).at(self.at).with(issue)
    }

    /// The error for a value that does not convert to the type of its column.
    fn refusal(&self, value: &Expr, target: &Column, types: &str) -> Error {
        let end = match self.origin {
            Origin::Values => {
                Issue::new(codes::KIKIMR_BAD_COLUMN_TYPE, "Failed to convert input columns types to scheme types")
            }
            Origin::Query | Origin::Set => {
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

/// A value in the type of its column.
fn converted(value: &Expr, wanted: &Type) -> Option<Expr> {
    // In expressions a Uint64 converts to a Timestamp, but never in a write.
    let allowed = matches!(value.kind, ExprKind::Const(_)) || types::write_type(&value.ty, wanted);
    allowed.then(|| expr::coerce(value.clone(), wanted).ok()).flatten()
}

/// The literal that a column is in every row, if the query below selects one.
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
