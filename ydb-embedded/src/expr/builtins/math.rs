//! The functions of the `Math` module.

use crate::expr::Invocation;
use crate::types::Value;

/// Functions of floating point numbers.
macro_rules! doubles {
    ($($name:ident($($arg:ident $at:literal),*) => $value:expr;)*) => {
        $(pub(crate) fn $name(call: &Invocation<'_>) -> Value {
            let _ = call;
            $(let $arg = call.double($at);)*
            Value::Double($value)
        })*
    };
}

doubles! {
    pi() => std::f64::consts::PI;
    e() => std::f64::consts::E;
    abs(x 0) => x.abs();
    ceil(x 0) => x.ceil();
    floor(x 0) => x.floor();
    trunc(x 0) => x.trunc();
    sqrt(x 0) => x.sqrt();
    cbrt(x 0) => x.cbrt();
    exp(x 0) => x.exp();
    exp2(x 0) => x.exp2();
    log(x 0) => x.ln();
    log2(x 0) => x.log2();
    log10(x 0) => x.log10();
    sin(x 0) => x.sin();
    cos(x 0) => x.cos();
    tan(x 0) => x.tan();
    asin(x 0) => x.asin();
    acos(x 0) => x.acos();
    atan(x 0) => x.atan();
    atan2(y 0, x 1) => y.atan2(x);
    pow(x 0, y 1) => x.powf(y);
    hypot(x 0, y 1) => x.hypot(y);
    fmod(x 0, y 1) => x % y;
}

pub(crate) fn is_inf(call: &Invocation<'_>) -> Value {
    Value::Bool(call.double(0).is_infinite())
}

pub(crate) fn is_nan(call: &Invocation<'_>) -> Value {
    Value::Bool(call.double(0).is_nan())
}

pub(crate) fn is_finite(call: &Invocation<'_>) -> Value {
    Value::Bool(call.double(0).is_finite())
}

/// Rounds to the nearest, halves away from zero. A negative precision rounds to tens, hundreds, ...
pub(crate) fn round(call: &Invocation<'_>) -> Value {
    let x = call.double(0);
    let precision = i32::try_from(call.int(1).unwrap_or(0)).unwrap_or(0);
    let factor = 10f64.powi(precision.abs());
    Value::Double(match precision {
        0 => x.round(),
        1.. => (x * factor).round() / factor,
        _ => (x / factor).round() * factor,
    })
}

/// The remainder with the divisor's sign; NULL for a divisor of 0.
pub(crate) fn modulo(call: &Invocation<'_>) -> Value {
    integers(call, |x, y| {
        let rest = x.wrapping_rem(y);
        if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }
    })
}

/// The remainder with the dividend's sign; NULL for a divisor of 0.
pub(crate) fn rem(call: &Invocation<'_>) -> Value {
    integers(call, i64::wrapping_rem)
}

fn integers(call: &Invocation<'_>, rest: fn(i64, i64) -> i64) -> Value {
    match (call.int(0), call.int(1)) {
        (Some(x), Some(y)) if y != 0 => Value::Int(rest(x, y)),
        _ => Value::Null,
    }
}
