//! Functions of lists that call a lambda for each item.
//!
//! One walk serves all these functions except the folds. It collects the lambda's value for each item, and
//! [`ListFunction`] decides what the result is. The evaluation runs the lambda.

use super::{Env, memory};
use crate::error::Result;
use crate::types::{Type, Value, sort_cmp, unwrap_present};
use crate::work::{sort_by, tick};

/// Function of a list and a lambda, which gives a value for each item of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFunction {
    /// List of the values.
    Map,
    /// List of the items inside the values, which are lists or optional.
    FlatMap,
    /// List of the items whose value is true.
    Filter,
    /// List of the items before the first item whose value is not true; with that item if `inclusive`.
    Take { inclusive: bool },
    /// List of the items from the first item on whose value is not true; without that item if `inclusive`.
    Skip { inclusive: bool },
    /// List of the items in the order of their values.
    Sort { descending: bool },
}

/// Applies a function to a list and a lambda whose values have the type `ty`.
pub(in crate::expr) fn apply(
    function: ListFunction,
    items: &[Value],
    ty: &Type,
    env: &Env,
    mut lambda: impl FnMut([Value; 1]) -> Result<Value>,
) -> Result<Value> {
    env.make(size_of_val(items))?;
    let mut values = Vec::with_capacity(items.len());
    let before = env.made();
    let mut whole = 0;
    for item in items {
        let value = lambda([item.clone()])?;
        whole += memory::walk(&value)?;
        env.keep(before);
        env.make(whole)?;
        values.push(value);
        let stopped = matches!(function, ListFunction::Take { .. } | ListFunction::Skip { .. });
        if stopped && values.last() != Some(&Value::Bool(true)) {
            break;
        }
    }
    // If a predicate ended the walk, all values are true except the last one.
    let first_false = values.iter().take_while(|value| **value == Value::Bool(true)).count();
    let with_it = |inclusive: bool| (first_false + usize::from(inclusive)).min(items.len());
    Ok(match function {
        ListFunction::Map => Value::Items(values.into()),
        ListFunction::FlatMap => {
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
        ListFunction::Filter => {
            let kept = items.iter().zip(&values).filter(|(_, value)| **value == Value::Bool(true));
            list_of(kept.map(|(item, _)| item.clone()))
        }
        ListFunction::Take { inclusive } => list_of(items[..with_it(inclusive)].iter().cloned()),
        ListFunction::Skip { inclusive } => list_of(items[with_it(inclusive)..].iter().cloned()),
        ListFunction::Sort { descending } => {
            let pairs = sort_by(values.iter().zip(items).collect(), |(a, _), (b, _)| {
                let order = sort_cmp(a, b, ty);
                if descending { order.reverse() } else { order }
            })?;
            list_of(pairs.into_iter().map(|(_, item)| item.clone()))
        }
    })
}

/// Computes `ListFold(list, state, lambda)`. The lambda takes an item and the state.
pub(in crate::expr) fn fold(
    mut state: Value,
    items: &[Value],
    env: &Env,
    mut lambda: impl FnMut([Value; 2]) -> Result<Value>,
) -> Result<Value> {
    let before = env.made();
    for item in items {
        state = lambda([item.clone(), state])?;
        env.keep(before);
        env.make(memory::walk(&state)?)?;
    }
    Ok(state)
}

/// Makes a list or a tuple of these values. The list ends early if the work is stopped; the evaluation then fails.
pub(in crate::expr) fn list_of(values: impl IntoIterator<Item = Value>) -> Value {
    let values = values.into_iter();
    list_with(values.size_hint().0, values)
}

/// Makes a list or a tuple of `count` values, for iterators that do not know how many they have.
pub(in crate::expr) fn list_with(count: usize, values: impl Iterator<Item = Value>) -> Value {
    let mut items = Vec::with_capacity(count);
    items.extend(values.take_while(|_| tick(1).is_ok()));
    Value::Items(items.into())
}
