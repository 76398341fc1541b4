//! Functions of lists.

use super::string::{offset, text};
use crate::expr::Invocation;
use crate::expr::lambda::{list_of, list_with};
use crate::expr::lookup::equal;
use crate::expr::memory::{check_list, check_string};
use crate::expr::types::primitive;
use crate::types::{
    self, ArithmeticOperator, Primitive, Type, Value, from_stored, key_cmp, sort_cmp, stored, unwrap_present,
    wrap_present,
};

pub(crate) fn length(call: &Invocation<'_>) -> Value {
    Value::Uint(match call.args.first() {
        Some(Value::Items(items)) => items.len(),
        Some(Value::Dict(pairs)) => pairs.len(),
        _ => 0,
    } as u64)
}

pub(crate) fn has_items(call: &Invocation<'_>) -> Value {
    Value::Bool(length(call) != Value::Uint(0))
}

pub(crate) fn same(call: &Invocation<'_>) -> Value {
    call.args.first().cloned().unwrap_or(Value::Null)
}

pub(crate) fn take(call: &Invocation<'_>) -> Value {
    list_of(call.items(0).iter().take(offset(call.uint(1).unwrap_or(u64::MAX))).cloned())
}

pub(crate) fn skip(call: &Invocation<'_>) -> Value {
    list_of(call.items(0).iter().skip(offset(call.uint(1).unwrap_or(0))).cloned())
}

pub(crate) fn extend(call: &Invocation<'_>) -> Value {
    let count = (0..call.args.len()).map(|list| call.items(list).len()).sum();
    call.checked(check_list(count), || {
        list_with(count, (0..call.args.len()).flat_map(|list| call.items(list)).cloned())
    })
}

/// Joins the strings of a list, with a delimiter between them.
pub(crate) fn concat(call: &Invocation<'_>) -> Value {
    joined(call, |joined| match call.items(0).first() {
        Some(Value::Text(_)) => text(joined),
        Some(_) => Value::bytes(joined),
        None => Value::Null,
    })
}

/// Joins the strings of a list, and converts the result with `value`.
pub(crate) fn joined(call: &Invocation<'_>, value: impl FnOnce(Vec<u8>) -> Value) -> Value {
    let items: Vec<_> = call.items(0).iter().filter_map(Value::as_bytes).collect();
    let length = items.iter().map(|item| item.len() + call.bytes(1).len()).sum::<usize>();
    call.checked(check_string(length), || value(items.join(call.bytes(1))))
}

/// Returns `true` if the list has the item. NULL equals NULL here.
pub(crate) fn has(call: &Invocation<'_>) -> Value {
    let wanted = call.args.get(1).unwrap_or(&Value::Null);
    call.compared(|| Value::Bool(call.items(0).iter().any(|item| key_cmp(item, wanted).is_eq())))
}

pub(crate) fn index_of(call: &Invocation<'_>) -> Value {
    let (Some(wanted), Some(item_type)) = (call.args.get(1), item_of(call.ty(0))) else { return Value::Null };
    call.compared(|| {
        let found = call.items(0).iter().position(|item| equal((item, item_type), (wanted, call.ty(1))) == Some(true));
        found.map_or(Value::Null, |place| Value::Uint(place as u64))
    })
}

/// Removes duplicates from a list: the first of equal items stays.
pub(crate) fn unique(call: &Invocation<'_>) -> Value {
    let items = call.items(0);
    let places = (0..items.len()).collect();
    let Some(mut places) = call.sorted(places, |a, b| key_cmp(&items[*a], &items[*b])) else { return Value::Null };
    places.dedup_by(|a, b| key_cmp(&items[*a], &items[*b]).is_eq());
    places.sort_unstable();
    list_of(places.into_iter().map(|place| items[place].clone()))
}

pub(crate) fn least(call: &Invocation<'_>) -> Value {
    call.compared(|| present(call).min_by(|a, b| sort_cmp(a, b, call.ty)).cloned().unwrap_or(Value::Null))
}

pub(crate) fn greatest(call: &Invocation<'_>) -> Value {
    call.compared(|| present(call).max_by(|a, b| sort_cmp(a, b, call.ty)).cloned().unwrap_or(Value::Null))
}

pub(crate) fn sum(call: &Invocation<'_>) -> Value {
    let ty = call.ty.unwrap_optional();
    let plus = |a: Value, b: Value| types::arithmetic(ArithmeticOperator::Add, &a, ty, &b, ty, ty);
    present(call).cloned().reduce(plus).unwrap_or(Value::Null)
}

/// Returns the average of the items. The items are added and divided in the type of the result.
pub(crate) fn average(call: &Invocation<'_>) -> Value {
    let (to, number) = (call.ty.unwrap_optional(), Type::from(Primitive::Uint64));
    let from = item_of(call.ty(0)).map_or(&Type::Null, Type::unwrap_optional);
    let items: Vec<_> = present(call).map(|item| types::cast(item, from, to)).collect();
    let count = Value::Uint(items.len() as u64);
    let sum = items.into_iter().reduce(|a, b| types::arithmetic(ArithmeticOperator::Add, &a, to, &b, to, to));
    sum.map_or(Value::Null, |sum| types::arithmetic(ArithmeticOperator::Div, &sum, to, &count, &number, to))
}

pub(crate) fn not_null(call: &Invocation<'_>) -> Value {
    list_of(present(call).map(|item| unwrap_present(item).clone()))
}

pub(crate) fn flatten(call: &Invocation<'_>) -> Value {
    let lists =
        || call.items(0).iter().filter_map(|list| if let Value::Items(items) = list { Some(items) } else { None });
    let count = lists().map(|list| list.len()).sum();
    call.checked(check_list(count), || list_with(count, lists().flat_map(|list| list.iter()).cloned()))
}

pub(crate) fn zip(call: &Invocation<'_>) -> Value {
    let count = (0..call.args.len()).map(|list| call.items(list).len()).min().unwrap_or(0);
    let tuple = |place: usize| list_of((0..call.args.len()).map(|list| call.items(list)[place].clone()));
    call.checked(check_list(count * call.args.len()), || list_of((0..count).map(tuple)))
}

/// Combines lists into a list of tuples that is as long as the longest list. The type of each item gets one more
/// `Optional`.
pub(crate) fn zip_all(call: &Invocation<'_>) -> Value {
    let count = (0..call.args.len()).map(|list| call.items(list).len()).max().unwrap_or(0);
    let item = |list: usize, place: usize| match (call.items(list).get(place), item_of(call.ty(list))) {
        (Some(item), Some(ty)) => wrap_present(item.clone(), ty),
        _ => Value::Null,
    };
    let tuple = |place: usize| list_of((0..call.args.len()).map(|list| item(list, place)));
    call.checked(check_list(count * call.args.len()), || list_of((0..count).map(tuple)))
}

pub(crate) fn enumerate(call: &Invocation<'_>) -> Value {
    let (first, step) = (call.uint(1).unwrap_or(0), call.uint(2).unwrap_or(1));
    let number = |place: usize| Value::Uint(first.wrapping_add(step.wrapping_mul(place as u64)));
    let pair = |(place, item): (usize, &Value)| list_of([number(place), item.clone()]);
    call.checked(check_list(2 * call.items(0).len()), || list_of(call.items(0).iter().enumerate().map(pair)))
}

pub(crate) fn replicate(call: &Invocation<'_>) -> Value {
    let count = offset(call.uint(1).unwrap_or(0));
    call.checked(check_list(count), || list_of(std::iter::repeat_n(same(call), count)))
}

/// Makes a list of the numbers from the first argument up to the second one, which is excluded. Points in time are
/// counted in microseconds.
pub(crate) fn from_range(call: &Invocation<'_>) -> Value {
    let Some(ty) = item_of(call.ty).and_then(primitive) else { return Value::Null };
    let number = |place: usize| call.args.get(place).and_then(stored);
    let unit = i128::from(ty.unit_us());
    if let (Some(from), Some(to)) = (number(0), number(1)) {
        let (from, to) = (from * unit, to * unit);
        let step = number(2).unwrap_or(unit);
        let count = if step == 0 { 0 } else { (to - from + step - step.signum()) / step }.max(0);
        let item = |place: i128| from_stored((from + place * step).div_euclid(unit), ty).unwrap_or(Value::Null);
        let most = usize::try_from(count).unwrap_or(usize::MAX);
        return call.checked(check_list(most), || list_of((0..count).map(item)));
    }
    let float = |place: usize| match call.args.get(place) {
        Some(Value::Double(number)) => *number,
        Some(Value::Float(number)) => f64::from(*number),
        _ => 1.0,
    };
    let (from, to, step) = (float(0), float(1), float(2));
    let count = ((to - from) / step).ceil();
    // The list is empty if the step is 0, or if the count of items is no finite number.
    let count = if step != 0.0 && count.is_finite() && step.is_finite() { count.max(0.0) as usize } else { 0 };
    let item = |place: usize| match ty {
        Primitive::Float => Value::Float((from + place as f64 * step) as f32),
        _ => Value::Double(from + place as f64 * step),
    };
    call.checked(check_list(count), || list_of((0..count).map(item)))
}

/// Returns the items of the list that are not NULL.
fn present<'a>(call: &Invocation<'a>) -> impl Iterator<Item = &'a Value> {
    call.items(0).iter().filter(|item| !item.is_null())
}

fn item_of(list: &Type) -> Option<&Type> {
    match list.unwrap_optional() {
        Type::List(item) => Some(item),
        _ => None,
    }
}
