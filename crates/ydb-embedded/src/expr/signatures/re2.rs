//! The part of the `Re2` module that needs no options. The pattern, which YDB's functions take first, comes last.

use super::signature::Shape::Plain;
use super::signature::{Param, Signature, function, may, must};
use crate::error::Position;
use crate::expr::Invocation;
use crate::expr::eval::terminated;
use crate::expr::regexp::Pattern;
use crate::types::Primitive::{Bool, String, Uint32};
use crate::types::Value;

const TEXT: &[Param] = &[may(String, ""), must(String)];

pub(super) const FUNCTIONS: &[Signature] = &[
    function("Re2::Match", TEXT, Plain(Bool), |call| matches(call, true)),
    function("Re2::Grep", TEXT, Plain(Bool), |call| matches(call, false)),
    function("Re2::Count", TEXT, Plain(Uint32), count),
];

/// Whether the pattern matches the text; NULL does not. Fails if the pattern is not one.
fn matches(call: &Invocation<'_>, whole: bool) -> Value {
    over(call, whole, |pattern, text| Value::Bool(text.is_some_and(|text| pattern.matches(text))))
}

fn count(call: &Invocation<'_>) -> Value {
    over(call, false, |pattern, text| Value::Uint(pattern.count(text.unwrap_or_default()) as u64))
}

fn over(call: &Invocation<'_>, whole: bool, run: impl FnOnce(&Pattern, Option<&[u8]>) -> Value) -> Value {
    let at = call.exprs.first().map_or_else(Position::default, |first| first.at);
    match Pattern::cached(call.bytes(1), whole) {
        Ok(pattern) => run(&pattern, call.args.first().and_then(Value::as_bytes)),
        Err(reason) => call.checked(Err(terminated(at, &reason, None)), || Value::Null),
    }
}
