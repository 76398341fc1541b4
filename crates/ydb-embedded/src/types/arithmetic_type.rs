//! The types of arithmetic: which operands an operator takes and what it yields.

use super::common::common_number;
use super::{Primitive, Type};

/// The operators on numbers, dates and bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators' own")]
pub enum ArithmeticOperator {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    RotateLeft,
    RotateRight,
}

/// The type of `a op b`: optional if an operand is or if the operator may fail, `Null` if an operand is the literal
/// NULL, `None` if YQL refuses the operands. The count of a shift must already be a Uint8.
pub fn arithmetic_type(op: ArithmeticOperator, a: &Type, b: &Type) -> Option<Type> {
    if *a == Type::Null || *b == Type::Null {
        return Some(Type::Null);
    }
    let (result, may_fail) = match (a.unwrap_optional(), b.unwrap_optional()) {
        (Type::Decimal { .. }, _) | (_, Type::Decimal { .. }) => (decimal_type(op, a, b)?, false),
        (Type::Primitive(a), Type::Primitive(b)) => {
            let (result, may_fail) = primitive_type(op, *a, *b)?;
            (Type::Primitive(result), may_fail)
        }
        _ => return None,
    };
    let is_shift = matches!(
        op,
        ArithmeticOperator::ShiftLeft
            | ArithmeticOperator::ShiftRight
            | ArithmeticOperator::RotateLeft
            | ArithmeticOperator::RotateRight
    );
    if is_shift && b.is_optional() {
        return None;
    }
    Some(if may_fail || a.is_optional() || b.is_optional() { result.optional() } else { result })
}

/// The type of `-a` and `+a`; `None` if YQL refuses the operand.
pub fn sign_type(a: &Type) -> Option<Type> {
    let has_sign = match a.unwrap_optional() {
        Type::Primitive(primitive) => primitive.is_number() || primitive.is_interval(),
        Type::Decimal { .. } | Type::Null => true,
        _ => false,
    };
    has_sign.then(|| a.clone())
}

/// The type of `~a`; `None` if YQL refuses the operand.
pub fn bit_not_type(a: &Type) -> Option<Type> {
    let has_bits = match a.unwrap_optional() {
        Type::Primitive(primitive) => primitive.is_unsigned_integer(),
        other => *other == Type::Null,
    };
    has_bits.then(|| a.clone())
}

fn decimal_type(op: ArithmeticOperator, a: &Type, b: &Type) -> Option<Type> {
    let (a, b) = (a.unwrap_optional(), b.unwrap_optional());
    let is_integer = |ty: &Type| ty.primitive().is_some_and(Primitive::is_integer);
    let is_known = match op {
        ArithmeticOperator::Add | ArithmeticOperator::Sub => a == b,
        ArithmeticOperator::Mul if is_integer(a) => return Some(b.clone()),
        ArithmeticOperator::Mul | ArithmeticOperator::Div | ArithmeticOperator::Mod => {
            a == b || (a.decimal().is_some() && is_integer(b))
        }
        _ => false,
    };
    is_known.then(|| a.clone())
}

/// The result's type and whether the operator may fail.
fn primitive_type(op: ArithmeticOperator, a: Primitive, b: Primitive) -> Option<(Primitive, bool)> {
    use ArithmeticOperator::{
        Add, BitAnd, BitOr, BitXor, Div, Mod, Mul, RotateLeft, RotateRight, ShiftLeft, ShiftRight, Sub,
    };
    match op {
        Add | Sub | Mul | Div | Mod if a.is_number() && b.is_number() => {
            let result = common_number(a, b)?;
            Some((result, matches!(op, Div | Mod) && !result.is_float()))
        }
        Add if a.is_date() && b.is_interval() => Some((a, true)),
        Add if a.is_interval() && b.is_date() => Some((b, true)),
        Add | Sub if a.is_interval() && b.is_interval() => Some((interval_of(a, b), true)),
        Sub if a.is_date() && b.is_date() => Some((interval_of(a, b), false)),
        Sub if a.is_date() && b.is_interval() => Some((a, true)),
        Mul if a.is_integer() && b.is_interval() => Some((b, true)),
        Mul | Div if a.is_interval() && b.is_integer() => Some((a, true)),
        BitAnd | BitOr | BitXor if a.is_unsigned_integer() && b.is_unsigned_integer() => {
            Some((common_number(a, b)?, false))
        }
        ShiftLeft | ShiftRight | RotateLeft | RotateRight if a.is_integer() && b == Primitive::Uint8 => {
            Some((a.unsigned(), false))
        }
        _ => None,
    }
}

const fn interval_of(a: Primitive, b: Primitive) -> Primitive {
    if a.is_wide_date() || b.is_wide_date() { Primitive::Interval64 } else { Primitive::Interval }
}

#[cfg(test)]
mod tests {
    use super::ArithmeticOperator::*;
    use super::Primitive::*;
    use super::*;

    fn of(op: ArithmeticOperator, a: Primitive, b: Primitive) -> Option<Type> {
        arithmetic_type(op, &a.into(), &b.into())
    }

    fn always(ty: Primitive) -> Option<Type> {
        Some(ty.into())
    }

    fn optional(ty: Primitive) -> Option<Type> {
        Some(Type::from(ty).optional())
    }

    #[test]
    fn numbers_rise_to_the_higher_type() {
        assert_eq!(of(Add, Int8, Int8), always(Int8));
        assert_eq!(of(Add, Int32, Uint32), always(Int32));
        assert_eq!(of(Sub, Uint64, Int32), always(Uint64));
        assert_eq!(of(Mul, Uint64, Int64), always(Int64));
        assert_eq!(of(Mul, Int64, Float), always(Float));
        assert_eq!(of(Div, Int32, Int32), optional(Int32));
        assert_eq!(of(Mod, Uint8, Int64), optional(Int64));
        assert_eq!(of(Div, Int32, Double), always(Double));
        assert_eq!(of(Add, Bool, Int32), None);
        assert_eq!(of(Add, String, String), None);
    }

    #[test]
    fn dates_and_intervals() {
        assert_eq!(of(Sub, Date, Timestamp), always(Interval));
        assert_eq!(of(Sub, Date32, Timestamp), always(Interval64));
        assert_eq!(of(Add, Date, Interval), optional(Date));
        assert_eq!(of(Add, Interval, Timestamp64), optional(Timestamp64));
        assert_eq!(of(Sub, Datetime, Interval), optional(Datetime));
        assert_eq!(of(Sub, Interval, Datetime), None);
        assert_eq!(of(Add, Interval, Interval64), optional(Interval64));
        assert_eq!(of(Mul, Int32, Interval), optional(Interval));
        assert_eq!(of(Div, Interval, Uint8), optional(Interval));
        assert_eq!(of(Mul, Interval, Double), None);
        assert_eq!(of(Add, Date, Date), None);
    }

    #[test]
    fn bits() {
        assert_eq!(of(BitAnd, Uint8, Uint32), always(Uint32));
        assert_eq!(of(BitOr, Int32, Int32), None);
        assert_eq!(of(ShiftLeft, Int32, Uint8), always(Uint32));
        assert_eq!(of(RotateRight, Uint64, Uint8), always(Uint64));
        assert_eq!(of(ShiftLeft, Uint64, Int32), None);
    }

    #[test]
    fn decimals() {
        let (one, other) = (Type::Decimal { precision: 5, scale: 2 }, Type::Decimal { precision: 6, scale: 2 });
        assert_eq!(arithmetic_type(Add, &one, &one), Some(one.clone()));
        assert_eq!(arithmetic_type(Add, &one, &other), None);
        assert_eq!(arithmetic_type(Add, &one, &Int32.into()), None);
        assert_eq!(arithmetic_type(Mul, &Int32.into(), &one), Some(one.clone()));
        assert_eq!(arithmetic_type(Div, &one, &Type::from(Int32).optional()), Some(one.clone().optional()));
        assert_eq!(arithmetic_type(Div, &Int32.into(), &one), None);
        assert_eq!(arithmetic_type(Mul, &one, &Double.into()), None);
    }

    #[test]
    fn nulls_and_optionals() {
        assert_eq!(arithmetic_type(Add, &Type::Null, &Int32.into()), Some(Type::Null));
        assert_eq!(arithmetic_type(Add, &Type::from(Int32).optional(), &Int8.into()), optional(Int32));
        assert_eq!(sign_type(&Type::from(Interval).optional()), optional(Interval));
        assert_eq!(sign_type(&Date.into()), None);
        assert_eq!(bit_not_type(&Uint8.into()), always(Uint8));
        assert_eq!(bit_not_type(&Int8.into()), None);
    }
}
