//! Aggregate functions: which exist, and the types of their results.
//!
//! The type here is that of a group with rows: optional if the argument is, since all values of a group may be NULL.
//! Integers are added as Int64 or Uint64, Decimals with 35 digits, and the average of integers is a Double.

use std::sync::Arc;

use crate::error::{Error, Position, Result};
use crate::expr::name::{self, normalized};
use crate::expr::operator::logical;
use crate::expr::types::primitive;
use crate::expr::{Expr, error};
use crate::types::decimal::MAX_PRECISION;
use crate::types::{Primitive, Type, comparable};
use crate::yql::ast::{Arg, Call};

/// An aggregate function over its arguments.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The function.
    pub function: Function,
    /// Whether each value counts only once.
    pub distinct: bool,
    /// The types of its arguments.
    pub args: Vec<Type>,
    /// The type of its value in a group with rows.
    pub ty: Type,
    /// The maximum number of items in a list.
    pub limit: Option<usize>,
}

/// The aggregate functions.
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
    /// Of a sample or of the population.
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
    /// Whether it has a value in a group without rows.
    pub const fn has_default(self) -> bool {
        matches!(self, Self::CountAll | Self::Count | Self::CountIf | Self::List | Self::ListDistinct)
            || matches!(self, Self::Top | Self::Bottom | Self::TopBy | Self::BottomBy | Self::TopFreq)
    }
}

/// Whether a function of this name, written in any case, is an aggregate.
pub fn is_aggregate(name: &str) -> bool {
    name::exists("aggregate", &normalized(name))
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

/// The aggregate of a call whose arguments are already typed.
///
/// Fails when the function does not take such arguments, or is not supported.
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

/// The arguments without the literals after them, and the first of these literals: how many items a list has at most.
/// The size of TOPFREQ's buffer is of no interest: the engine counts exactly.
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
        // The condition may exclude every row.
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
        // NULL counts as 0.
        Function::Correlation | Function::Covariance { .. } => {
            args.iter().try_for_each(number)?;
            Primitive::Double.into()
        }
        Function::Some => arg.ty.clone(),
        // NULLs are left out.
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

/// The type of a sum of present values.
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

/// The type of an average of present values.
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
