//! Implementations of the built-in functions. This file has those of scalars and of structs.

pub(crate) mod datetime;
pub(crate) mod dict;
pub(crate) mod list;
pub(crate) mod string;

use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::Invocation;
use super::digest::int_hash64;
use super::lambda::list_of;
use super::memory::walk;
use crate::error::{Error, Position, Result};
use crate::types::{self, Primitive, Type, Value, sort_cmp};
use crate::work::sort_by;
use string::{last_position, offset, position};

impl<'a> Invocation<'a> {
    /// Returns the bytes of an argument, or no bytes if it is NULL or absent.
    pub(crate) fn bytes(&self, position: usize) -> &'a [u8] {
        self.args.get(position).and_then(Value::as_bytes).unwrap_or_default()
    }

    /// Returns the text of an argument, or an empty text if it is NULL or absent.
    pub(crate) fn text(&self, position: usize) -> &'a str {
        match self.args.get(position) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// Returns an unsigned argument, or `None` if it is NULL or absent.
    pub(crate) fn uint(&self, position: usize) -> Option<u64> {
        self.args.get(position)?.as_uint()
    }

    /// Returns a signed argument, or `None` if it is NULL or absent.
    pub(crate) fn int(&self, position: usize) -> Option<i64> {
        self.args.get(position)?.as_int()
    }

    pub(crate) fn double(&self, position: usize) -> f64 {
        match self.args.get(position) {
            Some(Value::Double(number)) => *number,
            _ => f64::NAN,
        }
    }

    /// Returns `true` if a boolean argument is true. NULL and an absent argument count as false.
    pub(crate) fn flag(&self, position: usize) -> bool {
        matches!(self.args.get(position), Some(Value::Bool(true)))
    }

    /// Returns the items of a list argument, or no items if it is NULL or absent.
    pub(crate) fn items(&self, position: usize) -> &'a [Value] {
        self.args.get(position).map_or(&[], Value::items)
    }

    /// Returns the value, unless a limit was exceeded. Then the call fails with the error of the limit.
    pub(crate) fn checked(&self, limit: Result<()>, value: impl FnOnce() -> Value) -> Value {
        match limit {
            Ok(()) => value(),
            Err(error) => {
                // A call has only one such failure.
                let _ = self.failure.set(error);
                Value::Null
            }
        }
    }

    /// Returns a value that requires the arguments to be compared or hashed as a whole. Fails if they are too large for
    /// it.
    pub(crate) fn compared(&self, value: impl FnOnce() -> Value) -> Value {
        self.checked(self.args.iter().try_for_each(|arg| walk(arg).map(drop)), value)
    }

    /// Sorts items that an argument is made of. Returns `None` if the arguments are too large, or if the work was
    /// stopped.
    pub(crate) fn sorted<T>(&self, items: Vec<T>, order: impl FnMut(&T, &T) -> Ordering) -> Option<Vec<T>> {
        let walked = self.args.iter().try_for_each(|arg| walk(arg).map(drop));
        let sorted = walked.and_then(|()| sort_by(items, order));
        sorted.map_err(|error| self.checked(Err(error), || Value::Null)).ok()
    }

    /// Makes the call fail, because the engine does not support a construct in its arguments.
    pub(crate) fn unsupported(&self, construct: &str) -> Value {
        self.checked(Err(Error::unsupported(Position::default(), construct)), || Value::Null)
    }

    pub(crate) fn ty(&self, position: usize) -> &'a Type {
        self.exprs.get(position).map_or(&Type::Null, |expr| &expr.ty)
    }
}

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

/// Computes a function of two numbers: the first argument, and a number in which only the bit at the given place is
/// set. That number is 0 if the type has no such bit.
pub(crate) fn bit(call: &Invocation<'_>, result: fn(u64, u64) -> Value) -> Value {
    let bits = call.ty(0).unwrap_optional().primitive().and_then(Primitive::width).unwrap_or(0) as u64 * 8;
    let place = call.uint(1).unwrap_or(u64::MAX);
    result(call.uint(0).unwrap_or(0), if place < bits { 1 << place } else { 0 })
}

/// Returns the absolute value. The least integer has no positive counterpart and stays as it is.
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
    types::pickle(call.args.first().unwrap_or(&Value::Null), false, &mut bytes);
    Value::bytes(bytes)
}

pub(crate) fn from_bytes(call: &Invocation<'_>) -> Value {
    types::from_bytes(call.bytes(0), call.ty.unwrap_optional()).unwrap_or(Value::Null)
}

/// Returns a random number in [0, 1).
pub(crate) fn random(call: &Invocation<'_>) -> Value {
    call.compared(|| Value::Double((word(call, 0) >> 11) as f64 / (1_u64 << 53) as f64))
}

pub(crate) fn random_number(call: &Invocation<'_>) -> Value {
    call.compared(|| Value::Uint(word(call, 1)))
}

pub(crate) fn random_uuid(call: &Invocation<'_>) -> Value {
    call.compared(|| {
        let bits = u128::from(word(call, 2)) << 64 | u128::from(word(call, 3));
        Value::Uuid(uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid().to_bytes_le())
    })
}

/// Returns 64 random bits. Within one query, equal arguments give the same bits, as YDB promises.
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

/// Returns a member of a struct, or NULL if the whole struct is NULL.
fn member(whole: Option<&Value>, place: usize) -> Value {
    match whole {
        Some(Value::Items(members)) => members.get(place).cloned().unwrap_or(Value::Null),
        _ => Value::Null,
    }
}

/// Makes a struct from members of the other arguments. The first argument lists, for each member, the position of its
/// argument and the place in that argument, from 1. The place 0 stands for the whole argument.
pub(crate) fn assemble(call: &Invocation<'_>) -> Value {
    let number = |pick: &Value, place: usize| match member(Some(pick), place) {
        Value::Uint(number) => number as usize,
        _ => 0,
    };
    list_of(call.items(0).iter().map(|pick| {
        let argument = call.args.get(number(pick, 0));
        match number(pick, 1) {
            0 => argument.cloned().unwrap_or(Value::Null),
            place => member(argument, place - 1),
        }
    }))
}

/// Computes `TryMember(struct, .., default)`: the member at the given place, or the default if the struct is NULL.
pub(crate) fn try_member(call: &Invocation<'_>) -> Value {
    match (call.args.get(1), call.uint(0)) {
        (Some(Value::Null) | None, _) | (_, None) => call.args.get(2).cloned().unwrap_or(Value::Null),
        (whole, Some(place)) => member(whole, place as usize),
    }
}
