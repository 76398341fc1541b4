//! Arithmetic: the operands that operators accept, the types of results, and the computation of values.

use super::common::common_number;
use super::primitive::unwrap_present;
use super::stored::{from_stored, stored, wrap_stored};
use super::{Primitive, Type, Value, decimal};

/// Operators on numbers, dates and bits.
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

/// Returns the type of `a op b`: optional if an operand is optional or if the operator may fail, `Null` if an operand
/// is the literal NULL, `None` if YQL refuses the operands. The count of a shift must already be a Uint8.
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

/// Returns the type of `-a` and `+a`; `None` if YQL refuses the operand.
pub fn sign_type(a: &Type) -> Option<Type> {
    let has_sign = match a.unwrap_optional() {
        Type::Primitive(primitive) => primitive.is_number() || primitive.is_interval(),
        Type::Decimal { .. } | Type::Null => true,
        _ => false,
    };
    has_sign.then(|| a.clone())
}

/// Returns the type of `~a`; `None` if YQL refuses the operand.
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

/// Returns the type of the result, and whether the operator may fail.
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

// Arithmetic on values.
//
// Integers are computed in i128 and cut to the width of the result, so they wrap as in C++. Division by zero, and the
// least integer divided by -1, give NULL. Dates and intervals are computed in microseconds and give NULL out of range.
// Decimals never fail: they become infinite or `nan` (see [`decimal`]).

/// Computes `a op b`, whose type is `result` (see [`arithmetic_type`]). Returns NULL if an operand is NULL or the
/// operator fails.
pub fn arithmetic(op: ArithmeticOperator, a: &Value, a_type: &Type, b: &Value, b_type: &Type, result: &Type) -> Value {
    let (a, b) = (unwrap_present(a), unwrap_present(b));
    let value = match result.unwrap_optional() {
        Type::Decimal { precision, scale } => decimals(op, a, b, *precision, *scale),
        Type::Primitive(primitive) if primitive.is_integer() => integers(op, a, b, *primitive),
        Type::Primitive(Primitive::Float) => {
            single(a).zip(single(b)).and_then(|(a, b)| floats(op, a, b)).map(Value::Float)
        }
        Type::Primitive(Primitive::Double) => {
            float(a).zip(float(b)).and_then(|(a, b)| floats(op, a, b)).map(Value::Double)
        }
        Type::Primitive(primitive) => dates(op, (a, a_type), (b, b_type), *primitive),
        _ => None,
    };
    value.unwrap_or(Value::Null)
}

/// Computes `-a`; integers wrap.
pub fn negate(value: &Value, ty: &Type) -> Value {
    match value {
        Value::Float(number) => Value::Float(-number),
        Value::Double(number) => Value::Double(-number),
        Value::Decimal(decimal::NAN) => Value::Decimal(decimal::NAN),
        Value::Decimal(number) => Value::Decimal(-number),
        _ => match (stored(value), ty.unwrap_optional().primitive()) {
            (Some(number), Some(primitive)) => wrap_stored(-number, primitive),
            _ => Value::Null,
        },
    }
}

/// Computes `~a`.
pub fn bit_not(value: &Value, ty: &Type) -> Value {
    match (stored(value), ty.unwrap_optional().primitive()) {
        (Some(number), Some(primitive)) => wrap_stored(!number, primitive),
        _ => Value::Null,
    }
}

/// Computes with integers. Both operands are first cut to the width of the result, as in C++.
fn integers(op: ArithmeticOperator, a: &Value, b: &Value, result: Primitive) -> Option<Value> {
    let bits = 8 * result.width()? as u32;
    let a = stored(&wrap_stored(stored(a)?, result))?;
    // The count of a shift is not cut.
    let (b, count) = (stored(&wrap_stored(stored(b)?, result))?, stored(b)?);
    let number = match op {
        ArithmeticOperator::Add => a + b,
        ArithmeticOperator::Sub => a - b,
        ArithmeticOperator::Mul => a.wrapping_mul(b),
        ArithmeticOperator::Div | ArithmeticOperator::Mod => {
            let overflows = b == -1 && result.range().is_some_and(|(least, _)| a == least);
            if b == 0 || overflows {
                return None;
            }
            if op == ArithmeticOperator::Div { a / b } else { a % b }
        }
        ArithmeticOperator::BitAnd => a & b,
        ArithmeticOperator::BitOr => a | b,
        ArithmeticOperator::BitXor => a ^ b,
        ArithmeticOperator::ShiftLeft if count < bits.into() => a << count,
        ArithmeticOperator::ShiftRight if count < bits.into() => a >> count,
        // All bits are shifted out.
        ArithmeticOperator::ShiftLeft | ArithmeticOperator::ShiftRight => 0,
        ArithmeticOperator::RotateLeft => rotate(a, count as u32 % bits, bits),
        ArithmeticOperator::RotateRight => rotate(a, bits - count as u32 % bits, bits),
    };
    Some(wrap_stored(number, result))
}

/// Rotates an unsigned number of `bits` bits to the left. The caller must cut the bits above.
const fn rotate(number: i128, by: u32, bits: u32) -> i128 {
    (number << by) | (number >> (bits - by))
}

fn float(value: &Value) -> Option<f64> {
    match value {
        Value::Float(number) => Some(f64::from(*number)),
        Value::Double(number) => Some(*number),
        _ => stored(value).map(|number| number as f64),
    }
}

fn single(value: &Value) -> Option<f32> {
    match value {
        Value::Float(number) => Some(*number),
        _ => stored(value).map(|number| number as f32),
    }
}

fn floats<T>(op: ArithmeticOperator, a: T, b: T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>
        + std::ops::Rem<Output = T>,
{
    Some(match op {
        ArithmeticOperator::Add => a + b,
        ArithmeticOperator::Sub => a - b,
        ArithmeticOperator::Mul => a * b,
        ArithmeticOperator::Div => a / b,
        ArithmeticOperator::Mod => a % b,
        _ => return None,
    })
}

fn decimals(op: ArithmeticOperator, a: &Value, b: &Value, precision: u8, scale: u8) -> Option<Value> {
    let unit = decimal::power(scale.into());
    let number = match (a, b) {
        (Value::Decimal(a), Value::Decimal(b)) => match op {
            ArithmeticOperator::Add => decimal::add(*a, *b, precision),
            ArithmeticOperator::Sub => decimal::sub(*a, *b, precision),
            ArithmeticOperator::Mul => decimal::mul_div(*a, *b, unit),
            ArithmeticOperator::Div => decimal::scaled_div(*a, unit, *b),
            ArithmeticOperator::Mod => decimal::rem(*a, *b),
            _ => return None,
        },
        (Value::Decimal(a), b) => match op {
            ArithmeticOperator::Mul => decimal::mul(*a, stored(b)?),
            ArithmeticOperator::Div => decimal::div(*a, stored(b)?),
            ArithmeticOperator::Mod => decimal::rem(*a, decimal::mul(stored(b)?, unit)),
            _ => return None,
        },
        (a, Value::Decimal(b)) if op == ArithmeticOperator::Mul => decimal::mul(*b, stored(a)?),
        _ => return None,
    };
    Some(Value::Decimal(decimal::bound(number, precision)))
}

/// Computes with dates and intervals, in microseconds.
fn dates(
    op: ArithmeticOperator,
    (a, a_type): (&Value, &Type),
    (b, b_type): (&Value, &Type),
    result: Primitive,
) -> Option<Value> {
    let primitive = |ty: &Type| ty.unwrap_optional().primitive();
    let micros =
        |value: &Value, ty: &Type| Some(stored(value)? * i128::from(primitive(ty).map_or(1, Primitive::unit_us)));
    let (a, b) = (micros(a, a_type)?, micros(b, b_type)?);
    let number = match op {
        ArithmeticOperator::Add => a + b,
        ArithmeticOperator::Sub => a - b,
        ArithmeticOperator::Mul => a.checked_mul(b)?,
        ArithmeticOperator::Div => a.checked_div(b)?,
        _ => return None,
    };
    // The range is checked for the instant, before it is cut to the start of its day.
    let instants = match (result.is_date(), result.is_wide_date()) {
        (true, false) => Primitive::Timestamp,
        (true, true) => Primitive::Timestamp64,
        (false, _) => result,
    };
    from_stored(number, instants)?;
    // Rounds towards 1970, as YDB does, even for dates before 1970.
    from_stored(number / i128::from(result.unit_us()), result)
}

#[cfg(test)]
mod tests {
    use super::ArithmeticOperator::*;
    use super::Primitive::*;
    use super::*;
    use crate::types::arithmetic;

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
    fn types_of_dates_and_intervals() {
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
    fn types_of_bits() {
        assert_eq!(of(BitAnd, Uint8, Uint32), always(Uint32));
        assert_eq!(of(BitOr, Int32, Int32), None);
        assert_eq!(of(ShiftLeft, Int32, Uint8), always(Uint32));
        assert_eq!(of(RotateRight, Uint64, Uint8), always(Uint64));
        assert_eq!(of(ShiftLeft, Uint64, Int32), None);
    }

    #[test]
    fn types_of_decimals() {
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

    fn run(op: ArithmeticOperator, a: (Value, Primitive), b: (Value, Primitive)) -> Value {
        let (a_type, b_type) = (Type::from(a.1), Type::from(b.1));
        let result = arithmetic_type(op, &a_type, &b_type).expect("operands of the operator");
        arithmetic(op, &a.0, &a_type, &b.0, &b_type, &result)
    }

    fn int(number: i64) -> (Value, Primitive) {
        (Value::Int(number), Int64)
    }

    #[test]
    fn integers_wrap() {
        assert_eq!(run(Add, (Value::Int(127), Int8), (Value::Int(1), Int8)), Value::Int(-128));
        assert_eq!(run(Sub, (Value::Uint(0), Uint32), (Value::Uint(1), Uint32)), Value::Uint(4_294_967_295));
        assert_eq!(run(Mul, int(i64::MAX), int(2)), Value::Int(-2));
        assert_eq!(run(Mul, (Value::Uint(u64::MAX), Uint64), (Value::Uint(u64::MAX), Uint64)), Value::Uint(1));
        // The Int32 operand -1 becomes the greatest Uint64.
        assert_eq!(run(Add, (Value::Int(-1), Int32), (Value::Uint(3), Uint64)), Value::Uint(2));
        assert_eq!(run(Add, (Value::Uint(u64::MAX), Uint64), int(3)), Value::Int(2));
    }

    #[test]
    fn division() {
        assert_eq!(run(Div, int(7), int(2)), Value::Int(3));
        assert_eq!(run(Div, int(-7), int(2)), Value::Int(-3));
        assert_eq!(run(Mod, int(-7), int(2)), Value::Int(-1));
        assert_eq!(run(Div, int(7), int(0)), Value::Null);
        assert_eq!(run(Mod, int(7), int(0)), Value::Null);
        assert_eq!(run(Div, int(i64::MIN), int(-1)), Value::Null);
        assert_eq!(run(Mod, int(i64::MIN), int(-1)), Value::Null);
        assert_eq!(run(Div, (Value::Double(1.0), Double), int(0)), Value::Double(f64::INFINITY));
        assert_eq!(run(Mod, (Value::Double(5.5), Double), int(2)), Value::Double(1.5));
        assert_eq!(run(Div, (Value::Float(1.0), Float), int(2)), Value::Float(0.5));
    }

    #[test]
    fn nulls() {
        let optional = Type::from(Int64).optional();
        assert_eq!(arithmetic(Add, &Value::Null, &optional, &Value::Int(1), &optional, &optional), Value::Null);
    }

    #[test]
    fn bits() {
        let byte = |number: u64| (Value::Uint(number), Uint8);
        assert_eq!(run(BitAnd, byte(12), byte(10)), Value::Uint(8));
        assert_eq!(run(BitOr, byte(12), byte(10)), Value::Uint(14));
        assert_eq!(run(BitXor, byte(12), byte(10)), Value::Uint(6));
        assert_eq!(run(ShiftLeft, byte(0x81), byte(1)), Value::Uint(2));
        assert_eq!(run(ShiftLeft, byte(1), byte(8)), Value::Uint(0));
        assert_eq!(run(ShiftRight, (Value::Int(-1), Int32), byte(28)), Value::Uint(15));
        assert_eq!(run(RotateLeft, byte(0x81), byte(1)), Value::Uint(3));
        assert_eq!(run(RotateRight, byte(0x81), byte(1)), Value::Uint(0xC0));
        assert_eq!(run(RotateRight, byte(0x81), byte(8)), Value::Uint(0x81));
        assert_eq!(run(RotateLeft, (Value::Uint(1), Uint64), byte(65)), Value::Uint(2));
        assert_eq!(bit_not(&Value::Uint(0), &Uint8.into()), Value::Uint(255));
    }

    #[test]
    fn dates_and_intervals() {
        let day = || (Value::Int(86_400_000_000), Interval);
        let hour = || (Value::Int(3_600_000_000), Interval);
        assert_eq!(run(Add, (Value::Uint(1), Date), day()), Value::Uint(2));
        assert_eq!(run(Add, (Value::Uint(1), Date), hour()), Value::Uint(1));
        assert_eq!(run(Sub, (Value::Uint(1), Date), hour()), Value::Uint(0));
        assert_eq!(run(Sub, (Value::Uint(0), Date), hour()), Value::Null);
        assert_eq!(run(Add, (Value::Uint(49_672), Date), day()), Value::Null);
        assert_eq!(run(Add, (Value::Uint(49_672), Date), hour()), Value::Uint(49_672));
        assert_eq!(run(Sub, (Value::Uint(2), Date), (Value::Uint(86_400), Datetime)), Value::Int(86_400_000_000));
        assert_eq!(run(Sub, (Value::Uint(0), Timestamp), (Value::Uint(5), Timestamp)), Value::Int(-5));
        assert_eq!(run(Mul, hour(), (Value::Int(-2), Int32)), Value::Int(-7_200_000_000));
        assert_eq!(run(Mul, day(), (Value::Int(49_673), Int32)), Value::Null);
        assert_eq!(run(Div, hour(), (Value::Uint(0), Uint8)), Value::Null);
        assert_eq!(run(Div, hour(), (Value::Uint(u64::MAX), Uint64)), Value::Int(0));
        assert_eq!(run(Add, day(), (Value::Int(4_291_747_199_999_999), Interval)), Value::Null);
    }

    #[test]
    fn decimals() {
        let ty = Type::Decimal { precision: 5, scale: 2 };
        let both = |op: ArithmeticOperator, a: i128, b: i128| {
            arithmetic(op, &Value::Decimal(a), &ty, &Value::Decimal(b), &ty, &ty)
        };
        assert_eq!(both(Add, 150, 275), Value::Decimal(425));
        assert_eq!(both(Mul, 150, 250), Value::Decimal(375));
        assert_eq!(both(Mul, 99_999, 200), Value::Decimal(decimal::INF));
        assert_eq!(both(Div, 100, 300), Value::Decimal(33));
        assert_eq!(both(Div, 100, 0), Value::Decimal(decimal::INF));
        assert_eq!(both(Mod, 750, 200), Value::Decimal(150));
        let int = Type::from(Int32);
        assert_eq!(arithmetic(Mul, &Value::Int(3), &int, &Value::Decimal(150), &ty, &ty), Value::Decimal(450));
        assert_eq!(arithmetic(Mod, &Value::Decimal(750), &ty, &Value::Int(2), &int, &ty), Value::Decimal(150));
    }

    #[test]
    fn signs() {
        assert_eq!(negate(&Value::Int(-128), &Int8.into()), Value::Int(-128));
        assert_eq!(negate(&Value::Uint(1), &Uint8.into()), Value::Uint(255));
        assert_eq!(negate(&Value::Double(1.5), &Double.into()), Value::Double(-1.5));
        assert_eq!(
            negate(&Value::Decimal(decimal::NAN), &Type::Decimal { precision: 5, scale: 2 }),
            Value::Decimal(decimal::NAN)
        );
        assert_eq!(negate(&Value::Null, &Type::from(Int8).optional()), Value::Null);
    }
}
