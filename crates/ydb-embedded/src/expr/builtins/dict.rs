//! Functions of dicts and sets. A set is a dict without values.

use super::list::same;
use crate::expr::Invocation;
use crate::expr::lambda::list_of;
use crate::expr::memory::walk;
use crate::types::{Value, key_cmp};

type Pairs = [(Value, Value)];

/// Returns the pairs of a dict argument, or no pairs if it is NULL or absent.
fn pairs<'a>(call: &Invocation<'a>, position: usize) -> &'a Pairs {
    match call.args.get(position) {
        Some(Value::Dict(pairs)) => pairs,
        _ => &[],
    }
}

fn holds(pairs: &Pairs, key: &Value) -> bool {
    pairs.binary_search_by(|(known, _)| key_cmp(known, key)).is_ok()
}

pub(crate) fn contains(call: &Invocation<'_>) -> Value {
    let Some(key) = call.args.get(1) else { return Value::Bool(false) };
    call.checked(walk(key).map(drop), || Value::Bool(holds(pairs(call, 0), key)))
}

pub(crate) fn keys(call: &Invocation<'_>) -> Value {
    list_of(pairs(call, 0).iter().map(|(key, _)| key.clone()))
}

pub(crate) fn payloads(call: &Invocation<'_>) -> Value {
    list_of(pairs(call, 0).iter().map(|(_, value)| value.clone()))
}

pub(crate) fn items(call: &Invocation<'_>) -> Value {
    list_of(pairs(call, 0).iter().map(|(key, value)| list_of([key.clone(), value.clone()])))
}

/// Sorts the pairs of a list argument by their keys. Pairs with equal keys stay in the order of the list. Returns
/// `None` if the work was stopped, or is too much.
fn sorted(call: &Invocation<'_>) -> Option<Vec<(Value, Value)>> {
    let pair = |item: &Value| match item {
        Value::Items(pair) if pair.len() == 2 => Some((pair[0].clone(), pair[1].clone())),
        _ => None,
    };
    call.sorted(call.items(0).iter().filter_map(pair).collect(), |a, b| key_cmp(&a.0, &b.0))
}

/// Makes a dict with the first value of each key.
pub(crate) fn to_dict(call: &Invocation<'_>) -> Value {
    let Some(mut pairs) = sorted(call) else { return Value::Null };
    pairs.dedup_by(|a, b| key_cmp(&a.0, &b.0).is_eq());
    Value::Dict(pairs.into())
}

/// Makes a dict with a list of all values of each key.
pub(crate) fn to_multi_dict(call: &Invocation<'_>) -> Value {
    let Some(pairs) = sorted(call) else { return Value::Null };
    let groups = pairs.chunk_by(|a, b| key_cmp(&a.0, &b.0).is_eq());
    Value::Dict(groups.map(|group| (group[0].0.clone(), list_of(group.iter().map(|pair| pair.1.clone())))).collect())
}

pub(crate) fn to_set(call: &Invocation<'_>) -> Value {
    set_of(call, call.items(0).to_vec())
}

fn set_of(call: &Invocation<'_>, keys: Vec<Value>) -> Value {
    let Some(mut keys) = call.sorted(keys, key_cmp) else { return Value::Null };
    keys.dedup_by(|a, b| key_cmp(a, b).is_eq());
    Value::Dict(keys.into_iter().map(|key| (key, Value::Null)).collect())
}

/// Returns the keys of the second argument, which is a dict or a list of keys.
fn others<'a>(call: &Invocation<'a>) -> Vec<&'a Value> {
    pairs(call, 1).iter().map(|(key, _)| key).chain(call.items(1)).collect()
}

pub(crate) fn is_disjoint(call: &Invocation<'_>) -> Value {
    Value::Bool(!others(call).into_iter().any(|key| holds(pairs(call, 0), key)))
}

pub(crate) fn includes(call: &Invocation<'_>) -> Value {
    Value::Bool(others(call).into_iter().all(|key| holds(pairs(call, 0), key)))
}

/// Makes a set of keys from two dicts. `keep` decides about each key: its arguments tell whether the first dict has the
/// key, and whether the second dict has it.
pub(crate) fn combined(call: &Invocation<'_>, keep: fn(bool, bool) -> bool) -> Value {
    let (first, second) = (pairs(call, 0), pairs(call, 1));
    let keys = first.iter().chain(second).map(|(key, _)| key);
    set_of(call, keys.filter(|key| keep(holds(first, key), holds(second, key))).cloned().collect())
}

/// Returns the first dict without the keys of the second dict. The pairs keep the values of the first dict.
pub(crate) fn difference(call: &Invocation<'_>) -> Value {
    if pairs(call, 1).is_empty() {
        return same(call);
    }
    Value::Dict(pairs(call, 0).iter().filter(|(key, _)| !holds(pairs(call, 1), key)).cloned().collect())
}
