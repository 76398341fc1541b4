//! What the built-in functions do.

pub(crate) mod basic;
pub(crate) mod datetime;
pub(crate) mod dict;
pub(crate) mod list;
pub(crate) mod members;
pub(crate) mod string;
pub(crate) mod unicode;

use std::cmp::Ordering;

use crate::error::{Error, Position, Result};
use crate::expr::Invocation;
use crate::expr::memory::walk;
use crate::types::{Type, Value};
use crate::work::sort_by;

impl<'a> Invocation<'a> {
    /// The bytes of an argument; empty if it is NULL or absent.
    pub(crate) fn bytes(&self, position: usize) -> &'a [u8] {
        self.args.get(position).and_then(Value::as_bytes).unwrap_or_default()
    }

    /// The text of an argument; empty if it is NULL or absent.
    pub(crate) fn text(&self, position: usize) -> &'a str {
        match self.args.get(position) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// An unsigned argument, if present.
    pub(crate) fn uint(&self, position: usize) -> Option<u64> {
        match self.args.get(position)? {
            Value::Uint(number) => Some(*number),
            _ => None,
        }
    }

    /// A signed argument, if present.
    pub(crate) fn int(&self, position: usize) -> Option<i64> {
        match self.args.get(position)? {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// A floating point argument.
    pub(crate) fn double(&self, position: usize) -> f64 {
        match self.args.get(position) {
            Some(Value::Double(number)) => *number,
            _ => f64::NAN,
        }
    }

    /// A boolean argument; false if it is NULL or absent.
    pub(crate) fn flag(&self, position: usize) -> bool {
        matches!(self.args.get(position), Some(Value::Bool(true)))
    }

    /// The items of a list argument; none if it is NULL or absent.
    pub(crate) fn items(&self, position: usize) -> &'a [Value] {
        match self.args.get(position) {
            Some(Value::Items(items)) => items,
            _ => &[],
        }
    }

    /// The value, unless a limit was exceeded.
    pub(crate) fn checked(&self, limit: Result<()>, value: impl FnOnce() -> Value) -> Value {
        match limit {
            Ok(()) => value(),
            Err(error) => {
                // Nothing else fails in one call.
                let _ = self.failure.set(error);
                Value::Null
            }
        }
    }

    /// A value for which the arguments are compared or hashed as a whole, unless they are too large for that.
    pub(crate) fn compared(&self, value: impl FnOnce() -> Value) -> Value {
        self.checked(self.args.iter().try_for_each(|arg| walk(arg).map(drop)), value)
    }

    /// What an argument is made of in order; `None` if that is too large, or the work was stopped.
    pub(crate) fn sorted<T>(&self, items: Vec<T>, order: impl FnMut(&T, &T) -> Ordering) -> Option<Vec<T>> {
        let walked = self.args.iter().try_for_each(|arg| walk(arg).map(drop));
        let sorted = walked.and_then(|()| sort_by(items, order));
        sorted.map_err(|error| self.checked(Err(error), || Value::Null)).ok()
    }

    /// Fails: the engine does not support what the arguments ask for.
    pub(crate) fn unsupported(&self, construct: &str) -> Value {
        self.checked(Err(Error::unsupported(Position::default(), construct)), || Value::Null)
    }

    /// The type of an argument.
    pub(crate) fn ty(&self, position: usize) -> &'a Type {
        self.exprs.get(position).map_or(&Type::Null, |expr| &expr.ty)
    }
}
