//! Functions of lists that call a lambda for each item.
//!
//! One walk serves all but the folds: it collects the lambda's value for each item, and [`Each`] says what becomes of
//! the items and these values. How a lambda is run is the evaluation's business.

use std::sync::Arc;

use super::memory;
use crate::error::Result;
use crate::types::{Type, Value, sort_cmp, unwrap_present};
use crate::work::{sort_by, tick};

/// What a function does with the items of a list and the values that its lambda gives for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// The values.
    Map,
    /// The items of the values, which are lists or optional.
    FlatMap,
    /// The items for which the value is true.
    Filter,
    /// The items before the first for which the value is not true; with that item if `inclusive`.
    Take { inclusive: bool },
    /// The items from the first on for which the value is not true; without that item if `inclusive`.
    Skip { inclusive: bool },
    /// The items in the order of their values.
    Sort { descending: bool },
}

/// `$function(list, lambda)`, for a lambda with values of a type.
pub(super) fn each(
    function: Each,
    items: &[Value],
    ty: &Type,
    mut lambda: impl FnMut([Value; 1]) -> Result<Value>,
) -> Result<Value> {
    let mut values = Vec::with_capacity(items.len());
    let mut whole = 0;
    for item in items {
        let value = lambda([item.clone()])?;
        whole += size(&value);
        bounded(whole)?;
        values.push(value);
        let stopped = matches!(function, Each::Take { .. } | Each::Skip { .. });
        if stopped && values.last() != Some(&Value::Bool(true)) {
            break;
        }
    }
    // Where a predicate ended the walk, all values but the last are true.
    let first_false = values.iter().take_while(|value| **value == Value::Bool(true)).count();
    let with_it = |inclusive: bool| (first_false + usize::from(inclusive)).min(items.len());
    Ok(match function {
        Each::Map => Value::Items(values.into()),
        Each::FlatMap => {
            let mut flat = Vec::new();
            for value in &values {
                match (value, ty) {
                    (Value::Items(inner), Type::List(_)) => flat.extend(inner.iter().cloned()),
                    (Value::Null, _) => {}
                    (present, _) => flat.push(unwrap_present(present).clone()),
                }
            }
            Value::Items(flat.into())
        }
        Each::Filter => {
            let kept = items.iter().zip(&values).filter(|(_, value)| **value == Value::Bool(true));
            list_of(kept.map(|(item, _)| item.clone()))
        }
        Each::Take { inclusive } => list_of(items[..with_it(inclusive)].iter().cloned()),
        Each::Skip { inclusive } => list_of(items[with_it(inclusive)..].iter().cloned()),
        Each::Sort { descending } => {
            let pairs = sort_by(values.iter().zip(items).collect(), |(a, _), (b, _)| {
                let order = sort_cmp(a, b, ty);
                if descending { order.reverse() } else { order }
            })?;
            list_of(pairs.into_iter().map(|(_, item)| item.clone()))
        }
    })
}

/// `ListFold(list, state, lambda)`, over an item and the state.
pub(super) fn fold(
    mut state: Value,
    items: &[Value],
    mut lambda: impl FnMut([Value; 2]) -> Result<Value>,
) -> Result<Value> {
    for item in items {
        state = lambda([item.clone(), state])?;
        bounded(size(&state))?;
    }
    Ok(state)
}

/// A list or a tuple of these values. It ends early if the work is stopped, which the evaluation finds out.
pub(super) fn list_of(values: impl IntoIterator<Item = Value>) -> Value {
    Value::Items(values.into_iter().take_while(|_| tick(1).is_ok()).collect::<Arc<[Value]>>())
}

/// How many values a value is made of; a string counts by its length.
fn size(value: &Value) -> usize {
    match value {
        Value::Items(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Dict(pairs) => 1 + pairs.iter().map(|(key, value)| size(key) + size(value)).sum::<usize>(),
        Value::Just(inner) => size(inner),
        other => 1 + other.as_bytes().map_or(0, <[u8]>::len) / BYTES,
    }
}

/// The bytes of a string that count as much as a value.
pub(crate) const BYTES: usize = 16;

/// Refuses a value that is made of too many. YDB's limit is the memory of a query; this number is the engine's own.
pub(crate) fn bounded(count: usize) -> Result<()> {
    const MOST: usize = 4_000_000;
    if count <= MOST {
        return Ok(());
    }
    Err(memory::exceeded())
}
