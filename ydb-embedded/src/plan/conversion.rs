//! Written values, converted to the types of their columns.

use std::sync::Arc;

use super::rel::{OutputColumn, Rel, RelKind};
use super::steps::Given;
use crate::catalog::{Column, Table};
use crate::error::{Error, Issue, Position, Result, Status, codes};
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
    /// The function of YDB's compiler.
    pub(super) function: &'a str,
    /// Where the statement names the table.
    pub(super) at: Position,
}

impl Conversion<'_> {
    /// The rows with each value in the type of its column.
    pub(super) fn rows(&self, rows: Rel, given: &[Given]) -> Result<Rel> {
        let Self { table, origin, function, at } = *self;
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
                    return Err(Error::in_function(at, function, Issue::new(codes::KIKIMR_BAD_COLUMN_TYPE, message)));
                }
            }
        }
        // Literals have rules of their own, so expressions are converted where they are still visible.
        let (columns, kind) = match rows.kind {
            RelKind::Values(written) => {
                let mut values = Vec::with_capacity(written.len());
                for row in written {
                    let mut out = Vec::with_capacity(row.len());
                    for (value, target) in row.into_iter().zip(&targets) {
                        out.push(match target {
                            Some(target) => self.value(value, target)?,
                            None => value,
                        });
                    }
                    values.push(out);
                }
                (rows.columns, RelKind::Values(values))
            }
            RelKind::Project { input, exprs } => {
                let mut out = Vec::with_capacity(exprs.len());
                for (value, target) in exprs.into_iter().zip(&targets) {
                    out.push(match target {
                        Some(target) => {
                            let value = literal_below(&input, &value).unwrap_or(value);
                            self.value(value, target)?
                        }
                        None => value,
                    });
                }
                (rows.columns, RelKind::Project { input, exprs: out })
            }
            kind => {
                let input = Box::new(Rel { columns: rows.columns.clone(), kind });
                let mut exprs = Vec::with_capacity(targets.len());
                for (i, (column, target)) in rows.columns.iter().zip(&targets).enumerate() {
                    let value = Expr { ty: column.ty.clone(), at, kind: ExprKind::Column(i) };
                    exprs.push(match target {
                        Some(target) => {
                            let value = literal_below(&input, &value).unwrap_or(value);
                            self.value(value, target)?
                        }
                        None => value,
                    });
                }
                (rows.columns, RelKind::Project { input, exprs })
            }
        };
        let columns = columns
            .into_iter()
            .zip(&targets)
            .map(|(column, target)| match target {
                Some(target) => OutputColumn { ty: target.value_type(), ..column },
                None => column,
            })
            .collect();
        Ok(Rel { columns, kind })
    }

    /// One value in the type of its column.
    fn value(&self, value: Expr, target: &Column) -> Result<Expr> {
        let Self { table, origin, function, at } = *self;
        let wanted = &target.value_type();
        let found = value.ty.clone();
        let place = value.at;
        // In expressions a Uint64 converts to a Timestamp, but never in a write.
        let refused = !matches!(value.kind, ExprKind::Const(_)) && !types::write_type(&found, wanted);
        if !refused && let Ok(value) = expr::coerce(value, wanted) {
            return Ok(value);
        }
        let one = |ty: &Type| Type::new_struct(vec![(Arc::clone(&target.name), ty.clone())]);
        let (whole, end) = match origin {
            Origin::Values => (
                format!("Failed to convert type: {} to {}", one(&found), one(wanted)),
                Issue::new(codes::KIKIMR_BAD_COLUMN_TYPE, "Failed to convert input columns types to scheme types"),
            ),
            Origin::Query | Origin::Set => {
                let list = |ty| Type::List(Arc::new(one(ty)));
                (
                    format!("Failed to convert type: {} to {}", list(&found), list(wanted)),
                    Issue::new(codes::DEFAULT_ERROR, format!("Row type mismatch for table: db.[{}]", table.path)),
                )
            }
        };
        let member =
            Issue::new(codes::DEFAULT_ERROR, format!("Failed to convert '{}': {found} to {wanted}", target.name))
                .at(place);
        let first = Issue::new(codes::DEFAULT_ERROR, whole).at(place).with(member);
        let inner =
            Issue::new(codes::DEFAULT_ERROR, format!("At function: {function}")).at(at).with(first).with(end.at(place));
        Err(Error {
            status: Status::GenericError,
            issues: vec![Issue::new(codes::CORE_TYPE_ANN, "Type annotation").with(inner)],
        })
    }
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
