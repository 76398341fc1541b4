//! Functions of lists that call a lambda for each item.
//!
//! One walk serves all but the folds: it collects the lambda's value for each item, and [`ListFunction`] says what becomes of
//! the items and these values. How a lambda is run is the evaluation's business.

use super::{Env, memory};
use crate::error::Result;
use crate::types::{Type, Value, sort_cmp, unwrap_present};
use crate::work::{sort_by, tick};

/// What a function does with the items of a list and the values that its lambda gives for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFunction {
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
    // Where a predicate ended the walk, all values but the last are true.
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

/// `ListFold(list, state, lambda)`, over an item and the state.
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

/// A list or a tuple of these values. It ends early if the work is stopped, which the evaluation finds out.
pub(in crate::expr) fn list_of(values: impl IntoIterator<Item = Value>) -> Value {
    let values = values.into_iter();
    list_with(values.size_hint().0, values)
}

/// The same for so many values, where their iterator does not know the number.
pub(in crate::expr) fn list_with(count: usize, values: impl Iterator<Item = Value>) -> Value {
    let mut items = Vec::with_capacity(count);
    items.extend(values.take_while(|_| tick(1).is_ok()));
    Value::Items(items.into())
}
