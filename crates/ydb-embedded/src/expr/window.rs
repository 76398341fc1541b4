//! Window functions: which exist, and the types of their results.

use super::aggregate::{Aggregate, is_aggregate, resolve as resolve_aggregate};
use super::name::normalized;
use super::{Expr, ExprKind, error};
use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast::Call;

/// A window function.
#[derive(Clone, Debug)]
pub enum WindowFunction {
    /// `ROW_NUMBER`.
    RowNumber,
    /// `RANK`.
    Rank,
    /// `DENSE_RANK`.
    DenseRank,
    /// `PERCENT_RANK`.
    PercentRank,
    /// `CUME_DIST`.
    CumeDist,
    /// `NTILE`, with the number of groups.
    Ntile(u64),
    /// `LAG`, with the distance to the row; `LEAD` is a negative one.
    Lag(i64),
    /// `FIRST_VALUE`, `NTH_VALUE` and `LAST_VALUE`: the value of this row of the frame, from 0.
    Nth {
        /// Which row.
        row: usize,
        /// Whether rows are counted from the last one.
        from_end: bool,
        /// Whether only rows with a value count.
        ignore_nulls: bool,
    },
    /// An aggregate function over the frame.
    Aggregate(Aggregate),
}

/// The names of the functions that need a window: normalized, and YQL's own.
const NAMES: &[(&str, &str)] = &[
    ("cumedist", "CumeDist"),
    ("denserank", "DenseRank"),
    ("firstvalue", "FirstValue"),
    ("lag", "Lag"),
    ("lastvalue", "LastValue"),
    ("lead", "Lead"),
    ("nthvalue", "NthValue"),
    ("ntile", "NTile"),
    ("percentrank", "PercentRank"),
    ("rank", "Rank"),
    ("rownumber", "RowNumber"),
];

/// YQL's name of a function that needs a window.
pub(super) fn needs_window(normalized: &str) -> Option<&'static str> {
    NAMES.iter().find(|(own, _)| *own == normalized).map(|(_, name)| *name)
}

/// The function of a call whose arguments are already typed, and the type of its value. The frame of some rows may be
/// empty.
pub fn resolve(call: &Call, args: &[Expr], may_be_empty: bool, at: Position) -> Result<(WindowFunction, Type)> {
    let Some(name) = needs_window(&normalized(&call.name.name)) else {
        if call.module.is_some() || !is_aggregate(&call.name.name) {
            return Err(Error::translation(at, format!("{} is not a window function", call.name.name)));
        }
        if call.ignore_nulls {
            return Err(Error::unsupported(at, "IGNORE NULLS of an aggregate function"));
        }
        let (mut aggregate, ty) = resolve_aggregate(call, args, at)?;
        let ty = if may_be_empty && !aggregate.function.has_default() { ty.optional() } else { ty };
        aggregate.ty = ty.clone();
        return Ok((WindowFunction::Aggregate(aggregate), ty));
    };
    let (least, most) = match name {
        "RowNumber" | "CumeDist" => (0, 0),
        "Rank" | "DenseRank" | "PercentRank" => (0, 1),
        "Lag" | "Lead" => (1, 2),
        "NthValue" => (2, 2),
        _ => (1, 1),
    };
    if args.len() < least || args.len() > most {
        let expected = if least == most { format!("exactly {least}") } else { format!("from {least} to {most}") };
        return Err(Error::translation(at, format!("{name}() requires {expected} arguments, given: {}", args.len())));
    }
    if call.ignore_nulls && !matches!(name, "FirstValue" | "LastValue" | "NthValue") {
        return Err(Error::unsupported(at, format!("IGNORE NULLS of {name}")));
    }
    let count: Type = Primitive::Uint64.into();
    let value = || args[0].ty.clone().optional();
    let nth = |row, from_end| WindowFunction::Nth { row, from_end, ignore_nulls: call.ignore_nulls };
    Ok(match name {
        "RowNumber" => (WindowFunction::RowNumber, count),
        "Rank" => (WindowFunction::Rank, count),
        "DenseRank" => (WindowFunction::DenseRank, count),
        "PercentRank" => (WindowFunction::PercentRank, Primitive::Double.into()),
        "CumeDist" => (WindowFunction::CumeDist, Primitive::Double.into()),
        "NTile" => (WindowFunction::Ntile(literal(&args[0], "first", name)?), count),
        "Lag" | "Lead" => {
            let distance = args.get(1).map_or(Ok(1), |distance| literal(distance, "second", name))?;
            let distance = i64::try_from(distance).unwrap_or(i64::MAX);
            (WindowFunction::Lag(if name == "Lag" { distance } else { -distance }), value())
        }
        "NthValue" => match literal(&args[1], "second", name)?.checked_sub(1) {
            Some(row) => (nth(usize::try_from(row).unwrap_or(usize::MAX), false), value()),
            None => return error(at, "Position in NTH_VALUE should be positive"),
        },
        other => (nth(0, other == "LastValue"), value()),
    })
}

/// The value of an integer literal.
fn literal(arg: &Expr, which: &str, name: &str) -> Result<u64> {
    let value = match &arg.kind {
        ExprKind::Const(Value::Int(value)) => u64::try_from(*value).ok(),
        ExprKind::Const(Value::Uint(value)) => Some(*value),
        _ => None,
    };
    value.ok_or_else(|| {
        let message = format!("Expected integer literal as {which} parameter of {name}( ) function");
        Error::translation(arg.at, message)
    })
}
