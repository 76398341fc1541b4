//! Aggregate functions and window functions: their names, and the types of their results.
//!
//! The type of a result is that of a group with rows. It is optional if the argument is optional, because all values of
//! a group may be NULL. Integers are added as Int64 or Uint64, Decimals are added with 35 digits, and the average of
//! integers is a Double.

use std::sync::Arc;

use self::resolve as resolve_aggregate;
use super::operator::logical;
use super::types::primitive;
use super::{Expr, ExprKind, error, normalized};
use crate::error::{Error, Position, Result};
use crate::types::decimal::MAX_PRECISION;
use crate::types::{Primitive, Type, Value, comparable};
use crate::yql::ast::{Arg, Call};

/// Aggregate function with the types of its arguments.
#[derive(Clone, Debug)]
pub struct Aggregate {
    pub function: Function,
    pub distinct: bool,
    pub args: Vec<Type>,
    /// Type of the aggregate's value in a group with rows.
    pub ty: Type,
    /// Maximum number of items in a list.
    pub limit: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum Function {
    CountAll,
    Count,
    CountIf,
    Sum,
    SumIf,
    Avg,
    AvgIf,
    Min,
    Max,
    MinBy,
    MaxBy,
    Some,
    List,
    ListDistinct,
    BoolAnd,
    BoolOr,
    BoolXor,
    BitAnd,
    BitOr,
    BitXor,
    /// Variance of a sample, or of the population if `sample` is `false`.
    Variance {
        sample: bool,
    },
    StdDev {
        sample: bool,
    },
    Correlation,
    Covariance {
        sample: bool,
    },
    Top,
    Bottom,
    TopBy,
    BottomBy,
    TopFreq,
}

impl Function {
    /// Returns `true` if the function has a value in a group without rows.
    pub const fn has_default(self) -> bool {
        matches!(self, Self::CountAll | Self::Count | Self::CountIf | Self::List | Self::ListDistinct)
            || matches!(self, Self::Top | Self::Bottom | Self::TopBy | Self::BottomBy | Self::TopFreq)
    }
}

/// Returns `true` if a function of this name, written in any case, is an aggregate.
pub fn is_aggregate(name: &str) -> bool {
    super::is_name_of("aggregate", &normalized(name))
}

fn function(name: &str) -> Option<Function> {
    Some(match name {
        "count" => Function::Count,
        "countif" => Function::CountIf,
        "sum" => Function::Sum,
        "sumif" => Function::SumIf,
        "avg" => Function::Avg,
        "avgif" => Function::AvgIf,
        "min" => Function::Min,
        "max" => Function::Max,
        "minby" => Function::MinBy,
        "maxby" => Function::MaxBy,
        "some" | "somevalue" => Function::Some,
        "agglist" | "aggrlist" | "aggregatelist" => Function::List,
        "agglistdistinct" | "aggrlistdistinct" | "aggregatelistdistinct" => Function::ListDistinct,
        "booland" | "every" => Function::BoolAnd,
        "boolor" => Function::BoolOr,
        "boolxor" => Function::BoolXor,
        "bitand" => Function::BitAnd,
        "bitor" => Function::BitOr,
        "bitxor" => Function::BitXor,
        "variance" | "variancesample" | "varsamp" | "vars" => Function::Variance { sample: true },
        "populationvariance" | "variancepopulation" | "varpop" | "varp" => Function::Variance { sample: false },
        "stddev" | "stddevsample" | "stddevsamp" | "stddevs" => Function::StdDev { sample: true },
        "populationstddev" | "stddevpopulation" | "stddevpop" | "stddevp" => Function::StdDev { sample: false },
        "correlation" | "corr" => Function::Correlation,
        "covariance" | "covariancesample" | "covarsamp" | "covar" | "covars" => Function::Covariance { sample: true },
        "covariancepopulation" | "covarpop" | "covarp" => Function::Covariance { sample: false },
        "top" => Function::Top,
        "bottom" => Function::Bottom,
        "topby" => Function::TopBy,
        "bottomby" => Function::BottomBy,
        "topfreq" | "mode" => Function::TopFreq,
        _ => return None,
    })
}

/// Finds the aggregate of a call whose arguments have been compiled. Returns it with the type of its value.
///
/// Fails when the function does not take such arguments, or when it is not supported.
pub fn resolve(call: &Call, args: &[Expr], at: Position) -> Result<(Aggregate, Type)> {
    let name = &call.name.name;
    let Some(mut function) = function(&normalized(name)) else {
        return Err(Error::unsupported(at, format!("The aggregate function {name}")));
    };
    if function == Function::Count && matches!(call.args.as_slice(), [Arg::Star]) {
        function = Function::CountAll;
    }
    let expected = match function {
        Function::CountAll => 0,
        Function::SumIf | Function::AvgIf | Function::MinBy | Function::MaxBy => 2,
        Function::Correlation | Function::Covariance { .. } | Function::TopBy | Function::BottomBy => 2,
        _ => 1,
    };
    let (args, limit) = limited(function, args, expected);
    if args.len() != expected {
        let message =
            format!("Aggregation function {name} requires exactly {expected} argument(s), given: {}", args.len());
        return Err(Error::translation(at, message));
    }
    let required = matches!(function, Function::Top | Function::Bottom | Function::TopBy | Function::BottomBy);
    if required && limit.is_none() {
        // The text is UNVERIFIED.
        return Err(Error::translation(at, format!("Aggregation function {name} requires the number of items")));
    }
    if matches!(function, Function::SumIf | Function::AvgIf) {
        logical(&args[1])?;
    }
    let ty = match args.first() {
        None => Primitive::Uint64.into(),
        Some(arg) => result(function, arg, args, limit, at)?,
    };
    let types = args.iter().map(|arg| arg.ty.clone()).collect();
    Ok((Aggregate { function, distinct: call.distinct, args: types, ty: ty.clone(), limit }, ty))
}

/// Splits off the literals after the arguments. Returns the arguments and the first literal, which is the maximum
/// number of items in a list. The size of TOPFREQ's buffer is ignored, because the engine counts exactly.
fn limited(function: Function, args: &[Expr], expected: usize) -> (&[Expr], Option<usize>) {
    use crate::expr::ExprKind::Const;
    use crate::types::Value::{Int, Uint};
    let literals = match function {
        Function::List | Function::ListDistinct | Function::MinBy | Function::MaxBy => 1,
        Function::Top | Function::Bottom | Function::TopBy | Function::BottomBy => 1,
        Function::TopFreq => 2,
        _ => 0,
    };
    let (Some(first), true) = (args.get(expected), args.len() <= expected + literals) else { return (args, None) };
    let limit = match first.kind {
        Const(Int(limit)) => usize::try_from(limit).ok(),
        Const(Uint(limit)) => usize::try_from(limit).ok(),
        _ => return (args, None),
    };
    let unlimited_at_zero = matches!(function, Function::List | Function::ListDistinct);
    (&args[..expected], limit.filter(|limit| *limit > 0 || !unlimited_at_zero))
}

fn result(function: Function, arg: &Expr, args: &[Expr], limit: Option<usize>, at: Position) -> Result<Type> {
    let optional = |ty: Type| if arg.ty.is_optional() { ty.optional() } else { ty };
    Ok(match function {
        Function::CountAll | Function::Count => Primitive::Uint64.into(),
        Function::CountIf => {
            logical(arg)?;
            Primitive::Uint64.into()
        }
        Function::Sum => optional(sum(&arg.ty, at)?),
        // The condition may exclude all rows.
        Function::SumIf => sum(&arg.ty, at)?.optional(),
        Function::Avg => optional(average(&arg.ty, at)?),
        Function::AvgIf => average(&arg.ty, at)?.optional(),
        Function::Min | Function::Max => {
            ordered(arg)?;
            arg.ty.clone()
        }
        Function::MinBy | Function::MaxBy => {
            ordered(&args[1])?;
            let ty = if limit.is_some() { Type::List(arg.ty.clone().into()) } else { arg.ty.clone() };
            if args[1].ty.is_optional() { ty.optional() } else { ty }
        }
        Function::TopBy | Function::BottomBy => {
            ordered(&args[1])?;
            let ty = Type::List(arg.ty.clone().into());
            if args[1].ty.is_optional() { ty.optional() } else { ty }
        }
        Function::Top | Function::Bottom => {
            ordered(arg)?;
            Type::List(arg.ty.unwrap_optional().clone().into())
        }
        Function::TopFreq => {
            let members = [("Frequency", Primitive::Uint64.into()), ("Value", arg.ty.unwrap_optional().clone())];
            let members = members.map(|(name, ty): (&str, Type)| (name.into(), ty));
            Type::List(Type::new_struct(members.into()).into())
        }
        Function::Variance { .. } | Function::StdDev { .. } => {
            number(arg)?;
            optional(Primitive::Double.into())
        }
        // A NULL in one of the arguments counts as 0.
        Function::Correlation | Function::Covariance { .. } => {
            args.iter().try_for_each(number)?;
            Primitive::Double.into()
        }
        Function::Some => arg.ty.clone(),
        // NULLs are left out of the list.
        Function::List | Function::ListDistinct => Type::List(Arc::new(arg.ty.unwrap_optional().clone())),
        Function::BoolAnd | Function::BoolOr | Function::BoolXor => {
            logical(arg)?;
            optional(Primitive::Bool.into())
        }
        Function::BitAnd | Function::BitOr | Function::BitXor => match primitive(&arg.ty) {
            Some(ty) if ty.is_unsigned_integer() => arg.ty.clone(),
            _ if arg.ty == Type::Null => Type::Null,
            _ => return error(at, format!("Expected unsigned data type, but got: {}", arg.ty)),
        },
    })
}

fn number(arg: &Expr) -> Result<()> {
    match primitive(&arg.ty) {
        Some(ty) if ty.is_number() => Ok(()),
        _ if arg.ty == Type::Null => Ok(()),
        _ => error(arg.at, format!("Failed to convert type: {} to Double", arg.ty)),
    }
}

fn ordered(arg: &Expr) -> Result<()> {
    if comparable(&arg.ty, &arg.ty) {
        return Ok(());
    }
    error(arg.at, format!("Expected comparable type, but got: {}", arg.ty))
}

fn sum(ty: &Type, at: Position) -> Result<Type> {
    Ok(match ty.unwrap_optional() {
        Type::Primitive(ty) if ty.is_signed_integer() => Primitive::Int64.into(),
        Type::Primitive(ty) if ty.is_unsigned_integer() => Primitive::Uint64.into(),
        Type::Primitive(ty @ (Primitive::Float | Primitive::Double)) => (*ty).into(),
        Type::Primitive(ty) if ty.is_interval() => Type::from(*ty).optional(),
        Type::Decimal { scale, .. } => Type::Decimal { precision: MAX_PRECISION, scale: *scale },
        Type::Null => Type::Null,
        _ => return error(at, format!("Unsupported type: {ty}")),
    })
}

fn average(ty: &Type, at: Position) -> Result<Type> {
    Ok(match ty.unwrap_optional() {
        Type::Primitive(Primitive::Float) => Primitive::Float.into(),
        Type::Primitive(ty) if ty.is_number() || *ty == Primitive::Bool => Primitive::Double.into(),
        Type::Primitive(ty) if ty.is_interval() => (*ty).into(),
        Type::Decimal { precision, scale } => Type::Decimal { precision: *precision, scale: *scale },
        Type::Null => Type::Null,
        _ => return error(at, format!("Unsupported type: {ty}")),
    })
}

#[derive(Clone, Debug)]
pub enum WindowFunction {
    RowNumber,
    Rank,
    DenseRank,
    PercentRank,
    CumeDist,
    /// `NTILE`, with the number of groups.
    Ntile(u64),
    /// `LAG`, with the distance to the row; for `LEAD`, the distance is negative.
    Lag(i64),
    /// `FIRST_VALUE`, `NTH_VALUE` and `LAST_VALUE`: the value of one row of the frame. `row` counts from 0.
    Nth {
        row: usize,
        from_end: bool,
        ignore_nulls: bool,
    },
    Aggregate(Aggregate),
}

/// Names of the functions that need a window: the normalized name, and YQL's own name.
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

/// Returns YQL's name of a function that needs a window, or `None` for other functions.
pub(super) fn needs_window(normalized: &str) -> Option<&'static str> {
    NAMES.iter().find(|(own, _)| *own == normalized).map(|(_, name)| *name)
}

/// Finds the window function of a call whose arguments have been compiled, and the type of its value. With
/// `may_be_empty`, the frame of some rows may be empty.
pub fn resolve_window(call: &Call, args: &[Expr], may_be_empty: bool, at: Position) -> Result<(WindowFunction, Type)> {
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

/// Returns the value of an integer literal.
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
