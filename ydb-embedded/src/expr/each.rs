//! Functions of lists that call a lambda for each item.
//!
//! One walk serves all but the folds: it collects the lambda's value for each item, and [`Each`] says what becomes of
//! the items and these values. The lambda's parameters are the locals after those of the enclosing lambdas.

use super::Expr;
use super::env::Inputs;
use super::eval::{eval, list_of};
use crate::error::{Error, Result, Status};
use crate::types::{Type, Value, sort_cmp, unwrap_present};
use crate::work::sort_by;

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

/// `$function(list, lambda)`, for a list and the lambda's body.
pub(super) fn each(function: Each, pair: &[Expr; 2], inputs: &Inputs<'_>) -> Result<Value> {
    let list = eval(&pair[0], inputs)?;
    let Value::Items(items) = &list else { return Ok(Value::Null) };
    let mut locals = inputs.locals.to_vec();
    let mut values = Vec::with_capacity(items.len());
    let mut whole = 0;
    for item in items.iter() {
        locals.push(item.clone());
        let value = eval(&pair[1], &Inputs { locals: &locals, ..*inputs })?;
        locals.pop();
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
                match (value, &pair[1].ty) {
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
            let pairs = sort_by(values.iter().zip(items.iter()).collect(), |(a, _), (b, _)| {
                let order = sort_cmp(a, b, &pair[1].ty);
                if descending { order.reverse() } else { order }
            })?;
            list_of(pairs.into_iter().map(|(_, item)| item.clone()))
        }
    })
}

/// `ListFold(list, state, lambda)`, and `ListFold1`, whose first state is a lambda's value for the first item. The
/// parts are the list, the first state and the lambda's body, over an item and the state.
pub(super) fn fold(from_first: bool, parts: &[Expr; 3], inputs: &Inputs<'_>) -> Result<Value> {
    let list = eval(&parts[0], inputs)?;
    let Value::Items(items) = &list else { return Ok(Value::Null) };
    let mut locals = inputs.locals.to_vec();
    let mut rest = items.iter();
    if from_first {
        let Some(first) = rest.next() else { return Ok(Value::Null) };
        locals.push(first.clone());
    }
    let mut state = eval(&parts[1], &Inputs { locals: &locals, ..*inputs })?;
    for item in rest {
        locals.truncate(inputs.locals.len());
        locals.extend([item.clone(), state]);
        state = eval(&parts[2], &Inputs { locals: &locals, ..*inputs })?;
        bounded(size(&state))?;
    }
    Ok(state)
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
    Err(Error::new(Status::Overloaded, format!("Memory limit exceeded: a list of more than {MOST} values")))
}
