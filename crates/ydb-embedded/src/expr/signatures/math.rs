//! The `Math` module.

use super::signature::Shape::{Maybe, Plain};
use super::signature::{Param, Signature, function, may, must};
use crate::expr::Invocation;
use crate::types::Primitive::{Bool, Double, Int64};
use crate::types::Value;

const ONE: &[Param] = &[must(Double)];
const TWO: &[Param] = &[must(Double), must(Double)];

pub(super) const FUNCTIONS: &[Signature] = &[
    function("Math::Pi", &[], Plain(Double), |_| Value::Double(std::f64::consts::PI)),
    function("Math::E", &[], Plain(Double), |_| Value::Double(std::f64::consts::E)),
    function("Math::IsInf", ONE, Plain(Bool), |call| Value::Bool(call.double(0).is_infinite())),
    function("Math::IsNaN", ONE, Plain(Bool), |call| Value::Bool(call.double(0).is_nan())),
    function("Math::IsFinite", ONE, Plain(Bool), |call| Value::Bool(call.double(0).is_finite())),
    function("Math::Abs", ONE, Plain(Double), |call| Value::Double(call.double(0).abs())),
    function("Math::Ceil", ONE, Plain(Double), |call| Value::Double(call.double(0).ceil())),
    function("Math::Floor", ONE, Plain(Double), |call| Value::Double(call.double(0).floor())),
    function("Math::Trunc", ONE, Plain(Double), |call| Value::Double(call.double(0).trunc())),
    function("Math::Round", &[must(Double), may(Int64, "Precision")], Plain(Double), round),
    function("Math::Sqrt", ONE, Plain(Double), |call| Value::Double(call.double(0).sqrt())),
    function("Math::Cbrt", ONE, Plain(Double), |call| Value::Double(call.double(0).cbrt())),
    function("Math::Exp", ONE, Plain(Double), |call| Value::Double(call.double(0).exp())),
    function("Math::Exp2", ONE, Plain(Double), |call| Value::Double(call.double(0).exp2())),
    function("Math::Log", ONE, Plain(Double), |call| Value::Double(call.double(0).ln())),
    function("Math::Log2", ONE, Plain(Double), |call| Value::Double(call.double(0).log2())),
    function("Math::Log10", ONE, Plain(Double), |call| Value::Double(call.double(0).log10())),
    function("Math::Sin", ONE, Plain(Double), |call| Value::Double(call.double(0).sin())),
    function("Math::Cos", ONE, Plain(Double), |call| Value::Double(call.double(0).cos())),
    function("Math::Tan", ONE, Plain(Double), |call| Value::Double(call.double(0).tan())),
    function("Math::Asin", ONE, Plain(Double), |call| Value::Double(call.double(0).asin())),
    function("Math::Acos", ONE, Plain(Double), |call| Value::Double(call.double(0).acos())),
    function("Math::Atan", ONE, Plain(Double), |call| Value::Double(call.double(0).atan())),
    function("Math::Atan2", TWO, Plain(Double), |call| Value::Double(call.double(0).atan2(call.double(1)))),
    function("Math::Pow", TWO, Plain(Double), |call| Value::Double(call.double(0).powf(call.double(1)))),
    function("Math::Hypot", TWO, Plain(Double), |call| Value::Double(call.double(0).hypot(call.double(1)))),
    function("Math::Fmod", TWO, Plain(Double), |call| Value::Double(call.double(0) % call.double(1))),
    function("Math::Mod", &[must(Int64), must(Int64)], Maybe(Int64), modulo),
    function("Math::Rem", &[must(Int64), must(Int64)], Maybe(Int64), |call| integers(call, i64::wrapping_rem)),
];

/// Rounds to the nearest, halves up. The precision is the power of ten to round to: -2 keeps two digits of the fraction.
/// YDB has more bits for the quotient than a Double; so does this, which adds the error of the quotient to its fraction.
fn round(call: &Invocation<'_>) -> Value {
    let x = call.double(0);
    let precision = i32::try_from(call.int(1).unwrap_or(0)).unwrap_or(0).clamp(-308, 308);
    let (power, fraction) = (10f64.powi(precision.abs()), precision < 0);
    let quotient = if fraction { x * power } else { x / power };
    let error = if fraction { x.mul_add(power, -quotient) } else { (-quotient).mul_add(power, x) / power };
    let whole = quotient.floor();
    let rounded = whole + f64::from(u8::from(quotient - whole - 0.5 + error >= 0.0));
    Value::Double(match fraction {
        // There is nothing to round: the number has fewer digits.
        true if rounded.is_infinite() => x,
        true => rounded / power,
        false => rounded * power,
    })
}

/// The remainder with the divisor's sign; `Math::Rem` has the dividend's.
fn modulo(call: &Invocation<'_>) -> Value {
    integers(call, |x, y| {
        let rest = x.wrapping_rem(y);
        if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }
    })
}

/// A remainder; NULL for a divisor of 0.
fn integers(call: &Invocation<'_>, rest: fn(i64, i64) -> i64) -> Value {
    match (call.int(0), call.int(1)) {
        (Some(x), Some(y)) if y != 0 => Value::Int(rest(x, y)),
        _ => Value::Null,
    }
}
