//! The functions of scalars.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::string::{last_position, offset, position};
use crate::expr::Invocation;
use crate::expr::digest::number::int_hash64;
use crate::types::{self, Primitive, Type, Value, sort_cmp};

pub(crate) fn length(call: &Invocation<'_>) -> Value {
    Value::Uint(call.bytes(0).len() as u64)
}

pub(crate) fn find(call: &Invocation<'_>) -> Value {
    let from = offset(call.uint(2).unwrap_or(0));
    place(position(call.bytes(0), call.bytes(1), from))
}

pub(crate) fn rfind(call: &Invocation<'_>) -> Value {
    let upto = call.uint(2).map_or(usize::MAX, offset);
    place(last_position(call.bytes(0), call.bytes(1), upto))
}

fn place(at: Option<usize>) -> Value {
    at.map_or(Value::Null, |at| Value::Uint(at as u64))
}

pub(crate) fn byte_at(call: &Invocation<'_>) -> Value {
    let place = offset(call.uint(1).unwrap_or(u64::MAX));
    call.bytes(0).get(place).map_or(Value::Null, |byte| Value::Uint((*byte).into()))
}

/// A function of a number and another with only the bit at a place set; 0 if the type has no such bit.
pub(crate) fn bit(call: &Invocation<'_>, result: fn(u64, u64) -> Value) -> Value {
    let bits = call.ty(0).unwrap_optional().primitive().and_then(Primitive::width).unwrap_or(0) as u64 * 8;
    let place = call.uint(1).unwrap_or(u64::MAX);
    result(call.uint(0).unwrap_or(0), if place < bits { 1 << place } else { 0 })
}

/// The value without its sign. The least integer has no positive counterpart and stays.
pub(crate) fn abs(call: &Invocation<'_>) -> Value {
    let Some(value) = call.args.first() else { return Value::Null };
    let negative = match value {
        Value::Int(number) => *number < 0,
        Value::Float(number) => return Value::Float(number.abs()),
        Value::Double(number) => return Value::Double(number.abs()),
        Value::Decimal(number) => *number < 0,
        _ => false,
    };
    if negative { types::negate(value, call.ty) } else { value.clone() }
}

pub(crate) fn least(call: &Invocation<'_>) -> Value {
    call.compared(|| call.args.iter().min_by(|a, b| sort_cmp(a, b, call.ty)).cloned().unwrap_or(Value::Null))
}

pub(crate) fn greatest(call: &Invocation<'_>) -> Value {
    call.compared(|| call.args.iter().max_by(|a, b| sort_cmp(a, b, call.ty)).cloned().unwrap_or(Value::Null))
}

pub(crate) fn nan_default(call: &Invocation<'_>) -> Value {
    let nan = match call.args.first() {
        Some(Value::Float(number)) => number.is_nan(),
        Some(Value::Double(number)) => number.is_nan(),
        _ => false,
    };
    call.args.get(usize::from(nan)).cloned().unwrap_or(Value::Null)
}

pub(crate) fn to_bytes(call: &Invocation<'_>) -> Value {
    let value = call.args.first().unwrap_or(&Value::Null);
    Value::bytes(types::to_bytes(value, call.ty(0).unwrap_optional()))
}

pub(crate) fn likely(call: &Invocation<'_>) -> Value {
    call.args.first().cloned().unwrap_or(Value::Null)
}

pub(crate) fn pickle(call: &Invocation<'_>) -> Value {
    let mut bytes = Vec::new();
    types::pickle(call.args.first().unwrap_or(&Value::Null), &mut bytes);
    Value::bytes(bytes)
}

pub(crate) fn from_bytes(call: &Invocation<'_>) -> Value {
    types::from_bytes(call.bytes(0), call.ty.unwrap_optional()).unwrap_or(Value::Null)
}

/// In [0, 1).
pub(crate) fn random(call: &Invocation<'_>) -> Value {
    call.compared(|| Value::Double((word(call, 0) >> 11) as f64 / (1_u64 << 53) as f64))
}

pub(crate) fn random_number(call: &Invocation<'_>) -> Value {
    call.compared(|| Value::Uint(word(call, 1)))
}

/// A UUID of version 4.
pub(crate) fn random_uuid(call: &Invocation<'_>) -> Value {
    call.compared(|| {
        let bits = u128::from(word(call, 2)) << 64 | u128::from(word(call, 3));
        Value::Uuid(uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid().to_bytes_le())
    })
}

/// Within one query, equal arguments give the same number, as YDB promises.
fn word(call: &Invocation<'_>, stream: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (position, value) in call.args.iter().enumerate() {
        let ty = call.ty(position).unwrap_optional();
        match ty {
            Type::Primitive(_) if !value.is_null() => types::to_bytes(value, ty).hash(&mut hasher),
            _ => format!("{value:?}").hash(&mut hasher),
        }
    }
    int_hash64(int_hash64(call.env.seed ^ hasher.finish()).wrapping_add(stream.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}
