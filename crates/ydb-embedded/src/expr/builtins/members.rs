//! The functions of structs. Which members go where is known when the query is compiled: it is the first argument.

use crate::expr::Invocation;
use crate::expr::lambda::list_of;
use crate::types::Value;

/// A member of a struct; NULL if the whole is.
fn member(whole: Option<&Value>, place: usize) -> Value {
    match whole {
        Some(Value::Items(members)) => members.get(place).cloned().unwrap_or(Value::Null),
        _ => Value::Null,
    }
}

/// A struct of members of the other arguments. The first argument holds, for each member, the position of its argument
/// and its place there, from 1; a place of 0 is the whole argument.
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

/// `TryMember(struct, .., default)`: the member at this place, or the default if the struct is NULL.
pub(crate) fn try_member(call: &Invocation<'_>) -> Value {
    match (call.args.get(1), call.uint(0)) {
        (Some(Value::Null) | None, _) | (_, None) => call.args.get(2).cloned().unwrap_or(Value::Null),
        (whole, Some(place)) => member(whole, place as usize),
    }
}
